package io.tributary.simulators.googlehealth;

import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Data endpoints. Lists are sorted newest first, and an empty response is an empty object.
 * Reconciled points have no device and no name except {@code dataPointName}. Order of checks: token
 * 401, rate 429, account and scope 403, parameters 400.
 */
final class GoogleHealthDataRoutes {
  private static final int PAGE = 1440;
  private static final String DATA = "/v4/users/me/dataTypes/:type/:call";

  private final SimContext world;
  private final Set<String> legacyAccounts;
  private final RollUps rollUps;

  /**
   * @param legacyAccounts IDs of people whose account was never migrated from Fitbit to Google
   */
  GoogleHealthDataRoutes(SimContext world, Set<String> legacy) {
    this.world = world;
    this.legacyAccounts = legacy;
    this.rollUps = new RollUps(world);
  }

  void mount(Router router) {
    router.get("/v4/users/me/identity").handler(this::identity);
    router.get(DATA).handler(this::list);
    router.post(DATA).handler(BodyHandler.create(false)).handler(this::rollUp);
  }

  static String userId(SimPerson person) {
    return "h-" + person.numericId();
  }

  private SimPerson person(RoutingContext ctx, String... anyScope) {
    SimPerson person = world.authorize(ctx, anyScope).person();
    if (legacyAccounts.contains(person.id())) {
      throw GoogleHealthErrors.of(
          403, "PERMISSION_DENIED", "The account is a legacy Fitbit account.");
    }
    return person;
  }

  private void identity(RoutingContext ctx) {
    SimPerson person = person(ctx);
    SimResponses.json(
        ctx,
        200,
        new JsonObject()
            .put("name", "users/me/identity")
            .put("healthUserId", userId(person))
            .put("legacyUserId", Long.toString(person.numericId(), 36).toUpperCase()));
  }

  private static DataType type(RoutingContext ctx) {
    return DataType.of(ctx.pathParam("type")).orElseThrow(GoogleHealthErrors::notFound);
  }

  private void list(RoutingContext ctx) {
    DataType type = type(ctx);
    String call = ctx.pathParam("call");
    SimPerson person = person(ctx, type.scope());
    if (!call.equals("dataPoints") && !call.equals("dataPoints:reconcile")) {
      throw GoogleHealthErrors.notFound();
    }
    if (type.shape() == DataType.TimeShape.ROLLED) {
      throw GoogleHealthErrors.invalid("list is not supported for " + type.kebab());
    }
    PointFilter filter =
        PointFilter.of(type, Optional.ofNullable(ctx.queryParams().get("filter")).orElse(""));
    var found = new ArrayList<DataPoint>();
    for (SimDay day : world.people().days(person, filter.firstDay(), filter.lastDay())) {
      DataPoints.of(type, day).stream().filter(filter::matches).forEach(found::add);
    }
    found.sort(Comparator.comparing(DataPoint::when).reversed());
    List<JsonObject> points =
        found.stream()
            .map(p -> call.equals("dataPoints") ? p.json() : reconciled(p.json().copy()))
            .toList();
    page(
        ctx,
        "dataPoints",
        points,
        type.maxPageSize(),
        size(ctx.queryParams().get("pageSize")),
        ctx.queryParams().get("pageToken"));
  }

  private static JsonObject reconciled(JsonObject point) {
    Object name = point.remove("name");
    point.getJsonObject("dataSource").remove("device");
    return point.put("dataPointName", name);
  }

  private void rollUp(RoutingContext ctx) {
    DataType type = type(ctx);
    SimPerson person = person(ctx, type.scope());
    JsonObject body = body(ctx);
    boolean daily = ctx.pathParam("call").equals("dataPoints:dailyRollUp");
    if (!daily && !ctx.pathParam("call").equals("dataPoints:rollUp")) {
      throw GoogleHealthErrors.of(405, "UNIMPLEMENTED", HttpMethod.POST + " is not supported");
    }
    if (!type.canRollUp()) {
      throw GoogleHealthErrors.invalid("rollUp is not supported for " + type.kebab());
    }
    Object size = body.getValue("pageSize");
    page(
        ctx,
        "rollupDataPoints",
        daily ? rollUps.days(type, person, body) : rollUps.windows(type, person, body),
        type.maxPageSize(),
        size(size == null ? null : size.toString()),
        body.getString("pageToken"));
  }

  private void page(
      RoutingContext ctx,
      String field,
      List<JsonObject> all,
      int largest,
      int asked,
      String token) {
    int from = token == null ? 0 : offset(ctx, token);
    int size = Math.min(asked, world.pageSize(largest));
    int to = Math.min(all.size(), from + size);
    var answer = new JsonObject();
    if (from < to) {
      answer.put(field, new JsonArray(new ArrayList<>(all.subList(from, to))));
    }
    if (to < all.size()) {
      answer.put("nextPageToken", token(ctx, to));
    }
    SimResponses.json(ctx, 200, answer);
  }

  private static int size(String text) {
    if (text == null) {
      return PAGE;
    }
    if (!text.matches("[1-9]\\d{0,6}")) {
      throw GoogleHealthErrors.invalid("pageSize must be a positive number");
    }
    return Integer.parseInt(text);
  }

  private static String token(RoutingContext ctx, int offset) {
    String plain = ctx.pathParam("type") + " " + offset;
    return Base64.getUrlEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
  }

  private static int offset(RoutingContext ctx, String token) {
    try {
      String plain = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
      if (plain.startsWith(ctx.pathParam("type") + " ")) {
        return Integer.parseInt(plain.substring(plain.indexOf(' ') + 1));
      }
    } catch (IllegalArgumentException e) {
      // Rejected below like other invalid tokens.
    }
    throw GoogleHealthErrors.invalid("pageToken does not belong to this list");
  }

  static JsonObject body(RoutingContext ctx) {
    try {
      JsonObject body = ctx.body().asJsonObject();
      if (body != null) {
        return body;
      }
    } catch (DecodeException | ClassCastException e) {
      // Rejected below like other invalid bodies.
    }
    throw GoogleHealthErrors.invalid("a JSON object is required");
  }
}
