package io.tributary.simulators.strava;

import io.tributary.simulators.kit.IssuedTokens;
import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.OutgoingNotification;
import io.tributary.simulators.kit.PushRules;
import io.tributary.simulators.kit.RateHeaders;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.RevocationEndpoint;
import io.tributary.simulators.kit.RevocationEndpoint.TokenLocation;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.simulators.kit.SimWorkout;
import io.tributary.simulators.kit.VendorError;
import io.tributary.simulators.kit.WebhookSubscriptions.Hook;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Strava cloud. {@code POST /control/people/{id}/notify} takes {"object_type" (activity, athlete),
 * "aspect_type" (create, update, delete), "object_id"?, "updates"?}; notifying about the deletion
 * of an activity also deletes it.
 */
public final class StravaVendor implements SimVendor {
  static final String BASE = "/api/v3";
  static final String READ = "activity:read";
  static final String READ_ALL = "activity:read_all";
  static final String PROFILE = "profile:read_all";

  private final Set<Long> deleted = new HashSet<>();

  @Override
  public String slug() {
    return "strava";
  }

  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.of(
        OAuthSimRules.standard()
            .withClientAuth(OAuthSimRules.ClientAuth.BODY)
            .withScopes(
                ",", "read", "read_all", PROFILE, "profile:write", READ, READ_ALL, "activity:write")
            .withRequiredScope()
            .withScopeInCallback()
            .withoutRedirectInExchange()
            .withRotation(OAuthSimRules.Rotation.SAME_WHILE_FRESH)
            .withLifetimes(Duration.ofMinutes(10), Duration.ofHours(6), Optional.empty())
            .withRevoke(
                new RevocationEndpoint(
                    HttpMethod.POST,
                    "/oauth/deauthorize",
                    TokenLocation.FORM,
                    "access_token",
                    false,
                    true,
                    200))
            .withTokenResponse(StravaVendor::answer)
            .withTitle("Authorize to connect to Strava"));
  }

  /** Returns the token response without the granted scopes, which are only in the redirect. */
  private static JsonObject answer(IssuedTokens issued) {
    JsonObject json =
        issued
            .standardResponse()
            .put("token_type", "Bearer")
            .put("expires_at", Instant.now().plus(issued.lifetime()).getEpochSecond());
    return issued.initial()
        ? json.put("athlete", new JsonObject().put("id", issued.person().numericId()))
        : json;
  }

  @Override
  public RateQuotas.Plan limits() {
    Duration quarter = Duration.ofMinutes(15);
    Duration day = Duration.ofDays(1);
    return RateQuotas.Plan.of(
        RateHeaders.STRAVA,
        RateQuotas.Limit.app(200, quarter).alignedToClock(),
        RateQuotas.Limit.app(2000, day).alignedToClock(),
        RateQuotas.Limit.app(100, quarter).alignedToClock(),
        RateQuotas.Limit.app(1000, day).alignedToClock());
  }

  @Override
  public Optional<PushRules> pushes() {
    return Optional.of(
        new PushRules(
            List.of(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(20)),
            Duration.ofSeconds(2),
            Duration.ofDays(1),
            Set.of(),
            true,
            PushRules.unsigned()));
  }

  @Override
  public String dataPath() {
    return BASE + "/";
  }

  @Override
  public String personPrefix() {
    return "athlete";
  }

  @Override
  public Map<String, String> settings(String base) {
    return new TreeMap<>(
        Map.of(
            "API_URL", base + BASE,
            "AUTHORIZE_URL", base + "/oauth/authorize",
            "TOKEN_URL", base + "/oauth/token",
            "URLS_DEAUTHORIZE", base + "/oauth/deauthorize"));
  }

  @Override
  public void mount(Router router, SimContext world) {
    new StravaRoutes(world, new StravaRecords(world, deleted)).mount(router);
    new StravaSubscriptions(world).mount(router);
  }

  @Override
  public VendorError toError(SimError problem) {
    return switch (problem) {
      case SimError.NoToken p -> error(401, "Authorization Error", "Athlete", "access_token");
      case SimError.BadToken p -> error(401, "Authorization Error", "Athlete", "access_token");
      case SimError.NoScope p -> error(403, "Forbidden", "Athlete", p.scope());
      case SimError.TooMany p -> error(429, "Rate Limit Exceeded", "Application", "rate limit");
      case SimError.OAuth p -> {
        boolean client = p.error().equals("invalid_client");
        yield error(
            p.status(),
            client ? "Authorization Error" : "Bad Request",
            client ? "Application" : "RefreshToken",
            client ? "client_id" : "refresh_token");
      }
      case SimError.Status p ->
          error(p.status(), p.status() == 404 ? "Record Not Found" : "Error", "resource", "path");
    };
  }

  static VendorError error(int status, String message, String resource, String field) {
    return error(status, message, resource, field, "invalid");
  }

  static VendorError error(int status, String message, String resource, String field, String code) {
    var error = new JsonObject().put("resource", resource).put("field", field).put("code", code);
    return VendorError.json(
        status, new JsonObject().put("message", message).put("errors", new JsonArray().add(error)));
  }

  @Override
  public List<OutgoingNotification> orderedNotifications(
      SimPerson person, JsonObject order, SimContext world) {
    String object = order.getString("object_type", "activity");
    String aspect = order.getString("aspect_type", "update");
    if (!Set.of("activity", "athlete").contains(object)
        || !Set.of("create", "update", "delete").contains(aspect)) {
      throw new IllegalArgumentException("unknown object_type or aspect_type");
    }
    long id =
        object.equals("athlete")
            ? person.numericId()
            : Optional.ofNullable(order.getLong("object_id"))
                .or(() -> new StravaRecords(world, deleted).latest(person))
                .orElseThrow(() -> new IllegalArgumentException("the athlete has no activity"));
    if (aspect.equals("delete")) {
      deleted.add(id);
    }
    return notices(person, object, aspect, id, order.getJsonObject("updates"), world);
  }

  private static List<OutgoingNotification> notices(
      SimPerson person,
      String object,
      String aspect,
      long id,
      JsonObject updates,
      SimContext world) {
    var pushes = new ArrayList<OutgoingNotification>();
    for (Hook hook : world.hooks().all()) {
      boolean ended = object.equals("athlete");
      if (!ended && !world.grants().shares(hook.clientId(), person.id())) {
        continue;
      }
      var body =
          new JsonObject()
              .put("object_type", object)
              .put("object_id", id)
              .put("aspect_type", aspect)
              .put("owner_id", person.numericId())
              .put("subscription_id", Long.parseLong(hook.id()))
              .put("event_time", world.clock().stamp().getEpochSecond())
              .put("updates", updates == null ? new JsonObject() : updates);
      pushes.add(
          OutgoingNotification.json(hook.id(), hook.url(), hook.secret(), body)
              .withLabel(new JsonObject().put("object_id", id).put("aspect_type", aspect)));
    }
    return pushes;
  }

  /** Renames the day's activities and returns notifications about them. */
  @Override
  public List<OutgoingNotification> revisionNotifications(
      SimPerson person, LocalDate day, SimContext world) {
    var pushes = new ArrayList<OutgoingNotification>();
    for (SimWorkout workout : world.people().day(person, day).workouts()) {
      long id = StravaRecords.id(person, workout);
      pushes.addAll(
          notices(person, "activity", "update", id, new JsonObject().put("title", "new"), world));
    }
    return pushes;
  }

  @Override
  public String pathWithoutIds(String path) {
    return path.replaceAll("/\\d+(?=/|$)", "/{id}");
  }

  @Override
  public void save(JsonObject state) {
    state.put("deleted", new JsonArray(List.copyOf(deleted)));
  }

  @Override
  public void restore(JsonObject state, SimContext world) {
    state
        .getJsonArray("deleted", new JsonArray())
        .forEach(i -> deleted.add(((Number) i).longValue()));
  }
}
