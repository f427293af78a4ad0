package io.tributary.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.harness.Eventually;
import io.tributary.harness.Gate;
import io.tributary.harness.Pg;
import io.tributary.harness.TestNode;
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
    String url = TestNode.freshDatabase();
    assertEquals(0, Migrations.run(url));
    Vertx vertx = Vertx.vertx();
    Db db = Db.open(vertx, url, Defaults.config().db());
    try {
      // As if the build that made this database had known 046 and not yet 044.
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
    String url = Pg.newDatabase();
    Migrations.run(url, "046");
    Patience patience = new Patience(Duration.ofMillis(20));
    List<Integer> tries = new ArrayList<>();
    try (Connection holder = Pg.connect(url);
        Statement s = holder.createStatement()) {
      holder.setAutoCommit(false);
      s.execute("lock table message in row exclusive mode");
      assertThrows(
          IllegalStateException.class, () -> Migrations.run(url, "latest", patience, tries::add));
      assertEquals(20, tries.getLast());
      assertEquals(
          1,
          Migrations.run(
              url,
              "latest",
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
    String url = Pg.newDatabase();
    Migrations.run(url, "046");
    List<Integer> tries = new ArrayList<>();
    try (Connection holder = Pg.connect(url);
        Statement s = holder.createStatement()) {
      holder.setAutoCommit(false);
      s.execute("lock table message in row exclusive mode");
      CompletableFuture<Integer> another =
          CompletableFuture.supplyAsync(
              () -> Migrations.run(url, "latest", new Patience(Duration.ofMinutes(5)), next -> {}));
      Eventually.eventually(Duration.ofSeconds(60), () -> assertTrue(isWaitedFor(s)));
      assertEquals(
          0,
          Migrations.run(
              url,
              "latest",
              new Patience(Duration.ofMinutes(5)),
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
  void aServerThatIsNotThereYetIsWaitedFor() throws Exception {
    try (Gate gate = new Gate(TestNode.freshDatabase())) {
      gate.shut();
      CompletableFuture<Integer> start =
          CompletableFuture.supplyAsync(() -> Migrations.run(gate.url(), Duration.ofMinutes(2)));
      Thread.sleep(500);
      assertFalse(start.isDone());
      gate.open();
      assertEquals(0, start.get(90, TimeUnit.SECONDS));
    }
  }

  @Test
  void aPasswordThatIsWrongIsNotWaitedFor() {
    String url = TestNode.freshDatabase().replaceFirst("//([^:]+):[^@]+@", "//$1:wrong@");
    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> Migrations.run(url, Duration.ofDays(365)));
    assertTrue(refused.getMessage().contains("28P01"), refused.getMessage());
  }
}
