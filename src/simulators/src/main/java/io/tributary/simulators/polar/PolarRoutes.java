package io.tributary.simulators.polar;

import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimContext.Reader;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.SimWorkout;
import io.tributary.simulators.polar.PolarMembers.Member;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Registration and data endpoints. A person's data are available only after registration and
 * acceptance of the consents. The exercise list takes no dates; it has the exercises of the last
 * thirty days that were uploaded after the registration. Order of checks: token 401, rate 429,
 * consent 403, parameters 400, day 404. An empty list is a 204.
 */
final class PolarRoutes {
  private static final int EXERCISE_DAYS = 30;
  private static final int LISTED_NIGHTS = 28;
  private static final int MAX_RANGE_DAYS = 28;
  private static final int MAX_AGE_DAYS = 365;

  private final SimContext world;
  private final PolarMembers members;
  private final boolean registeredForever;

  /**
   * @param registeredForever whether all people count as registered since before their first day
   */
  PolarRoutes(SimContext world, PolarMembers members, boolean registeredForever) {
    this.world = world;
    this.members = members;
    this.registeredForever = registeredForever;
  }

  void mount(Router router) {
    String users = PolarVendor.BASE + "/users";
    router.post(users).handler(BodyHandler.create(false)).handler(this::register);
    router.get(PolarVendor.BASE + "/exercises").handler(this::exercises);
    router.get(PolarVendor.BASE + "/exercises/:id").handler(this::exercise);
    mountDays(router, users + "/sleep", "nights", d -> night(d));
    mountDays(router, users + "/nightly-recharge", "recharges", d -> recharge(d));
    mountRange(router, users + "/activities", "", d -> Optional.of(PolarRecords.activity(d)));
    mountRange(router, users + "/continuous-heart-rate", "heart_rates", d -> heart(d));
    router
        .get(users + "/physical-info")
        .handler(
            ctx -> {
              SimPerson person = member(ctx).person();
              SimResponses.json(ctx, 200, PolarRecords.physical(person, latest(person)));
            });
    // Mounted last, because the path parameter matches any segment.
    router.get(users + "/:id").handler(this::user);
    router.delete(users + "/:id").handler(this::deregister);
  }

  private void register(RoutingContext ctx) {
    Reader reader = world.authorize(ctx);
    SimPerson person = reader.person();
    String name;
    try {
      JsonObject body = ctx.body().asJsonObject();
      name = body == null ? "" : body.getString("member-id", "");
    } catch (DecodeException | ClassCastException e) {
      name = "";
    }
    if (name.isBlank()) {
      throw PolarVendor.error(400, "member-id is required");
    }
    if (!members.consents(person.id())) {
      throw PolarVendor.error(403, "mandatory consents are missing");
    }
    Member member = new Member(name, world.clock().now());
    if (!members.register(reader.grant().clientId(), person.id(), member)) {
      throw PolarVendor.error(409, "the user or the member-id is already registered");
    }
    world.changed().run();
    SimResponses.json(ctx, 200, view(person, member));
  }

  private JsonObject view(SimPerson person, Member member) {
    return PolarRecords.user(person, member.memberId(), latest(person), today(person));
  }

  private Reader member(RoutingContext ctx) {
    Reader reader = world.authorize(ctx, PolarVendor.SCOPE);
    registration(reader);
    return reader;
  }

  private Member registration(Reader reader) {
    if (!members.consents(reader.person().id())) {
      throw PolarVendor.error(403, "mandatory consents are missing");
    }
    return members
        .find(reader.grant().clientId(), reader.person().id())
        .orElseThrow(() -> PolarVendor.error(403, "the user is not registered"));
  }

  private void user(RoutingContext ctx) {
    Reader reader = requireSelf(ctx);
    SimResponses.json(ctx, 200, view(reader.person(), registration(reader)));
  }

  private void deregister(RoutingContext ctx) {
    Reader reader = requireSelf(ctx);
    members.remove(reader.grant().clientId(), reader.person().id());
    world.grants().revoke(SimContext.bearer(ctx).orElseThrow());
    world.changed().run();
    SimResponses.sendEmpty(ctx, 204);
  }

  private Reader requireSelf(RoutingContext ctx) {
    Reader reader = world.authorize(ctx);
    if (!ctx.pathParam("id").equals(Long.toString(reader.person().numericId()))) {
      throw PolarVendor.error(403, "another user");
    }
    return reader;
  }

  private record Exercise(SimDay day, SimWorkout workout) {}

