package io.tributary.lab.exchange;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.lab.protocol.fhir.FhirFault;
import io.tributary.lab.protocol.fhir.MessageHeaderFields;
import io.tributary.lab.protocol.mllp.MllpEvents;
import io.tributary.lab.protocol.mllp.MllpServerOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.TimeUnit;

/**
 * HTTP endpoint to which a laboratory pushes results. A bundle is acknowledged once it is stored as
 * received; a repeated one is acknowledged without further work. Runs on one event loop.
 */
final class FhirResultEndpoint {
  private static final String JSON = "application/fhir+json";

  private final Vertx vertx;
  private final LabConnectionProfile link;
  private final MllpServerOptions at;
  private final FhirLogin caller;
  private final LabMessageReceiver inbox;
  private final MllpEvents events;
  private HttpServer server;

  FhirResultEndpoint(
      Vertx vertx, LabConnectionProfile link, LabMessageReceiver inbox, MllpEvents events) {
    this.vertx = vertx;
    this.link = link;
    this.at = link.at().orElseThrow();
    this.caller = link.fhir().orElseThrow().caller().orElseThrow();
    this.inbox = inbox;
    this.events = events;
  }

  Future<Void> start() {
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost(at.host())
            .setPort(at.port())
            .setIdleTimeout((int) Math.max(1, at.frameTimeout().toSeconds()));
    at.tls()
        .ifPresent(
            tls ->
                options
                    .setSsl(true)
                    .setKeyCertOptions(tls.getKeyCertOptions())
                    .setTrustOptions(tls.getTrustOptions())
                    .setClientAuth(tls.getClientAuth()));
    server = vertx.createHttpServer(options);
    return server
        .connectionHandler(
            c -> {
              String peer = c.remoteAddress().hostAddress();
              if (!at.peers().admits(peer)) {
                events.turnedAway(peer);
                c.close();
              }
            })
        .requestHandler(this::taken)
        .listen()
        .mapEmpty();
  }

  int port() {
    return server.actualPort();
  }

  Future<Void> stop(long graceMillis) {
    return server.shutdown(graceMillis, TimeUnit.MILLISECONDS);
  }

  private void taken(HttpServerRequest request) {
    if (!caller.admits(request.getHeader("authorization"))) {
      request.response().putHeader("www-authenticate", caller.challenge());
      refuse(request, 401, "login", "the credential is missing or wrong");
    } else if (!request.method().equals(HttpMethod.POST)) {
      request.response().putHeader("allow", "POST");
      refuse(request, 405, "not-supported", "results are posted");
    } else {
      body(request);
    }
  }

  private void body(HttpServerRequest request) {
    Buffer all = Buffer.buffer();
    request.handler(
        chunk -> {
          if (all.length() + chunk.length() <= at.maxMessage()) {
            all.appendBuffer(chunk);
          } else if (!request.response().ended()) {
            refuse(request, 413, "too-long", "the body is too long");
          }
        });
    request.exceptionHandler(t -> events.receiverFailed(peer(request), t));
    request.endHandler(
        v -> {
          if (!request.response().ended()) {
            store(request, all.getBytes());
          }
        });
  }

  /** Parsing a large body takes too long for an event loop. */
  private void store(HttpServerRequest request, byte[] bytes) {
    vertx
        .executeBlocking(() -> inbox.admit(link, bytes), false)
        .compose(
            envelope ->
                inbox
                    .keep(link, envelope, bytes)
                    .timeout(at.storeTimeout().toMillis(), TimeUnit.MILLISECONDS)
                    .map(isNew -> envelope))
        .onSuccess(envelope -> answer(request, 200, thanks(envelope)))
        .onFailure(why -> failed(request, why));
  }

  private void failed(HttpServerRequest request, Throwable why) {
    if (why instanceof FhirFault fault) {
      refuse(request, fault.kind().status(), fault.kind().issue(), fault.getMessage());
    } else {
      events.receiverFailed(peer(request), why);
      request.response().putHeader("retry-after", "5");
      refuse(request, 503, "transient", "not stored, send it again");
    }
  }

  private static String peer(HttpServerRequest request) {
    return String.valueOf(request.connection().remoteAddress().hostAddress());
  }

  /** Answers a transaction or batch with the matching response type, one entry per entry. */
  private static ObjectNode thanks(MessageHeaderFields envelope) {
    if (!envelope.type().equals("transaction") && !envelope.type().equals("batch")) {
      return outcome("information", "informational", "stored");
    }
    ObjectNode out =
        Json.object().put("resourceType", "Bundle").put("type", envelope.type() + "-response");
    ArrayNode entries = out.putArray("entry");
    for (int i = 0; i < envelope.entries(); i++) {
      entries.addObject().putObject("response").put("status", "202 Accepted");
    }
    return out;
  }

  private static void refuse(HttpServerRequest request, int status, String code, String text) {
    answer(request, status, outcome("error", code, text));
  }

  private static ObjectNode outcome(String severity, String code, String text) {
    ObjectNode out = Json.object().put("resourceType", "OperationOutcome");
    out.putArray("issue")
        .addObject()
        .put("severity", severity)
        .put("code", code)
        .put("diagnostics", text);
    return out;
  }

  private static void answer(HttpServerRequest request, int status, ObjectNode body) {
    if (!request.response().ended() && !request.response().closed()) {
      request
          .response()
          .setStatusCode(status)
          .putHeader("content-type", JSON)
          .end(Buffer.buffer(Json.bytes(body)));
    }
  }
}
