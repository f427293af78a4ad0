package io.tributary.simulators.oura;

import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.OutgoingNotification;
import io.tributary.simulators.kit.PushRules;
import io.tributary.simulators.kit.RateHeaders;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.Revoke;
import io.tributary.simulators.kit.Revoke.Held;
import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.simulators.kit.SimWorld;
import io.tributary.simulators.kit.VendorError;
import io.tributary.simulators.kit.WebhookSubscriptions.Hook;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The Oura cloud, as far as it is not like all the others. */
final class OuraVendor implements SimVendor {
  /** Every scope the vendor knows, in the order of its consent page. */
  static final String[] SCOPES = {
    "email",
    "personal",
    "daily",
    "heartrate",
    "workout",
    "tag",
    "session",
    "spo2",
    "spo2Daily",
    "heart_health",
    "ring_configuration",
    "stress"
  };

  private static final Pattern ID =
      Pattern.compile("/(?:[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}|(?<=/usercollection/\\w{1,32}/)[^/]+)");

  private final Options options;
  private final DocumentStore library;

  OuraVendor(Options options) {
    this.options = options;
    this.library = new DocumentStore((int) options.heartrateSpacing().toSeconds());
  }

  @Override
  public String slug() {
    return "oura";
  }

  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.of(
        OAuthSimRules.standard()
            .withScopes(" ", SCOPES)
            .withScopeInCallback()
            .withLives(Duration.ofMinutes(10), Duration.ofDays(1), Optional.empty())
            .withRevoke(
                new Revoke(
                    HttpMethod.POST, "/oauth/revoke", Held.FORM, "access_token", false, false, 200))
            .withTitle("Allow access to your ring"));
  }

  @Override
  public RateQuotas.Plan limits() {
    return RateQuotas.Plan.of(
        RateHeaders.OURA, RateQuotas.Limit.app(5000, Duration.ofSeconds(300)));
  }

  @Override
  public Optional<PushRules> pushes() {
    return Optional.of(
        new PushRules(
            Options.RETRIES,
            Duration.ofSeconds(10),
            Duration.ofDays(1),
            Set.of(410),
            false,
            (secret, stamp, body) -> {
              String timestamp = Long.toString(stamp.getEpochSecond());
              return new PushRules.Signed(
                  Map.of("x-oura-timestamp", timestamp),
                  Map.of("x-oura-signature", signature(secret, timestamp, body.getBytes())));
            }));
  }

  /** Upper-case hex HMAC-SHA256 of timestamp and raw body under the client's secret. */
  static String signature(String clientSecret, String timestamp, byte[] body) {
    return PushRules.sha256Hex(clientSecret, timestamp.getBytes(StandardCharsets.UTF_8), body)
        .toUpperCase(Locale.ROOT);
  }

  @Override
  public String dataPath() {
    return DataRoutes.BASE;
  }

  @Override
  public String personPrefix() {
    return "ring";
  }

  @Override
  public void mount(Router router, SimWorld world) {
    library.follow(world.people()::revision);
    new DataRoutes(options, world, library).mount(router);
    new WebhookRoutes(world, options.subscriptionLife()).mount(router);
  }

  @Override
  public void control(Router router, SimWorld world) {
    new OuraControl(world, library).mount(router);
  }

  @Override
  public VendorError refuse(SimError problem) {
    return OuraErrors.word(problem);
  }

  @Override
  public List<OutgoingNotification> notices(SimPerson person, JsonObject order, SimWorld world) {
    String dataType = order.getString("data_type", "");
    String eventType = order.getString("event_type", "");
    if (!WebhookRoutes.DATA_TYPES.contains(dataType)
        || !WebhookRoutes.EVENT_TYPES.contains(eventType)) {
      throw new IllegalArgumentException("unknown data_type or event_type");
    }
    return notices(person, dataType, eventType, order.getString("object_id", ""), world);
  }

  /** One to each fitting, unexpired subscription of an app that the person shares with. */
  private static List<OutgoingNotification> notices(
      SimPerson person, String dataType, String eventType, String objectId, SimWorld world) {
    Instant now = world.clock().now();
    var label =
        new JsonObject()
            .put("data_type", dataType)
            .put("event_type", eventType)
            .put("object_id", objectId);
    var body =
        new JsonObject()
            .put("event_type", eventType)
            .put("data_type", dataType)
            .put("object_id", objectId)
            .put("event_time", JsonText.utc(now))
            .put("user_id", person.id());
    var pushes = new ArrayList<OutgoingNotification>();
    for (Hook hook : world.hooks().all()) {
      if (hook.kind().equals(WebhookRoutes.kind(dataType, eventType))
          && hook.expiresAt().isAfter(now)
          && world.grants().shares(hook.clientId(), person.id())) {
        String secret = world.grants().app(hook.clientId()).orElseThrow().clientSecret();
        pushes.add(OutgoingNotification.json(hook.id(), hook.url(), secret, body).labelled(label));
      }
    }
    return pushes;
  }

  @Override
  public List<OutgoingNotification> revised(SimPerson person, LocalDate day, SimWorld world) {
    var pushes = new ArrayList<OutgoingNotification>();
    library
        .revised(person, day, world.clock().now())
        .forEach(
            (collection, id) ->
                pushes.addAll(notices(person, collection.path, "update", id, world)));
    return pushes;
  }

  @Override
  public String countedPath(String path) {
    return ID.matcher(path).replaceAll("/{id}");
  }

  @Override
  public void save(JsonObject state) {
    library.save(state);
  }

  @Override
  public void restore(JsonObject state, SimWorld world) {
    library.restore(state);
  }
}
