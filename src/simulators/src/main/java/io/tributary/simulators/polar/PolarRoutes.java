package io.tributary.simulators.polar;

import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.tributary.simulators.kit.SimWorkout;
import io.tributary.simulators.kit.SimWorld;
import io.tributary.simulators.kit.SimWorld.Reader;
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
 * Registration and data. Nobody's data open before they are registered and have accepted the
 * consents. Exercises have no dates in their list and come from the last thirty days, as far as
 * they were uploaded after the registration. Order of checks: token 401, rate 429, consent 403,
 * parameters 400, day 404; an empty list is a 204.
 */
final class PolarRoutes {
  private static final int EXERCISE_DAYS = 30;
  private static final int NIGHTS = 28;
  private static final int LONGEST_SPAN = 28;
  private static final int OLDEST_DAYS = 365;

  private final SimWorld world;
  private final PolarMembers members;
  private final boolean registeredForEver;

  /**
   * @param registeredForEver whether all are taken to be registered since before their first day
   */
  PolarRoutes(SimWorld world, PolarMembers members, boolean registeredForEver) {
    this.world = world;
    this.members = members;
    this.registeredForEver = registeredForEver;
  }

  void mount(Router router) {
    String users = PolarVendor.BASE + "/users";
    router.post(users).handler(BodyHandler.create(false)).handler(this::register);
    router.get(PolarVendor.BASE + "/exercises").handler(this::exercises);
    router.get(PolarVendor.BASE + "/exercises/:id").handler(this::exercise);
    days(router, users + "/sleep", "nights", d -> night(d));
    days(router, users + "/nightly-recharge", "recharges", d -> recharge(d));
    spans(router, users + "/activities", "", d -> Optional.of(PolarRecords.activity(d)));
    spans(router, users + "/continuous-heart-rate", "heart_rates", d -> heart(d));
    router
        .get(users + "/physical-info")
        .handler(
            ctx -> {
              SimPerson person = member(ctx).person();
              SimResponses.json(ctx, 200, PolarRecords.physical(person, latest(person)));
            });
    // Last: its place is taken by any word.
    router.get(users + "/:id").handler(this::user);
    router.delete(users + "/:id").handler(this::deregister);
  }

  private void register(RoutingContext ctx) {
    Reader reader = world.reader(ctx);
    SimPerson person = reader.person();
    String name;
    try {
      JsonObject body = ctx.body().asJsonObject();
      name = body == null ? "" : body.getString("member-id", "");
    } catch (DecodeException | ClassCastException e) {
      name = "";
    }
    if (name.isBlank()) {
      throw PolarVendor.fault(400, "member-id is needed");
    }
    if (!members.consents(person.id())) {
      throw PolarVendor.fault(403, "mandatory consents are missing");
    }
    Member member = new Member(name, world.clock().now());
    if (!members.register(reader.grant().clientId(), person.id(), member)) {
      throw PolarVendor.fault(409, "the user or the member-id is registered");
    }
    world.changed().run();
    SimResponses.json(ctx, 200, view(person, member));
  }

  private JsonObject view(SimPerson person, Member member) {
    return PolarRecords.user(person, member.memberId(), latest(person), today(person));
  }

  private Reader member(RoutingContext ctx) {
    Reader reader = world.reader(ctx, PolarVendor.SCOPE);
    registration(reader);
    return reader;
  }

  private Member registration(Reader reader) {
    if (!members.consents(reader.person().id())) {
      throw PolarVendor.fault(403, "mandatory consents are missing");
    }
    return members
        .find(reader.grant().clientId(), reader.person().id())
        .orElseThrow(() -> PolarVendor.fault(403, "the user is not registered"));
  }

  private void user(RoutingContext ctx) {
    Reader reader = own(ctx);
    SimResponses.json(ctx, 200, view(reader.person(), registration(reader)));
  }

  private void deregister(RoutingContext ctx) {
    Reader reader = own(ctx);
    members.remove(reader.grant().clientId(), reader.person().id());
    world.grants().revoke(SimWorld.bearer(ctx).orElseThrow());
    world.changed().run();
    SimResponses.empty(ctx, 204);
  }

