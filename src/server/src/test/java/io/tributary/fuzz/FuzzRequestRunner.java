package io.tributary.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends requests unchanged and in parallel, and checks every response. */
final class FuzzRequestRunner implements AutoCloseable {
  private static final int CONCURRENCY = 12;
  private static final long TIMEOUT_MS = 30_000;

  private final TestNode node;
  private final HttpClient http;
  final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();
  final ConcurrentLinkedQueue<FuzzRequest> rejected = new ConcurrentLinkedQueue<>();
  final AtomicInteger sent = new AtomicInteger();
  private final Map<String, Map<String, Map<Integer, Integer>>> table = new ConcurrentHashMap<>();

  FuzzRequestRunner(TestNode node) {
    this.node = node;
    this.http =
        node.vertx()
            .createHttpClient(
                new HttpClientOptions().setMaxHeaderSize(64 * 1024).setDecompressionSupported(true),
                new PoolOptions().setHttp1MaxSize(CONCURRENCY + 2));
  }

  void sendAll(List<FuzzRequest> hits) {
    Semaphore slots = new Semaphore(CONCURRENCY);
    try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
      for (FuzzRequest hit : hits) {
        slots.acquireUninterruptibly();
        each.execute(
            () -> {
              try {
                checkResponse(hit);
              } finally {
                slots.release();
              }
            });
      }
    }
  }

  private void checkResponse(FuzzRequest hit) {
    TestResponse answer;
    try {
      answer = sendWithRetry(hit);
    } catch (Exception e) {
      faults.add(hit + ": no answer: " + e);
      return;
    }
    sent.incrementAndGet();
    table
        .computeIfAbsent(hit.op().method() + " " + hit.op().path(), k -> new ConcurrentHashMap<>())
        .computeIfAbsent(hit.kind(), k -> new ConcurrentHashMap<>())
        .merge(answer.status(), 1, Integer::sum);
    findFault(hit, answer).ifPresent(f -> faults.add(hit + ": " + answer.status() + " " + f));
    if (answer.status() >= 400
        && answer.status() != 429
        && answer.status() != 503
        && !hit.op().method().equals("GET")) {
      rejected.add(hit);
    }
  }

  /**
   * Sends the request and retries on 503, because a machine busy with other tests may return it.
   */
  private TestResponse sendWithRetry(FuzzRequest hit) throws Exception {
    TestResponse answer = send(hit);
    for (int again = 0; again < 5 && busy(answer); again++) {
      TimeUnit.SECONDS.sleep(1);
      answer = send(hit);
    }
    return answer;
  }

  private static boolean busy(TestResponse answer) {
    return answer.status() == 503 && answer.text().contains("busy or starting");
  }

  TestResponse send(FuzzRequest hit) throws Exception {
    RequestOptions options =
        new RequestOptions()
            .setHost("127.0.0.1")
            .setPort(node.node().port())
            .setMethod(HttpMethod.valueOf(hit.op().method()))
            .setURI(hit.uri())
            .setTimeout(TIMEOUT_MS);
    hit.headers().forEach(options::putHeader);
    CompletableFuture<TestResponse> out = new CompletableFuture<>();
    // Registers the body handler on the event loop; on another thread, body chunks could arrive
    // before the handler is set.
    node.vertx()
        .runOnContext(
            v ->
                http.request(options)
                    .compose(r -> hit.body() == null ? r.send() : r.send(Buffer.buffer(hit.body())))
                    .compose(FuzzRequestRunner::readResponse)
                    .onSuccess(out::complete)
                    .onFailure(out::completeExceptionally));
    return out.get(TIMEOUT_MS + 5_000, TimeUnit.MILLISECONDS);
  }

  /** Reads the response. An event stream has no end, so its start is enough. */
  private static Future<TestResponse> readResponse(HttpClientResponse r) {
    if (String.valueOf(r.getHeader("content-type")).startsWith("text/event-stream")) {
      r.request().connection().close();
      return Future.succeededFuture(answer(r, Buffer.buffer()));
    }
    return r.body().map(b -> answer(r, b));
  }

  private static TestResponse answer(HttpClientResponse r, Buffer body) {
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    r.headers().names().forEach(n -> headers.put(n, r.headers().getAll(n)));
    return new TestResponse(
        r.statusCode(), java.net.http.HttpHeaders.of(headers, (a, b) -> true), body.getBytes());
  }

  /** Returns what is wrong with a response, independent of the request. */
  private static Optional<String> findFault(FuzzRequest hit, TestResponse a) {
    int status = a.status();
    String start = a.text().substring(0, Math.min(300, a.text().length()));
    if (status == 503 && hit.op().id().startsWith("import") && a.header("retry-after") != null) {
      // Parallel uploads exceed the limit, which is allowed.
      return Optional.empty();
    }
    if (status >= 500) {
      return Optional.of(start);
    }
    if (!hit.expected().isEmpty() && !hit.expected().contains(status)) {
      return Optional.of("instead of " + hit.expected() + ": " + start);
    }
    // A modified path may match another operation or none, and a malformed request matches none.
    boolean elsewhere =
        hit.kind().equals("path") && hit.note().endsWith(" empty")
            || status == 404
            || status == 405
            || status == 414
            || status == 431
            || status == 400 && start.contains("is malformed");
    if (!elsewhere && !hit.op().statuses().contains(status)) {
      return Optional.of("is not documented: " + start);
    }
    if (status < 400 || !hit.op().json()) {
      return Optional.empty();
    }
    if (hit.op().isFhir() && a.text().contains("\"OperationOutcome\"")) {
      return Optional.empty();
    }
    if (!String.valueOf(a.header("content-type")).startsWith("application/json")) {
      return Optional.of("is not JSON: " + start);
    }
    JsonNode detail;
    try {
      detail = Json.parse(a.bytes()).path("detail");
    } catch (IllegalArgumentException e) {
      return Optional.of("is not JSON: " + start);
    }
    if (status != 422) {
      return detail.isTextual() || detail.isObject()
          ? Optional.empty()
          : Optional.of("has no detail: " + start);
    }
    boolean listed = detail.isArray() && !detail.isEmpty();
    for (JsonNode d : detail) {
      listed &=
          d.path("loc").isArray()
              && !d.path("loc").isEmpty()
              && d.path("msg").isTextual()
              && d.path("type").isTextual();
    }
    return listed ? Optional.empty() : Optional.of("lists no faults: " + start);
  }

  /** Returns the result table: endpoint × kind of invalid input, with the statuses received. */
  String report() {
    TreeMap<String, Integer> kinds = new TreeMap<>();
    table.values().forEach(row -> row.keySet().forEach(k -> kinds.put(k, 0)));
    StringBuilder out = new StringBuilder("Requests: " + sent.get() + "\n\n| Endpoint |");
    kinds.keySet().forEach(k -> out.append(' ').append(k).append(" |"));
    out.append("\n|---|").append("---|".repeat(kinds.size())).append('\n');
    new TreeMap<>(table)
        .forEach(
            (endpoint, row) -> {
              out.append("| ").append(endpoint).append(" |");
              for (String kind : kinds.keySet()) {
                StringBuilder cell = new StringBuilder();
                new TreeMap<>(row.getOrDefault(kind, Map.of()))
                    .forEach((s, n) -> cell.append(' ').append(s).append('×').append(n));
                out.append(cell).append(" |");
              }
              out.append('\n');
            });
    return out.toString();
  }

  @Override
  public void close() {
    http.close().await();
  }
}
