package io.tributary.simulators.whoop;

import io.tributary.simulators.kit.ControlRoutes;
import io.tributary.simulators.kit.IssuedTokens;
import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.OutgoingNotification;
import io.tributary.simulators.kit.PushRules;
import io.tributary.simulators.kit.RateHeaders;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.RevocationEndpoint;
import io.tributary.simulators.kit.RevocationEndpoint.TokenLocation;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.simulators.kit.WebhookSubscriptions.Hook;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
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
import java.util.TreeSet;

/**
 * WHOOP cloud. Notifying about the deletion of a record also deletes it. Additional control
 * endpoints:
 *
 * <table> <caption>Control endpoints</caption>
 * <tr><td>POST, DELETE /control/webhook</td><td>{"url", "client_id"?}: configures a webhook, as the
 * owner of an application does in the developer dashboard; the API has no endpoint for it</td></tr>
 * <tr><td>POST /control/people/{id}/notify</td><td>{"type" (workout.updated, sleep.deleted, …),
 * "id"? (of the workout or sleep; default the latest)}</td></tr>
 * </table>
 */
public final class WhoopVendor implements SimVendor {
  static final String BASE = "/developer/v2";

  private static final String[] SCOPES = {
    "offline",
    "read:recovery",
    "read:cycles",
    "read:workout",
    "read:sleep",
    "read:profile",
    "read:body_measurement"
  };

  private final Set<String> deleted = new HashSet<>();

