package io.tributary.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.config.ConfigLoader;
import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.event.Outbox;
import io.tributary.harness.TestNode;
import io.tributary.kernel.Environment;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Json;
import io.tributary.kernel.Tenant;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.CallGate;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderCatalog;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import io.tributary.provider.oura.OuraAdapter;
import io.tributary.simulator.oura.Options;
import io.tributary.simulator.oura.OuraSimulator;
import io.tributary.vault.MasterKeys;
import io.tributary.vault.Vault;
import io.vertx.core.Vertx;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TokenSourceTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static Vault vault;
  private static final Tenant TENANT = new Tenant(Ids.uuid(), Environment.SANDBOX);

  private static Vertx vertx;
  private static OuraSimulator simulator;
  private static Db db;
  private static ServiceConfig config;
  private static Adapters adapters;
  private static ConnectionStates states;
  private static Accounts accounts;

  /** No node: its pulls would use the tokens as well. */
  @BeforeAll
  static void start() throws Exception {
    vertx = Vertx.vertx();
    simulator = OuraSimulator.start(vertx, Options.parse("--port", "0", "--days", "1")).await();
    config =
        ConfigLoader.load(
            Path.of("src/test/resources/no-conf"),
            Map.of(
                "TRIBUTARY_PROVIDERS_OURA_API_URL",
                simulator.baseUrl(),
                "TRIBUTARY_PROVIDERS_OURA_AUTHORISE_URL",
                simulator.baseUrl() + "/oauth/authorize",
                "TRIBUTARY_PROVIDERS_OURA_CLIENT_ID",
                "tributary-sandbox",
                "TRIBUTARY_PROVIDERS_OURA_CLIENT_SECRET",
                "tributary-sandbox-secret"));
    db = Db.open(vertx, TestNode.freshDatabase(), config.db());
    vault = Vault.open(db, MasterKeys.of(new byte[32]));
    BareTeam.add(db, TENANT);
    Adapter oura =
        OuraAdapter.on(
            new ProviderHttp(
                vertx,
                new ProviderHttp.Limits(
                    Duration.ofSeconds(60),
                    2,
                    Duration.ofMillis(10),
                    100,
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(1))));
    adapters = new Adapters(Map.of("oura", oura), Map.of());
    states =
        new ConnectionStates(
            new ConnectionRepo(),
            new Outbox(),
            vault,
            adapters,
            ProviderCatalog.load(() -> ""),
            config);
    accounts = accounts();
  }

  @AfterAll
  static void stop() {
    db.close().await();
    simulator.close().await();
    vertx.close().await();
  }

  private static Apps apps() {
    return new Apps(
        db, config, vault, ProviderCatalog.load(() -> ""), () -> "http://localhost", () -> "");
  }

  /** What one node has of it. */
  private static Accounts accounts() {
    return new Accounts(
        db,
        new ConnectionRepo(),
        apps(),
        adapters,
        new TokenSource(vertx, db, vault, states, config.connections()));
  }

  private static Connection linked() throws Exception {
    UUID user = Ids.uuid();
    db.query(
        "insert into app_user (id, team_id, environment) values ($1, $2, 'sandbox')",
        user,
        TENANT.team());
    return link(user);
  }

  private static Connection link(UUID user) throws Exception {
    OAuth oauth = adapters.of("oura", false).flatMap(Adapter::oauth).orElseThrow();
    AppCredentials app = apps().choose(TENANT, "oura", false).orElseThrow();
    String url =
        oauth.authoriseUrl(app, new OAuth.Start("s", List.of("daily", "personal"), ""))
            + "&sim_decision=grant&sim_user="
            + user;
    String location =
        HTTP.send(
                HttpRequest.newBuilder(URI.create(url)).build(),
                HttpResponse.BodyHandlers.discarding())
            .headers()
            .firstValue("location")
            .orElseThrow();
    String code = location.replaceAll(".*[?&]code=([^&]*).*", "$1");
    OAuth.Granted g =
        oauth.exchange(app, new OAuth.Callback(code, "", List.of(), Optional.of("daily personal")));
    return db.tx(
        tx ->
            states.connect(
                tx,
                new ConnectionStates.NewLink(
                    user,
                    TENANT,
                    null,
                    "oura",
                    app.id(),
                    false,
                    g.externalUserId().orElseThrow(),
                    List.of("daily", "personal"),
                    g.scopes().orElseThrow(),
                    g.tokens())));
  }

  private static JsonNode control(String method, String path, String body) throws Exception {
    byte[] answer =
        HTTP.send(
                HttpRequest.newBuilder(URI.create(simulator.baseUrl() + path))
                    .method(method, HttpRequest.BodyPublishers.ofString(body))
                    .build(),
                HttpResponse.BodyHandlers.ofByteArray())
            .body();
    return Json.parse(answer);
  }

  private static int tokenCalls() throws Exception {
    return control("GET", "/control/requests", "").path("paths").path("/oauth/token").asInt();
  }

  private static Connection now(Connection c) {
    return new ConnectionRepo().find(db, c.id()).orElseThrow();
  }

  private static void expiresIn(Connection c, int seconds) {
    db.query(
        "update connection set token_expires_at = now() + make_interval(secs => $2) where id = $1",
        c.id(),
        (double) seconds);
  }

  @Test
  void twentyOpensAtOnceRefreshOnce() throws Exception {
    Connection c = linked();
    String before = accounts.open(c, CallGate.OPEN).accessToken();
    expiresIn(c, 60);
    int refreshes = tokenCalls();
    Accounts otherNode = accounts();
    List<Callable<String>> opens = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Accounts node = i % 2 == 0 ? accounts : otherNode;
      opens.add(() -> node.open(c.id(), CallGate.OPEN).accessToken());
    }
    Set<String> tokens = new HashSet<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(20)) {
      for (Future<String> f : threads.invokeAll(opens)) {
        tokens.add(f.get());
      }
    }
    assertEquals(1, tokenCalls() - refreshes);
    assertEquals(1, tokens.size());
    assertNotEquals(Set.of(before), tokens);
  }

  @Test
  void aRefusedTokenIsRenewedThoughItIsFresh() throws Exception {
    Puller.Account account = accounts.open(linked(), CallGate.OPEN);
    String first = account.accessToken();
    assertEquals(first, account.accessToken());
    account.refused(first);
    String second = account.accessToken();
    assertNotEquals(first, second);
    assertEquals(second, account.accessToken());
  }

  private static int refusals(Connection c) {
    return db.query("select token_refusals from connection where id = $1", c.id())
        .iterator()
        .next()
        .getInteger(0);
  }

  /** As if the refusals had been so long ago that no wait is left. */
  private static void waited(Connection c) {
    db.query(
        "update connection set token_refused_at = token_refused_at - interval '1 day' where id ="
            + " $1",
        c.id());
  }

  private static void refuseRenewals(int times) throws Exception {
    control(
        "POST",
        "/control/faults",
        "{\"path_prefix\":\"/oauth/token\",\"status\":400,\"count\":" + times + "}");
  }

  private static List<JsonNode> errors(Connection c) {
    return Rows.list(
        db.query(
            "select body from message where user_id = $1"
                + " and event_type = 'provider.connection.error'",
            c.userId()),
        r -> Json.parse(Rows.bytes(r, "body")).get("data"));
  }

  @Test
  void aRefusedRenewalIsNotedAndTheTokenThatIsStillGoodGoesOn() throws Exception {
    Connection c = linked();
    String before = accounts.open(c, CallGate.OPEN).accessToken();
    expiresIn(c, 60);
    refuseRenewals(1);
    assertEquals(before, accounts.open(c, CallGate.OPEN).accessToken());
    int asked = tokenCalls();
    assertEquals(before, accounts.open(c, CallGate.OPEN).accessToken());
    assertEquals(asked, tokenCalls());
    assertEquals(1, refusals(c));
    waited(c);
    assertNotEquals(before, accounts.open(c, CallGate.OPEN).accessToken());
    assertEquals(0, refusals(c));
    assertEquals(Status.CONNECTED, now(c).status());
  }

  @Test
  void withoutAGoodTokenWorkWaitsForTheNextTry() throws Exception {
    Connection c = linked();
    expiresIn(c, -60);
    refuseRenewals(1);
    Puller.Account account = accounts.open(c, CallGate.OPEN);
    assertThrows(ProviderFault.Unavailable.class, account::accessToken);
    int asked = tokenCalls();
    assertThrows(ProviderFault.Unavailable.class, account::accessToken);
    assertEquals(asked, tokenCalls());
    assertEquals(Status.CONNECTED, now(c).status());
    waited(c);
    account.accessToken();
  }

  @Test
  void theRefusalAfterTheLastWaitEndsTheConnectionWithAnEvent() throws Exception {
    Connection c = linked();
    control("POST", "/control/users/" + c.externalUserId() + "/revoke", "{}");
    expiresIn(c, -60);
    Puller.Account account = accounts.open(c, CallGate.OPEN);
    for (int i = 1; i <= config.connections().refusalWaits().size(); i++) {
      assertThrows(ProviderFault.Unavailable.class, account::accessToken);
      assertEquals(i, refusals(c));
      assertEquals(Status.CONNECTED, now(c).status());
      waited(c);
    }
    assertThrows(ProviderFault.AccountGone.class, account::accessToken);
    assertEquals(Status.ERROR, now(c).status());
    assertEquals("token_refresh_failed", now(c).error().orElseThrow().errorType());
    List<JsonNode> events = errors(c);
    assertEquals(1, events.size());
    assertEquals("oura", events.getFirst().get("provider").asText());
    assertEquals("token_refresh_failed", events.getFirst().get("error_type").asText());
    assertThrows(ConnectionGone.class, () -> accounts.open(c.id(), CallGate.OPEN));
    assertThrows(ConnectionGone.class, account::accessToken);
    assertEquals(0, refusals(link(c.userId())));
  }

  private static void dropRefreshToken(Connection c) {
    db.query("update connection set refresh_token_encrypted = null where id = $1", c.id());
  }

  @Test
  void aTokenThatCannotBeRenewedIsGoodUntilTheProviderSaysNo() throws Exception {
    Connection c = linked();
    dropRefreshToken(c);
    Puller.Account account = accounts.open(c, CallGate.OPEN);
    String only = account.accessToken();
    account.refused(only);
    ProviderFault.AccountGone gone =
        assertThrows(ProviderFault.AccountGone.class, account::accessToken);
    assertEquals("deregistered_per_provider", gone.errorType());
    assertEquals("deregistered_per_provider", errors(c).getFirst().get("error_type").asText());
  }

  @Test
  void aTokenThatRanOutAndCannotBeRenewedIsNoRevocation() throws Exception {
    Connection c = linked();
    dropRefreshToken(c);
    expiresIn(c, -60);
    Puller.Account account = accounts.open(c, CallGate.OPEN);
    account.refused(account.accessToken());
    assertThrows(ProviderFault.AccountGone.class, account::accessToken);
    assertEquals("token_refresh_failed", errors(c).getFirst().get("error_type").asText());
  }

  @Test
  void anUnreachableProviderIsNotTerminalAndTheNextTryIsFree() throws Exception {
    Connection c = linked();
    expiresIn(c, 60);
    control(
        "POST", "/control/faults", "{\"path_prefix\":\"/oauth/token\",\"status\":503,\"count\":1}");
    Puller.Account account = accounts.open(c, CallGate.OPEN);
    assertThrows(ProviderFault.Unavailable.class, account::accessToken);
    assertEquals(Status.CONNECTED, now(c).status());
    account.accessToken();
  }

  /** The provider has taken the old refresh token back, so the new pair must not get lost. */
  @Test
  void aNewPairOutlastsADatabaseThatIsAway() throws Exception {
    Connection c = linked();
    expiresIn(c, 60);
    db.query("create sequence store_tries");
    db.query(
        """
        create function away() returns trigger language plpgsql as $$
        begin
          if nextval('store_tries') <= 2 then
            raise exception 'no memory' using errcode = '53200';
          end if;
          return new;
        end $$
        """);
    db.query(
        "create trigger away before update of access_token_encrypted on connection"
            + " for each row execute function away()");
    try {
      String renewed = accounts.open(c, CallGate.OPEN).accessToken();
      assertEquals(renewed, accounts.open(c.id(), CallGate.OPEN).accessToken());
      assertEquals(Status.CONNECTED, now(c).status());
      assertEquals(3L, db.query("select last_value from store_tries").iterator().next().getLong(0));
    } finally {
      db.query("drop trigger away on connection");
    }
  }

  @Test
  void aRelinkEndsWhatTheOlderGenerationDoes() throws Exception {
    Connection c = linked();
    Puller.Account old = accounts.open(c, CallGate.OPEN);
    assertEquals(c.generation() + 1, link(c.userId()).generation());
    assertThrows(ConnectionGone.class, old::accessToken);
  }
}
