package io.tributary.simulators.kit;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Receives notifications and answers as scripted, by default with 200. */
final class NotificationRecorder {
  /** A received request. */
  record RecordedNotification(String path, MultiMap headers, Buffer body) {
    String text() {
      return body.toString();
    }
  }

  private final BlockingQueue<RecordedNotification> received = new LinkedBlockingQueue<>();
  private final BlockingQueue<Integer> answers = new LinkedBlockingQueue<>();
  private final HttpServer server;

  NotificationRecorder(Vertx vertx) {
    server =
        vertx
            .createHttpServer()
            .requestHandler(
                request ->
                    request
                        .body()
                        .onSuccess(
                            body -> {
                              received.add(
                                  new RecordedNotification(
                                      request.path(), request.headers(), body));
                              Integer status = answers.poll();
                              request.response().setStatusCode(status == null ? 200 : status).end();
                            }))
            .listen(0, "127.0.0.1")
            .await();
  }

  String url() {
    return "http://127.0.0.1:" + server.actualPort() + "/hook/whisper";
  }

  void answer(int... statuses) {
    for (int status : statuses) {
      answers.add(status);
    }
  }

  RecordedNotification take() throws InterruptedException {
    RecordedNotification got = received.poll(60, TimeUnit.SECONDS);
    assertNotNull(got, "no delivery came");
    return got;
  }

  /** Asserts that no unread notification is left. */
  void assertEmpty() {
    assertNull(received.peek());
  }
}
