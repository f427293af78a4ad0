package io.tributary.simulators.withings;

import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Set;

/**
 * Data endpoints: one path serves several actions. Order of checks: token, rate, scope, parameters.
 * Fields that are not listed in {@code data_fields} are omitted.
 */
final class WithingsRoutes {
  private static final int PAGE = 300;
  private static final long DAY_SECONDS = 86_400;

  private final SimContext world;

  WithingsRoutes(SimContext world) {
    this.world = world;
  }

  void mount(Router router) {
    for (String path : List.of("/measure", "/v2/measure", "/v2/sleep", "/v2/heart", "/v2/user")) {
      router.post(path).handler(BodyHandler.create(false)).handler(ctx -> call(ctx, path));
    }
  }

  private void call(RoutingContext ctx, String path) {
    MultiMap form = ctx.request().formAttributes();
    switch (path + " " + WithingsGrants.text(form, "action")) {
      case "/measure getmeas" -> measures(ctx, form);
      case "/v2/measure getactivity" -> activities(ctx, form);
      case "/v2/measure getintradayactivity" -> intraday(ctx, form);
      case "/v2/measure getworkouts" -> workouts(ctx, form);
      case "/v2/sleep getsummary" -> sleeps(ctx, form);
      case "/v2/sleep get" -> stages(ctx, form);
      case "/v2/heart list" -> hearts(ctx, form);
      case "/v2/heart get" -> signal(ctx, form);
      case "/v2/user getdevice" -> {
        SimPerson person = world.authorize(ctx, WithingsVendor.INFO).person();
        respond(ctx, new JsonObject().put("devices", WithingsRecords.devices(person)));
      }
      default -> throw invalidParameter("wrong action");
    }
  }

  private static void respond(RoutingContext ctx, JsonObject body) {
    SimResponses.json(ctx, 200, WithingsVendor.success(body));
  }

  private static RuntimeException invalidParameter(String why) {
    return WithingsVendor.error(WithingsVendor.STATUS_INVALID_PARAMS, "Invalid Params: " + why);
  }

  private void measures(RoutingContext ctx, MultiMap form) {
    SimPerson person = world.authorize(ctx, WithingsVendor.METRICS).person();
    if (!"1".equals(form.get("category"))) {
      throw invalidParameter("category");
    }
    Set<String> types = Set.of(WithingsGrants.text(form, "meastypes").split(","));
    Instant from = epoch(form, "startdate");
    Instant to = epoch(form, "enddate");
    var all = new JsonArray();
    for (SimDay day : days(person, from, to)) {
      WithingsRecords.measures(day, types).stream()
          .filter(g -> isWithin(g.getLong("date"), from, to))
          .forEach(all::add);
    }
    JsonObject body = page(form, "measuregrps", all);
    // The {@code more} flag is a number here and a boolean elsewhere.
    body.put("more", body.getBoolean("more") ? 1 : 0);
    respond(
        ctx,
        body.put("updatetime", world.clock().now().getEpochSecond())
            .put("timezone", person.zone().getId()));
  }

  private void activities(RoutingContext ctx, MultiMap form) {
    SimPerson person = world.authorize(ctx, WithingsVendor.ACTIVITY).person();
    var all = new JsonArray();
    for (SimDay day : days(person, form)) {
      if (day.isWorn()) {
        WithingsRecords.activities(day)
            .forEach(a -> all.add(selectFields(form, a, WithingsRecords.FIXED_ACTIVITY_FIELDS)));
      }
    }
    respond(ctx, page(form, "activities", all));
  }

  private void intraday(RoutingContext ctx, MultiMap form) {
    SimPerson person = world.authorize(ctx, WithingsVendor.ACTIVITY).person();
    Instant from = epoch(form, "startdate");
    Instant to = epoch(form, "enddate");
    if (to.getEpochSecond() - from.getEpochSecond() > DAY_SECONDS) {
      throw invalidParameter("more than 24 hours");
    }
    var series = new JsonObject();
    for (SimDay day : days(person, from, to)) {
      WithingsRecords.intraday(day, world.people().day(person, day.day().plusDays(1)))
          .forEach(
              (at, entry) -> {
                if (isWithin(at, from, to)) {
                  series.put(Long.toString(at), selectFields(form, entry, Set.of("deviceid")));
                }
              });
    }
    respond(ctx, new JsonObject().put("series", series));
  }

  private void workouts(RoutingContext ctx, MultiMap form) {
    SimPerson person = world.authorize(ctx, WithingsVendor.ACTIVITY).person();
    var all = new JsonArray();
    for (SimDay day : days(person, form)) {
      day.workouts().forEach(w -> all.add(selectDataFields(form, WithingsRecords.workout(day, w))));
    }
    respond(ctx, page(form, "series", all));
  }

