package io.tributary.simulators.lab;

import io.tributary.lab.protocol.hl7.Acknowledgement.Verdict;
import io.tributary.lab.protocol.hl7.ErrorCode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Accepts orders over FHIR as transaction bundles posted to the base URL with the bearer token. */
final class FhirOrderEndpoint {
  /** Bearer token of clients. */
  static final String TOKEN = "simulator";

  private final LabState lab;
  private final HttpServer server;

  FhirOrderEndpoint(Vertx vertx, LabState bench) {
    this.lab = bench;
    this.server = vertx.createHttpServer().requestHandler(this::handle);
  }

  /** Listens on the loopback address only; {@link FlakyProxy} accepts the clients. */
  Future<Integer> listen() {
    return server.listen(0, "127.0.0.1").map(HttpServer::actualPort);
  }

  Future<Void> close() {
    return server.close();
  }

  private void handle(HttpServerRequest request) {
    if (!("Bearer " + TOKEN).equals(request.getHeader("authorization"))) {
      respond(request, 401, outcome("login"));
    } else if (!request.method().equals(HttpMethod.POST) || !request.path().equals("/")) {
      respond(request, 404, outcome("not-found"));
    } else {
      request.body().onSuccess(body -> order(request, body));
    }
  }

  private void order(HttpServerRequest request, Buffer body) {
    try {
      JsonObject bundle = body.toJsonObject();
      if (!"transaction".equals(bundle.getString("type"))) {
        respond(request, 400, outcome("invalid"));
        return;
      }
      Verdict verdict = lab.receive(body.getBytes());
      if (verdict.fault().isEmpty()) {
        respond(request, 200, transactionResponse(bundle));
      } else {
        boolean busy = verdict.fault().get().code() == ErrorCode.INTERNAL;
        respond(request, busy ? 500 : 422, outcome(busy ? "transient" : "business-rule"));
      }
    } catch (DecodeException | ClassCastException | NullPointerException e) {
      respond(request, 400, outcome("structure"));
    }
  }

  private static JsonObject transactionResponse(JsonObject bundle) {
    JsonArray entries = new JsonArray();
    for (int i = 0; i < bundle.getJsonArray("entry").size(); i++) {
      JsonObject resource = bundle.getJsonArray("entry").getJsonObject(i).getJsonObject("resource");
      entries.add(
          new JsonObject()
              .put(
                  "response",
                  new JsonObject()
                      .put("status", "201 Created")
                      .put("location", resource.getString("resourceType") + "/" + (i + 1))));
    }
    return new JsonObject()
        .put("resourceType", "Bundle")
        .put("type", "transaction-response")
        .put("entry", entries);
  }

  private static JsonObject outcome(String code) {
    return new JsonObject()
        .put("resourceType", "OperationOutcome")
        .put(
            "issue",
            new JsonArray().add(new JsonObject().put("severity", "error").put("code", code)));
  }

  private static void respond(HttpServerRequest request, int status, JsonObject body) {
    request
        .response()
        .setStatusCode(status)
        .putHeader("content-type", "application/fhir+json")
        .end(body.toBuffer());
  }
}
