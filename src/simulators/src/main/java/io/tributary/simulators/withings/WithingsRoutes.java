package io.tributary.simulators.withings;

import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.SimWorld;
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
 * The data calls: one path for several actions. Order of checks: token, rate, scope, parameters.
 * Fields that are not named in {@code data_fields} are not told.
 */
final class WithingsRoutes {
  private static final int PAGE = 300;
  private static final long DAY_SECONDS = 86_400;

  private final SimWorld world;

  WithingsRoutes(SimWorld world) {
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
        SimPerson person = world.reader(ctx, WithingsVendor.INFO).person();
        good(ctx, new JsonObject().put("devices", WithingsRecords.devices(person)));
      }
      default -> throw refused("wrong action");
    }
  }

  private static void good(RoutingContext ctx, JsonObject body) {
    SimResponses.json(ctx, 200, WithingsVendor.good(body));
  }

  private static RuntimeException refused(String why) {
    return WithingsVendor.fault(WithingsVendor.INVALID, "Invalid Params: " + why);
  }

  private void measures(RoutingContext ctx, MultiMap form) {
    SimPerson person = world.reader(ctx, WithingsVendor.METRICS).person();
    if (!"1".equals(form.get("category"))) {
      throw refused("category");
    }
    Set<String> types = Set.of(WithingsGrants.text(form, "meastypes").split(","));
    Instant from = epoch(form, "startdate");
    Instant to = epoch(form, "enddate");
    var all = new JsonArray();
    for (SimDay day : days(person, from, to)) {
      WithingsRecords.measures(day, types).stream()
          .filter(g -> within(g.getLong("date"), from, to))
          .forEach(all::add);
    }
    JsonObject body = page(form, "measuregrps", all);
    // Here the flag is a number, elsewhere it is none.
    body.put("more", body.getBoolean("more") ? 1 : 0);
    good(
        ctx,
        body.put("updatetime", world.clock().now().getEpochSecond())
            .put("timezone", person.zone().getId()));
  }

  private void activities(RoutingContext ctx, MultiMap form) {
    SimPerson person = world.reader(ctx, WithingsVendor.ACTIVITY).person();
    var all = new JsonArray();
    for (SimDay day : days(person, form)) {
      if (day.worn()) {
        WithingsRecords.activities(day)
            .forEach(a -> all.add(named(form, a, WithingsRecords.ALWAYS)));
      }
    }
    good(ctx, page(form, "activities", all));
  }

  private void intraday(RoutingContext ctx, MultiMap form) {
    SimPerson person = world.reader(ctx, WithingsVendor.ACTIVITY).person();
    Instant from = epoch(form, "startdate");
    Instant to = epoch(form, "enddate");
    if (to.getEpochSecond() - from.getEpochSecond() > DAY_SECONDS) {
      throw refused("more than 24 hours");
    }
    var series = new JsonObject();
    for (SimDay day : days(person, from, to)) {
      WithingsRecords.intraday(day, world.people().day(person, day.day().plusDays(1)))
          .forEach(
              (at, entry) -> {
                if (within(at, from, to)) {
                  series.put(Long.toString(at), named(form, entry, Set.of("deviceid")));
                }
              });
    }
    good(ctx, new JsonObject().put("series", series));
  }

  private void workouts(RoutingContext ctx, MultiMap form) {
    SimPerson person = world.reader(ctx, WithingsVendor.ACTIVITY).person();
    var all = new JsonArray();
    for (SimDay day : days(person, form)) {
      day.workouts().forEach(w -> all.add(withData(form, WithingsRecords.workout(day, w))));
    }
    good(ctx, page(form, "series", all));
  }

  private void sleeps(RoutingContext ctx, MultiMap form) {
    SimPerson person = world.reader(ctx, WithingsVendor.ACTIVITY).person();
    var all = new JsonArray();
    for (SimDay day : days(person, form)) {
      day.sleeps().forEach(s -> all.add(withData(form, WithingsRecords.sleep(day, s))));
    }
    good(ctx, page(form, "series", all));
  }

  private void stages(RoutingContext ctx, MultiMap form) {
    SimPerson person = world.reader(ctx, WithingsVendor.ACTIVITY).person();
    Instant from = epoch(form, "startdate");
    Instant to = epoch(form, "enddate");
    if (to.getEpochSecond() - from.getEpochSecond() > 7 * DAY_SECONDS) {
      throw refused("more than 7 days");
    }
    var all = new JsonArray();
    for (SimDay day : days(person, from, to)) {
      for (var sleep : day.sleeps()) {
        WithingsRecords.stages(person, world.people(), sleep).stream()
            .filter(s -> s.getLong("startdate") < to.getEpochSecond())
            .filter(s -> s.getLong("enddate") > from.getEpochSecond())
            .forEach(s -> all.add(named(form, s, Set.of("startdate", "enddate", "state"))));
      }
    }
    good(ctx, new JsonObject().put("series", all).put("model", 16));
  }

  private void hearts(RoutingContext ctx, MultiMap form) {
    SimPerson person = world.reader(ctx, WithingsVendor.METRICS).person();
    Instant from = epoch(form, "startdate");
    Instant to = epoch(form, "enddate");
    var all = new JsonArray();
    for (SimDay day : days(person, from, to)) {
      WithingsRecords.hearts(day).stream()
          .filter(h -> within(h.getLong("timestamp"), from, to))
          .forEach(all::add);
    }
    good(ctx, page(form, "series", all));
  }

  private void signal(RoutingContext ctx, MultiMap form) {
    SimPerson person = world.reader(ctx, WithingsVendor.METRICS).person();
    String id = WithingsGrants.text(form, "signalid");
    LocalDate today = person.dayAt(world.clock().now());
    for (SimDay day : world.people().days(person, person.firstDay(), today)) {
      var found = WithingsRecords.signal(day, id);
      if (found.isPresent()) {
        good(ctx, found.get());
        return;
      }
    }
    throw refused("signalid");
  }

  /** A part of the list; whether more follows is told, and where. */
  private JsonObject page(MultiMap form, String name, JsonArray all) {
    String text = WithingsGrants.text(form, "offset");
    if (!text.isEmpty() && !text.matches("\\d{1,9}")) {
      throw refused("offset");
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

  private static JsonObject withData(MultiMap form, JsonObject item) {
    return item.put("data", named(form, item.getJsonObject("data"), Set.of()));
  }

  private static JsonObject named(MultiMap form, JsonObject item, Set<String> always) {
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

  private static boolean within(long at, Instant from, Instant to) {
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
      throw refused("startdateymd, enddateymd");
    }
  }

  private static Instant epoch(MultiMap form, String name) {
    String text = WithingsGrants.text(form, name);
    if (!text.matches("\\d{1,12}")) {
      throw refused(name);
    }
    return Instant.ofEpochSecond(Long.parseLong(text));
  }
}