  private void sleeps(RoutingContext ctx, MultiMap form) {
    SimPerson person = world.authorize(ctx, WithingsVendor.ACTIVITY).person();
    var all = new JsonArray();
    for (SimDay day : days(person, form)) {
      day.sleeps().forEach(s -> all.add(selectDataFields(form, WithingsRecords.sleep(day, s))));
    }
    respond(ctx, page(form, "series", all));
  }

  private void stages(RoutingContext ctx, MultiMap form) {
    SimPerson person = world.authorize(ctx, WithingsVendor.ACTIVITY).person();
    Instant from = epoch(form, "startdate");
    Instant to = epoch(form, "enddate");
    if (to.getEpochSecond() - from.getEpochSecond() > 7 * DAY_SECONDS) {
      throw invalidParameter("more than 7 days");
    }
    var all = new JsonArray();
    for (SimDay day : days(person, from, to)) {
      for (var sleep : day.sleeps()) {
        WithingsRecords.stages(person, world.people(), sleep).stream()
            .filter(s -> s.getLong("startdate") < to.getEpochSecond())
            .filter(s -> s.getLong("enddate") > from.getEpochSecond())
            .forEach(s -> all.add(selectFields(form, s, Set.of("startdate", "enddate", "state"))));
      }
    }
    respond(ctx, new JsonObject().put("series", all).put("model", 16));
  }

  private void hearts(RoutingContext ctx, MultiMap form) {
    SimPerson person = world.authorize(ctx, WithingsVendor.METRICS).person();
    Instant from = epoch(form, "startdate");
    Instant to = epoch(form, "enddate");
    var all = new JsonArray();
    for (SimDay day : days(person, from, to)) {
      WithingsRecords.hearts(day).stream()
          .filter(h -> isWithin(h.getLong("timestamp"), from, to))
          .forEach(all::add);
    }
    respond(ctx, page(form, "series", all));
  }

  private void signal(RoutingContext ctx, MultiMap form) {
    SimPerson person = world.authorize(ctx, WithingsVendor.METRICS).person();
    String id = WithingsGrants.text(form, "signalid");
    LocalDate today = person.localDateAt(world.clock().now());
    for (SimDay day : world.people().days(person, person.firstDay(), today)) {
      var found = WithingsRecords.signal(day, id);
      if (found.isPresent()) {
        respond(ctx, found.get());
        return;
      }
    }
    throw invalidParameter("signalid");
  }

  /** Returns a page of the list, with a flag and an offset if more items follow. */
  private JsonObject page(MultiMap form, String name, JsonArray all) {
    String text = WithingsGrants.text(form, "offset");
    if (!text.isEmpty() && !text.matches("\\d{1,9}")) {
      throw invalidParameter("offset");
    }
    int from = text.isEmpty() ? 0 : Math.min(Integer.parseInt(text), all.size());
    int to = Math.min(all.size(), from + world.pageSize(PAGE));
    var part = new JsonArray();
    for (int i = from; i < to; i++) {
      part.add(all.getValue(i));
    }
    boolean more = to < all.size();
    return new JsonObject().put(name, part).put("more", more).put("offset", more ? to : 0);
  }

  private static JsonObject selectDataFields(MultiMap form, JsonObject item) {
    return item.put("data", selectFields(form, item.getJsonObject("data"), Set.of()));
  }

  private static JsonObject selectFields(MultiMap form, JsonObject item, Set<String> always) {
    Set<String> fields = Set.of(WithingsGrants.text(form, "data_fields").split(","));
    var out = new JsonObject();
    item.forEach(
        e -> {
          if (fields.contains(e.getKey()) || always.contains(e.getKey())) {
            out.put(e.getKey(), e.getValue());
          }
        });
    return out;
  }

  private static boolean isWithin(long at, Instant from, Instant to) {
    return at >= from.getEpochSecond() && at < to.getEpochSecond();
  }

  private List<SimDay> days(SimPerson person, Instant from, Instant to) {
    return world
        .people()
        .days(
            person,
            from.atOffset(ZoneOffset.UTC).toLocalDate().minusDays(1),
            to.atOffset(ZoneOffset.UTC).toLocalDate().plusDays(1));
  }

  private List<SimDay> days(SimPerson person, MultiMap form) {
    try {
      return world
          .people()
          .days(
              person,
              LocalDate.parse(WithingsGrants.text(form, "startdateymd")),
              LocalDate.parse(WithingsGrants.text(form, "enddateymd")));
    } catch (DateTimeParseException e) {
      throw invalidParameter("startdateymd, enddateymd");
    }
  }

  private static Instant epoch(MultiMap form, String name) {
    String text = WithingsGrants.text(form, name);
    if (!text.matches("\\d{1,12}")) {
      throw invalidParameter(name);
    }
    return Instant.ofEpochSecond(Long.parseLong(text));
  }
}
