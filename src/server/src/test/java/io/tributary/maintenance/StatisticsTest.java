package io.tributary.maintenance;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.db.Db;
import io.tributary.testkit.TestNode;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  private static final Duration LIMIT = Duration.ofSeconds(25);
  private static TestNode node;
  private static Db db;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    db = node.db();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static void grow(String table, int rows) {
    db.query(
        "insert into " + table + " select g, repeat('x', 500) from generate_series(1, $1) g", rows);
  }

  private static void analysed(String table, int rows) {
    eventually(
        LIMIT,
        () ->
            assertEquals(
                rows,
                db.query(
                        "select reltuples::int as n from pg_class where oid = $1::text::regclass",
                        table)
                    .iterator()
                    .next()
                    .getInteger("n")));
  }

  @Test
  void aTableIsAnalysedEachTimeItHasDoubled() {
    db.query("create table \"Grown\" (id int, text text) with (autovacuum_enabled = false)");
    grow("\"Grown\"", 1000);
    analysed("\"Grown\"", 1000);
    grow("\"Grown\"", 500);
    assertFalse(AnalyzeVerticle.grownTables(db).contains("\"Grown\""));
    grow("\"Grown\"", 8500);
    analysed("\"Grown\"", 10_000);
  }

  @Test
  void aSmallTableIsLeftAlone() {
    db.query("create table small (id int, text text) with (autovacuum_enabled = false)");
    grow("small", 100);
    assertFalse(AnalyzeVerticle.grownTables(db).contains("small"));
  }

  @Test
  void aTableThatSomebodyElseWorksOnIsLeftForLaterAndHoldsUpNoOther() {
    db.query("create table busy (id int, text text) with (autovacuum_enabled = false)");
    db.query("create table beside (id int, text text) with (autovacuum_enabled = false)");
    db.tx(
        tx -> {
          tx.query("lock table busy in share row exclusive mode");
          tx.query("insert into busy select g, repeat('x', 500) from generate_series(1, 1000) g");
          grow("beside", 1000);
          analysed("beside", 1000);
          assertTrue(AnalyzeVerticle.grownTables(db).contains("busy"));
          return null;
        });
    analysed("busy", 1000);
  }

  @Test
  void rowsThatWereNotCommittedWhenTheirTableWasAnalysedAreCountedSoon() {
    db.query("create table unseen (id int, text text) with (autovacuum_enabled = false)");
    db.tx(
        tx -> {
          tx.query("insert into unseen select g, repeat('x', 500) from generate_series(1, 1000) g");
          analysed("unseen", 0);
          return null;
        });
    analysed("unseen", 1000);
  }
}
