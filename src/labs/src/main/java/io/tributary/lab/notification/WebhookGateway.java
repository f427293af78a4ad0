package io.tributary.lab.notification;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.delivery.WebhookSigner;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Posts messages, signed like webhooks, to the service that sends text messages and email. */
final class WebhookGateway implements NoticeGateway {
  private static final long TIMEOUT_MILLIS = 15_000;

  private final HttpClient client;
  private final String url;
  private final byte[] key;
  private final Clock clock;

  WebhookGateway(Vertx vertx, String url, String secret, Clock clock) {
    this.client = vertx.createHttpClient();
    this.url = url;
    this.key = WebhookSigner.decodeKey(secret).orElseThrow();
    this.clock = clock;
  }

  @Override
  public void send(UUID id, ObjectNode notice) {
    byte[] body = Json.bytes(notice);
    String message = "ntc_" + id;
    long seconds = clock.instant().getEpochSecond();
    int status;
    try {
      status =
          client
              .request(new RequestOptions().setMethod(HttpMethod.POST).setAbsoluteURI(url))
              .compose(
                  r ->
                      r.putHeader("content-type", "application/json")
                          .putHeader("webhook-id", message)
                          .putHeader("webhook-timestamp", String.valueOf(seconds))
                          .putHeader(
                              "webhook-signature",
                              WebhookSigner.signature(List.of(key), message, seconds, body))
                          .send(Buffer.buffer(body)))
              .compose(r -> r.body().map(ignored -> r.statusCode()))
              .timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
              .await();
    } catch (Exception e) {
      // Any exception: await rethrows checked exceptions of the network.
      throw new IllegalStateException("no answer: " + e.getClass().getSimpleName(), e);
    }
    if (status / 100 != 2) {
      throw new IllegalStateException("status " + status);
    }
  }
}
