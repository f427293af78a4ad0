package io.tributary.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.Rows;
import io.tributary.subscription.NotificationUrls;
import io.tributary.testkit.Answer;
import io.tributary.testkit.TestNode;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** A node that knows one vendor's cloud, and the users who link there. */
public final class CasesNode implements AutoCloseable {
  private static final String DONE = "https://app.test/done";

  private final CasesCloud cloud;
  final TestNode node;

  CasesNode(CasesCloud cloud) {
    this(cloud, start(cloud));
    listen();
  }

  /** One of several clouds that a node knows. */
  CasesNode(CasesCloud cloud, TestNode node) {
    this.cloud = cloud;
    this.node = node;
    if (cloud.adapter.descriptor().requiresOwnApp()) {
      ownApp();
    }
  }

  private static TestNode start(CasesCloud cloud) {
    Map<String, String> settings = new TreeMap<>(cloud.settings());
    settings.put("TRIBUTARY_LEASE_RENEW_EVERY", "100ms");
    settings.put("TRIBUTARY_PULL_THROTTLE_AWAY", "100ms");
    settings.put("TRIBUTARY_PULL_CLAIM_EVERY", "50ms");
    settings.put("TRIBUTARY_PULL_CALL_PAUSE", "10ms");
    settings.put("TRIBUTARY_PULL_RETRY_WAITS", "50ms");
    settings.put("TRIBUTARY_INBOUND_SETTLE", "20ms");
    settings.put("TRIBUTARY_INBOUND_RETRY_WAITS", "50ms");
    settings.put("TRIBUTARY_PULL_MAX_DAYS", Integer.toString(ProviderCases.HISTORY_DAYS));
    return start(settings);
  }

  static TestNode start(Map<String, String> settings) {
    return TestNode.start(
        settings.entrySet().stream()
            .flatMap(e -> java.util.stream.Stream.of(e.getKey(), e.getValue()))
            .toArray(String[]::new));
  }

  /** Events are made only where there is an endpoint; a disabled one will do. */
  private void listen() {
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

  /** The way through the vendor's consent page with a link token; where the user ends. */
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
    URI back = URI.create(cloud.back(begun.get("oauth_url").asText(), sim));
    Answer end =
        node.send("GET", back.getRawPath() + "?" + back.getRawQuery(), null, Map.of()).expect(307);
    return CasesCloud.query(end.header("location"));
  }

  /** What a link comes to when this is typed; the answer of the vendor, or a refusal. */
  JsonNode type(String token, String name, String password) {
    JsonNode body =
        cloud.byEmail()
            ? Json.object().put("email", name)
            : Json.object().put("username", name).put("password", password);
    return node.send(
            "POST",
            "/v2/link/provider/" + (cloud.byEmail() ? "email/" : "password/") + cloud.spec.slug,
            body.toString(),
            Map.of("x-service-link-token", token))
        .expect(200)
        .json();
  }

  /** A user who agreed to everything, as this person of the cloud. */
  String linked(String person) {
    String user = user();
    assertEquals("success", grant(token(user), person));
    return user;
  }

  /** The state of a link after the person granted all, in the way that this vendor has for it. */
  String grant(String token, String person) {
    return cloud.adapter.login().isPresent()
        ? type(token, cloud.typed(person), CasesCloud.PASSWORD).get("state").asText()
        : link(token, CasesCloud.agrees(person)).get("state");
  }

  /** The user's one connection as the API shows it. */
  JsonNode connection(String user) {
    JsonNode all = node.get("/v2/user/providers/" + user).expect(200).json().get("providers");
    assertEquals(1, all.size(), all::toString);
    return all.get(0);
  }

  /** Nobody may be shown here. */
  int connections(String user) {
    return node.get("/v2/user/providers/" + user).expect(200).json().get("providers").size();
  }

  /** The data of the user's events of one type, oldest first. */
  List<JsonNode> events(String user, String type) {
    return Rows.list(
        node.db()
            .query(
                "select body from message where user_id = $1 and event_type = $2 order by id",
                UUID.fromString(user),
                type),
        r -> Json.parse(Rows.bytes(r, "body")).get("data"));
  }

  /** Types of the user's events with one beginning, and how many of each there are. */
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

  /** Resource to status of the shown pulls. */
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

  /** The vendor is told of the node by hand, where nobody can ask for it. */
  void isToldOfNews() {
    NotificationUrls hooks = new NotificationUrls(node.db(), node.secrets(), () -> node.url(""));
    cloud.control(
        cloud.spec.dashboard.orElseThrow(),
        new JsonObject()
            .put("url", hooks.url(hooks.findOrCreate(cloud.spec.slug, Ids.DEFAULT_APP))));
  }

  /** Whether nothing is left to be asked for or to be read. */
  boolean quiet() {
    cloud.told();
    return Rows.first(
            node.db()
                .query(
                    "select (select count(*) from provider_hint) + (select count(*) from pull_job"
                        + " where state in ('scheduled', 'in_progress', 'retrying'))"),
            r -> r.getLong(0))
        .orElseThrow()
        .equals(0L);
  }

  /** The next poll of a user's connection is due. */
  void poll(String user) {
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
