package io.tributary.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.subscription.NotificationUrls;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** A node that is connected to one simulated vendor, with users who link there. */
public final class ProviderTestNode implements AutoCloseable {
  private static final String DONE = "https://app.test/done";

  private final SimulatedVendorCloud cloud;
  final TestNode node;

  ProviderTestNode(SimulatedVendorCloud cloud) {
    this(cloud, start(cloud));
    createEndpoint();
  }

  /** Adds the cloud to a node that has several. */
  ProviderTestNode(SimulatedVendorCloud cloud, TestNode node) {
    this.cloud = cloud;
    this.node = node;
    if (cloud.adapter.descriptor().requiresOwnApp()) {
      ownApp();
    }
  }

  private static TestNode start(SimulatedVendorCloud cloud) {
    Map<String, String> settings = new TreeMap<>(cloud.settings());
    settings.put("TRIBUTARY_LEASE_RENEW_INTERVAL", "100ms");
    settings.put("TRIBUTARY_PULL_THROTTLE_RETRY_DELAY", "100ms");
    settings.put("TRIBUTARY_PULL_CLAIM_INTERVAL", "50ms");
    settings.put("TRIBUTARY_PULL_REQUEST_RETRY_DELAY", "10ms");
    settings.put("TRIBUTARY_PULL_RETRY_SCHEDULE", "50ms");
    settings.put("TRIBUTARY_NOTIFICATION_DEBOUNCE", "20ms");
    settings.put("TRIBUTARY_NOTIFICATION_RETRY_SCHEDULE", "50ms");
    settings.put("TRIBUTARY_PULL_MAX_DAYS", Integer.toString(ProviderTestSuite.HISTORY_DAYS));
    return start(settings);
  }

  static TestNode start(Map<String, String> settings) {
    return TestNode.start(
        settings.entrySet().stream()
            .flatMap(e -> java.util.stream.Stream.of(e.getKey(), e.getValue()))
            .toArray(String[]::new));
  }

  /** Creates a disabled endpoint, because events are recorded only if the team has an endpoint. */
  private void createEndpoint() {
    node.db()
        .query(
            "insert into webhook_endpoint (id, team_id, environment, shard, url, disabled)"
                + " values ('ep_cases', $1, 'sandbox', 0, 'http://localhost/', true)",
            node.tenant().team());
  }

  private void ownApp() {
    AppCredentials app = cloud.app();
    UUID id = Ids.uuid();
    node.db()
        .query(
            "insert into provider_app (id, team_id, environment, provider, client_id,"
                + " client_secret_encrypted, details) values ($1, $2, 'sandbox', $3, $4, $5,"
                + " $6::text::jsonb)",
            id,
            node.tenant().team(),
            app.provider(),
            app.clientId(),
            node.secrets().seal(app.clientSecret(), id.toString()),
            app.details().toString());
  }

  String user() {
    return node.post("/v2/user", "{\"client_user_id\":\"" + Ids.randomBase62(12) + "\"}")
        .expect(200)
        .json()
        .get("user_id")
        .asText();
  }

  String token(String user) {
    return node.post(
            "/v2/link/token", "{\"user_id\":\"" + user + "\",\"redirect_url\":\"" + DONE + "\"}")
        .expect(200)
        .json()
        .get("link_token")
        .asText();
  }

  /**
   * Completes the vendor's consent page with a link token and returns the final redirect
   * parameters.
   */
  Map<String, String> link(String token, String sim) {
    String region = cloud.spec.region.map(r -> "?region=" + r).orElse("");
    JsonNode begun =
        node.send(
                "GET",
                "/v2/link/provider/oauth/" + cloud.spec.slug + region,
                null,
                Map.of("x-service-link-token", token))
            .expect(200)
            .json();
    URI back = URI.create(cloud.callbackUrl(begun.get("oauth_url").asText(), sim));
    TestResponse end =
        node.send("GET", back.getRawPath() + "?" + back.getRawQuery(), null, Map.of()).expect(307);
    return SimulatedVendorCloud.query(end.header("location"));
  }

