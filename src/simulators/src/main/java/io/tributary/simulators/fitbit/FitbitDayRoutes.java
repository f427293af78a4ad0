package io.tributary.simulators.fitbit;

import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Endpoints for a single day, for daily sums, and for the profile and devices. Order of checks:
 * token 401, rate 429, scope 403, parameters 400.
 */
final class FitbitDayRoutes {
  private static final String ME = "/1/user/-";
  private static final Set<String> RESOURCES = Set.of("steps", "distance", "calories", "floors");
  private static final int MAX_SERIES_DAYS = 1095;

  private final SimContext world;

  FitbitDayRoutes(SimContext world) {
    this.world = world;
  }

  void mount(Router router) {
    router.get(ME + "/profile.json").handler(this::profile);
    router.get(ME + "/devices.json").handler(this::devices);
    mountDay(router, "/activities/date/:day", FitbitVendor.ACTIVITY, FitbitDayRenderer::summary);
    mountDay(router, "/foods/log/date/:day", FitbitVendor.NUTRITION, FitbitDayRenderer::foods);
    mountDay(
        router, "/foods/log/water/date/:day", FitbitVendor.NUTRITION, FitbitDayRenderer::water);
    router.get(ME + "/activities/heart/date/:day/1d.json").handler(ctx -> heart(ctx, false));
    router.get(ME + "/activities/heart/date/:day/1d/1min.json").handler(ctx -> heart(ctx, true));
    router.get(ME + "/activities/:resource/date/:day/1d/1min.json").handler(this::minutes);
    router.get(ME + "/activities/:resource/date/:first/:last").handler(this::series);
  }

  private void mountDay(Router router, String path, String scope, Function<SimDay, JsonObject> of) {
    router
        .get(ME + path)
        .handler(
            ctx -> {
              SimPerson person = world.authorize(ctx, scope).person();
              LocalDate day = date(stripJsonSuffix(ctx.pathParam("day")));
              SimResponses.json(ctx, 200, of.apply(world.people().day(person, day)));
            });
  }

  private void profile(RoutingContext ctx) {
    SimPerson person = world.authorize(ctx, FitbitVendor.PROFILE).person();
    var user =
        new JsonObject()
            .put("encodedId", FitbitVendor.encodedId(person))
            .put("age", person.age())
            .put("dateOfBirth", 2026 - person.age() + "-01-15")
            .put("gender", person.biologicalSex().equals("female") ? "FEMALE" : "MALE")
            .put("height", person.height() * 100)
            .put("weight", person.weight())
            .put("timezone", person.zone().getId())
            .put(
                "offsetFromUTCMillis",
                person.zone().getRules().getOffset(world.clock().now()).getTotalSeconds() * 1000);
    SimResponses.json(ctx, 200, new JsonObject().put("user", user));
  }

  private void devices(RoutingContext ctx) {
    SimPerson person = world.authorize(ctx, FitbitVendor.SETTINGS).person();
    String synced = FitbitTimes.local(person, world.clock().now());
    SimResponses.json(
        ctx,
        200,
        new JsonArray()
            .add(device("1" + person.numericId(), "Sense 2", "TRACKER", synced))
            .add(device("2" + person.numericId(), "Aria Air", "SCALE", synced)));
  }

  private static JsonObject device(String id, String version, String type, String synced) {
    return new JsonObject()
        .put("id", id)
        .put("deviceVersion", version)
        .put("type", type)
        .put("lastSyncTime", synced);
  }

  private void heart(RoutingContext ctx, boolean intraday) {
    SimPerson person = world.authorize(ctx, FitbitVendor.HEART).person();
    LocalDate day = date(ctx.pathParam("day"));
    SimResponses.json(ctx, 200, FitbitDayRenderer.heart(world.people().day(person, day), intraday));
  }

  private void minutes(RoutingContext ctx) {
    SimPerson person = world.authorize(ctx, FitbitVendor.ACTIVITY).person();
    String resource = resource(ctx);
    LocalDate day = date(ctx.pathParam("day"));
    SimResponses.json(
        ctx, 200, FitbitDayRenderer.intraday(world.people().day(person, day), resource));
  }

  /** Returns daily sums, which are strings. */
  private void series(RoutingContext ctx) {
    SimPerson person = world.authorize(ctx, FitbitVendor.ACTIVITY).person();
    String resource = resource(ctx);
    LocalDate first = date(ctx.pathParam("first"));
    LocalDate last = date(stripJsonSuffix(ctx.pathParam("last")));
    checkRange(first, last, MAX_SERIES_DAYS);
    var all = new JsonArray();
    for (SimDay day : world.people().days(person, first, last)) {
      all.add(FitbitDayRenderer.dailySum(day, resource));
    }
    SimResponses.json(ctx, 200, new JsonObject().put("activities-" + resource, all));
  }

  private static String resource(RoutingContext ctx) {
    String resource = ctx.pathParam("resource");
    if (!RESOURCES.contains(resource)) {
      throw FitbitVendor.error(400, "validation", "resource");
    }
    return resource;
  }

  /** Returns a path segment without its .json suffix. */
  static String stripJsonSuffix(String segment) {
    if (!segment.endsWith(".json")) {
      throw FitbitVendor.error(404, "not_found", "the path must end in .json");
    }
    return segment.substring(0, segment.length() - 5);
  }

  static LocalDate date(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeParseException e) {
      throw FitbitVendor.error(400, "validation", "the date must have the format yyyy-MM-dd");
    }
  }

  static void checkRange(LocalDate first, LocalDate last, int days) {
    if (first.isAfter(last) || first.plusDays(days - 1L).isBefore(last)) {
      throw FitbitVendor.error(400, "validation", "the range must not exceed " + days + " days");
    }
  }

  static JsonArray array(List<JsonObject> items) {
    var out = new JsonArray();
    items.forEach(out::add);
    return out;
  }
}