  @Override
  public String slug() {
    return "whoop_v2";
  }

  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.of(
        OAuthSimRules.standard()
            .withPaths("/oauth/oauth2/auth", "/oauth/oauth2/token")
            .withClientAuth(OAuthSimRules.ClientAuth.BODY)
            .withScopes(" ", SCOPES)
            .withRequiredScope()
            .withRefreshScope("offline")
            .withRefreshFields(Map.of("scope", "offline"))
            .withMinStateLength(8)
            .withLifetimes(Duration.ofMinutes(10), Duration.ofHours(1), Optional.empty())
            .withAccessRevokedOnRefresh()
            .withRevoke(
                new RevocationEndpoint(
                    HttpMethod.DELETE,
                    BASE + "/user/access",
                    TokenLocation.BEARER,
                    "",
                    false,
                    true,
                    204))
            .withTokenResponse(WhoopVendor::answer)
            .withTitle("Share your WHOOP data"));
  }

  private static JsonObject answer(IssuedTokens issued) {
    return issued.standardResponse().put("scope", String.join(" ", new TreeSet<>(issued.scopes())));
  }

  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.of(
        RateHeaders.WHOOP,
        RateQuotas.Limit.app(100, Duration.ofMinutes(1)),
        RateQuotas.Limit.app(10_000, Duration.ofDays(1)));
  }

  @Override
  public Optional<PushRules> pushes() {
    return Optional.of(
        new PushRules(
            List.of(
                Duration.ofMinutes(1),
                Duration.ofMinutes(5),
                Duration.ofMinutes(10),
                Duration.ofMinutes(20),
                Duration.ofMinutes(24)),
            Duration.ofSeconds(1),
            Duration.ofMinutes(10),
            Set.of(),
            false,
            (secret, stamp, body) -> {
              String millis = Long.toString(stamp.toEpochMilli());
              byte[] begin = millis.getBytes(StandardCharsets.UTF_8);
              return new PushRules.Signed(
                  Map.of("X-WHOOP-Signature-Timestamp", millis),
                  Map.of(
                      "X-WHOOP-Signature", PushRules.sha256Base64(secret, begin, body.getBytes())));
            }));
  }

  @Override
  public String dataPath() {
    return BASE + "/";
  }

  @Override
  public String personPrefix() {
    return "member";
  }

  @Override
  public Map<String, String> settings(String base) {
    return new TreeMap<>(
        Map.of(
            "API_URL", base + "/developer",
            "AUTHORIZE_URL", base + "/oauth/oauth2/auth",
            "TOKEN_URL", base + "/oauth/oauth2/token"));
  }

  @Override
  public void mount(Router router, SimContext world) {
    new WhoopRoutes(world, new WhoopRecords(world, deleted)).mount(router);
  }

  @Override
  public void mountControl(Router router, SimContext world) {
    router.post("/control/webhook").handler(ctx -> register(ctx, world));
    router.delete("/control/webhook").handler(ctx -> unregister(ctx, world));
  }

  /** Registers the webhook of an application, which receives the events of all its members. */
  private static void register(RoutingContext ctx, SimContext world) {
    JsonObject body = ControlRoutes.body(ctx);
    String client = body.getString("client_id", world.options().app().clientId());
    String url = body.getString("url", "");
    if (url.isEmpty()) {
      throw new IllegalArgumentException("url is required");
    }
    world.hooks().put(new Hook("dashboard " + client, client, "", url, "", "v2", Instant.MAX));
    world.changed().run();
    ControlRoutes.json(ctx, 200, new JsonObject().put("url", url));
  }

  private static void unregister(RoutingContext ctx, SimContext world) {
    world.hooks().all().forEach(h -> world.hooks().remove(h.id()));
    world.changed().run();
    ControlRoutes.json(ctx, 200, new JsonObject());
  }

  @Override
  public List<OutgoingNotification> orderedNotifications(
      SimPerson person, JsonObject order, SimContext world) {
    String type = order.getString("type", "");
    if (!type.matches("(workout|sleep|recovery)\\.(updated|deleted)")) {
      throw new IllegalArgumentException(
          "type must be workout, sleep or recovery followed by .updated or .deleted");
    }
    var records = new WhoopRecords(world, deleted);
    String id =
        Optional.ofNullable(order.getString("id"))
            .or(() -> records.latest(person, type.startsWith("workout")))
            .orElseThrow(() -> new IllegalArgumentException("no such record"));
    if (type.endsWith(".deleted")) {
      deleted.add(type.startsWith("recovery") ? "recovery " + id : id);
    }
    return notices(person, type, id, world);
  }

  private static List<OutgoingNotification> notices(
      SimPerson person, String type, String id, SimContext world) {
    var body =
        new JsonObject()
            .put("user_id", person.numericId())
            .put("id", id)
            .put("type", type)
            .put("trace_id", "t-" + Long.toHexString(world.clock().now().toEpochMilli()));
    var pushes = new ArrayList<OutgoingNotification>();
    for (Hook hook : world.hooks().all()) {
      if (world.grants().shares(hook.clientId(), person.id())) {
        String secret = world.grants().app(hook.clientId()).orElseThrow().clientSecret();
        pushes.add(
            OutgoingNotification.json(hook.id(), hook.url(), secret, body)
                .withLabel(new JsonObject().put("type", type).put("id", id)));
      }
    }
    return pushes;
  }

  /** Returns notifications about the changed night and recovery. */
  @Override
  public List<OutgoingNotification> revisionNotifications(
      SimPerson person, LocalDate day, SimContext world) {
    var pushes = new ArrayList<OutgoingNotification>();
    for (String id : new WhoopRecords(world, deleted).nights(person, day)) {
      pushes.addAll(notices(person, "sleep.updated", id, world));
      pushes.addAll(notices(person, "recovery.updated", id, world));
    }
    return pushes;
  }

  @Override
  public String pathWithoutIds(String path) {
    return path.replaceAll("/(?:\\d+|[0-9a-f]{8}-[0-9a-f-]{27})(?=/|$)", "/{id}");
  }

  @Override
  public void save(JsonObject state) {
    state.put("deleted", new JsonArray(List.copyOf(deleted)));
  }

  @Override
  public void restore(JsonObject state, SimContext world) {
    state.getJsonArray("deleted", new JsonArray()).forEach(id -> deleted.add((String) id));
  }
}
