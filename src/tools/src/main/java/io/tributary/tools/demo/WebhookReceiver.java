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
 * The customer's own server: takes webhooks, checks each with the reference library of Standard
 * Webhooks, and is the page that people come back to after linking.
 */
final class WebhookReceiver implements AutoCloseable {
  private static final List<String> SIGNED =
      List.of(
          Webhook.UNBRANDED_MSG_ID_KEY,
          Webhook.UNBRANDED_MSG_TIMESTAMP_KEY,
          Webhook.UNBRANDED_MSG_SIGNATURE_KEY);

  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
  private final ExpectedEvents ledger;
  private final HttpServer server;
  private volatile Webhook webhook;

  WebhookReceiver(ExpectedEvents ledger) {
    this.ledger = ledger;
    this.server =
        vertx.createHttpServer().requestHandler(this::handle).listen(0, "127.0.0.1").await();
  }

  /** The secret that the service signs with; before it is known, deliveries are put off. */
  void trust(String secret) {
    webhook = new Webhook(secret);
  }

  String hookUrl() {
    return "http://127.0.0.1:" + server.actualPort() + "/hook";
  }

  /** Where people land after linking. */
  String landingUrl() {
    return "http://127.0.0.1:" + server.actualPort() + "/linked";
  }

  private void handle(HttpServerRequest request) {
    if (request.method() != HttpMethod.POST) {
      request.response().end("back at the customer's site");
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
      ledger.badSignature();
      request.response().setStatusCode(401).end();
      return;
    }
    ledger.received(request.getHeader(Webhook.UNBRANDED_MSG_ID_KEY), name(body));
    request.response().setStatusCode(204).end();
  }

  /** What the event announces. */
  private static String name(Buffer body) {
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
