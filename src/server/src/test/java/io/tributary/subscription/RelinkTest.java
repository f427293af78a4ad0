package io.tributary.subscription;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.core.Encryption;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.provider.SubscriptionClient.ProviderSubscription;
import io.tributary.testkit.TestNode;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Write access of running pulls, and handling of notifications, while a user links again. */
class RelinkTest {
  private static final Tenant TENANT = new Tenant(Ids.uuid(), Environment.SANDBOX);

  private Vertx vertx;
  private Db db;
  private Encryption secrets;

  @BeforeEach
  void start() {
    vertx = Vertx.vertx();
    db = Db.open(vertx, TestNode.newMigratedDatabase(), Defaults.config().db());
    secrets = new Encryption(new byte[32]);
  }

  @AfterEach
  void stop() {
    db.close().await();
    vertx.close().await();
  }

  private UUID connection() {
    UUID org = Ids.uuid();
    db.query("insert into organisation (id, name) values ($1, 'o')", org);
    db.query("insert into team (id, org_id, name) values ($1, $2, 't')", TENANT.team(), org);
    db.query(
        "insert into team_environment (team_id, environment) values ($1, 'sandbox')",
        TENANT.team());
    UUID user = Ids.uuid();
    db.query(
        "insert into app_user (id, team_id, environment, client_user_id)"
            + " values ($1, $2, 'sandbox', 'u')",
        user,
        TENANT.team());
    UUID id = Ids.uuid();
    db.query(
        "insert into connection (id, user_id, team_id, environment, provider, status, app_id)"
            + " values ($1, $2, $3, 'sandbox', 'withings', 'connected', $4)",
        id,
        user,
        TENANT.team(),
        Ids.DEFAULT_APP);
    return id;
  }

  @Test
  void aRunOfTheLinkBeforeDoesNotSayThatWhatIsWantedAnewLives() {
    UUID connection = connection();
    SubscriptionRepo repo = new SubscriptionRepo(db, secrets, Duration.ofMinutes(1));
    repo.planForConnections("withings", Ids.DEFAULT_APP, List.of("weight"));
    SubscriptionRepo.Claimed before = repo.claim(5).getFirst();
    db.tx(
        tx -> {
          repo.resetForRelink(tx, connection, Ids.DEFAULT_APP);
          return null;
        });
    repo.markLive(
        before,
        new ProviderSubscription("7", Optional.empty(), Optional.empty()),
        Duration.ofDays(1));
    SubscriptionRepo.Claimed now = repo.claim(5).getFirst();
    assertEquals("pending", now.state());
    assertEquals(Optional.empty(), now.made());
  }

  @Test
  void untilANewSubscriptionIsToldNothingOfTheOldOneIsDemanded() {
    NotificationUrls hooks = new NotificationUrls(db, secrets, () -> "https://here.example.org");
    NotificationUrls.Webhook hook = hooks.findOrCreate("strava", Ids.DEFAULT_APP);
    hooks.storeSigningSecret("strava", Ids.DEFAULT_APP, "120");
    NotificationUrls.Webhook signed = hooks.find("strava", hook.secret()).orElseThrow();
    assertEquals(Optional.of("120"), signed.pushSecret());
    hooks.clearSigningSecret(signed);
    assertEquals(Optional.empty(), hooks.find("strava", hook.secret()).orElseThrow().pushSecret());
  }

  @Test
  void addressesOfOtherApplicationsOfOursAreKnownAndThoseOfStrangersAreNot() {
    NotificationUrls hooks = new NotificationUrls(db, secrets, () -> "https://here.example.org");
    NotificationUrls.Webhook ours = hooks.findOrCreate("oura", Ids.DEFAULT_APP);
    NotificationUrls.Webhook other = hooks.findOrCreate("oura", Ids.uuid());
    assertTrue(hooks.belongsToOther(ours, hooks.url(other)));
    for (String url :
        List.of(
            hooks.url(ours),
            hooks.url(ours) + "x",
            "https://there.example.org/v2/provider/oura/push/" + other.secret(),
            hooks.url(hooks.findOrCreate("strava", Ids.uuid())))) {
      assertEquals(false, hooks.belongsToOther(ours, url), url);
    }
  }
}
