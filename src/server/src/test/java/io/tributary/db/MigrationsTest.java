package io.tributary.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.testkit.DatabaseProxy;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestPostgres;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MigrationsTest {
  @Test
  void oneThatAStateBetweenLackedIsAppliedLater() {
    String url = TestNode.newMigratedDatabase();
    assertEquals(0, Migrations.run(url));
    Vertx vertx = Vertx.vertx();
    Db db = Db.open(vertx, url, Defaults.config().db());
    try {
      // Simulates a database whose build had migration 046 but not yet 044.
      db.query("drop table installation");
      db.query("delete from flyway_schema_history where version = '044'");
      assertEquals(1, Migrations.run(url));
      assertEquals(1, db.query("select from installation").size());
      assertEquals(0, Migrations.run(url));
    } finally {
      db.close().await();
      vertx.close().await();
    }
  }

  @Test
  void whoHoldsATableIsWaitedForShortlyAgainAndAgainAndNotForEver() throws SQLException {
    String url = TestPostgres.newDatabase();
    Migrations.run(url, "046");
    LockTimeout patience = new LockTimeout(Duration.ofMillis(20));
    List<Integer> tries = new ArrayList<>();
    try (Connection holder = TestPostgres.connect(url);
        Statement s = holder.createStatement()) {
      holder.setAutoCommit(false);
      s.execute("lock table message in row exclusive mode");
      assertThrows(
          IllegalStateException.class, () -> Migrations.run(url, "047", patience, tries::add));
      assertEquals(20, tries.getLast());
      assertEquals(
          1,
          Migrations.run(
              url,
              "047",
              patience,
              next -> {
                try {
                  holder.rollback();
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              }));
    }
  }

  @Test
  void anotherNodeThatMigratesIsWaitedFor() throws Exception {
    String url = TestPostgres.newDatabase();
    Migrations.run(url, "046");
    List<Integer> tries = new ArrayList<>();
    try (Connection holder = TestPostgres.connect(url);
        Statement s = holder.createStatement()) {
      holder.setAutoCommit(false);
      s.execute("lock table message in row exclusive mode");
      CompletableFuture<Integer> another =
          CompletableFuture.supplyAsync(
              () -> Migrations.run(url, "047", new LockTimeout(Duration.ofMinutes(5)), next -> {}));
      Eventually.eventually(Duration.ofSeconds(60), () -> assertTrue(isWaitedFor(s)));
      assertEquals(
          0,
          Migrations.run(
              url,
              "047",
              new LockTimeout(Duration.ofMinutes(5)),
              next -> {
                tries.add(next);
                try {
                  holder.rollback();
                  another.get(60, TimeUnit.SECONDS);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              }));
      assertEquals(1, another.get());
      assertEquals(List.of(2), tries);
    }
  }

  private static boolean isWaitedFor(Statement s) {
    String waiting = "select from pg_locks where not granted and relation = 'message'::regclass";
    try {
      return s.executeQuery(waiting).next();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void usersOfBeforeAreCounted() throws SQLException {
    String url = TestPostgres.newDatabase();
    Migrations.run(url, "047");
    try (Connection c = TestPostgres.connect(url);
        Statement s = c.createStatement()) {
      s.execute(
          """
          insert into organisation (id, name) values (gen_random_uuid(), 'o');
          insert into team (id, org_id, name) select gen_random_uuid(), id, 't' from organisation;
          insert into team_environment (team_id, environment) select id, 'sandbox' from team;
          insert into app_user (id, team_id, environment, deleted_at)
          select gen_random_uuid(), team_id, environment, case when i = 1 then now() end
            from team_environment, generate_series(1, 3) i;
          """);
      Migrations.run(url);
      ResultSet counted = s.executeQuery("select sum(users) from user_count");
      counted.next();
      assertEquals(2, counted.getInt(1));
    }
  }

  @Test
  void aServerThatIsNotThereYetIsWaitedFor() throws Exception {
    try (DatabaseProxy gate = new DatabaseProxy(TestNode.newMigratedDatabase())) {
      gate.disconnect();
      CompletableFuture<Integer> start =
          CompletableFuture.supplyAsync(() -> Migrations.run(gate.url(), Duration.ofMinutes(2)));
      Thread.sleep(500);
      assertFalse(start.isDone());
      gate.accept();
      assertEquals(0, start.get(90, TimeUnit.SECONDS));
    }
  }

  @Test
  void aPasswordThatIsWrongIsNotWaitedFor() {
    String url = TestNode.newMigratedDatabase().replaceFirst("//([^:]+):[^@]+@", "//$1:wrong@");
    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> Migrations.run(url, Duration.ofDays(365)));
    assertTrue(refused.getMessage().contains("28P01"), refused.getMessage());
  }
}
