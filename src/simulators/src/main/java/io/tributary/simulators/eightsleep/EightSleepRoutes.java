package io.tributary.simulators.eightsleep;

import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.SimSleep;
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

/** Endpoints of the profile, of days in the requested time zone, and of nights, newest first. */
final class EightSleepRoutes {
  private static final int PAGE = 10;
  private static final int AGE_REFERENCE_YEAR = 2026;

  private final SimContext world;

  EightSleepRoutes(SimContext world) {
    this.world = world;
  }

  void mount(Router router) {
    router.get(EightSleepVendor.USERS + "/me").handler(this::me);
    router.get(EightSleepVendor.USERS + "/:id/trends").handler(this::trends);
    router.get(EightSleepVendor.USERS + "/:id/intervals").handler(this::intervals);
  }

  private static boolean nameStartsWith(SimPerson person, String begin) {
    return person.name().toLowerCase(Locale.ROOT).startsWith(begin);
  }

  private void me(RoutingContext ctx) {
    SimPerson person = world.authorize(ctx).person();
    boolean pod = !nameStartsWith(person, "nopod");
    String device = "pod-" + person.id().substring(0, 12);
    var user =
        new JsonObject()
            .put("userId", person.id())
            .put("email", person.name().replace(' ', '.') + "@example.com")
            .put("firstName", person.name())
            .put("gender", person.biologicalSex())
            .put("dob", (AGE_REFERENCE_YEAR - person.age()) + "-05-05T00:00:00.000Z")
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

  /** Returns the authenticated person. Rejects another person and one without a side of a pod. */
  private SimPerson authorizedPerson(RoutingContext ctx) {
    SimPerson person = world.authorize(ctx).person();
    if (!person.id().equals(ctx.pathParam("id"))) {
      throw error(403, "the token belongs to another user");
    }
    if (nameStartsWith(person, "nopod")) {
      throw error(404, "the user has no side of a Pod");
    }
    return person;
  }

  private void trends(RoutingContext ctx) {
    SimPerson person = authorizedPerson(ctx);
    ZoneId zone = zone(ctx);
    LocalDate from = day(ctx, "from");
    LocalDate to = day(ctx, "to");
    if (to.isBefore(from)) {
      throw error(400, "to must not be before from");
    }
    var days = new TreeMap<LocalDate, List<EightSleepNight>>();
    for (EightSleepNight night : nights(person, from.minusDays(1), to.plusDays(1))) {
      LocalDate day = night.sleep().end().atZone(zone).toLocalDate();
      if (!day.isBefore(from) && !day.isAfter(to)) {
        days.computeIfAbsent(day, d -> new ArrayList<>()).add(night);
      }
    }
    var list = new JsonArray();
    Instant now = world.clock().now();
    days.forEach((day, of) -> list.add(EightSleepNight.toTrend(day, of, now)));
    var answer = new JsonObject().put("days", list);
    SimResponses.json(
        ctx,
        200,
        nameStartsWith(person, "wrapped") ? new JsonObject().put("result", answer) : answer);
  }

  /** Lists nights; the cursor is the index of the next one. */
  private void intervals(RoutingContext ctx) {
    SimPerson person = authorizedPerson(ctx);
    String next = ctx.queryParams().get("next");
    if (next != null && !next.matches("c\\d{1,6}")) {
      throw error(400, "unknown cursor");
    }
    LocalDate today = person.localDateAt(world.clock().now());
    List<EightSleepNight> all =
        nights(person, person.firstDay(), today).stream()
            .sorted(Comparator.comparing((EightSleepNight n) -> n.sleep().start()).reversed())
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
                        .map(n -> n.toInterval(now))
                        .collect(Collectors.toList())));
    if (end < all.size()) {
      answer.put("next", "c" + end);
    }
    SimResponses.json(ctx, 200, answer);
  }

  private List<EightSleepNight> nights(SimPerson person, LocalDate from, LocalDate to) {
    var out = new ArrayList<EightSleepNight>();
    for (SimDay day : world.people().days(person, from, to)) {
      for (SimSleep sleep : day.sleeps()) {
        out.add(new EightSleepNight(person, sleep));
      }
    }
    return out;
  }

  private static ZoneId zone(RoutingContext ctx) {
    try {
      return ZoneId.of(requiredParam(ctx, "tz"));
    } catch (DateTimeException e) {
      throw error(400, "tz is not a time zone");
    }
  }

  private static LocalDate day(RoutingContext ctx, String name) {
    try {
      return LocalDate.parse(requiredParam(ctx, name));
    } catch (DateTimeException e) {
      throw error(400, name + " is not a valid date");
    }
  }

  private static String requiredParam(RoutingContext ctx, String name) {
    String value = ctx.queryParams().get(name);
    if (value == null || value.isEmpty()) {
      throw error(400, name + " is needed");
    }
    return value;
  }

  private static VendorError error(int status, String message) {
    return VendorError.json(
        status, new JsonObject().put("statusCode", status).put("message", message));
  }
}
