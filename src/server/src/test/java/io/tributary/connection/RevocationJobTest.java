package io.tributary.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.ConfigLoader;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.crypto.MasterKeys;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.event.Outbox;
import io.tributary.metrics.Metrics;
import io.tributary.provider.Adapters;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.PermitClient;
import io.tributary.provider.ProviderCatalog;
import io.tributary.provider.ProviderException;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Revokes grants at the provider across outages and expired tokens. */
class RevocationJobTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final Metrics meters = new Metrics();
  private final Deque<RuntimeException> permitDenied = new ConcurrentLinkedDeque<>();
  private final PermitClient permits =
      new PermitClient() {
        @Override
        public void acquire(int calls) {
          if (!permitDenied.isEmpty()) {
            throw permitDenied.removeFirst();
          }
        }

        @Override
        public void backOff(Duration pause) {
          throw new AssertionError("nobody said so");
        }
      };
  private final ScriptedProvider provider = new ScriptedProvider();
  private final Tenant tenant = new Tenant(Ids.uuid(), Environment.SANDBOX);
  private Vertx vertx;
  private Db db;
  private ConnectionLifecycle states;
  private RevocationJob job;

  @BeforeEach
  void start() throws Exception {
    vertx = Vertx.vertx();
    ServiceConfig config =
        ConfigLoader.load(
            Path.of("no-conf"),
            Map.of(
                "TRIBUTARY_PROVIDERS_OURA_CLIENT_ID", "id",
                "TRIBUTARY_CONNECTIONS_REVOKE_INTERVAL", "20ms",
                "TRIBUTARY_CONNECTIONS_REVOKE_RETRY_SCHEDULE", "20ms,20ms"));
    db = Db.open(vertx, TestNode.newMigratedDatabase(), config.db());
    Vault vault = Vault.open(db, MasterKeys.of(new byte[32]));
    TeamRows.add(db, tenant);
    Adapters adapters = new Adapters(Map.of("oura", provider), Map.of());
    states =
        new ConnectionLifecycle(
            new ConnectionRepo(),
            new Outbox(),
            vault,
            adapters,
            ProviderCatalog.load(() -> ""),
            config);
    OAuthApplications apps =
        new OAuthApplications(
            db, config, vault, ProviderCatalog.load(() -> ""), () -> "http://localhost", () -> "");
    job =
        new RevocationJob(
            db,
            apps,
            adapters,
            vault,
            meters,
            config.connections(),
            (slug, app, user, going) -> permits);
    vertx
        .deployVerticle(
            new VerticleBase() {
              @Override
              public Future<?> start() {
                job.start(vertx);
                return Future.succeededFuture();
              }

              @Override
              public Future<?> stop() {
                return job.stop();
              }
            },
            new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD))
        .await();
  }

  @AfterEach
  void stop() {
    vertx.deploymentIDs().forEach(id -> vertx.undeploy(id).await());
    db.close().await();
    vertx.close().await();
  }

  private void end(String refresh) {
    end(refresh, Ids.DEFAULT_APP, Json.object());
  }

  private void end(String refresh, UUID app, ObjectNode state) {
    OAuth.Session session =
        new OAuth.Session(new OAuth.Tokens("a", refresh, null), Optional.of("u7"), state);
    db.tx(
        tx -> {
          states.revoke(tx, tenant, "oura", app, session);
          return null;
        });
  }

  private double counted(String outcome) {
    return meters.counter("tributary_revocations", "provider", "oura", "outcome", outcome).count();
  }

  private void assertCalls(String... calls) {
    Eventually.eventually(
        SOON,
        () -> {
          assertEquals(List.of(calls), provider.calls);
          assertEquals(0, db.query("select 1 from deregistration").size());
        });
  }

  @Test
  void aGrantIsEndedByItsTokenAndItsUser() {
    end("r");
    assertCalls("revoke a of u7");
  }

  @Test
  void whatTheAdapterKeptOfTheAccountComesAlong() {
    end("r", Ids.DEFAULT_APP, Json.object().put("region", " in eu"));
    assertCalls("revoke a of u7 in eu");
    Eventually.eventually(SOON, () -> assertEquals(1, counted("ended")));
  }

  @Test
  void aGrantOfAnApplicationThatIsGoneIsCountedNotForgotten() {
    end("r", Ids.uuid(), Json.object());
    Eventually.eventually(SOON, () -> assertEquals(1, counted("no_application")));
    assertEquals(List.of(), provider.calls);
    assertEquals(0, counted("ended"));
    assertEquals(0, db.query("select 1 from deregistration").size());
  }

  @Test
  void anApplicationThatIsPutRightInTimeEndsTheGrant() {
    provider.revocations.add(new ProviderException.AppCredentialsRejected("invalid_client"));
    end("r");
    assertCalls("revoke a of u7", "revoke a of u7");
  }

  @Test
  void withoutAPermitTheProviderIsNotCalledAndNoAttemptCounts() {
    for (int i = 0; i < 5; i++) {
      permitDenied.add(new ProviderException.RateLimited(Duration.ofMillis(1)));
    }
    provider.revocations.add(new ProviderException.Transport("away"));
    provider.revocations.add(new ProviderException.Transport("away"));
    end("r");
    assertCalls("revoke a of u7", "revoke a of u7", "revoke a of u7");
    assertEquals(0, counted("given_up"));
  }

  @Test
  void aProviderThatIsAwayIsAskedAgain() {
    provider.revocations.add(new ProviderException.Transport("away"));
    provider.revocations.add(new ProviderException.RateLimited(Duration.ofMillis(1)));
    end("r");
    assertCalls("revoke a of u7", "revoke a of u7", "revoke a of u7");
  }

  @Test
  void afterTheLastWaitItIsGivenUp() {
    for (int i = 0; i < 5; i++) {
      provider.revocations.add(new ProviderException.Unavailable("status 500"));
    }
    end("r");
    assertCalls("revoke a of u7", "revoke a of u7", "revoke a of u7");
  }

  @Test
  void anAccessThatRanOutIsRenewedAndTheNewPairIsWhatALaterTryBeginsWith() {
    provider.revocations.add(new ProviderException.Unauthorized());
    provider.revocations.add(new ProviderException.Unavailable("status 503"));
    end("r");
    assertCalls("revoke a of u7", "refresh r", "revoke a+ of u7", "revoke a+ of u7");
  }

  @Test
  void aGrantThatCannotBeRenewedHasEnded() {
    provider.revocations.add(new ProviderException.Unauthorized());
    provider.refreshes.add(new ProviderException.TokenRejected("status 400"));
    end("r");
    assertCalls("revoke a of u7", "refresh r");
  }

  @Test
  void aNewPairThatCannotBeKeptEndsTheGrantAllTheSame() {
    provider.revocations.add(new ProviderException.Unauthorized());
    provider.refreshAnswers =
        () -> db.query("alter table deregistration add check (false) not valid");
    end("r");
    Eventually.eventually(
        SOON,
        () ->
            assertEquals(
                List.of("revoke a of u7", "refresh r", "revoke a+ of u7"), provider.calls));
  }

  @Test
  void withoutARefreshTokenNothingIsRenewed() {
    provider.revocations.add(new ProviderException.Unauthorized());
    end(null);
    assertCalls("revoke a of u7");
  }

  /**
   * Creates a connection of another user to the account whose grant is being revoked, at the given
   * application.
   */
  private Connection connectAnotherUser(UUID app, String account) {
    UUID user = Ids.uuid();
    db.query(
        "insert into app_user (id, team_id, environment) values ($1, $2, 'sandbox')",
        user,
        tenant.team());
    return db.tx(
        tx ->
            states.connect(
                tx,
                new ConnectionLifecycle.NewLink(
                    user,
                    tenant,
                    null,
                    "oura",
                    app,
                    false,
                    account,
                    List.of(),
                    List.of(),
                    new OAuth.Tokens("b", "s", null))));
  }

  private void shared() {
    Eventually.eventually(SOON, () -> assertEquals(1, counted("shared")));
    assertEquals(0, counted("ended"));
    assertEquals(0, db.query("select 1 from deregistration").size());
  }

  @Test
  void anAccountThatSomebodyElseIsConnectedByKeepsItsGrantAndWhatLivesByIt() {
    List<String> subscriptions = new CopyOnWriteArrayList<>();
    job.setListener(ended(subscriptions::add));
    connectAnotherUser(Ids.DEFAULT_APP, "u7");
    end("r");
    shared();
    assertEquals(List.of(), provider.calls);
    assertEquals(List.of(), subscriptions);
  }

  @Test
  void aLateTryLeavesTheGrantToALinkMadeSince() {
    provider.revocationAnswers = () -> connectAnotherUser(Ids.DEFAULT_APP, "u7");
    provider.revocations.add(new ProviderException.Transport("away"));
    end("r");
    shared();
    assertEquals(List.of("revoke a of u7"), provider.calls);
  }

  @Test
  void otherAccountsApplicationsAndEndedConnectionsDoNotKeepAGrant() {
    connectAnotherUser(Ids.DEFAULT_APP, "u8");
    connectAnotherUser(Ids.uuid(), "u7");
    Connection failed = connectAnotherUser(Ids.DEFAULT_APP, "u7");
    db.tx(tx -> states.fail(tx, failed, "unknown", "m"));
    end("r");
    assertCalls("revoke a of u7");
  }

  @Test
  void aDatabaseThatIsAwayOrContendedPutsTheEndOffWithoutCountingATry() {
    List<String> states = new CopyOnWriteArrayList<>(List.of("53200", "40001", "40P01"));
    job.setListener(
        ended(
            access -> {
              if (!states.isEmpty()) {
                db.query(
                    "do $$ begin raise exception 'away' using errcode = '"
                        + states.removeFirst()
                        + "'; end $$");
              }
            }));
    end("r");
    assertCalls("revoke a of u7");
    Eventually.eventually(SOON, () -> assertEquals(1, counted("ended")));
    assertEquals(0, counted("given_up"));
  }

  @Test
  void whoseClaimRanOutLeavesTheRowToTheNextHolder() {
    provider.revocationAnswers =
        () -> db.query("update deregistration set lease_expires_at = now() + interval '1 hour'");
    end("r");
    Eventually.eventually(SOON, () -> assertEquals(List.of("revoke a of u7"), provider.calls));
    vertx.deploymentIDs().forEach(id -> vertx.undeploy(id).await());
    assertEquals(1, db.query("select 1 from deregistration").size());
    assertEquals(0, counted("ended"));
  }

  @Test
  void whoseClaimRanOutDoesNotPutOffWhatTheNextHolderHas() {
    provider.revocationAnswers =
        () -> db.query("update deregistration set lease_expires_at = now() + interval '1 hour'");
    provider.revocations.add(new ProviderException.Transport("away"));
    end("r");
    Eventually.eventually(SOON, () -> assertEquals(List.of("revoke a of u7"), provider.calls));
    vertx.deploymentIDs().forEach(id -> vertx.undeploy(id).await());
    assertEquals(
        1,
        db.query("select 1 from deregistration where attempt = 0 and lease_expires_at is not null")
            .size());
  }

  private static ConnectionListener ended(Consumer<String> watch) {
    return new ConnectionListener() {
      @Override
      public void onLinked(Tx tx, Connection connection) {}

      @Override
      public ObjectNode onEnding(Tx tx, Connection connection) {
        return connection.state();
      }

      @Override
      public void removeDependents(AppCredentials app, OAuth.Session session, PermitClient gate) {
        watch.accept(session.tokens().access());
      }
    };
  }
}
