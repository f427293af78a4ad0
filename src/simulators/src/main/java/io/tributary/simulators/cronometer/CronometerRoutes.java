package io.tributary.simulators.cronometer;

import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.time.DateTimeException;
import java.time.LocalDate;

/** Diary endpoint. Order of checks: token 401, rate 429, body 400. */
final class CronometerRoutes {
  private static final long MAX_BODY_BYTES = 64 * 1024;

  private final SimContext world;

  CronometerRoutes(SimContext world) {
    this.world = world;
  }

  void mount(Router router) {
    router
        .post(CronometerVendor.DATA + "/diary_summary")
        .handler(BodyHandler.create(false).setBodyLimit(MAX_BODY_BYTES))
        .handler(this::diary);
  }

  private void diary(RoutingContext ctx) {
    SimPerson person = world.authorize(ctx).person();
    JsonObject asked = requestBody(ctx);
    SimDay day = world.people().day(person, day(asked));
    boolean whole = day.end().isBefore(world.clock().now());
    boolean foods = Boolean.TRUE.equals(asked.getValue("food"));
    SimResponses.json(ctx, 200, CronometerDiary.render(day, whole, foods));
  }

  private static JsonObject requestBody(RoutingContext ctx) {
    try {
      JsonObject body = ctx.body().asJsonObject();
      if (body != null) {
        return body;
      }
    } catch (DecodeException | ClassCastException e) {
      // Invalid JSON is rejected like a missing body.
    }
    throw CronometerVendor.error(400, "the body must be a JSON object");
  }

  private static LocalDate day(JsonObject asked) {
    try {
      return LocalDate.parse(asked.getValue("day") instanceof String text ? text : "");
    } catch (DateTimeException e) {
      throw CronometerVendor.error(400, "day is invalid");
    }
  }
}
