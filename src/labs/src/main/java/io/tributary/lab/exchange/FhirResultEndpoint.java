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
  private final MllpServerOptions listener;
  private final FhirLogin callerLogin;
  private final LabMessageReceiver receiver;
  private final MllpEvents events;
  private HttpServer server;

  FhirResultEndpoint(
      Vertx vertx, LabConnectionProfile link, LabMessageReceiver inbox, MllpEvents events) {
    this.vertx = vertx;
    this.link = link;
    this.listener = link.resultListener().orElseThrow();
    this.callerLogin = link.fhir().orElseThrow().callerLogin().orElseThrow();
    this.receiver = inbox;
    this.events = events;
  }

  Future<Void> start() {
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost(listener.host())
            .setPort(listener.port())
            .setIdleTimeout((int) Math.max(1, listener.frameTimeout().toSeconds()));
    listener
        .tls()
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
              if (!listener.peers().isAllowed(peer)) {
                events.rejected(peer);
                c.close();
              }
            })
        .requestHandler(this::handleRequest)
        .listen()
        .mapEmpty();
  }

  int port() {
    return server.actualPort();
  }

  Future<Void> stop(long graceMillis) {
    return server.shutdown(graceMillis, TimeUnit.MILLISECONDS);
  }

  private void handleRequest(HttpServerRequest request) {
    if (!callerLogin.matches(request.getHeader("authorization"))) {
      request.response().putHeader("www-authenticate", callerLogin.challenge());
      refuse(request, 401, "login", "the credential is missing or wrong");
    } else if (!request.method().equals(HttpMethod.POST)) {
      request.response().putHeader("allow", "POST");
      refuse(request, 405, "not-supported", "use POST to send results");
    } else {
      readBody(request);
    }
  }

  private void readBody(HttpServerRequest request) {
    Buffer all = Buffer.buffer();
    request.handler(
        chunk -> {
          if (all.length() + chunk.length() <= listener.maxMessageBytes()) {
            all.appendBuffer(chunk);
          } else if (!request.response().ended()) {
            refuse(request, 413, "too-long", "the body is too large");
          }
        });
    request.exceptionHandler(t -> events.storeFailed(peer(request), t));
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
        .executeBlocking(() -> receiver.validate(link, bytes), false)
        .compose(
            envelope ->
                receiver
                    .storeValidated(link, envelope, bytes)
                    .timeout(listener.storeTimeout().toMillis(), TimeUnit.MILLISECONDS)
                    .map(isNew -> envelope))
        .onSuccess(envelope -> respond(request, 200, acknowledgement(envelope)))
        .onFailure(why -> respondToFailure(request, why));
  }

  private void respondToFailure(HttpServerRequest request, Throwable why) {
    if (why instanceof FhirFault fault) {
      refuse(request, fault.kind().status(), fault.kind().issue(), fault.getMessage());
    } else {
      events.storeFailed(peer(request), why);
      request.response().putHeader("retry-after", "5");
      refuse(request, 503, "transient", "the result was not stored; send it again");
    }
  }

  private static String peer(HttpServerRequest request) {
    return String.valueOf(request.connection().remoteAddress().hostAddress());
  }

  /** Answers a transaction or batch with the matching response type, one entry per entry. */
  private static ObjectNode acknowledgement(MessageHeaderFields envelope) {
    if (!envelope.type().equals("transaction") && !envelope.type().equals("batch")) {
      return operationOutcome("information", "informational", "stored");
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
    respond(request, status, operationOutcome("error", code, text));
  }

  private static ObjectNode operationOutcome(String severity, String code, String text) {
    ObjectNode out = Json.object().put("resourceType", "OperationOutcome");
    out.putArray("issue")
        .addObject()
        .put("severity", severity)
        .put("code", code)
        .put("diagnostics", text);
    return out;
  }

  private static void respond(HttpServerRequest request, int status, ObjectNode body) {
    if (!request.response().ended() && !request.response().closed()) {
      request
          .response()
          .setStatusCode(status)
          .putHeader("content-type", JSON)
          .end(Buffer.buffer(Json.bytes(body)));
    }
  }
}
