package io.tributary.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.connection.Connection;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.connection.ConnectionRepo;
import io.tributary.core.Encryption;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.crypto.MasterKeys;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.event.Outbox;
import io.tributary.metrics.Metrics;
import io.tributary.provider.Adapters;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.tributary.provider.NotificationParser.ProviderNotification;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderCatalog;
import io.tributary.testkit.TestNode;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Stored notifications, and their handling when the user links again. */
class GrantNotificationsTest {
  private static final Tenant TENANT = new Tenant(Ids.uuid(), Environment.SANDBOX);

  private Vertx vertx;
  private Db db;
  private ConnectionLifecycle states;
  private NotificationRepo repo;
  private NotificationWriter fresh;
  private UUID user;

  @BeforeEach
  void start() throws Exception {
    vertx = Vertx.vertx();
    db = Db.open(vertx, TestNode.newMigratedDatabase(), Defaults.config().db());
    UUID org = Ids.uuid();
    db.query("insert into organisation (id, name) values ($1, 'o')", org);
    db.query("insert into team (id, org_id, name) values ($1, $2, 't')", TENANT.team(), org);
    db.query(
        "insert into team_environment (team_id, environment) values ($1, 'sandbox')",
        TENANT.team());
    user = Ids.uuid();
    db.query(
        "insert into app_user (id, team_id, environment, client_user_id)"
            + " values ($1, $2, 'sandbox', 'u')",
        user,
        TENANT.team());
    states =
        new ConnectionLifecycle(
            new ConnectionRepo(),
            new Outbox(),
            Vault.open(db, MasterKeys.of(new byte[32])),
            new Adapters(Map.of(), Map.of()),
            ProviderCatalog.load(() -> ""),
            Defaults.config());
    repo =
        new NotificationRepo(
            db,
            new Encryption(new byte[32]),
            Duration.ofMinutes(1),
            new NotificationMetrics(new Metrics()));
    fresh = new NotificationWriter(new Encryption(new byte[32]), Duration.ofMillis(1));
  }

  @AfterEach
  void stop() {
    db.close().await();
    vertx.close().await();
  }

  private Connection link() {
    return db.tx(
        tx ->
            states.connect(
                tx,
                new ConnectionLifecycle.NewLink(
                    user,
                    TENANT,
                    "u",
                    "strava",
                    Ids.DEFAULT_APP,
                    false,
                    "5501",
                    List.of(),
                    List.of("read"),
                    new OAuth.Tokens("a", "r", null))));
  }

  private NotificationWriter.Added storeNotification(ProviderNotification... hints) {
    return db.tx(tx -> fresh.store(tx, "strava", Ids.DEFAULT_APP, List.of(hints)));
  }

  private long count(String condition) {
    return db.query("select count(*) from provider_notification where " + condition)
        .iterator()
        .next()
        .getLong(0);
  }

  @Test
  void aNewLinkForgetsWhatWasToldOfTheOldGrantAndKeepsWhatIsToBeRead() {
    link();
    storeNotification(
        ProviderNotification.revoked("5501"),
        ProviderNotification.scopes("5501", List.of()),
        ProviderNotification.changed(
            "5501", Set.of("activities"), new FetchTarget.SingleDocument("activity", "1")));
    List<NotificationRepo.ClaimedNotification> claimed =
        repo.claim(9, Map.of(), 9).stream().flatMap(g -> g.hints().stream()).toList();
    assertTrue(claimed.size() >= 2, "those of the grant are due at once");
    link();
    assertEquals(1, count("true"));
    assertEquals(1, count("kind = 'changed'"));
    // A worker that had already claimed them finds none to act on.
    List<NotificationRepo.ClaimedNotification> ofGrant =
        claimed.stream()
            .filter(h -> h.what() != NotificationParser.NotificationEvent.CHANGED)
            .toList();
    int left = db.tx(tx -> repo.delete(tx, ofGrant));
    assertEquals(0, left);
  }

  @Test
  void aRevocationOfBeforeTheLinkIsNotKeptAndOneOfAfterItIs() {
    link();
    ProviderNotification revoked = ProviderNotification.revoked("5501");
    storeNotification(revoked.withTime(Optional.of(Instant.now().minusSeconds(60))));
    assertEquals(0, count("true"));
    storeNotification(
        ProviderNotification.changed("5501", Set.of("activities"), null)
            .withTime(Optional.of(Instant.now().minusSeconds(60))));
    assertEquals(1, count("kind = 'changed'"), "old news is still to be read");
    storeNotification(revoked.withTime(Optional.of(Instant.now())));
    assertEquals(1, count("kind = 'revoked'"));
  }

