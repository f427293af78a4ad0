package io.tributary.pull;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.bus.BusMessage;
import io.tributary.config.Defaults;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.event.Outbox;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ThrottleMessages;
import io.tributary.provider.oura.OuraAdapter;
import io.tributary.simulators.kit.PersonTrait;
import io.tributary.simulators.oura.OuraOptions;
import io.tributary.simulators.oura.OuraSimulator;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import io.vertx.sqlclient.Row;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** A node with a simulator as Oura, and connections that are created without the link flow. */
final class PullHarness implements AutoCloseable {
  static final String REDIRECT = "http://127.0.0.1:9/v2/link/connect/oura";
  static final List<String> ALL =
      List.of(
          "personal",
          "daily",
          "heartrate",
          "workout",
          "session",
          "spo2",
          "heart_health",
          "ring_configuration");

  /** Number of resources that those scopes provide. */
  static final int RESOURCES = 13;

  final Vertx vertx = Vertx.vertx();
  final WebClient web = WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
  final OuraSimulator simulator;
  TestNode node;

  PullHarness(int days, String... settings) {
    // Always worn: days without data would make tests fail on some dates only.
    simulator =
        OuraSimulator.start(
                vertx,
                OuraOptions.defaults()
                    .withPort(0)
                    .withDays(days)
                    .withTraits(Set.of(PersonTrait.ALWAYS_WORN))
                    .withHeartrateSpacing(Duration.ofMinutes(30)))
            .await();
    List<String> all =
        new ArrayList<>(
            List.of(
                "TRIBUTARY_PROVIDERS_OURA_API_URL", simulator.baseUrl(),
                "TRIBUTARY_PROVIDERS_OURA_AUTHORIZE_URL", simulator.baseUrl() + "/oauth/authorize",
                "TRIBUTARY_PROVIDERS_OURA_CLIENT_ID", "tributary-sandbox",
                "TRIBUTARY_PROVIDERS_OURA_CLIENT_SECRET", "tributary-sandbox-secret",
                "TRIBUTARY_PROVIDERS_OURA_REQUEST_TIMEOUT", "60s",
                "TRIBUTARY_LEASE_RENEW_INTERVAL", "100ms",
                "TRIBUTARY_PULL_THROTTLE_RETRY_DELAY", "100ms",
                "TRIBUTARY_PULL_CLAIM_INTERVAL", "50ms",
                "TRIBUTARY_PULL_REQUEST_RETRY_DELAY", "10ms",
                "TRIBUTARY_PULL_RETRY_SCHEDULE", "50ms"));
    all.addAll(Arrays.asList(settings));
    node = TestNode.start(all.toArray(String[]::new));
    createEndpoint();
    registerOpenThrottle();
  }

  /** Creates a disabled endpoint, because events are recorded only if the team has an endpoint. */
  private void createEndpoint() {
    node.db()
        .query(
            "insert into webhook_endpoint (id, team_id, environment, shard, url, disabled)"
                + " values ('ep_pulls', $1, 'sandbox', 0, 'http://localhost/', true)",
            node.tenant().team());
  }

  /** Registers a throttle that grants everything, for a node without its own. */
  void registerOpenThrottle() {
    boolean ours =
        node.db()
                .query(
                    "insert into actor_lease (name, owner, epoch, expires_at)"
                        + " values ('throttle:oura', 'test', 1, now() + interval '1 day')"
                        + " on conflict (name) do update set owner = excluded.owner"
                        + " where actor_lease.owner = 'test' returning 1")
                .size()
            == 1;
    if (ours) {
      node.vertx()
          .eventBus()
          .<BusMessage>consumer(
              "throttle.oura.1",
              m -> {
                if (m.replyAddress() != null) {
                  m.reply(new ThrottleMessages.PermitsGranted(true, 0, false, 0));
                }
              });
    }
  }

  void restart() {
    node = node.restart();
    registerOpenThrottle();
  }

  Adapter adapter() {
    return OuraAdapter.on(
        new ProviderHttp(
            vertx,
            new ProviderHttp.Limits(
                Duration.ofSeconds(60),
                3,
                Duration.ofMillis(10),
                5,
                Duration.ofSeconds(1),
                Duration.ofSeconds(1))));
  }

  AppCredentials app() {
    return new AppCredentials(
        Ids.DEFAULT_APP,
        "oura",
        "tributary-sandbox",
        "tributary-sandbox-secret",
        new AppCredentials.Urls(simulator.baseUrl(), simulator.baseUrl() + "/oauth/authorize"),
        REDIRECT);
  }

