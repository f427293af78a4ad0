package io.tributary.simulators.fitbit;

import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
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
 * Endpoints for a range of days, limited to the vendor's maximum length, and the paged list of
 * exercises.
 */
final class FitbitRangeRoutes {
  private static final int MAX_SLEEP_DAYS = 100;
  private static final int MAX_WEIGHT_DAYS = 31;
  private static final int MAX_DAYS = 30;
  private static final int LARGEST_PAGE = 100;

  private final SimContext world;

  FitbitRangeRoutes(SimContext world) {
    this.world = world;
  }

  void mount(Router router) {
    String me = "/1/user/-";
    mountRange(
        router,
        "/1.2/user/-/sleep",
        FitbitVendor.SLEEP,
        MAX_SLEEP_DAYS,
        "sleep",
        d -> d.sleeps().stream().map(s -> FitbitNights.sleep(d, s)).toList());
    mountRange(
        router,
        me + "/body/log/weight",
        FitbitVendor.WEIGHT,
        MAX_WEIGHT_DAYS,
        "weight",
        d -> weights(d, w -> FitbitDayRenderer.weight(d.person(), w)));
    mountRange(
        router,
        me + "/body/log/fat",
        FitbitVendor.WEIGHT,
        MAX_DAYS,
        "fat",
        d -> weights(d, w -> FitbitDayRenderer.fat(d.person(), w)));
    mountWithDetails(router, me + "/hrv", FitbitVendor.HEART, "hrv", FitbitNights::variability);
    mountWithDetails(router, me + "/br", FitbitVendor.BREATH, "br", FitbitNights::breathingRate);
    // The response is a bare array, unlike all others.
    mountRange(
        router, me + "/spo2", FitbitVendor.OXYGEN, MAX_DAYS, "", FitbitNights::oxygenSaturation);
    mountRange(
        router,
        me + "/temp/skin",
        FitbitVendor.TEMPERATURE,
        MAX_DAYS,
        "tempSkin",
        FitbitNights::skinTemperature);
    mountRange(
        router,
        me + "/temp/core",
        FitbitVendor.TEMPERATURE,
        MAX_DAYS,
        "tempCore",
        FitbitNights::coreTemperature);
    mountRange(
        router,
        me + "/cardioscore",
        FitbitVendor.CARDIO,
        MAX_DAYS,
        "cardioScore",
        FitbitNights::cardioScore);
    router.get(me + "/activities/list.json").handler(this::exercises);
  }

  private interface DayRenderer {
    List<JsonObject> of(SimDay day, boolean all);
  }

  private void mountWithDetails(
      Router router, String path, String scope, String name, DayRenderer told) {
    mountRange(router, path, scope, MAX_DAYS, name, d -> told.of(d, false));
    router
        .get(path + "/date/:first/:last/all.json")
        .handler(
            ctx -> {
              SimPerson person = world.authorize(ctx, scope).person();
              LocalDate last = FitbitDayRoutes.date(ctx.pathParam("last"));
              respond(ctx, person, last, MAX_DAYS, name, d -> told.of(d, true));
            });
  }

  private void mountRange(
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
              SimPerson person = world.authorize(ctx, scope).person();
              LocalDate last =
                  FitbitDayRoutes.date(FitbitDayRoutes.stripJsonSuffix(ctx.pathParam("last")));
              respond(ctx, person, last, most, name, told);
            });
  }

  private void respond(
      RoutingContext ctx,
      SimPerson person,
      LocalDate last,
      int most,
      String name,
      Function<SimDay, List<JsonObject>> told) {
    LocalDate first = FitbitDayRoutes.date(ctx.pathParam("first"));
    FitbitDayRoutes.checkRange(first, last, most);
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

  /**
   * Lists exercises page by page. An offset other than 0 is accepted only with the token from the
   * previous page's URL.
   */
  private void exercises(RoutingContext ctx) {
    SimPerson person = world.authorize(ctx, FitbitVendor.ACTIVITY).person();
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
        || offset != 0 && query(ctx, "token").filter(pageToken(offset)::equals).isEmpty()) {
      throw FitbitVendor.error(
          400,
          "validation",
          "requires afterDate with sort=asc or beforeDate with sort=desc, a limit, and offset=0");
    }
    LocalDate bound = FitbitDayRoutes.date(after.orElseGet(before::get));
    LocalDate today = person.localDateAt(world.clock().now());
    var found = new ArrayList<JsonObject>();
    for (SimDay day :
        rising
            ? world.people().days(person, bound, today)
            : world.people().days(person, person.firstDay(), bound.minusDays(1))) {
      day.workouts().forEach(w -> found.add(FitbitDayRenderer.workout(day, w)));
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
        + URLEncoder.encode(pageToken(offset), StandardCharsets.UTF_8);
  }

  private static String pageToken(int offset) {
    return "t" + Integer.toString(offset * 7919 + 17, 36);
  }

  private static Optional<String> query(RoutingContext ctx, String name) {
    return Optional.ofNullable(ctx.queryParams().get(name)).filter(v -> !v.isEmpty());
  }

  private static int number(RoutingContext ctx, String name) {
    String text = query(ctx, name).orElse("");
    if (!text.matches("\\d{1,6}")) {
      throw FitbitVendor.error(400, "validation", name);
    }
    return Integer.parseInt(text);
  }
}