  private Reader own(RoutingContext ctx) {
    Reader reader = world.reader(ctx);
    if (!ctx.pathParam("id").equals(Long.toString(reader.person().number()))) {
      throw PolarVendor.fault(403, "another user");
    }
    return reader;
  }

  private record Exercise(SimDay day, SimWorkout workout) {}

  private List<Exercise> uploaded(Reader reader) {
    SimPerson person = reader.person();
    Instant now = world.clock().now();
    Instant since = registeredForEver ? Instant.EPOCH : registration(reader).since();
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
            .orElseThrow(() -> PolarVendor.fault(404, "no such exercise"));
    SimResponses.json(ctx, 200, view(ctx, found));
  }

  private static JsonObject view(RoutingContext ctx, Exercise e) {
    return PolarRecords.exercise(
        e.day(),
        e.workout(),
        Boolean.parseBoolean(ctx.queryParams().get("samples")),
        Boolean.parseBoolean(ctx.queryParams().get("zones")));
  }

  /** What the vendor tells of a day; empty where it has nothing. */
  private interface View extends Function<SimDay, Optional<JsonObject>> {}

  private static Optional<JsonObject> night(SimDay day) {
    return day.nights().stream().findFirst().map(s -> PolarRecords.night(day, s));
  }

  private static Optional<JsonObject> recharge(SimDay day) {
    return day.nights().stream().findFirst().map(s -> PolarRecords.recharge(day, s));
  }

  private static Optional<JsonObject> heart(SimDay day) {
    return day.heart().isEmpty() ? Optional.empty() : Optional.of(PolarRecords.heart(day));
  }

  /** The last days in one list, and each by itself. */
  private void days(Router router, String path, String field, View view) {
    router
        .get(path)
        .handler(
            ctx -> {
              SimPerson person = member(ctx).person();
              LocalDate today = today(person);
              answer(ctx, field, views(person, today.minusDays(NIGHTS - 1), today, view));
            });
    router.get(path + "/:date").handler(ctx -> one(ctx, view));
  }

  /** Days between two, which must be told, and each by itself. */
  private void spans(Router router, String path, String field, View view) {
    router
        .get(path)
        .handler(
            ctx -> {
              SimPerson person = member(ctx).person();
              LocalDate from = day(ctx.queryParams().get("from"));
              LocalDate to = day(ctx.queryParams().get("to"));
              if (to.isBefore(from)
                  || to.toEpochDay() - from.toEpochDay() >= LONGEST_SPAN
                  || from.isBefore(today(person).minusDays(OLDEST_DAYS))) {
                throw PolarVendor.fault(400, "from and to are wrong");
              }
              answer(ctx, field, views(person, from, to, view));
            });
    router.get(path + "/:date").handler(ctx -> one(ctx, view));
  }

  private Stream<JsonObject> views(SimPerson person, LocalDate from, LocalDate to, View view) {
    return world.people().days(person, from, to).stream().flatMap(d -> view.apply(d).stream());
  }

  private void one(RoutingContext ctx, View view) {
    SimPerson person = member(ctx).person();
    LocalDate day = day(ctx.pathParam("date"));
    SimResponses.json(
        ctx,
        200,
        views(person, day, day, view)
            .findFirst()
            .orElseThrow(() -> PolarVendor.fault(404, "no data of this day")));
  }

  private static void answer(RoutingContext ctx, String field, Stream<JsonObject> all) {
    var list = new JsonArray();
    all.forEach(list::add);
    if (list.isEmpty()) {
      SimResponses.empty(ctx, 204);
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
      throw PolarVendor.fault(400, "a date is wrong");
    }
  }

  private LocalDate today(SimPerson person) {
    return person.dayAt(world.clock().now());
  }

  private List<SimDay> latest(SimPerson person) {
    LocalDate today = today(person);
    return world.people().days(person, today.minusDays(EXERCISE_DAYS), today);
  }
}
