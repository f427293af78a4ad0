package io.tributary.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.config.ConfigLoader;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.tributary.crypto.MasterKeys;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.event.Outbox;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.Descriptor;
import io.tributary.provider.OAuth;
import io.tributary.provider.PermitClient;
import io.tributary.provider.ProviderCatalog;
import io.tributary.provider.Puller;
import io.tributary.testkit.TestNode;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** New tokens whose connection changes while the provider issues them. */
class ConcurrentRefreshTest {
  private static final Tenant TENANT = new Tenant(Ids.uuid(), Environment.SANDBOX);

  /** A provider that runs an action before it answers. */
  private static final class InterruptedRefreshProvider implements OAuth, Adapter {
    volatile Runnable meanwhile = () -> {};

    @Override
    public Tokens refresh(AppCredentials app, Session s) {
      meanwhile.run();
      return new Tokens(s.tokens().access() + "+", s.tokens().refresh() + "+", null);
    }

    @Override
    public Descriptor descriptor() {
      return Descriptor.of("oura", "Oura").build();
    }

    @Override
    public Optional<OAuth> oauth() {
      return Optional.of(this);
    }

    @Override
    public String authorizeUrl(AppCredentials app, Start start) {
      throw new AssertionError("not asked for");
    }

    @Override
    public Granted exchange(AppCredentials app, Callback back) {
      throw new AssertionError("not asked for");
    }

    @Override
    public void revoke(AppCredentials app, Session session) {
      throw new AssertionError("not asked for");
    }
  }

  private static final InterruptedRefreshProvider PROVIDER = new InterruptedRefreshProvider();
  private static Vertx vertx;
  private static Db db;
  private static Vault vault;
  private static ConnectionLifecycle states;
  private static ProviderSessions accounts;

  @BeforeAll
  static void start() throws Exception {
    vertx = Vertx.vertx();
    ServiceConfig config =
        ConfigLoader.load(Path.of("no-conf"), Map.of("TRIBUTARY_PROVIDERS_OURA_CLIENT_ID", "id"));
    db = Db.open(vertx, TestNode.newMigratedDatabase(), config.db());
    vault = Vault.open(db, MasterKeys.of(new byte[32]));
    TeamRows.add(db, TENANT);
    Adapters adapters = new Adapters(Map.of("oura", PROVIDER), Map.of());
    ProviderCatalog catalog = ProviderCatalog.load(() -> "");
    states =
        new ConnectionLifecycle(
            new ConnectionRepo(), new Outbox(), vault, adapters, catalog, config);
    OAuthApplications apps =
        new OAuthApplications(db, config, vault, catalog, () -> "http://localhost", () -> "");
    accounts = ProviderSessionsFixture.of(vertx, db, vault, adapters, apps, states, config);
  }

  @AfterAll
  static void stop() {
    db.close().await();
    vertx.close().await();
  }

  /** Creates a connection with an expired access token. */
  private static Connection connect() {
    UUID user = Ids.uuid();
    db.query(
        "insert into app_user (id, team_id, environment) values ($1, $2, 'sandbox')",
        user,
        TENANT.team());
    return link(user, "a", "r");
  }

  private static Connection link(UUID user, String access, String refresh) {
    return db.tx(
        tx ->
            states.connect(
                tx,
                new ConnectionLifecycle.NewLink(
                    user,
                    TENANT,
                    null,
                    "oura",
                    Ids.DEFAULT_APP,
                    false,
                    "account of " + user,
                    List.of(),
                    List.of(),
                    new OAuth.Tokens(access, refresh, Instant.now().minusSeconds(60)))));
  }

  /** Opens the connection and runs {@code meanwhile} during the refresh. */
  private static void refreshDuring(Connection c, Runnable meanwhile) {
    PROVIDER.meanwhile = meanwhile;
    Puller.Account account = accounts.open(c, PermitClient.UNLIMITED);
    assertThrows(ConnectionEnded.class, account::accessToken);
  }

  private static String tokenPair(UUID id, io.vertx.sqlclient.Row r) {
    return vault.open(RowMapping.bytes(r, "access_token_encrypted"), id.toString())
        + " "
        + vault.open(RowMapping.bytes(r, "refresh_token_encrypted"), id.toString());
  }

  private static List<String> stored(Connection c) {
    return RowMapping.list(
        db.query("select * from connection where id = $1", c.id()), r -> tokenPair(c.id(), r));
  }

  private static List<String> pendingRevocations(Connection c) {
    return RowMapping.list(
        db.query(
            "select * from deregistration where external_user_id = $1 order by created_at",
            c.externalUserId()),
        r -> tokenPair(r.getUUID("id"), r));
  }

  @Test
  void aPausedConnectionKeepsThePairThatIsGood() {
    Connection c = connect();
    refreshDuring(c, () -> db.tx(tx -> states.pause(tx, c)));
    assertEquals(List.of("a+ r+"), stored(c));
    assertEquals(List.of(), pendingRevocations(c));
  }

  @Test
  void theGrantOfARemovedConnectionIsEndedByThePairThatIsGood() {
    Connection c = connect();
    refreshDuring(c, () -> db.tx(tx -> states.deregister(tx, c.userId(), "oura")));
    assertEquals(List.of("a r", "a+ r+"), pendingRevocations(c));
  }

  @Test
  void aConnectionPausedForGoodIsEndedByThePairThatIsGood() {
    Connection c = connect();
    refreshDuring(c, () -> db.tx(tx -> states.pauseAndRevoke(tx, c)));
    assertEquals(List.of("null null"), stored(c));
    assertEquals(List.of("a r", "a+ r+"), pendingRevocations(c));
  }

  @Test
  void aNewerLinkHasItsOwnPair() {
    Connection c = connect();
    refreshDuring(c, () -> link(c.userId(), "b", "s"));
    assertEquals(List.of("b s"), stored(c));
    assertEquals(List.of(), pendingRevocations(c));
  }

  @Test
  void aConnectionThatFailedMeanwhileIsNotWrittenTo() {
    Connection c = connect();
    refreshDuring(c, () -> db.tx(tx -> states.fail(tx, c, "unknown", "m")));
    assertEquals(List.of("a r"), stored(c));
    assertEquals(List.of(), pendingRevocations(c));
  }
}
