package io.tributary.simulators.kit;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Control endpoints under {@code /control/} that every simulator has; {@link Sim} lists them. An
 * invalid request is answered with 400 and the reason.
 */
public final class ControlRoutes {
  private static final int MAX_TRUTH_SPAN = 400;

  private final SimContext world;

  ControlRoutes(SimContext world) {
    this.world = world;
  }

  void mount(Router router) {
    router.route("/control/*").failureHandler(this::failed);
    router.route("/control/*").handler(BodyHandler.create(false).setBodyLimit(4 << 20));
    router.get("/control/clock").handler(ctx -> respondOk(ctx, clockView()));
    router.post("/control/clock").handler(this::setClock);
    router.get("/control/faults").handler(ctx -> respondOk(ctx, world.faults().report()));
    router.post("/control/faults").handler(this::addFault);
    router.delete("/control/faults").handler(this::clearFaults);
    router.get("/control/script").handler(this::listScripts);
    router.post("/control/script").handler(this::startScript);
    router.delete("/control/script/:name").handler(this::stopScript);
    router.post("/control/apps").handler(this::addApp);
    router.post("/control/passwords").handler(this::addAccount);
    router.delete("/control/passwords/:login").handler(this::removeAccount);
    router.get("/control/requests").handler(this::requests);
    router.get("/control/settings").handler(this::settings);
    router.delete("/control/requests").handler(this::clearRequests);
    router.get("/control/deliveries").handler(ctx -> respondOk(ctx, world.sender().report()));
    // Older clients of the simulators use /control/users.
    for (String people : List.of("/control/people", "/control/users")) {
      router.get(people).handler(this::listPeople);
      router.post(people).handler(this::addPerson);
      router.get(people + "/:id/truth").handler(this::truth);
      router.post(people + "/:id/revoke").handler(this::revoke);
      router.post(people + "/:id/expire").handler(this::expire);
      router.post(people + "/:id/revise").handler(this::revise);
      router.post(people + "/:id/records").handler(this::record);
      router.post(people + "/:id/notify").handler(this::sendNotifications);
    }
    world.vendor().mountControl(router, world);
  }

  private void setClock(RoutingContext ctx) {
    JsonObject body = body(ctx);
    if (body.getValue("now") instanceof String now) {
      world.clock().setTo(OffsetDateTime.parse(now).toInstant());
    } else if (body.getValue("offset_seconds") instanceof Number offset) {
      world.clock().shift(Duration.ofSeconds(offset.longValue()));
    } else if (body.getValue("skew_seconds") instanceof Number skew) {
      world.clock().skew(Duration.ofSeconds(skew.longValue()));
    } else {
      throw new IllegalArgumentException("now, offset_seconds or skew_seconds is required");
    }
    respondOk(ctx, clockView());
  }

  private JsonObject clockView() {
    return new JsonObject()
        .put("now", world.clock().now().toString())
        .put("offset_seconds", world.clock().offset().toSeconds())
        .put("skew_seconds", world.clock().skew().toSeconds());
  }

  private void addFault(RoutingContext ctx) {
    JsonObject body = body(ctx);
    Optional<Duration> length =
        Optional.ofNullable(body.getInteger("for")).map(Duration::ofSeconds);
    var fault =
        new FaultInjection.Fault(
            body.getString("path_prefix", "/"),
            body.getString("user", ""),
            parseEffect(body),
            Duration.ofMillis(body.getLong("delay_ms", 0L)),
            body.getInteger("after", 0),
            body.getInteger("every", 1),
            "");
    int count = body.getInteger("count", length.isPresent() ? FaultInjection.ALWAYS : 1);
    world.faults().add(fault, count, length);
    respondOk(ctx, new JsonObject().put("left", world.faults().failuresLeft()));
  }

  private static FaultInjection.FaultEffect parseEffect(JsonObject body) {
    Integer retryAfter = body.getInteger("retry_after");
    OptionalInt pause = retryAfter == null ? OptionalInt.empty() : OptionalInt.of(retryAfter);
    var statuses = new ArrayList<Integer>();
    if (body.getValue("status") instanceof JsonArray list) {
      list.forEach(s -> statuses.add((Integer) s));
    } else if (body.getInteger("status") != null) {
      statuses.add(body.getInteger("status"));
    }
    if (!statuses.isEmpty()) {
      return new FaultInjection.FaultEffect.Status(statuses, pause);
    }
    if (body.getBoolean("reset", false)) {
      return new FaultInjection.FaultEffect.Reset();
    }
    if (body.getBoolean("lost", false)) {
      return new FaultInjection.FaultEffect.Lost();
    }
    if (body.getBoolean("hang", false)) {
      return new FaultInjection.FaultEffect.Hang();
    }
    if (body.getBoolean("garbage", false)) {
      return new FaultInjection.FaultEffect.Garbage();
    }
    if (body.getInteger("truncate") != null) {
      return new FaultInjection.FaultEffect.Truncate(body.getInteger("truncate"));
    }
    if (body.getInteger("trickle") != null) {
      return new FaultInjection.FaultEffect.Trickle(body.getInteger("trickle"));
    }
    return new FaultInjection.FaultEffect.None();
  }

