package io.tributary.simulator.oura;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;

/** The levers under {@code /control/}; their list is in {@link OuraSimulator}. */
final class ControlRoutes {
  private final Options options;
  private final SimClock clock;
  private final Grants grants;
  private final Users users;
  private final Library library;
  private final Faults faults;
  private final RequestLog log;
  private final DataRoutes data;
  private final WebhookSender sender;
  private final Runnable changed;

  ControlRoutes(
      Options options,
      SimClock clock,
      Grants grants,
      Users users,
      Library library,
      Faults faults,
      RequestLog log,
      DataRoutes data,
      WebhookSender sender,
      Runnable changed) {
    this.options = options;
    this.clock = clock;
    this.grants = grants;
    this.users = users;
    this.library = library;
    this.faults = faults;
    this.log = log;
    this.data = data;
    this.sender = sender;
    this.changed = changed;
  }

  void mount(Router router) {
    router.route("/control/*").handler(BodyHandler.create(false).setBodyLimit(4 << 20));
    router.get("/control/clock").handler(ctx -> Answers.json(ctx, 200, clockView()));
    router.post("/control/clock").handler(this::setClock);
    router.post("/control/faults").handler(this::addFault);
    router.delete("/control/faults").handler(this::clearFaults);
    router.post("/control/apps").handler(this::addApp);
    router.get("/control/users").handler(this::listUsers);
    router.post("/control/users").handler(this::addUser);
    router.get("/control/users/:id/census").handler(this::census);
    router.post("/control/users/:id/revoke").handler(this::revoke);
    router.post("/control/users/:id/notify").handler(this::notice);
    router.post("/control/users/:id/documents").handler(this::putDocument);
    router.delete("/control/users/:id/documents/:collection/:doc").handler(this::removeDocument);
    router.get("/control/requests").handler(this::requests);
    router.delete("/control/requests").handler(this::clearRequests);
    router.get("/control/deliveries").handler(ctx -> Answers.json(ctx, 200, sender.report()));
  }

  private void setClock(RoutingContext ctx) {
    JsonObject body = body(ctx);
    if (body.getValue("now") instanceof String now) {
      clock.setTo(OffsetDateTime.parse(now).toInstant());
    } else if (body.getValue("offset_seconds") instanceof Number offset) {
      clock.shift(Duration.ofSeconds(offset.longValue()));
    } else {
      throw VendorError.of(400, "now or offset_seconds is needed");
    }
    Answers.json(ctx, 200, clockView());
  }

  private JsonObject clockView() {
    return new JsonObject()
        .put("now", clock.now().toString())
        .put("offset_seconds", clock.offset().toSeconds());
  }

  private void addFault(RoutingContext ctx) {
    JsonObject body = body(ctx);
    Integer status = body.getInteger("status");
    Integer retryAfter = body.getInteger("retry_after");
    Long delay = body.getLong("delay_ms");
    int count = body.getInteger("count", 1);
    if (count < 1 || status != null && (status < 400 || status > 599)) {
      throw VendorError.of(400, "count is 1 or more, status 400..599");
    }
    faults.add(
        new Faults.Fault(
            body.getString("path_prefix", "/"),
            status == null ? OptionalInt.empty() : OptionalInt.of(status),
            retryAfter == null ? OptionalInt.empty() : OptionalInt.of(retryAfter),
            delay == null ? OptionalLong.empty() : OptionalLong.of(delay),
            body.getBoolean("reset", false)),
        count);
    Answers.json(ctx, 200, new JsonObject().put("left", faults.left()));
  }

  private void clearFaults(RoutingContext ctx) {
    faults.clear();
    ctx.response().setStatusCode(204).end();
  }

  private void addApp(RoutingContext ctx) {
    JsonObject body = body(ctx);
    var redirects = new ArrayList<String>();
    body.getJsonArray("redirect_uris", new JsonArray()).forEach(u -> redirects.add((String) u));
    var app =
        new App(body.getString("client_id", ""), body.getString("client_secret", ""), redirects);
    grants.apps.put(app.clientId(), app);
    changed.run();
    Answers.json(ctx, 201, new JsonObject().put("client_id", app.clientId()));
  }

  private void listUsers(RoutingContext ctx) {
    var list = new JsonArray();
    users.all().forEach(user -> list.add(view(user)));
    Answers.json(ctx, 200, new JsonObject().put("users", list));
  }

  private void addUser(RoutingContext ctx) {
    JsonObject body = body(ctx);
    String name = body.getString("name", "");
    if (name.isBlank()) {
      throw VendorError.of(400, "name is needed");
    }
    boolean known = users.find(RingUser.idOf(name)).isPresent();
    RingUser user =
        users.named(
            name,
            Optional.ofNullable(body.getString("zone")).map(ZoneId::of),
            body.getInteger("days", options.days()));
    changed.run();
    Answers.json(ctx, known ? 200 : 201, view(user));
  }

