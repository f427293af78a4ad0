package io.tributary.simulators.googlefit;

import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Data endpoints. Order of checks: token 401, rate, scope 403, parameters 400. */
final class FitRoutes {
  static final String BASE = "/fitness/v1/users/me";

  private static final int PAGE = 1000;
  private static final Set<String> SESSIONS =
      Set.of(FitType.STEPS.scope(), FitType.SEGMENT.scope());

  private final SimContext world;
  private final Map<String, Set<String>> missingTypes;
  private final FitAggregates sums;

  /**
   * @param missingTypes data types without a source, by person ID
   */
  FitRoutes(SimContext world, Map<String, Set<String>> lacking) {
    this.world = world;
    this.missingTypes = lacking;
    this.sums = new FitAggregates(world);
  }

  void mount(Router router) {
    router.post(BASE + "/:call").handler(BodyHandler.create(false)).handler(this::aggregate);
    router.get(BASE + "/sessions").handler(this::sessions);
    router.get(BASE + "/dataSources").handler(this::sources);
    router.get(BASE + "/dataSources/:id/datasets/:span").handler(this::points);
  }

  private boolean hasSource(SimPerson person, FitType type) {
    return !missingTypes.getOrDefault(person.id(), Set.of()).contains(type.dataType());
  }

  private static Predicate<FitType> readableTypes(SimContext.Reader reader) {
    return type -> reader.scopes().contains(type.scope());
  }

  private void aggregate(RoutingContext ctx) {
    if (!ctx.pathParam("call").equals("dataset:aggregate")) {
      throw FitErrors.status(404);
    }
    SimContext.Reader reader = world.authorize(ctx);
    SimPerson person = reader.person();
    SimResponses.json(
        ctx,
        200,
        sums.of(person, body(ctx), readableTypes(reader), type -> hasSource(person, type)));
  }

  /** Lists sessions that end within the requested time, of the types that the grant permits. */
  private void sessions(RoutingContext ctx) {
    SimContext.Reader reader = world.authorize(ctx, SESSIONS.toArray(String[]::new));
    Optional<Integer> type =
        Optional.ofNullable(ctx.queryParams().get("activityType")).map(FitRoutes::whole);
    if (type.filter(t -> t == FitSessions.SLEEP).isPresent()
        && !readableTypes(reader).test(FitType.SEGMENT)) {
      throw FitErrors.noScope();
    }
    Instant from = time(ctx, "startTime");
    Instant to = time(ctx, "endTime");
    var found = new ArrayList<FitSessions.Session>();
    for (SimDay day : days(reader.person(), from, to)) {
      FitSessions.of(day).stream()
          .filter(s -> !s.end().isBefore(from) && s.end().isBefore(to))
          .filter(s -> type.isEmpty() || type.get() == s.activityType())
          .filter(
              s ->
                  readableTypes(reader)
                      .test(
                          s.activityType() == FitSessions.SLEEP ? FitType.SEGMENT : FitType.STEPS))
          .forEach(found::add);
    }
    found.sort(Comparator.comparing(FitSessions.Session::end));
    JsonObject answer = page(ctx, "session", found, FitSessions.Session::json);
    SimResponses.json(ctx, 200, answer.put("deletedSession", new JsonArray()));
  }

  private void sources(RoutingContext ctx) {
    SimContext.Reader reader = world.authorize(ctx);
    var out = new JsonArray();
    for (FitType type : FitType.values()) {
      if (readableTypes(reader).test(type) && hasSource(reader.person(), type)) {
        out.add(
            source(type, type.mergedSource(), "derived")
                .put("dataStreamName", type.streamName())
                .put("application", new JsonObject().put("packageName", "com.google.android.gms")));
        out.add(
            source(type, type.rawSource(), "raw")
                .put("application", new JsonObject().put("packageName", "com.example.tracker"))
                .put(
                    "device",
                    new JsonObject().put("uid", "9f2c41aa").put("type", type.deviceType())));
      }
    }
    SimResponses.json(ctx, 200, new JsonObject().put("dataSource", out));
  }

