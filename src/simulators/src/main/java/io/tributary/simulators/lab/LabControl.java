package io.tributary.simulators.lab;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.util.function.IntSupplier;

/** Levers and counters, JSON in and out, without any authorisation; see {@link LabSimulator}. */
final class LabControl {
  private final LabState bench;
  private final IntSupplier mllpPort;
  private final IntSupplier fhirPort;
  private final IntSupplier dropped;

  LabControl(LabState bench, IntSupplier mllpPort, IntSupplier fhirPort, IntSupplier dropped) {
    this.bench = bench;
    this.mllpPort = mllpPort;
    this.fhirPort = fhirPort;
    this.dropped = dropped;
  }

  void mount(Router router) {
    router.route().handler(BodyHandler.create(false).setBodyLimit(4 << 20));
    router.get("/").handler(this::about);
    router.get("/orders").handler(this::orders);
    router.post("/orders").handler(this::bring);
    router.get("/orders/:key").handler(this::order);
    router.post("/orders/:key/script").handler(this::script);
    router.post("/faults").handler(this::faults);
    router.route().failureHandler(LabControl::failed);
  }

  private void about(RoutingContext ctx) {
    ctx.json(
        new JsonObject()
            .put("mllp_port", mllpPort.getAsInt())
            .put("fhir_port", fhirPort.getAsInt())
            .put("orders", bench.orders().size())
            .put("refused", bench.refused())
            .put("results_waiting", bench.unsent())
            .put("connections_broken", dropped.getAsInt()));
  }

  private void orders(RoutingContext ctx) {
    JsonArray out = new JsonArray();
    bench.orders().values().forEach(o -> out.add(shown(o)));
    ctx.json(out);
  }

  private void order(RoutingContext ctx) {
    bench
        .order(ctx.pathParam("key"))
        .ifPresentOrElse(o -> ctx.json(shown(o)), () -> answer(ctx, 404, "no such order"));
  }

  /** A requisition that came on paper, with the sample: known from now on, and counted nowhere. */
  private void bring(RoutingContext ctx) {
    bench.bring(ctx.body().buffer().getBytes());
    ctx.response().setStatusCode(202);
    ctx.json(new JsonObject());
  }

  private static JsonObject shown(SimOrder o) {
    JsonArray tests = new JsonArray();
    o.first.tests().forEach(t -> tests.add(t.code()));
    return new JsonObject()
        .put("sample_id", o.sample)
        .put("lab", o.first.header(6))
        .put("tests", tests)
        .put("placed", counts(o.placed))
        .put("cancelled", counts(o.cancelled))
        .put("results_sent", o.resultsSent)
        .put("results_taken", o.resultsTaken);
  }

  private static JsonObject counts(java.util.Map<String, Integer> counts) {
    JsonObject out = new JsonObject();
    counts.forEach(out::put);
    return out;
  }

  private void script(RoutingContext ctx) {
    var order = bench.order(ctx.pathParam("key"));
    if (order.isEmpty()) {
      answer(ctx, 404, "no such order");
      return;
    }
    JsonObject body = ctx.body().asJsonObject();
    if (body == null) {
      answer(ctx, 400, "a script is an object");
      return;
    }
    String to = body.getString("results_to", bench.results().orElse(""));
    if (!to.matches(".+:\\d{1,5}")) {
      answer(ctx, 400, "results_to: host:port");
      return;
    }
    String login = body.getString("results_login", bench.login());
    boolean begun = bench.send(order.get(), ResultScript.read(body), to, login);
    ctx.response().setStatusCode(202);
    ctx.json(new JsonObject().put("begun", begun));
  }

  private void faults(RoutingContext ctx) {
    Faults now = bench.faults();
    JsonObject body = ctx.body().asJsonObject();
    for (String name : body.fieldNames()) {
      now = now.with(name, body.getDouble(name));
    }
    bench.faults(now);
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
    answer(ctx, theirs ? 400 : Math.max(ctx.statusCode(), 400), "refused");
  }

  private static void answer(RoutingContext ctx, int status, String detail) {
    ctx.response().setStatusCode(status);
    ctx.json(new JsonObject().put("detail", detail));
  }
}