  private void clearFaults(RoutingContext ctx) {
    world.faults().clear();
    ctx.response().setStatusCode(204).end();
  }

  private void listScripts(RoutingContext ctx) {
    var names = new JsonArray();
    for (FaultScript script : FaultScript.values()) {
      names.add(script.scriptName());
    }
    respondOk(ctx, new JsonObject().put("scripts", names));
  }

  private void startScript(RoutingContext ctx) {
    JsonObject body = body(ctx);
    respondOk(ctx, FaultScript.named(body.getString("name", "")).start(body, world));
  }

  private void stopScript(RoutingContext ctx) {
    FaultScript.named(ctx.pathParam("name")).stop(world);
    ctx.response().setStatusCode(204).end();
  }

  private void addApp(RoutingContext ctx) {
    JsonObject body = body(ctx);
    var redirects = new ArrayList<String>();
    body.getJsonArray("redirect_uris", new JsonArray()).forEach(u -> redirects.add((String) u));
    var app =
        new OAuthApp(
            body.getString("client_id", ""), body.getString("client_secret", ""), redirects);
    world.grants().apps.put(app.clientId(), app);
    world.changed().run();
    json(ctx, 201, new JsonObject().put("client_id", app.clientId()));
  }

  private void addAccount(RoutingContext ctx) {
    JsonObject body = body(ctx);
    String login = body.getString("login", "");
    if (login.isBlank()) {
      throw new IllegalArgumentException("login is required");
    }
    world
        .passwords()
        .put(
            new PasswordSim.Account(
                login,
                body.getString("password", ""),
                body.getString("name", login),
                body.getBoolean("expired", false),
                body.getString("code", ""),
                body.getString("region", "")));
    json(ctx, 201, new JsonObject().put("login", login));
  }

  private void removeAccount(RoutingContext ctx) {
    boolean there = world.passwords().remove(ctx.pathParam("login"));
    ctx.response().setStatusCode(there ? 204 : 404).end();
  }

  private void settings(RoutingContext ctx) {
    var all = new JsonObject();
    world.settings("http://" + ctx.request().authority()).forEach(all::put);
    respondOk(ctx, all);
  }

  private void listPeople(RoutingContext ctx) {
    var list = new JsonArray();
    world.people().all().forEach(p -> list.add(view(p)));
    respondOk(ctx, new JsonObject().put("users", list));
  }

  private void addPerson(RoutingContext ctx) {
    JsonObject body = body(ctx);
    String name = body.getString("name", "");
    if (name.isBlank()) {
      throw new IllegalArgumentException("name is required");
    }
    Set<PersonTrait> traits = new HashSet<>();
    body.getJsonArray("traits", new JsonArray())
        .forEach(t -> traits.add(PersonTrait.valueOf(((String) t).toUpperCase(Locale.ROOT))));
    boolean known = world.people().find(SimPerson.idOf(name)).isPresent();
    SimPerson person =
        world
            .people()
            .named(
                name,
                Optional.ofNullable(body.getString("zone")).map(ZoneId::of),
                body.getInteger("days", world.people().defaultHistory()),
                traits);
    world.changed().run();
    json(ctx, known ? 200 : 201, view(person));
  }

  private static JsonObject view(SimPerson person) {
    var traits = new JsonArray();
    person.traits().forEach(t -> traits.add(t.name().toLowerCase(Locale.ROOT)));
    return new JsonObject()
        .put("id", person.id())
        .put("number", person.numericId())
        .put("name", person.name())
        .put("zone", person.zone().getId())
        .put("first_day", person.firstDay().toString())
        .put("traits", traits);
  }

