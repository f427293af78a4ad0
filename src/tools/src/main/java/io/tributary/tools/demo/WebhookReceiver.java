package io.tributary.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Customer's server in the demo. It receives webhooks, verifies each with the reference library of
 * Standard Webhooks, and serves the landing page after linking.
 */
final class WebhookReceiver implements AutoCloseable {
  private static final List<String> SIGNED =
      List.of(
          Webhook.UNBRANDED_MSG_ID_KEY,
          Webhook.UNBRANDED_MSG_TIMESTAMP_KEY,
          Webhook.UNBRANDED_MSG_SIGNATURE_KEY);

  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
  private final ExpectedEvents expectedEvents;
  private final HttpServer server;
  private volatile Webhook webhook;

  WebhookReceiver(ExpectedEvents ledger) {
    this.expectedEvents = ledger;
    this.server =
        vertx.createHttpServer().requestHandler(this::handle).listen(0, "127.0.0.1").await();
  }

  /** Sets the secret of the service's signatures; until then deliveries are answered with 503. */
  void setSecret(String secret) {
    webhook = new Webhook(secret);
  }

  String hookUrl() {
    return "http://127.0.0.1:" + server.actualPort() + "/hook";
  }

  /** Returns the URL of the landing page. */
  String landingUrl() {
    return "http://127.0.0.1:" + server.actualPort() + "/linked";
  }

  private void handle(HttpServerRequest request) {
    if (request.method() != HttpMethod.POST) {
      request.response().end("redirected back to the customer's site");
      return;
    }
    request.body().onSuccess(body -> answer(request, body));
  }

  private void answer(HttpServerRequest request, Buffer body) {
    Webhook key = webhook;
    if (key == null) {
      request.response().setStatusCode(503).end();
      return;
    }
    Map<String, List<String>> headers = new java.util.HashMap<>();
    SIGNED.forEach(name -> headers.put(name, request.headers().getAll(name)));
    try {
      key.verify(body.toString(StandardCharsets.UTF_8), headers);
    } catch (WebhookVerificationException e) {
      expectedEvents.badSignature();
      request.response().setStatusCode(401).end();
      return;
    }
    expectedEvents.received(request.getHeader(Webhook.UNBRANDED_MSG_ID_KEY), eventName(body));
    request.response().setStatusCode(204).end();
  }

  /** Returns the name of the event by its content. */
  private static String eventName(Buffer body) {
    JsonNode event = Json.parse(body.getBytes());
    String type = event.path("event_type").asText();
    String user = event.path("user_id").asText();
    JsonNode data = event.path("data");
    if (type.equals("provider.connection.created")) {
      return ExpectedEvents.connection(user);
    }
    if (type.equals("provider.device.created")) {
      return ExpectedEvents.device(user, data.path("id").asText());
    }
    if (type.startsWith("historical.data.") && type.endsWith(".created")) {
      String resource =
          type.substring("historical.data.".length(), type.length() - ".created".length());
      Instant end = Times.parseInstant(data.path("end_date").asText()).orElse(Instant.EPOCH);
      return ExpectedEvents.pull(user, resource, end);
    }
    return type + " " + user;
  }

  @Override
  public void close() {
    server.close().await();
    vertx.close().await();
  }
}
