package io.tributary.tools.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/**
 * What a load balancer is to the clients: it asks each node whether it is ready and gives calls to
 * those that are, in turn. Counts what comes back. Threads share it.
 */
final class LoadBalancer implements AutoCloseable {
  private static final Duration CALL = Duration.ofSeconds(20);
  private static final Duration PROBE = Duration.ofSeconds(1);
  private static final long PAUSE_MILLIS = 150;

  /** What came back. */
  record Reply(int status, JsonNode body, Map<String, String> headers) {
    boolean good() {
      return status / 100 == 2;
    }
  }

  /** Nobody answered, or not in time: whether the call took effect is not known. */
  static final class Lost extends Exception {
    private static final long serialVersionUID = 1;

    Lost(String message) {
      super(message);
    }
  }

  private record Way(String name, int port) {}

  private final List<Way> ways;
  private final String apiKey;
  private final String managementKey;
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
  private final Map<String, Boolean> ready = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
  private final AtomicInteger turn = new AtomicInteger();
  private volatile boolean closed;

  /**
   * @param nodes names to the ports at which clients find them
   */
  LoadBalancer(Map<String, Integer> nodes, String apiKey, String managementKey) {
    this.ways = nodes.entrySet().stream().map(e -> new Way(e.getKey(), e.getValue())).toList();
    this.apiKey = apiKey;
    this.managementKey = managementKey;
    ways.forEach(w -> Thread.ofVirtual().name("probe " + w.name()).start(() -> probe(w)));
  }

  boolean ready(String name) {
    return ready.getOrDefault(name, false);
  }

  private void probe(Way way) {
    while (!closed) {
      ready.put(way.name(), status(way) == 200);
      pause(PROBE.toMillis());
    }
  }

  private int status(Way way) {
    try {
      return http.send(
              HttpRequest.newBuilder(uri(way, "/health/ready")).timeout(PROBE).build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private static URI uri(Way way, String path) {
    return URI.create("http://127.0.0.1:" + way.port() + path);
  }

  /** One try at one node; where the address is absolute, there. */
  Reply once(String method, String path, byte[] body, String type, Map<String, String> headers)
      throws Lost {
    Way way = next();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(path.startsWith("http") ? URI.create(path) : uri(way, path))
            .timeout(CALL)
            .header("content-type", type)
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    if (!path.startsWith("http") && !headers.containsKey("x-service-link-token")) {
      boolean manage = path.startsWith("/v1/");
      request.header(
          manage ? "x-management-key" : "x-service-api-key", manage ? managementKey : apiKey);
    }
    headers.forEach(request::header);
    try {
      HttpResponse<byte[]> r = http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      count(Integer.toString(r.statusCode()));
      Map<String, String> told = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      r.headers().map().forEach((name, values) -> told.put(name, values.getFirst()));
      return new Reply(r.statusCode(), json(r.body()), told);
    } catch (IOException e) {
      count("no answer");
      throw new Lost(e.getClass().getSimpleName());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Lost("interrupted");
    }
  }

  private static JsonNode json(byte[] body) {
    try {
      return body.length == 0 ? Json.object() : Json.parse(body);
    } catch (IllegalArgumentException e) {
      return Json.object();
    }
  }

  private void count(String what) {
    counts.computeIfAbsent(what, w -> new LongAdder()).increment();
  }

  /** Statuses to how often they came. */
  Map<String, Long> counts() {
    Map<String, Long> out = new TreeMap<>();
    counts.forEach((what, n) -> out.put(what, n.sum()));
    return out;
  }

  private Way next() {
    int first = turn.getAndIncrement();
    for (int i = 0; i < ways.size(); i++) {
      Way w = ways.get(Math.floorMod(first + i, ways.size()));
      if (ready(w.name())) {
        return w;
      }
    }
    return ways.get(Math.floorMod(first, ways.size()));
  }

  /**
   * Again until it is done, with the same body.
   *
   * @param going false ends it with {@link LeaseLostException}
   */
  Reply call(
      String method, String path, Object body, Map<String, String> headers, BooleanSupplier going)
      throws Lost {
    byte[] bytes = body == null ? null : Json.bytes(body);
    return call(method, path, bytes, "application/json", headers, going);
  }

  /** The same with a body of another type. */
  Reply call(
      String method,
      String path,
      byte[] body,
      String type,
      Map<String, String> headers,
      BooleanSupplier going)
      throws Lost {
    while (true) {
      try {
        Reply r = once(method, path, body, type, headers);
        // 409 of a call with a key: the try before has not been given up yet.
        boolean later =
            r.status() == 409 && headers.containsKey("x-idempotency-key")
                || r.status() == 429
                || r.status() >= 500;
        if (!later) {
          return r;
        }
      } catch (Lost again) {
        // the same call once more
      }
      if (!going.getAsBoolean()) {
        throw new Lost("given up: " + method + " " + path);
      }
      pause(PAUSE_MILLIS);
    }
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted"));
    }
  }

  @Override
  public void close() {
    closed = true;
    http.close();
  }
}
