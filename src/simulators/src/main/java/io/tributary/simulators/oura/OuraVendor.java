package io.tributary.simulators.oura;

import io.tributary.simulators.kit.JsonText;
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

/** Oura cloud; {@link OuraSimulator} describes it. */
final class OuraVendor implements SimVendor {
  /** All scopes of the vendor in the order of its consent page. */
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

  private final OuraOptions options;
  private final DocumentStore documentStore;

  OuraVendor(OuraOptions options) {
    this.options = options;
    this.documentStore = new DocumentStore((int) options.heartrateSpacing().toSeconds());
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
            .withLifetimes(Duration.ofMinutes(10), Duration.ofDays(1), Optional.empty())
            .withRevoke(
                new RevocationEndpoint(
                    HttpMethod.POST,
                    "/oauth/revoke",
                    TokenLocation.FORM,
                    "access_token",
                    false,
                    false,
                    200))
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
            OuraOptions.RETRIES,
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

  /** Returns the HMAC-SHA256 of timestamp and raw body with the client secret, in uppercase hex. */
  static String signature(String clientSecret, String timestamp, byte[] body) {
    return PushRules.sha256Hex(clientSecret, timestamp.getBytes(StandardCharsets.UTF_8), body)
        .toUpperCase(Locale.ROOT);
  }

  @Override
  public String dataPath() {
    return OuraDataRoutes.BASE;
  }

  @Override
  public String personPrefix() {
    return "ring";
  }

  @Override
  public void mount(Router router, SimContext world) {
    documentStore.setRevisions(world.people()::revision);
    new OuraDataRoutes(options, world, documentStore).mount(router);
    new OuraWebhookRoutes(world, options.subscriptionLifetime()).mount(router);
  }

  @Override
  public void mountControl(Router router, SimContext world) {
    new OuraControl(world, documentStore).mount(router);
  }

  @Override
  public VendorError toError(SimError problem) {
    return OuraErrors.message(problem);
  }

  @Override
  public List<OutgoingNotification> orderedNotifications(
      SimPerson person, JsonObject order, SimContext world) {
    String dataType = order.getString("data_type", "");
    String eventType = order.getString("event_type", "");
    if (!OuraWebhookRoutes.DATA_TYPES.contains(dataType)
        || !OuraWebhookRoutes.EVENT_TYPES.contains(eventType)) {
      throw new IllegalArgumentException("unknown data_type or event_type");
    }
    return notices(person, dataType, eventType, order.getString("object_id", ""), world);
  }

  /**
   * Creates a notification for each matching, unexpired subscription of an application that the
   * person shares with.
   */
  private static List<OutgoingNotification> notices(
      SimPerson person, String dataType, String eventType, String objectId, SimContext world) {
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
      if (hook.kind().equals(OuraWebhookRoutes.kind(dataType, eventType))
          && hook.expiresAt().isAfter(now)
          && world.grants().shares(hook.clientId(), person.id())) {
        String secret = world.grants().app(hook.clientId()).orElseThrow().clientSecret();
        pushes.add(OutgoingNotification.json(hook.id(), hook.url(), secret, body).withLabel(label));
      }
    }
    return pushes;
  }

  @Override
  public List<OutgoingNotification> revisionNotifications(
      SimPerson person, LocalDate day, SimContext world) {
    var pushes = new ArrayList<OutgoingNotification>();
    documentStore
        .revised(person, day, world.clock().now())
        .forEach(
            (collection, id) ->
                pushes.addAll(notices(person, collection.path, "update", id, world)));
    return pushes;
  }

  @Override
  public String pathWithoutIds(String path) {
    return ID.matcher(path).replaceAll("/{id}");
  }

  @Override
  public void save(JsonObject state) {
    documentStore.save(state);
  }

  @Override
  public void restore(JsonObject state, SimContext world) {
    documentStore.restore(state);
  }
}
