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
 * Client-side load balancer. It probes the readiness of each node, sends calls to ready nodes in
 * rotation, and counts the responses. Thread-safe.
 */
final class LoadBalancer implements AutoCloseable {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(20);
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(1);
  private static final long PAUSE_MILLIS = 150;

  /** Response of a node. */
  record Reply(int status, JsonNode body, Map<String, String> headers) {
    boolean isHealthy() {
      return status / 100 == 2;
    }
  }

  /** Failure without a response in time, after which it is unknown whether the call took effect. */
  static final class ResponseLostException extends Exception {
    private static final long serialVersionUID = 1;

    ResponseLostException(String message) {
      super(message);
    }
  }

  private record NodeAddress(String name, int port) {}

  private final List<NodeAddress> addresses;
  private final String apiKey;
  private final String managementKey;
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
  private final Map<String, Boolean> ready = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
  private final AtomicInteger nextNode = new AtomicInteger();
  private volatile boolean closed;

  /**
   * @param nodes ports of the nodes by name
   */
  LoadBalancer(Map<String, Integer> nodes, String apiKey, String managementKey) {
    this.addresses =
        nodes.entrySet().stream().map(e -> new NodeAddress(e.getKey(), e.getValue())).toList();
    this.apiKey = apiKey;
    this.managementKey = managementKey;
    addresses.forEach(w -> Thread.ofVirtual().name("probe " + w.name()).start(() -> probe(w)));
  }

  boolean isReady(String name) {
    return ready.getOrDefault(name, false);
  }

  private void probe(NodeAddress way) {
    while (!closed) {
      ready.put(way.name(), status(way) == 200);
      pause(PROBE_TIMEOUT.toMillis());
    }
  }

  private int status(NodeAddress way) {
    try {
      return http.send(
              HttpRequest.newBuilder(uri(way, "/health/ready")).timeout(PROBE_TIMEOUT).build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private static URI uri(NodeAddress way, String path) {
    return URI.create("http://127.0.0.1:" + way.port() + path);
  }

  /** Sends one request to one node, or to the URL if it is absolute. */
  Reply callOnce(String method, String path, byte[] body, String type, Map<String, String> headers)
      throws ResponseLostException {
    NodeAddress way = next();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(path.startsWith("http") ? URI.create(path) : uri(way, path))
            .timeout(CALL_TIMEOUT)
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
      throw new ResponseLostException(e.getClass().getSimpleName());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ResponseLostException("interrupted");
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

  /** Returns the number of responses by status. */
  Map<String, Long> counts() {
    Map<String, Long> out = new TreeMap<>();
    counts.forEach((what, n) -> out.put(what, n.sum()));
    return out;
  }

  private NodeAddress next() {
    int first = nextNode.getAndIncrement();
    for (int i = 0; i < addresses.size(); i++) {
      NodeAddress w = addresses.get(Math.floorMod(first + i, addresses.size()));
      if (isReady(w.name())) {
        return w;
      }
    }
    return addresses.get(Math.floorMod(first, addresses.size()));
  }

  /**
   * Retries the call with the same body until it is completed.
   *
   * @param going if false, the call fails with {@link ResponseLostException}
   */
  Reply call(
      String method, String path, Object body, Map<String, String> headers, BooleanSupplier going)
      throws ResponseLostException {
    byte[] bytes = body == null ? null : Json.bytes(body);
    return call(method, path, bytes, "application/json", headers, going);
  }

  /** Retries a call with a body of another content type. */
  Reply call(
      String method,
      String path,
      byte[] body,
      String type,
      Map<String, String> headers,
      BooleanSupplier going)
      throws ResponseLostException {
    while (true) {
      try {
        Reply r = callOnce(method, path, body, type, headers);
        // A 409 for a call with an idempotency key means that the previous attempt is still in
        // progress.
        boolean later =
            r.status() == 409 && headers.containsKey("x-idempotency-key")
                || r.status() == 429
                || r.status() >= 500;
        if (!later) {
          return r;
        }
      } catch (ResponseLostException again) {
        // The same call is retried.
      }
      if (!going.getAsBoolean()) {
        throw new ResponseLostException("call abandoned: " + method + " " + path);
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