  /** Returns the code and scope that the callback would receive. */
  Map<String, String> consent(String ringUser, List<String> scopes) {
    String url =
        adapter().oauth().orElseThrow().authorizeUrl(app(), new OAuth.Start("state 1", scopes, ""))
            + "&sim_decision=grant&sim_user="
            + ringUser;
    var answer = web.getAbs(url).send().await();
    assertEquals(302, answer.statusCode(), answer::bodyAsString);
    Map<String, String> query = new TreeMap<>();
    for (String pair : URI.create(answer.getHeader("Location")).getRawQuery().split("&")) {
      int equals = pair.indexOf('=');
      query.put(
          pair.substring(0, equals),
          URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
    }
    return query;
  }

  OAuth.Granted grant(String ringUser, List<String> scopes) {
    Map<String, String> back = consent(ringUser, scopes);
    return adapter()
        .oauth()
        .orElseThrow()
        .exchange(
            app(),
            new OAuth.Callback(
                back.get("code"), "", List.of(), Optional.ofNullable(back.get("scope"))));
  }

  UUID user() {
    return UUID.fromString(
        node.post("/v2/user", Json.text(Map.of("client_user_id", "u-" + Ids.randomHex(4))))
            .expect(200)
            .json()
            .get("user_id")
            .textValue());
  }

  /** Connects the user without scheduled pulls, with the first poll far in the future. */
  UUID connect(UUID user, OAuth.Granted granted) {
    UUID id = Ids.uuid();
    node.db()
        .query(
            "insert into connection (id, user_id, team_id, environment, provider, status, app_id,"
                + " external_user_id, scopes_granted, access_token_encrypted,"
                + " refresh_token_encrypted, token_expires_at, poll_due_at)"
                + " values ($1, $2, $3, 'sandbox', 'oura', 'connected', $4, $5, $6, $7, $8, $9,"
                + " now() + interval '1 hour')",
            id,
            user,
            node.tenant().team(),
            Ids.DEFAULT_APP,
            granted.externalUserId().orElse(null),
            granted.scopes().orElseThrow().toArray(String[]::new),
            node.secrets().seal(granted.tokens().access(), id.toString()),
            node.secrets().seal(granted.tokens().refresh(), id.toString()),
            granted.tokens().expiresAt());
    return id;
  }

  UUID connect(UUID user, String ringUser) {
    return connect(user, grant(ringUser, ALL));
  }

  int schedule(UUID connection, UUID trigger) {
    HistoricalPullPlanner stage =
        new HistoricalPullPlanner(
            new Adapters(Map.of("oura", adapter()), Map.of()),
            new Outbox(),
            Defaults.config().pull(),
            "test");
    return node.db().tx(tx -> stage.schedule(tx, connection, trigger));
  }

  JsonObject control(String path, JsonObject body) {
    var answer = web.postAbs(simulator.baseUrl() + "/control/" + path).sendJsonObject(body).await();
    assertEquals(2, answer.statusCode() / 100, answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  /** Injects a fault into the next {@code count} calls below the path. */
  void fault(String path, JsonObject what, int count) {
    control("faults", what.put("path_prefix", path).put("count", count));
  }

  JsonObject controlled(String path) {
    return web.getAbs(simulator.baseUrl() + "/control/" + path).send().await().bodyAsJsonObject();
  }

  void clear(String path) {
    web.deleteAbs(simulator.baseUrl() + "/control/" + path).send().await();
  }

  /** Returns the single value of a query. */
  long count(String sql, Object... args) {
    return node.db().query(sql, args).iterator().next().getLong(0);
  }

  /** Returns resource to status of the visible pulls. */
  Map<String, String> statuses(UUID user) {
    Map<String, String> out = new TreeMap<>();
    for (Row r :
        node.db().query("select resource, status from historical_pull where user_id = $1", user)) {
      out.put(r.getString(0), r.getString(1));
    }
    return out;
  }

  void eventuallyAll(UUID user, String status) {
    Eventually.eventually(
        Duration.ofSeconds(60),
        () -> {
          Map<String, String> now = statuses(user);
          assertEquals(List.of(status), now.values().stream().distinct().toList(), now::toString);
        });
  }

  /** Returns the number of events by type, for one prefix. */
  Map<String, Long> events(UUID user, String prefix) {
    Map<String, Long> out = new TreeMap<>();
    for (Row r :
        node.db()
            .query(
                "select event_type, count(*) from message where user_id = $1"
                    + " and starts_with(event_type, $2) group by 1",
                user,
                prefix)) {
      out.put(r.getString(0), r.getLong(1));
    }
    return out;
  }

  List<JsonNode> bodies(UUID user, String type) {
    List<JsonNode> out = new ArrayList<>();
    for (Row r :
        node.db()
            .query("select body from message where user_id = $1 and event_type = $2", user, type)) {
      out.add(Json.parse(r.getBuffer(0).getBytes()));
    }
    return out;
  }

  @Override
  public void close() {
    node.close();
    simulator.close().await();
    vertx.close().await();
  }
}
