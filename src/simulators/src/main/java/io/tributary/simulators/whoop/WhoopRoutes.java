package io.tributary.simulators.whoop;

import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.SimWorld;
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
 * The data endpoints. A collection is asked for by the begin of its records, start inclusive and
 * end exclusive, and comes newest first; the token of the next page is called {@code next_token} in
 * the answer and {@code nextToken} in the query. Order of checks: token 401, rate 429, scope 403,
 * parameters 400, record 404.
 */
final class WhoopRoutes {
  private static final int PAGE = 10;
  private static final int LARGEST_PAGE = 25;

  /** All records of a person between two days. */
  private interface Source {
    List<Item> read(SimPerson person, LocalDate from, LocalDate to);
  }

  private final SimWorld world;
  private final WhoopRecords records;

  WhoopRoutes(SimWorld world, WhoopRecords records) {
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
                    ctx, 200, WhoopRecords.profile(world.reader(ctx, "read:profile").person())));
    router
        .get(base + "/user/measurement/body")
        .handler(
            ctx ->
                SimResponses.json(
                    ctx, 200, records.body(world.reader(ctx, "read:body_measurement").person())));
  }

  private void collection(Router router, String path, String scope, Source source) {
    router.get(path).handler(ctx -> list(ctx, scope, path, source));
    router.get(path + "/:id").handler(ctx -> one(ctx, scope, source));
  }

  private void list(RoutingContext ctx, String scope, String name, Source source) {
    SimPerson person = world.reader(ctx, scope).person();
    Instant now = world.clock().now();
    Instant start = instant(ctx, "start").orElse(Instant.EPOCH);
    Instant end = instant(ctx, "end").orElse(now);
    if (!start.isBefore(end)) {
      throw refused("start must lie before end");
    }
    int limit = Math.min(limit(ctx), world.pageSize(LARGEST_PAGE));
    Instant before = after(ctx, name).orElse(end);
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

  private void one(RoutingContext ctx, String scope, Source source) {
    SimPerson person = world.reader(ctx, scope).person();
    String id = ctx.pathParam("id");
    LocalDate today = person.dayAt(world.clock().now());
    found(
        ctx, source.read(person, person.firstDay(), today).stream().filter(i -> i.id().equals(id)));
  }

  /** The night's sleep or the recovery of a cycle. */
  private void ofCycle(RoutingContext ctx, String scope, Source source) {
    SimPerson person = world.reader(ctx, scope).person();
    long id;
    try {
      id = Long.parseLong(ctx.pathParam("id"));
    } catch (NumberFormatException e) {
      throw refused("cycleId is a number");
    }
    LocalDate day = WhoopRecords.dayOf(id);
    found(
        ctx,
        source.read(person, day, day).stream()
            .filter(i -> i.json().getLong("cycle_id") == id)
            .filter(i -> !i.json().getBoolean("nap", false)));
  }

  private static void found(RoutingContext ctx, Stream<Item> items) {
    Item item = items.findFirst().orElseThrow(() -> VendorError.bare(404));
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
      throw refused(name + " is a time in ISO 8601 with an offset");
    }
  }

  private static int limit(RoutingContext ctx) {
    String text = Optional.ofNullable(ctx.queryParams().get("limit")).orElse("" + PAGE);
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= LARGEST_PAGE) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // refused like the others
    }
    throw refused("limit is 1 to " + LARGEST_PAGE);
  }

  private static String token(String name, Instant last) {
    String plain = name + " " + last.toEpochMilli();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(plain.getBytes(StandardCharsets.UTF_8));
  }

  private static Optional<Instant> after(RoutingContext ctx, String name) {
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
      // refused like the others
    }
    throw refused("nextToken is none of this collection");
  }

  private static VendorError refused(String why) {
    return VendorError.json(400, new JsonObject().put("message", why));
  }
}