  private static JsonObject source(FitType type, String id, String kind) {
    return new JsonObject()
        .put("dataStreamId", id)
        .put("type", kind)
        .put("dataType", new JsonObject().put("name", type.dataType()));
  }

  private void points(RoutingContext ctx) {
    SimContext.Reader reader = world.authorize(ctx);
    String id = ctx.pathParam("id");
    FitType type =
        Arrays.stream(FitType.values())
            .filter(t -> t.mergedSource().equals(id) || t.rawSource().equals(id))
            .findFirst()
            .orElseThrow(() -> FitErrors.status(404));
    if (!readableTypes(reader).test(type)) {
      throw FitErrors.noScope();
    }
    String span = ctx.pathParam("span");
    if (!span.matches("\\d{1,19}-\\d{1,19}")) {
      throw FitErrors.invalid("datasetId must be two times in nanoseconds");
    }
    String[] ends = span.split("-");
    Instant from = parseNanos(ends[0]);
    Instant to = parseNanos(ends[1]);
    var found = new ArrayList<FitPoints.Point>();
    if (hasSource(reader.person(), type)) {
      for (SimDay day : days(reader.person(), from, to)) {
        FitPoints.of(type, day).stream()
            .filter(p -> !p.start().isBefore(from) && !p.end().isAfter(to))
            .forEach(found::add);
      }
    }
    found.sort(Comparator.comparing(FitPoints.Point::start));
    SimResponses.json(
        ctx,
        200,
        page(ctx, "point", found, FitPoints.Point::json)
            .put("dataSourceId", id)
            .put("minStartTimeNs", ends[0])
            .put("maxEndTimeNs", ends[1]));
  }

  private <T> JsonObject page(
      RoutingContext ctx, String field, List<T> all, Function<T, JsonObject> json) {
    String token = ctx.queryParams().get("pageToken");
    int from = token == null ? 0 : whole(token.replaceFirst("^p", ""));
    int to = Math.min(all.size(), from + world.pageSize(PAGE));
    var list = new JsonArray();
    all.subList(Math.min(from, to), to).forEach(one -> list.add(json.apply(one)));
    JsonObject answer = new JsonObject().put(field, list);
    return to < all.size() ? answer.put("nextPageToken", "p" + to) : answer;
  }

  /** Returns the days that may overlap the time range, but none before the person's first. */
  private List<SimDay> days(SimPerson person, Instant from, Instant to) {
    LocalDate first = utc(from).minusDays(1);
    LocalDate today = person.localDateAt(world.clock().now());
    LocalDate last = utc(to).plusDays(1);
    return world
        .people()
        .days(
            person,
            first.isBefore(person.firstDay()) ? person.firstDay() : first,
            last.isAfter(today) ? today : last);
  }

  private static Instant time(RoutingContext ctx, String name) {
    try {
      return Instant.parse(Optional.ofNullable(ctx.queryParams().get(name)).orElse(""));
    } catch (DateTimeException e) {
      throw FitErrors.invalid(name + " is not a valid time");
    }
  }

  private static int whole(String text) {
    if (!text.matches("\\d{1,9}")) {
      throw FitErrors.invalid("a number is required");
    }
    return Integer.parseInt(text);
  }

  private static Instant parseNanos(String text) {
    try {
      long nanos = Long.parseLong(text);
      return Instant.ofEpochSecond(nanos / 1_000_000_000L, nanos % 1_000_000_000L);
    } catch (NumberFormatException e) {
      throw FitErrors.invalid("datasetId must be two times in nanoseconds");
    }
  }

  private static LocalDate utc(Instant at) {
    return at.atOffset(ZoneOffset.UTC).toLocalDate();
  }

  private static JsonObject body(RoutingContext ctx) {
    try {
      JsonObject body = ctx.body().asJsonObject();
      if (body != null) {
        return body;
      }
    } catch (DecodeException | ClassCastException e) {
      // Rejected below like other invalid bodies.
    }
    throw FitErrors.invalid("a JSON object is required");
  }
}