  private List<Exercise> uploaded(Reader reader) {
    SimPerson person = reader.person();
    Instant now = world.clock().now();
    Instant since = registeredForever ? Instant.EPOCH : registration(reader).since();
    LocalDate today = today(person);
    var out = new ArrayList<Exercise>();
    for (SimDay day : world.people().days(person, today.minusDays(EXERCISE_DAYS), today)) {
      for (SimWorkout w : day.workouts()) {
        Instant at = PolarRecords.uploaded(w);
        if (!at.isAfter(now) && !at.isBefore(since)) {
          out.add(new Exercise(day, w));
        }
      }
    }
    Collections.reverse(out);
    return out;
  }

  private void exercises(RoutingContext ctx) {
    answer(ctx, "", uploaded(member(ctx)).stream().map(e -> view(ctx, e)));
  }

  private void exercise(RoutingContext ctx) {
    Reader reader = member(ctx);
    Exercise found =
        uploaded(reader).stream()
            .filter(
                e ->
                    PolarRecords.exerciseId(reader.person(), e.workout())
                        .equals(ctx.pathParam("id")))
            .findFirst()
            .orElseThrow(() -> PolarVendor.error(404, "no such exercise"));
    SimResponses.json(ctx, 200, view(ctx, found));
  }

  private static JsonObject view(RoutingContext ctx, Exercise e) {
    return PolarRecords.exercise(
        e.day(),
        e.workout(),
        Boolean.parseBoolean(ctx.queryParams().get("samples")),
        Boolean.parseBoolean(ctx.queryParams().get("zones")));
  }

  /** Renders a day; empty if the vendor has no data. */
  private interface PolarDayView extends Function<SimDay, Optional<JsonObject>> {}

  private static Optional<JsonObject> night(SimDay day) {
    return day.nights().stream().findFirst().map(s -> PolarRecords.night(day, s));
  }

  private static Optional<JsonObject> recharge(SimDay day) {
    return day.nights().stream().findFirst().map(s -> PolarRecords.recharge(day, s));
  }

  private static Optional<JsonObject> heart(SimDay day) {
    return day.heart().isEmpty() ? Optional.empty() : Optional.of(PolarRecords.heart(day));
  }

  /** Mounts the list of the last days, and the single day. */
  private void mountDays(Router router, String path, String field, PolarDayView view) {
    router
        .get(path)
        .handler(
            ctx -> {
              SimPerson person = member(ctx).person();
              LocalDate today = today(person);
              answer(ctx, field, views(person, today.minusDays(LISTED_NIGHTS - 1), today, view));
            });
    router.get(path + "/:date").handler(ctx -> respondDay(ctx, view));
  }

  /** Mounts the list of a required date range, and the single day. */
  private void mountRange(Router router, String path, String field, PolarDayView view) {
    router
        .get(path)
        .handler(
            ctx -> {
              SimPerson person = member(ctx).person();
              LocalDate from = day(ctx.queryParams().get("from"));
              LocalDate to = day(ctx.queryParams().get("to"));
              if (to.isBefore(from)
                  || to.toEpochDay() - from.toEpochDay() >= MAX_RANGE_DAYS
                  || from.isBefore(today(person).minusDays(MAX_AGE_DAYS))) {
                throw PolarVendor.error(400, "from and to are wrong");
              }
              answer(ctx, field, views(person, from, to, view));
            });
    router.get(path + "/:date").handler(ctx -> respondDay(ctx, view));
  }

  private Stream<JsonObject> views(
      SimPerson person, LocalDate from, LocalDate to, PolarDayView view) {
    return world.people().days(person, from, to).stream().flatMap(d -> view.apply(d).stream());
  }

  private void respondDay(RoutingContext ctx, PolarDayView view) {
    SimPerson person = member(ctx).person();
    LocalDate day = day(ctx.pathParam("date"));
    SimResponses.json(
        ctx,
        200,
        views(person, day, day, view)
            .findFirst()
            .orElseThrow(() -> PolarVendor.error(404, "no data for this day")));
  }

  private static void answer(RoutingContext ctx, String field, Stream<JsonObject> all) {
    var list = new JsonArray();
    all.forEach(list::add);
    if (list.isEmpty()) {
      SimResponses.sendEmpty(ctx, 204);
    } else if (field.isEmpty()) {
      SimResponses.json(ctx, 200, list);
    } else {
      SimResponses.json(ctx, 200, new JsonObject().put(field, list));
    }
  }

  private static LocalDate day(String text) {
    try {
      return LocalDate.parse(text == null ? "" : text);
    } catch (DateTimeParseException e) {
      throw PolarVendor.error(400, "invalid date");
    }
  }

  private LocalDate today(SimPerson person) {
    return person.localDateAt(world.clock().now());
  }

  private List<SimDay> latest(SimPerson person) {
    LocalDate today = today(person);
    return world.people().days(person, today.minusDays(EXERCISE_DAYS), today);
  }
}
