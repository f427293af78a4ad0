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

/** A customer's server: remembers what it got and answers as told, per path. */
public final class Receiver implements AutoCloseable {
  public record Got(String path, MultiMap headers, byte[] body) {
    public String id() {
      return headers.get("webhook-id");
    }

    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  private final Vertx vertx = Vertx.vertx();
  private final List<Got> got = new CopyOnWriteArrayList<>();
  private final Map<String, BiConsumer<HttpServerRequest, Got>> answers = new ConcurrentHashMap<>();
  private final List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  public Receiver() {
    server =
        vertx
            .createHttpServer()
            .requestHandler(
                request ->
                    request
                        .body()
                        .onSuccess(
                            body -> {
                              Got one = new Got(request.path(), request.headers(), body.getBytes());
                              got.add(one);
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

  /** From now on this path answers so. */
  public void answers(String path, BiConsumer<HttpServerRequest, Got> answer) {
    answers.put(path, answer);
  }

  public void answers(String path, int status) {
    answers(path, (r, g) -> r.response().setStatusCode(status).end());
  }

  /** From now on this path keeps its callers waiting. */
  public void holds(String path) {
    answers(path, (r, g) -> held.add(r));
  }

  /** Answers everybody who waits, with 200. */
  public void release() {
    release(r -> r.response().end());
  }

  /** Answers everybody who waits so. */
  public void release(Consumer<HttpServerRequest> answer) {
    held.forEach(r -> vertx.runOnContext(v -> answer.accept(r)));
    held.clear();
  }

  public List<Got> got(String path) {
    return got.stream().filter(g -> g.path().equals(path)).toList();
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
