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

/** Takes orders over FHIR: transactions, posted to the base, by whoever knows the token. */
final class FhirOrderEndpoint {
  /** What callers are known by. */
  static final String TOKEN = "simulator";

  private final LabState bench;
  private final HttpServer server;

  FhirOrderEndpoint(Vertx vertx, LabState bench) {
    this.bench = bench;
    this.server = vertx.createHttpServer().requestHandler(this::taken);
  }

  /** On this machine only: a door stands before it. */
  Future<Integer> listen() {
    return server.listen(0, "127.0.0.1").map(HttpServer::actualPort);
  }

  Future<Void> close() {
    return server.close();
  }

  private void taken(HttpServerRequest request) {
    if (!("Bearer " + TOKEN).equals(request.getHeader("authorization"))) {
      answer(request, 401, outcome("login"));
    } else if (!request.method().equals(HttpMethod.POST) || !request.path().equals("/")) {
      answer(request, 404, outcome("not-found"));
    } else {
      request.body().onSuccess(body -> order(request, body));
    }
  }

  private void order(HttpServerRequest request, Buffer body) {
    try {
      JsonObject bundle = body.toJsonObject();
      if (!"transaction".equals(bundle.getString("type"))) {
        answer(request, 400, outcome("invalid"));
        return;
      }
      Verdict verdict = bench.take(body.getBytes());
      if (verdict.fault().isEmpty()) {
        answer(request, 200, done(bundle));
      } else {
        boolean busy = verdict.fault().get().code() == ErrorCode.INTERNAL;
        answer(request, busy ? 500 : 422, outcome(busy ? "transient" : "business-rule"));
      }
    } catch (DecodeException | ClassCastException | NullPointerException e) {
      answer(request, 400, outcome("structure"));
    }
  }

  private static JsonObject done(JsonObject bundle) {
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

  private static void answer(HttpServerRequest request, int status, JsonObject body) {
    request
        .response()
        .setStatusCode(status)
        .putHeader("content-type", "application/fhir+json")
        .end(body.toBuffer());
  }
}