  /** Submits sign-in data and returns the state of the link. */
  JsonNode submitSignIn(String token, String name, String password) {
    JsonNode body =
        cloud.usesEmailOnly()
            ? Json.object().put("email", name)
            : Json.object().put("username", name).put("password", password);
    return node.send(
            "POST",
            "/v2/link/provider/"
                + (cloud.usesEmailOnly() ? "email/" : "password/")
                + cloud.spec.slug,
            body.toString(),
            Map.of("x-service-link-token", token))
        .expect(200)
        .json();
  }

  /** Links a user who agrees to everything as this person of the cloud. */
  String linkPerson(String person) {
    String user = user();
    assertEquals("success", grant(token(user), person));
    return user;
  }

  /** Links with every scope by the method of this vendor, and returns the link state. */
  String grant(String token, String person) {
    return cloud.adapter.login().isPresent()
        ? submitSignIn(token, cloud.createLogin(person), SimulatedVendorCloud.PASSWORD)
            .get("state")
            .asText()
        : link(token, SimulatedVendorCloud.consentParameters(person)).get("state");
  }

  /** Returns the user's only connection as the API shows it. */
  JsonNode connection(String user) {
    JsonNode all = node.get("/v2/user/providers/" + user).expect(200).json().get("providers");
    assertEquals(1, all.size(), all::toString);
    return all.get(0);
  }

  /** Returns the number of the user's connections, which may be zero. */
  int connections(String user) {
    return node.get("/v2/user/providers/" + user).expect(200).json().get("providers").size();
  }

  /** Returns the data of the user's events of one type, oldest first. */
  List<JsonNode> events(String user, String type) {
    return RowMapping.list(
        node.db()
            .query(
                "select body from message where user_id = $1 and event_type = $2 order by id",
                UUID.fromString(user),
                type),
        r -> Json.parse(RowMapping.bytes(r, "body")).get("data"));
  }

  /** Returns the user's event types with this prefix, and the number of each. */
  Map<String, Long> eventTypes(String user, String begin) {
    Map<String, Long> out = new TreeMap<>();
    for (Row r :
        node.db()
            .query(
                "select event_type, count(*) from message where user_id = $1"
                    + " and starts_with(event_type, $2) group by 1",
                UUID.fromString(user),
                begin)) {
      out.put(r.getString(0), r.getLong(1));
    }
    return out;
  }

  /** Returns resource to status of the visible pulls. */
  Map<String, String> history(String user) {
    Map<String, String> out = new TreeMap<>();
    for (Row r :
        node.db()
            .query(
                "select resource, status from historical_pull where user_id = $1",
                UUID.fromString(user))) {
      out.put(r.getString(0), r.getString(1));
    }
    return out;
  }

  /** Registers the node's webhook at the vendor by hand, where no API exists for it. */
  void registerWebhook() {
    NotificationUrls hooks = new NotificationUrls(node.db(), node.secrets(), () -> node.url(""));
    cloud.control(
        cloud.spec.dashboard.orElseThrow(),
        new JsonObject()
            .put("url", hooks.url(hooks.findOrCreate(cloud.spec.slug, Ids.DEFAULT_APP))));
  }

  /** Returns whether no work is left to request or read. */
  boolean isIdle() {
    cloud.told();
    return RowMapping.first(
            node.db()
                .query(
                    "select (select count(*) from provider_notification) + (select count(*) from"
                        + " pull_job where state in ('scheduled', 'in_progress', 'retrying'))"),
            r -> r.getLong(0))
        .orElseThrow()
        .equals(0L);
  }

  /** Makes the next poll of a user's connection due. */
  void makePollDue(String user) {
    node.db()
        .query(
            "update connection set poll_due_at = now() where user_id = $1", UUID.fromString(user));
  }

  List<String> texts(JsonNode list) {
    List<String> out = new ArrayList<>();
    list.forEach(n -> out.add(n.asText()));
    return out;
  }

  @Override
  public void close() {
    node.close();
  }
}
