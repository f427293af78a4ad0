package io.tributary.simulators.strava;

import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.VendorError;
import io.tributary.simulators.strava.StravaRecords.Activity;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Data endpoints. Private activities require {@code activity:read_all}. Order of checks: token 401,
 * rate 429, scope 403, parameters 400, activity 404.
 */
final class StravaRoutes {
  private static final int PAGE = 30;
  private static final int MAX_PAGE_SIZE = 200;
  private static final Instant EARLIEST_DAY = Instant.parse("2000-01-01T00:00:00Z");

  private final SimContext world;
  private final StravaRecords records;

  StravaRoutes(SimContext world, StravaRecords records) {
    this.world = world;
    this.records = records;
  }

  void mount(Router router) {
    String base = StravaVendor.BASE;
    router.get(base + "/athlete").handler(this::athlete);
    router.get(base + "/athlete/activities").handler(this::list);
    router.get(base + "/activities/:id").handler(ctx -> singleActivity(ctx, this::respondDetailed));
    router.get(base + "/activities/:id/streams").handler(ctx -> singleActivity(ctx, this::streams));
    router
        .get(base + "/activities/:id/zones")
        .handler(
            ctx -> {
              reader(ctx);
              throw StravaVendor.error(402, "Payment Required", "Activity", "zones");
            });
  }

  private SimContext.Reader reader(RoutingContext ctx) {
    return world.authorize(ctx, StravaVendor.READ, StravaVendor.READ_ALL);
  }

  private void athlete(RoutingContext ctx) {
    var reader = world.authorize(ctx);
    boolean all = reader.scopes().contains(StravaVendor.PROFILE);
    SimResponses.json(ctx, 200, records.athlete(reader.person(), all));
  }

  private void list(RoutingContext ctx) {
    var reader = reader(ctx);
    SimPerson person = reader.person();
    Optional<Instant> after = epoch(ctx, "after");
    Instant from = after.orElse(EARLIEST_DAY);
    Instant to = epoch(ctx, "before").orElse(world.clock().now());
    int page = number(ctx, "page", 1, Integer.MAX_VALUE);
    int size =
        Math.min(number(ctx, "per_page", PAGE, MAX_PAGE_SIZE), world.pageSize(MAX_PAGE_SIZE));
    Comparator<Activity> order = Comparator.comparing(Activity::start);
    List<Activity> fitting =
        records.activities(person, day(from).minusDays(1), day(to).plusDays(1)).stream()
            .filter(a -> a.start().isAfter(from) && a.start().isBefore(to))
            .filter(a -> isVisible(a, reader))
            .sorted(after.isPresent() ? order : order.reversed())
            .toList();
    var found = new JsonArray();
    fitting.stream()
        .skip((long) (page - 1) * size)
        .limit(size)
        .forEach(a -> found.add(StravaRecords.summary(a)));
    SimResponses.json(ctx, 200, found);
  }

  private static boolean isVisible(Activity a, SimContext.Reader reader) {
    return !a.hidden() || reader.scopes().contains(StravaVendor.READ_ALL);
  }

  /** Responds with an activity. */
  private interface ActivityResponder {
    void show(RoutingContext ctx, Activity activity);
  }

  private void singleActivity(RoutingContext ctx, ActivityResponder view) {
    var reader = reader(ctx);
    SimPerson person = reader.person();
    String id = ctx.pathParam("id");
    LocalDate today = person.localDateAt(world.clock().now());
    Activity found =
        records.activities(person, person.firstDay(), today).stream()
            .filter(a -> Long.toString(a.id()).equals(id) && isVisible(a, reader))
            .findFirst()
            .orElseThrow(
                () -> StravaVendor.error(404, "Record Not Found", "Activity", "id", "not found"));
    view.show(ctx, found);
  }

  private void respondDetailed(RoutingContext ctx, Activity activity) {
    SimResponses.json(ctx, 200, StravaRecords.detailed(activity));
  }

  private void streams(RoutingContext ctx, Activity activity) {
    String keys = Optional.ofNullable(ctx.queryParams().get("keys")).orElse("");
    if (keys.isEmpty() || !"true".equals(ctx.queryParams().get("key_by_type"))) {
      throw invalidParameter("keys");
    }
    JsonObject found = StravaRecords.streams(activity.workout(), Set.of(keys.split(",")));
    SimResponses.json(ctx, 200, found);
  }

  private static LocalDate day(Instant at) {
    return at.atOffset(ZoneOffset.UTC).toLocalDate();
  }

  private static Optional<Instant> epoch(RoutingContext ctx, String name) {
    try {
      return Optional.ofNullable(ctx.queryParams().get(name))
          .map(Long::parseLong)
          .map(Instant::ofEpochSecond);
    } catch (NumberFormatException e) {
      throw invalidParameter(name);
    }
  }

  private static int number(RoutingContext ctx, String name, int usual, int most) {
    String text = ctx.queryParams().get(name);
    try {
      int number = text == null ? usual : Integer.parseInt(text);
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Rejected below like other invalid parameters.
    }
    throw invalidParameter(name);
  }

  private static VendorError invalidParameter(String field) {
    return StravaVendor.error(400, "Bad Request", "Activity", field);
  }
}
