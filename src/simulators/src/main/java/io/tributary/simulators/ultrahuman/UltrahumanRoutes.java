package io.tributary.simulators.ultrahuman;

import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Queue;

/** Data endpoints. Order of checks: token 401, rate 429, scope 403, date 400, day 404. */
final class UltrahumanRoutes {
  private final SimContext world;
  private final UltrahumanDays days;
  private final Queue<JsonObject> errors = new ArrayDeque<>();

  UltrahumanRoutes(SimContext world) {
    this.world = world;
    this.days = new UltrahumanDays(world);
  }

  void mount(Router router) {
    router.get(UltrahumanVendor.DATA + "/metrics").handler(this::metrics);
    router.get(UltrahumanVendor.DATA + "/user_info").handler(this::user);
  }

  /** Makes the next response of a day contain this error, at status 200. */
  void queueError(JsonObject body) {
    errors.add(body);
  }

  private void user(RoutingContext ctx) {
    SimPerson person = world.authorize(ctx, UltrahumanVendor.PROFILE).person();
    SimResponses.json(
        ctx,
        200,
        new JsonObject()
            .put("user_id", "uh-" + person.numericId())
            .put("username", person.name())
            .put("email", person.numericId() + "@example.com"));
  }

  private void metrics(RoutingContext ctx) {
    var reader = world.authorize(ctx, UltrahumanVendor.RING, UltrahumanVendor.CGM);
    LocalDate date = date(ctx);
    if (!errors.isEmpty()) {
      SimResponses.json(ctx, 200, errors.remove());
      return;
    }
    SimPerson person = reader.person();
    if (date.isBefore(person.firstDay())) {
      throw UltrahumanVendor.error(404, "No data for this date");
    }
    boolean future = date.isAfter(person.localDateAt(world.clock().now()));
    JsonArray metrics = future ? new JsonArray() : days.metrics(person, date, reader.scopes());
    SimResponses.json(
        ctx,
        200,
        new JsonObject()
            .put("data", new JsonObject().put("metric_data", metrics))
            .putNull("error")
            .put("status", 200));
  }

  private static LocalDate date(RoutingContext ctx) {
    String text = ctx.queryParams().get("date");
    try {
      return LocalDate.parse(text == null ? "" : text);
    } catch (DateTimeException e) {
      throw UltrahumanVendor.error(400, "date is invalid");
    }
  }
}
