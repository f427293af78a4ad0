package io.tributary.testkit;

import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A customer's HTTP server that records requests and answers as scripted, by path. */
public final class WebhookTestServer implements AutoCloseable {
  public record ReceivedRequest(String path, MultiMap headers, byte[] body) {
    public String id() {
      return headers.get("webhook-id");
    }

    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  private final Vertx vertx = Vertx.vertx();
  private final List<ReceivedRequest> received = new CopyOnWriteArrayList<>();
  private final Map<String, BiConsumer<HttpServerRequest, ReceivedRequest>> answers =
      new ConcurrentHashMap<>();
  private final List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  public WebhookTestServer() {
    server =
        vertx
            .createHttpServer()
            .requestHandler(
                request ->
                    request
                        .body()
                        .onSuccess(
                            body -> {
                              ReceivedRequest one =
                                  new ReceivedRequest(
                                      request.path(), request.headers(), body.getBytes());
                              received.add(one);
                              answers
                                  .getOrDefault(request.path(), (r, g) -> r.response().end())
                                  .accept(request, one);
                            }))
            .listen(0, "127.0.0.1")
            .await();
  }

  public Vertx vertx() {
    return vertx;
  }

  public String url(String path) {
    return "http://127.0.0.1:" + server.actualPort() + path;
  }

  /** Sets the answer of a path. */
  public void setAnswer(String path, BiConsumer<HttpServerRequest, ReceivedRequest> answer) {
    answers.put(path, answer);
  }

  public void setAnswer(String path, int status) {
    setAnswer(path, (r, g) -> r.response().setStatusCode(status).end());
  }

  /** Holds requests to this path without an answer. */
  public void hold(String path) {
    setAnswer(path, (r, g) -> held.add(r));
  }

  /** Answers all held requests with 200. */
  public void release() {
    release(r -> r.response().end());
  }

  /** Answers all held requests with this handler. */
  public void release(Consumer<HttpServerRequest> answer) {
    held.forEach(r -> vertx.runOnContext(v -> answer.accept(r)));
    held.clear();
  }

  public List<ReceivedRequest> requests(String path) {
    return received.stream().filter(g -> g.path().equals(path)).toList();
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
