package io.tributary.maintenance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.connection.ConnectionRepo;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.tributary.crypto.KeyOwner;
import io.tributary.crypto.MasterKeys;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.erasure.ReceiptKey;
import io.tributary.erasure.Receipts;
import io.tributary.erasure.UserErasure;
import io.tributary.event.Outbox;
import io.tributary.lab.order.ErasedSampleIds;
import io.tributary.provider.Adapters;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderCatalog;
import io.tributary.testkit.TestNode;
import io.tributary.user.UserDeletionHooks;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Team deletion batch by batch, each as if the previous one had been the last before a crash. */
class TeamErasureTest {
  private static final Tenant TENANT = new Tenant(Ids.uuid(), Environment.SANDBOX);

  private Vertx vertx;
  private Db db;
  private Vault vault;
  private ConnectionLifecycle states;

  @BeforeEach
  void start() {
    vertx = Vertx.vertx();
    db = Db.open(vertx, TestNode.newMigratedDatabase(), Defaults.config().db());
    vault = Vault.open(db, MasterKeys.of(new byte[32]));
    states =
        new ConnectionLifecycle(
            new ConnectionRepo(),
            new Outbox(),
            vault,
            new Adapters(Map.of(), Map.of()),
            ProviderCatalog.load(() -> ""),
            Defaults.config());
    UUID org = Ids.uuid();
    db.query("insert into organisation (id, name) values ($1, 'o')", org);
    db.query("insert into team (id, org_id, name) values ($1, $2, 't')", TENANT.team(), org);
    db.query(
        "insert into team_environment (team_id, environment) values ($1, 'sandbox')",
        TENANT.team());
  }

  @AfterEach
  void stop() {
    db.close().await();
    vertx.close().await();
  }

  private void link() {
    UUID user = Ids.uuid();
    db.query(
        "insert into app_user (id, team_id, environment) values ($1, $2, 'sandbox')",
        user,
        TENANT.team());
    db.tx(
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
                    user.toString(),
                    List.of(),
                    null,
                    new OAuth.Tokens("a", "r", null))));
  }

  /** Runs batches until it waits, each with a new instance. */
  private int runBatches() {
    int n = 0;
    while (db.tx(tx -> new TeamErasure(erasure(), 2, 3).run(tx))) {
      n++;
      assertTrue(n < 100, "it comes to an end");
    }
    return n;
  }

  private UserErasure erasure() {
    return new UserErasure(
        Defaults.config().users(),
        new UserDeletionHooks(states::deregisterAll),
        new ErasedSampleIds(vault.installation()),
        new Receipts(db, vault.installation(), new ReceiptKey(vault.installation()), "test"),
        (message, places) -> Optional.empty());
  }

  private long count(String table) {
    return RowMapping.list(db.query("select count(*) from " + table), r -> r.getLong(0)).getFirst();
  }

  @Test
  void grantsEndBeforeKeysAndKeysBeforeRows() {
    for (int i = 0; i < 5; i++) {
      link();
    }
    byte[] secret = vault.seal(new KeyOwner.Team(TENANT.team()), "of the team", "x");
    db.query(
        "insert into message (id, team_id, environment, event_type)"
            + " select 'm' || i, $1, 'sandbox', 't' from generate_series(1, 10) i",
        TENANT.team());
    assertEquals(0, runBatches(), "a team that has not ended is left alone");
    db.query(
        "update team set former_org_id = org_id, deletion_started_at = now(), org_id = null where"
            + " id = $1",
        TENANT.team());

    assertEquals(3, runBatches(), "two users at a time");
    assertEquals(0, count("connection"));
    assertEquals(5, count("deregistration"));
    assertEquals(5, count("app_user where deleted_at < now() - interval '6 days'"));
    // Revoking the grants needs tokens that only these keys decrypt.
    assertEquals(7, count("data_key"));
    assertEquals(0, runBatches());
    db.query("delete from deregistration where id in (select id from deregistration limit 4)");
    assertEquals(0, runBatches());
    db.query("delete from deregistration");

    assertEquals(1, runBatches());
    assertEquals(1, count("data_key"), "the installation's is left");
    assertThrows(
        IllegalStateException.class,
        () -> Vault.open(db, MasterKeys.of(new byte[32])).open(secret, "x"));
    assertEquals(10, count("message where user_id is null"));

    while (db.tx(tx -> erasure().eraseNextBatch(tx, 100))) {
      // the users, one after another
    }
    assertEquals(0, count("app_user"));
    assertEquals(5, count("erasure_receipt where team_id = '" + TENANT.team() + "'"));
    assertEquals(5, runBatches(), "three rows at a time, and the team");
    for (String table : List.of("message", "team_environment", "team")) {
      assertEquals(0, count(table), table);
    }
    assertEquals(0, runBatches());
  }

  @Test
  void aTeamThatWaitsHoldsUpNoOther() {
    link();
    db.query(
        "insert into team (id, former_org_id, deletion_started_at, name)"
            + " select gen_random_uuid(), id, now(), 'other' from organisation");
    db.query(
        "update team set former_org_id = org_id, deletion_started_at = now() - interval '1 hour',"
            + " org_id = null where id = $1",
        TENANT.team());
    // More than one batch examines, each with a grant that is being revoked.
    db.query(
        "insert into team (id, former_org_id, deletion_started_at, name)"
            + " select gen_random_uuid(), o.id, now() - interval '30 minutes', 'waits'"
            + " from organisation o cross join generate_series(1, 50)");
    db.query(
        "insert into team_environment (team_id, environment)"
            + " select id, 'sandbox' from team where name = 'waits'");
    db.query(
        "insert into deregistration (id, team_id, environment, provider, app_id)"
            + " select gen_random_uuid(), id, 'sandbox', 'oura', gen_random_uuid() from team"
            + " where name = 'waits'");
    runBatches();
    assertEquals(51, count("team"));
    assertEquals(0, count("team where name = 'other'"));
    assertEquals(51, count("deregistration"));
  }
}