  private static JsonObject view(RingUser user) {
    return new JsonObject()
        .put("id", user.id())
        .put("name", user.name())
        .put("zone", user.zone().getId())
        .put("first_day", user.firstDay().toString());
  }

  private void census(RoutingContext ctx) {
    RingUser user = user(ctx);
    Instant now =
        Optional.ofNullable(ctx.queryParams().get("at"))
            .map(at -> OffsetDateTime.parse(at).toInstant())
            .orElseGet(clock::now);
    LocalDate today = now.atZone(user.zone()).toLocalDate();
    LocalDate from = day(ctx, "start", user.firstDay());
    LocalDate to = day(ctx, "end", today);
    Answers.json(ctx, 200, Census.of(library, user, from, to, now));
  }

  private void revoke(RoutingContext ctx) {
    int ended = grants.revokeUser(user(ctx).id());
    changed.run();
    Answers.json(ctx, 200, new JsonObject().put("grants", ended));
  }

  private void notice(RoutingContext ctx) {
    JsonObject body = body(ctx);
    String dataType = body.getString("data_type", "");
    String eventType = body.getString("event_type", "");
    if (!Subscriptions.DATA_TYPES.contains(dataType)
        || !Subscriptions.EVENT_TYPES.contains(eventType)) {
      throw VendorError.of(400, "unknown data_type or event_type");
    }
    var notice =
        new WebhookSender.Notice(
            user(ctx).id(),
            dataType,
            eventType,
            body.getString("object_id", ""),
            WebhookSender.Forgery.valueOf(
                body.getString("forgery", "none").toUpperCase(Locale.ROOT)));
    int sent = 0;
    for (int copy = 0; copy < body.getInteger("copies", 1); copy++) {
      sent += sender.send(notice);
    }
    Answers.json(ctx, 202, new JsonObject().put("deliveries", sent));
  }

  private void putDocument(RoutingContext ctx) {
    RingUser user = user(ctx);
    JsonObject body = body(ctx);
    Collection collection = collection(body.getString("collection", ""));
    JsonObject document = body.getJsonObject("document", new JsonObject());
    Overrides over = library.overrides(user.id());
    var answer = new JsonObject().put("collection", collection.path);
    if (collection == Collection.HEARTRATE) {
      Instant at = OffsetDateTime.parse(document.getString("timestamp", "")).toInstant();
      over.putPoint(
          new HeartPoint(
              at.getEpochSecond(),
              document.getInteger("bpm", 0),
              document.getString("source", "awake")));
    } else {
      if (collection == Collection.PERSONAL_INFO) {
        document.put("id", user.id());
      } else if (!document.containsKey("id")) {
        document.put("id", UUID.randomUUID().toString());
      }
      answer.put("id", over.put(collection, tree(document)).id());
    }
    changed.run();
    Answers.json(ctx, 200, answer);
  }

  private void removeDocument(RoutingContext ctx) {
    library
        .overrides(user(ctx).id())
        .remove(collection(ctx.pathParam("collection")), ctx.pathParam("doc"));
    changed.run();
    ctx.response().setStatusCode(204).end();
  }

  private void requests(RoutingContext ctx) {
    var windows = new JsonObject();
    grants.apps.keySet().forEach(id -> windows.put(id, data.limiter(id).mostInAnyWindow()));
    Answers.json(ctx, 200, log.report().put("most_in_any_window", windows));
  }

  private void clearRequests(RoutingContext ctx) {
    log.clear();
    ctx.response().setStatusCode(204).end();
  }

  /** Runs a lever; what it cannot read is the tester's mistake, a 400 with the reason. */
  static void failed(RoutingContext ctx) {
    Throwable failure = ctx.failure();
    if (failure instanceof DateTimeException
        || failure instanceof IllegalArgumentException
        || failure instanceof ClassCastException) {
      Answers.json(ctx, 400, new JsonObject().put("detail", String.valueOf(failure.getMessage())));
    } else {
      Answers.failed(ctx);
    }
  }

  private RingUser user(RoutingContext ctx) {
    return users
        .find(ctx.pathParam("id"))
        .orElseThrow(() -> VendorError.of(404, "no such ring user"));
  }

  private static Collection collection(String path) {
    return Collection.ofPath(path)
        .orElseThrow(() -> VendorError.of(400, "no such collection: " + path));
  }

  private static LocalDate day(RoutingContext ctx, String name, LocalDate otherwise) {
    String text = ctx.queryParams().get(name);
    return text == null ? otherwise : LocalDate.parse(text);
  }

  private static JsonObject body(RoutingContext ctx) {
    try {
      JsonObject body = ctx.body().asJsonObject();
      return body == null ? new JsonObject() : body;
    } catch (DecodeException e) {
      throw VendorError.of(400, "the body is no JSON object");
    }
  }

  private static ObjectNode tree(JsonObject document) {
    try {
      return (ObjectNode) JsonText.MAPPER.readTree(document.encode());
    } catch (IOException e) {
      throw new IllegalArgumentException("unreadable document", e);
    }
  }
}
