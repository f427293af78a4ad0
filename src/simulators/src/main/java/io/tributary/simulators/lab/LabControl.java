package io.tributary.simulators.lab;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.util.function.IntSupplier;

/**
 * Control endpoints of the laboratory, JSON without authorization; {@link LabSimulator} lists them.
 */
final class LabControl {
  private final LabState lab;
  private final IntSupplier mllpPort;
  private final IntSupplier fhirPort;
  private final IntSupplier dropped;

  LabControl(LabState bench, IntSupplier mllpPort, IntSupplier fhirPort, IntSupplier dropped) {
    this.lab = bench;
    this.mllpPort = mllpPort;
    this.fhirPort = fhirPort;
    this.dropped = dropped;
  }

  void mount(Router router) {
    router.route().handler(BodyHandler.create(false).setBodyLimit(4 << 20));
    router.get("/").handler(this::summary);
    router.get("/orders").handler(this::orders);
    router.post("/orders").handler(this::registerPaperOrder);
    router.get("/orders/:key").handler(this::order);
    router.post("/orders/:key/script").handler(this::script);
    router.post("/faults").handler(this::faults);
    router.route().failureHandler(LabControl::failed);
  }

  private void summary(RoutingContext ctx) {
    ctx.json(
        new JsonObject()
            .put("mllp_port", mllpPort.getAsInt())
            .put("fhir_port", fhirPort.getAsInt())
            .put("orders", lab.orders().size())
            .put("refused", lab.refused())
            .put("results_waiting", lab.unacknowledgedCount())
            .put("connections_broken", dropped.getAsInt()));
  }

  private void orders(RoutingContext ctx) {
    JsonArray out = new JsonArray();
    lab.orders().values().forEach(o -> out.add(render(o)));
    ctx.json(out);
  }

  private void order(RoutingContext ctx) {
    lab.order(ctx.pathParam("key"))
        .ifPresentOrElse(o -> ctx.json(render(o)), () -> respond(ctx, 404, "no such order"));
  }

  /**
   * Registers a requisition that arrived on paper with the sample. It is known from then on but not
   * counted.
   */
  private void registerPaperOrder(RoutingContext ctx) {
    lab.registerPaperOrder(ctx.body().buffer().getBytes());
    ctx.response().setStatusCode(202);
    ctx.json(new JsonObject());
  }

  private static JsonObject render(SimOrder o) {
    JsonArray tests = new JsonArray();
    o.first.tests().forEach(t -> tests.add(t.code()));
    return new JsonObject()
        .put("sample_id", o.sample)
        .put("lab", o.first.header(6))
        .put("tests", tests)
        .put("placed", counts(o.placed))
        .put("cancelled", counts(o.cancelled))
        .put("results_sent", o.resultsSent)
        .put("results_taken", o.resultsAcknowledged);
  }

  private static JsonObject counts(java.util.Map<String, Integer> counts) {
    JsonObject out = new JsonObject();
    counts.forEach(out::put);
    return out;
  }

  private void script(RoutingContext ctx) {
    var order = lab.order(ctx.pathParam("key"));
    if (order.isEmpty()) {
      respond(ctx, 404, "no such order");
      return;
    }
    JsonObject body = ctx.body().asJsonObject();
    if (body == null) {
      respond(ctx, 400, "the script must be a JSON object");
      return;
    }
    String to = body.getString("results_to", lab.results().orElse(""));
    if (!to.matches(".+:\\d{1,5}")) {
      respond(ctx, 400, "results_to must be host:port");
      return;
    }
    String login = body.getString("results_login", lab.login());
    boolean begun = lab.send(order.get(), ResultScript.read(body), to, login);
    ctx.response().setStatusCode(202);
    ctx.json(new JsonObject().put("begun", begun));
  }

  private void faults(RoutingContext ctx) {
    LabFaultRates now = lab.faults();
    JsonObject body = ctx.body().asJsonObject();
    for (String name : body.fieldNames()) {
      now = now.with(name, body.getDouble(name));
    }
    lab.faults(now);
    ctx.json(
        new JsonObject()
            .put("drop", now.drop())
            .put("duplicate", now.duplicate())
            .put("shuffle", now.shuffle())
            .put("refuse", now.refuse())
            .put("busy", now.busy()));
  }

  private static void failed(RoutingContext ctx) {
    Throwable why = ctx.failure();
    boolean theirs =
        why instanceof IllegalArgumentException
            || why instanceof DecodeException
            || why instanceof ClassCastException;
    respond(ctx, theirs ? 400 : Math.max(ctx.statusCode(), 400), "refused");
  }

  private static void respond(RoutingContext ctx, int status, String detail) {
    ctx.response().setStatusCode(status);
    ctx.json(new JsonObject().put("detail", detail));
  }
}