  private void truth(RoutingContext ctx) {
    SimPerson person = person(ctx, world);
    LocalDate today = person.localDateAt(world.clock().now());
    LocalDate from = day(ctx, "start", today);
    LocalDate to = day(ctx, "end", from);
    if (to.toEpochDay() - from.toEpochDay() > MAX_TRUTH_SPAN) {
      throw new IllegalArgumentException("the range must not exceed " + MAX_TRUTH_SPAN + " days");
    }
    var days = new JsonArray();
    world.people().days(person, from, to).forEach(d -> days.add(DailyTotals.of(d).json()));
    respondOk(ctx, new JsonObject().put("user_id", person.id()).put("days", days));
  }

  private void revoke(RoutingContext ctx) {
    SimPerson person = person(ctx, world);
    List<OutgoingNotification> told = world.vendor().revocationNotifications(person, world);
    int ended = world.grants().revokeUser(person.id());
    world.sender().send(told);
    world.changed().run();
    respondOk(ctx, new JsonObject().put("grants", ended));
  }

  private void expire(RoutingContext ctx) {
    int ended = world.grants().expireUser(person(ctx, world).id());
    world.changed().run();
    respondOk(ctx, new JsonObject().put("tokens", ended));
  }

  private void revise(RoutingContext ctx) {
    SimPerson person = person(ctx, world);
    LocalDate day = LocalDate.parse(body(ctx).getString("day", ""));
    int revision = world.people().revise(person, day);
    int told = world.sender().send(world.vendor().revisionNotifications(person, day, world));
    world.changed().run();
    respondOk(ctx, new JsonObject().put("revision", revision).put("deliveries", told));
  }

  private void record(RoutingContext ctx) {
    SimPerson person = person(ctx, world);
    PointEvent spot = world.people().records().add(person.id(), body(ctx));
    LocalDate day = person.localDateAt(spot.at());
    int told = world.sender().send(world.vendor().recordNotifications(person, day, spot, world));
    world.changed().run();
    json(ctx, 201, new JsonObject().put("day", day.toString()).put("deliveries", told));
  }

  private void sendNotifications(RoutingContext ctx) {
    JsonObject body = body(ctx);
    List<OutgoingNotification> pushes =
        world.vendor().orderedNotifications(person(ctx, world), body, world);
    OutgoingNotification.Forgery forgery =
        OutgoingNotification.Forgery.valueOf(
            body.getString("forgery", "none").toUpperCase(Locale.ROOT));
    int sent = world.sender().send(pushes, forgery, body.getInteger("copies", 1));
    json(ctx, 202, new JsonObject().put("deliveries", sent));
  }

  private void requests(RoutingContext ctx) {
    var windows = new JsonObject();
    world
        .grants()
        .apps
        .keySet()
        .forEach(id -> windows.put(id, world.quotas().maxUnitsInWindow(id)));
    respondOk(
        ctx,
        world
            .log()
            .report()
            .put("most_in_any_window", windows)
            .put("quotas", world.quotas().report())
            .put("oauth", world.grants().report())
            .put("logins", world.passwords().attempts()));
  }

  private void clearRequests(RoutingContext ctx) {
    world.log().clear();
    ctx.response().setStatusCode(204).end();
  }

  private void failed(RoutingContext ctx) {
    Throwable failure = ctx.failure();
    if (failure instanceof DateTimeException
        || failure instanceof IllegalArgumentException
        || failure instanceof ClassCastException) {
      json(ctx, 400, new JsonObject().put("detail", String.valueOf(failure.getMessage())));
    } else {
      SimResponses.handleFailure(ctx, world.vendor());
    }
  }

  /** Returns the person that the path parameter identifies. */
  public static SimPerson person(RoutingContext ctx, SimContext world) {
    return world
        .people()
        .find(ctx.pathParam("id"))
        .orElseThrow(() -> VendorError.json(404, new JsonObject().put("detail", "no such user")));
  }

  /** Returns a date from the query. */
  public static LocalDate day(RoutingContext ctx, String name, LocalDate otherwise) {
    String text = ctx.queryParams().get(name);
    return text == null ? otherwise : LocalDate.parse(text);
  }

  /** Returns the request body, which must be a JSON object; a missing body is an empty object. */
  public static JsonObject body(RoutingContext ctx) {
    try {
      JsonObject body = ctx.body().asJsonObject();
      return body == null ? new JsonObject() : body;
    } catch (DecodeException | ClassCastException e) {
      throw new IllegalArgumentException("the body is not a JSON object", e);
    }
  }

  public static void json(RoutingContext ctx, int status, JsonObject body) {
    ctx.response()
        .setStatusCode(status)
        .putHeader("Content-Type", "application/json")
        .end(body.toBuffer());
  }

  private static void respondOk(RoutingContext ctx, JsonObject body) {
    json(ctx, 200, body);
  }
}
