package io.tributary.simulators.fitbit;

import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.SimWorld;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What is asked for by a range of days, none longer than the vendor takes, and the paged list of
 * exercises.
 */
final class FitbitRangeRoutes {
  private static final int NIGHTS = 100;
  private static final int WEIGHTS = 31;
  private static final int USUAL = 30;
  private static final int LARGEST_PAGE = 100;

  private final SimWorld world;

  FitbitRangeRoutes(SimWorld world) {
    this.world = world;
  }

  void mount(Router router) {
    String me = "/1/user/-";
    range(
        router,
        "/1.2/user/-/sleep",
        FitbitVendor.SLEEP,
        NIGHTS,
        "sleep",
        d -> d.sleeps().stream().map(s -> FitbitNights.sleep(d, s)).toList());
    range(
        router,
        me + "/body/log/weight",
        FitbitVendor.WEIGHT,
        WEIGHTS,
        "weight",
        d -> weights(d, w -> FitbitDays.weight(d.person(), w)));
    range(
        router,
        me + "/body/log/fat",
        FitbitVendor.WEIGHT,
        USUAL,
        "fat",
        d -> weights(d, w -> FitbitDays.fat(d.person(), w)));
    both(router, me + "/hrv", FitbitVendor.HEART, "hrv", FitbitNights::variability);
    both(router, me + "/br", FitbitVendor.BREATH, "br", FitbitNights::breath);
    // A bare list, unlike all others.
    range(router, me + "/spo2", FitbitVendor.OXYGEN, USUAL, "", FitbitNights::oxygen);
    range(
        router, me + "/temp/skin", FitbitVendor.TEMPERATURE, USUAL, "tempSkin", FitbitNights::skin);
    range(
        router, me + "/temp/core", FitbitVendor.TEMPERATURE, USUAL, "tempCore", FitbitNights::core);
    range(
        router,
        me + "/cardioscore",
        FitbitVendor.CARDIO,
        USUAL,
        "cardioScore",
        FitbitNights::cardio);
    router.get(me + "/activities/list.json").handler(this::exercises);
  }

  private interface Told {
    List<JsonObject> of(SimDay day, boolean all);
  }

  private void both(Router router, String path, String scope, String name, Told told) {
    range(router, path, scope, USUAL, name, d -> told.of(d, false));
    router
        .get(path + "/date/:first/:last/all.json")
        .handler(
            ctx -> {
              SimPerson person = world.reader(ctx, scope).person();
              LocalDate last = FitbitDayRoutes.date(ctx.pathParam("last"));
              answer(ctx, person, last, USUAL, name, d -> told.of(d, true));
            });
  }

  private void range(
      Router router,
      String path,
      String scope,
      int most,
      String name,
      Function<SimDay, List<JsonObject>> told) {
    router
        .get(path + "/date/:first/:last")
        .handler(
            ctx -> {
              SimPerson person = world.reader(ctx, scope).person();
              LocalDate last = FitbitDayRoutes.date(FitbitDayRoutes.json(ctx.pathParam("last")));
              answer(ctx, person, last, most, name, told);
            });
  }

  private void answer(
      RoutingContext ctx,
      SimPerson person,
      LocalDate last,
      int most,
      String name,
      Function<SimDay, List<JsonObject>> told) {
    LocalDate first = FitbitDayRoutes.date(ctx.pathParam("first"));
    FitbitDayRoutes.checked(first, last, most);
    var all = new JsonArray();
    for (SimDay day : world.people().days(person, first, last)) {
      told.apply(day).forEach(all::add);
    }
    if (name.isEmpty()) {
      SimResponses.json(ctx, 200, all);
    } else {
      SimResponses.json(ctx, 200, new JsonObject().put(name, all));
    }
  }

  private static List<JsonObject> weights(
      SimDay day, Function<PointEvent.Weight, JsonObject> told) {
    return day.spots(PointEvent.Weight.class).stream().map(told).toList();
  }

  /** Pages follow one another by the address that each names; nobody else may skip entries. */
  private void exercises(RoutingContext ctx) {
    SimPerson person = world.reader(ctx, FitbitVendor.ACTIVITY).person();
    Optional<String> after = query(ctx, "afterDate");
    Optional<String> before = query(ctx, "beforeDate");
    boolean rising = query(ctx, "sort").filter("asc"::equals).isPresent();
    int limit = number(ctx, "limit");
    int offset = number(ctx, "offset");
    if (after.isPresent() == before.isPresent()
        || rising != after.isPresent()
        || !rising && query(ctx, "sort").filter("desc"::equals).isEmpty()
        || limit < 1
        || limit > LARGEST_PAGE
        || offset != 0 && query(ctx, "token").filter(word(offset)::equals).isEmpty()) {
      throw FitbitVendor.fault(
          400,
          "validation",
          "afterDate with sort=asc or beforeDate with sort=desc, limit, offset=0");
    }
    LocalDate bound = FitbitDayRoutes.date(after.orElseGet(before::get));
    LocalDate today = person.dayAt(world.clock().now());
    var found = new ArrayList<JsonObject>();
    for (SimDay day :
        rising
            ? world.people().days(person, bound, today)
            : world.people().days(person, person.firstDay(), bound.minusDays(1))) {
      day.workouts().forEach(w -> found.add(FitbitDays.workout(day, w)));
    }
    found.sort(
        rising
            ? Comparator.comparing((JsonObject w) -> w.getLong("logId"))
            : Comparator.comparing((JsonObject w) -> w.getLong("logId")).reversed());
    int size = world.pageSize(limit);
    int from = Math.min(offset, found.size());
    int to = Math.min(found.size(), from + Math.min(size, limit));
    SimResponses.json(
        ctx,
        200,
        new JsonObject()
            .put("activities", FitbitDayRoutes.array(found.subList(from, to)))
            .put(
                "pagination",
                new JsonObject()
                    .put("limit", limit)
                    .put("offset", offset)
                    .put("sort", rising ? "asc" : "desc")
                    .put("previous", "")
                    .put("next", to == found.size() ? "" : next(ctx, rising, bound, limit, to))));
  }

  private static String next(
      RoutingContext ctx, boolean rising, LocalDate bound, int limit, int offset) {
    return ctx.request().scheme()
        + "://"
        + ctx.request().authority()
        + ctx.request().path()
        + "?"
        + (rising ? "afterDate=" : "beforeDate=")
        + bound
        + "&sort="
        + (rising ? "asc" : "desc")
        + "&limit="
        + limit
        + "&offset="
        + offset
        + "&token="
        + URLEncoder.encode(word(offset), StandardCharsets.UTF_8);
  }

  private static String word(int offset) {
    return "t" + Integer.toString(offset * 7919 + 17, 36);
  }

  private static Optional<String> query(RoutingContext ctx, String name) {
    return Optional.ofNullable(ctx.queryParams().get(name)).filter(v -> !v.isEmpty());
  }

  private static int number(RoutingContext ctx, String name) {
    String text = query(ctx, name).orElse("");
    if (!text.matches("\\d{1,6}")) {
      throw FitbitVendor.fault(400, "validation", name);
    }
    return Integer.parseInt(text);
  }
}