  @Test
  void scopesThatAreToldAgainAreTheLastThatWereTold() {
    link();
    storeNotification(ProviderNotification.scopes("5501", List.of("a")));
    storeNotification(ProviderNotification.scopes("5501", List.of("b")));
    NotificationWriter.Added again =
        storeNotification(
            ProviderNotification.scopes("5501", List.of("a")),
            ProviderNotification.scopes("5501", List.of("a")));
    assertEquals(0, again.unmatched());
    NotificationRepo.ClaimedNotification last =
        repo.claim(9, Map.of(), 9).stream()
            .flatMap(g -> g.hints().stream())
            .max(NotificationRepo.ClaimedNotification.BY_ARRIVAL)
            .orElseThrow();
    assertEquals(Optional.of(List.of("a")), last.scopes());
    db.tx(
        tx -> {
          repo.deleteOlderScopes(tx, last);
          return null;
        });
    assertEquals(1, count("kind = 'scopes'"));
  }

  @Test
  void addressesAreSealedAndCanBeRead() {
    link();
    FetchTarget at =
        new FetchTarget.FetchAddress(URI.create("https://example.org/f?key=open-sesame"));
    storeNotification(ProviderNotification.changed("5501", Set.of("activities"), at));
    assertEquals(1, count("fetch_target is null and body_encrypted is not null"));
    db.query("update provider_notification set due_at = now()");
    assertEquals(
        Optional.of(at), repo.claim(1, Map.of(), 1).getFirst().hints().getFirst().wanted());
  }

  @Test
  void dataThatComeWhileOthersOfTheSameFeedAreReadWaitForThem() {
    link();
    storeNotification(given("days", 1));
    db.query("update provider_notification set due_at = now()");
    NotificationRepo.NotificationGroup first = repo.claim(9, Map.of(), 9).getFirst();
    storeNotification(given("days", 2), given("nights", 1));
    db.query("update provider_notification set due_at = now() where state = 'queued'");
    List<NotificationRepo.NotificationGroup> others = repo.claim(9, Map.of(), 9);
    assertEquals(List.of(Optional.of("nights")), others.stream().map(g -> g.feed()).toList());
    repo.delete(first.hints());
    assertEquals(
        List.of(Optional.of("days")),
        repo.claim(9, Map.of(), 9).stream().map(g -> g.feed()).toList());
    // The claim of a crashed node expires.
    db.query("update provider_notification set lease_expires_at = now() - interval '1 second'");
    assertEquals(2, repo.claim(9, Map.of(), 9).size());
  }

  private static ProviderNotification given(String feed, int value) {
    return ProviderNotification.changed(
        "5501", Set.of(feed), new FetchTarget.InlineDocuments(Json.object().put("value", value)));
  }

  @Test
  void whatIsToldOfAPausedConnectionIsReadWhenItGoesOnUnlessItsIngestionHasEnded() {
    Connection c = link();
    storeNotification(ProviderNotification.changed("5501", Set.of("activities"), null));
    NotificationRepo.NotificationGroup claimed = repo.claim(9, Map.of(), 9).getFirst();
    storeNotification(ProviderNotification.changed("5501", Set.of("sleep"), null));
    db.tx(tx -> states.pause(tx, c));
    storeNotification(
        ProviderNotification.changed("5501", Set.of("body"), null),
        ProviderNotification.changed("5501", Set.of("sleep"), null),
        ProviderNotification.revoked("5501"));
    assertTrue(repo.hold(claimed.hints()), "what was under way waits too");
    assertEquals(3, count("due_at = 'infinity' and state = 'queued'"));
    assertEquals(3, count("true"), "the grant with which it goes on is another one");
    assertEquals(0, repo.claim(9, Map.of(), 9).size());
    link();
    assertEquals(3, repo.claim(9, Map.of(), 9).stream().mapToInt(g -> g.hints().size()).sum());

    db.query("update provider_notification set state = 'queued'");
    Connection again = link();
    db.tx(tx -> states.pauseAndRevoke(tx, again));
    storeNotification(ProviderNotification.changed("5501", Set.of("body"), null));
    assertEquals(0, count("true"));
  }

  @Test
  void whatWasToldOfAnotherAccountIsNotReadOfTheNextOne() {
    link();
    storeNotification(ProviderNotification.changed("5501", Set.of("activities"), null));
    db.query("update connection set external_user_id = '17'");
    link();
    assertEquals(0, count("true"));
  }

  private int claimed(String provider, List<NotificationRepo.NotificationGroup> of) {
    return (int) of.stream().filter(g -> g.provider().equals(provider)).count();
  }

  @Test
  void aProviderOfManyNoticesLeavesPlacesToThoseOfOthers() {
    link();
    for (int i = 0; i < 12; i++) {
      storeNotification(ProviderNotification.changed("5501", Set.of("feed" + i), null));
    }
    // The most recent notification belongs to another provider.
    db.query("update provider_notification set due_at = now() - interval '1 minute'");
    db.query(
        "update provider_notification set provider = 'oura', due_at = now() where feed = 'feed11'");
    List<NotificationRepo.NotificationGroup> first = repo.claim(8, Map.of(), 4);
    assertEquals(4, claimed("strava", first));
    assertEquals(1, claimed("oura", first));
    // Notifications that the node is processing use slots of their provider.
    List<NotificationRepo.NotificationGroup> next = repo.claim(8, Map.of("strava", 3), 4);
    assertEquals(1, next.size());
    assertEquals(0, repo.claim(8, Map.of("strava", 4), 4).size());
  }
}
