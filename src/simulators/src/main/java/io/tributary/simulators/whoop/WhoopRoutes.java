package io.tributary.simulators.whoop;

import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.VendorError;
import io.tributary.simulators.whoop.WhoopRecords.Item;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Data endpoints. A collection is queried by the start of its records, start inclusive and end
 * exclusive, and is sorted newest first. The token of the next page is called {@code next_token} in
 * the response and {@code nextToken} in the query. Order of checks: token 401, rate 429, scope 403,
 * parameters 400, record 404.
 */
final class WhoopRoutes {
  private static final int PAGE = 10;
  private static final int MAX_PAGE_SIZE = 25;

  /** Reads all records of a person between two days. */
  private interface RecordReader {
    List<Item> read(SimPerson person, LocalDate from, LocalDate to);
  }

  private final SimContext world;
  private final WhoopRecords records;

  WhoopRoutes(SimContext world, WhoopRecords records) {
    this.world = world;
    this.records = records;
  }

  void mount(Router router) {
    String base = WhoopVendor.BASE;
    collection(router, base + "/cycle", "read:cycles", records::cycles);
    collection(router, base + "/activity/sleep", "read:sleep", records::sleeps);
    collection(router, base + "/activity/workout", "read:workout", records::workouts);
    router
        .get(base + "/recovery")
        .handler(ctx -> list(ctx, "read:recovery", "recovery", records::recoveries));
    router
        .get(base + "/cycle/:id/sleep")
        .handler(ctx -> ofCycle(ctx, "read:sleep", records::sleeps));
    router
        .get(base + "/cycle/:id/recovery")
        .handler(ctx -> ofCycle(ctx, "read:recovery", records::recoveries));
    router
        .get(base + "/user/profile/basic")
        .handler(
            ctx ->
                SimResponses.json(
                    ctx, 200, WhoopRecords.profile(world.authorize(ctx, "read:profile").person())));
    router
        .get(base + "/user/measurement/body")
        .handler(
            ctx ->
                SimResponses.json(
                    ctx,
                    200,
                    records.bodyMeasurement(
                        world.authorize(ctx, "read:body_measurement").person())));
  }

  private void collection(Router router, String path, String scope, RecordReader source) {
    router.get(path).handler(ctx -> list(ctx, scope, path, source));
    router.get(path + "/:id").handler(ctx -> single(ctx, scope, source));
  }

  private void list(RoutingContext ctx, String scope, String name, RecordReader source) {
    SimPerson person = world.authorize(ctx, scope).person();
    Instant now = world.clock().now();
    Instant start = instant(ctx, "start").orElse(Instant.EPOCH);
    Instant end = instant(ctx, "end").orElse(now);
    if (!start.isBefore(end)) {
      throw invalidParameter("start must be before end");
    }
    int limit = Math.min(limit(ctx), world.pageSize(MAX_PAGE_SIZE));
    Instant before = parseToken(ctx, name).orElse(end);
    List<Item> fitting =
        source.read(person, dayOf(start).minusDays(1), dayOf(end).plusDays(2)).stream()
            .filter(i -> !i.start().isBefore(start) && i.start().isBefore(before))
            .sorted(Comparator.comparing(Item::start).reversed())
            .toList();
    List<Item> page = fitting.subList(0, Math.min(limit, fitting.size()));
    var found = new JsonArray();
    page.forEach(i -> found.add(i.json()));
    var answer = new JsonObject().put("records", found);
    if (page.size() < fitting.size()) {
      answer.put("next_token", token(name, page.getLast().start()));
    }
    SimResponses.json(ctx, 200, answer);
  }

  private void single(RoutingContext ctx, String scope, RecordReader source) {
    SimPerson person = world.authorize(ctx, scope).person();
    String id = ctx.pathParam("id");
    LocalDate today = person.localDateAt(world.clock().now());
    respondFirst(
        ctx, source.read(person, person.firstDay(), today).stream().filter(i -> i.id().equals(id)));
  }

  /** Returns the night's sleep or the recovery of a cycle. */
  private void ofCycle(RoutingContext ctx, String scope, RecordReader source) {
    SimPerson person = world.authorize(ctx, scope).person();
    long id;
    try {
      id = Long.parseLong(ctx.pathParam("id"));
    } catch (NumberFormatException e) {
      throw invalidParameter("cycleId must be a number");
    }
    LocalDate day = WhoopRecords.dayOf(id);
    respondFirst(
        ctx,
        source.read(person, day, day).stream()
            .filter(i -> i.json().getLong("cycle_id") == id)
            .filter(i -> !i.json().getBoolean("nap", false)));
  }

  private static void respondFirst(RoutingContext ctx, Stream<Item> items) {
    Item item = items.findFirst().orElseThrow(() -> VendorError.withoutBody(404));
    SimResponses.json(ctx, 200, item.json());
  }

  private static LocalDate dayOf(Instant at) {
    return at.atOffset(ZoneOffset.UTC).toLocalDate();
  }

  private static Optional<Instant> instant(RoutingContext ctx, String name) {
    try {
      return Optional.ofNullable(ctx.queryParams().get(name))
          .map(text -> OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeParseException e) {
      throw invalidParameter(name + " must be an ISO 8601 time with an offset");
    }
  }

  private static int limit(RoutingContext ctx) {
    String text = Optional.ofNullable(ctx.queryParams().get("limit")).orElse("" + PAGE);
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= MAX_PAGE_SIZE) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // Rejected below like other invalid limits.
    }
    throw invalidParameter("limit is 1 to " + MAX_PAGE_SIZE);
  }

  private static String token(String name, Instant last) {
    String plain = name + " " + last.toEpochMilli();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(plain.getBytes(StandardCharsets.UTF_8));
  }

  private static Optional<Instant> parseToken(RoutingContext ctx, String name) {
    String text = ctx.queryParams().get("nextToken");
    if (text == null) {
      return Optional.empty();
    }
    try {
      String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
      if (plain.startsWith(name + " ")) {
        return Optional.of(
            Instant.ofEpochMilli(Long.parseLong(plain.substring(name.length() + 1))));
      }
    } catch (IllegalArgumentException e) {
      // Rejected below like other invalid tokens.
    }
    throw invalidParameter("nextToken does not belong to this collection");
  }

  private static VendorError invalidParameter(String why) {
    return VendorError.json(400, new JsonObject().put("message", why));
  }
}
