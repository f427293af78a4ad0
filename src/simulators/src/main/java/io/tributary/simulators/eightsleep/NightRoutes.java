package io.tributary.simulators.eightsleep;

import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.SimSleep;
import io.tributary.simulators.kit.SimWorld;
import io.tributary.simulators.kit.VendorError;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The profile, days by the zone that is asked for, and nights from the newest on. */
final class NightRoutes {
  private static final int PAGE = 10;
  private static final int AGES_ARE_OF = 2026;

  private final SimWorld world;

  NightRoutes(SimWorld world) {
    this.world = world;
  }

  void mount(Router router) {
    router.get(EightVendor.USERS + "/me").handler(this::me);
    router.get(EightVendor.USERS + "/:id/trends").handler(this::trends);
    router.get(EightVendor.USERS + "/:id/intervals").handler(this::intervals);
  }

  private static boolean named(SimPerson person, String begin) {
    return person.name().toLowerCase(Locale.ROOT).startsWith(begin);
  }

  private void me(RoutingContext ctx) {
    SimPerson person = world.reader(ctx).person();
    boolean pod = !named(person, "nopod");
    String device = "pod-" + person.id().substring(0, 12);
    var user =
        new JsonObject()
            .put("userId", person.id())
            .put("email", person.name().replace(' ', '.') + "@example.com")
            .put("firstName", person.name())
            .put("gender", person.biologicalSex())
            .put("dob", (AGES_ARE_OF - person.age()) + "-05-05T00:00:00.000Z")
            .put("devices", pod ? new JsonArray().add(device) : new JsonArray());
    if (pod) {
      user.put(
          "currentDevice",
          new JsonObject()
              .put("id", device)
              .put("side", "solo")
              .put("timeZone", person.zone().getId()));
    }
    SimResponses.json(ctx, 200, new JsonObject().put("user", user));
  }

  /** Only of oneself, and only with a side of a pod. */
  private SimPerson sleeper(RoutingContext ctx) {
    SimPerson person = world.reader(ctx).person();
    if (!person.id().equals(ctx.pathParam("id"))) {
      throw refusal(403, "not your user");
    }
    if (named(person, "nopod")) {
      throw refusal(404, "no side of a pod");
    }
    return person;
  }

  private void trends(RoutingContext ctx) {
    SimPerson person = sleeper(ctx);
    ZoneId zone = zone(ctx);
    LocalDate from = day(ctx, "from");
    LocalDate to = day(ctx, "to");
    if (to.isBefore(from)) {
      throw refusal(400, "to is before from");
    }
    var days = new TreeMap<LocalDate, List<Night>>();
    for (Night night : nights(person, from.minusDays(1), to.plusDays(1))) {
      LocalDate day = night.sleep().end().atZone(zone).toLocalDate();
      if (!day.isBefore(from) && !day.isAfter(to)) {
        days.computeIfAbsent(day, d -> new ArrayList<>()).add(night);
      }
    }
    var list = new JsonArray();
    Instant now = world.clock().now();
    days.forEach((day, of) -> list.add(Night.trend(day, of, now)));
    var answer = new JsonObject().put("days", list);
    SimResponses.json(
        ctx, 200, named(person, "wrapped") ? new JsonObject().put("result", answer) : answer);
  }

  /** The cursor is the number of the first that is not told yet. */
  private void intervals(RoutingContext ctx) {
    SimPerson person = sleeper(ctx);
    String next = ctx.queryParams().get("next");
    if (next != null && !next.matches("c\\d{1,6}")) {
      throw refusal(400, "no such cursor");
    }
    LocalDate today = person.dayAt(world.clock().now());
    List<Night> all =
        nights(person, person.firstDay(), today).stream()
            .sorted(Comparator.comparing((Night n) -> n.sleep().start()).reversed())
            .toList();
    int first = next == null ? 0 : Integer.parseInt(next.substring(1));
    int end = Math.min(all.size(), first + world.pageSize(PAGE));
    Instant now = world.clock().now();
    var answer =
        new JsonObject()
            .put(
                "intervals",
                new JsonArray(
                    all.subList(Math.min(first, end), end).stream()
                        .map(n -> n.interval(now))
                        .collect(Collectors.toList())));
    if (end < all.size()) {
      answer.put("next", "c" + end);
    }
    SimResponses.json(ctx, 200, answer);
  }

  private List<Night> nights(SimPerson person, LocalDate from, LocalDate to) {
    var out = new ArrayList<Night>();
    for (SimDay day : world.people().days(person, from, to)) {
      for (SimSleep sleep : day.sleeps()) {
        out.add(new Night(person, sleep));
      }
    }
    return out;
  }

  private static ZoneId zone(RoutingContext ctx) {
    try {
      return ZoneId.of(needed(ctx, "tz"));
    } catch (DateTimeException e) {
      throw refusal(400, "tz is no zone");
    }
  }

  private static LocalDate day(RoutingContext ctx, String name) {
    try {
      return LocalDate.parse(needed(ctx, name));
    } catch (DateTimeException e) {
      throw refusal(400, name + " is no day");
    }
  }

  private static String needed(RoutingContext ctx, String name) {
    String value = ctx.queryParams().get(name);
    if (value == null || value.isEmpty()) {
      throw refusal(400, name + " is needed");
    }
    return value;
  }

  private static VendorError refusal(int status, String message) {
    return VendorError.json(
        status, new JsonObject().put("statusCode", status).put("message", message));
  }
}
