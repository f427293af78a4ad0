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
      // Simulates a database whose build had all migrations but 009.
      db.query(
          "drop table source_priority, continuous_query, continuous_query_task,"
              + " continuous_query_row cascade");
      db.query("delete from flyway_schema_history where version = '009'");
      assertEquals(1, Migrations.run(url));
      assertEquals(0, db.query("select from continuous_query").size());
      assertEquals(0, Migrations.run(url));
    } finally {
      db.close().await();
      vertx.close().await();
    }
  }

  @Test
  void whoHoldsATableIsWaitedForShortlyAgainAndAgainAndNotForEver() throws SQLException {
    String url = TestPostgres.newDatabase();
    Migrations.run(url, "002");
    LockTimeout patience = new LockTimeout(Duration.ofMillis(20));
    List<Integer> tries = new ArrayList<>();
    try (Connection holder = TestPostgres.connect(url);
        Statement s = holder.createStatement()) {
      holder.setAutoCommit(false);
      s.execute("lock table team_environment in row exclusive mode");
      assertThrows(
          IllegalStateException.class, () -> Migrations.run(url, "003", patience, tries::add));
      assertEquals(20, tries.getLast());
      assertEquals(
          1,
          Migrations.run(
              url,
              "003",
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
    Migrations.run(url, "002");
    List<Integer> tries = new ArrayList<>();
    try (Connection holder = TestPostgres.connect(url);
        Statement s = holder.createStatement()) {
      holder.setAutoCommit(false);
      s.execute("lock table team_environment in row exclusive mode");
      CompletableFuture<Integer> another =
          CompletableFuture.supplyAsync(
              () -> Migrations.run(url, "003", new LockTimeout(Duration.ofMinutes(5)), next -> {}));
      Eventually.eventually(Duration.ofSeconds(60), () -> assertTrue(isWaitedFor(s)));
      assertEquals(
          0,
          Migrations.run(
              url,
              "003",
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
    String waiting =
        "select from pg_locks where not granted and relation = 'team_environment'::regclass";
    try {
      return s.executeQuery(waiting).next();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
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
