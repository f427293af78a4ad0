package io.tributary.db;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.config.Defaults;
import io.tributary.testkit.TestPostgres;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import org.junit.jupiter.api.Test;

class PageStatementPlanTest {
  private static final String MYSELF =
      """
      select count(*)::int as kept, max(generic_plans)::int as asked, max(custom_plans)::int as anew
        from pg_prepared_statements
      """;

  @Test
  void aStatementOfAnyLengthIsPlannedOnceAConnection() {
    Vertx vertx = Vertx.vertx();
    Db db = Db.open(vertx, TestPostgres.newDatabase(), Defaults.config().db());
    try {
      String sql = MYSELF + " ".repeat(10_000);
      assertEquals("1 1 0", planCounters(db, sql));
      assertEquals("1 2 0", planCounters(db, sql));
    } finally {
      db.close().await();
      vertx.close().await();
    }
  }

  private static String planCounters(Db db, String sql) {
    Row row = db.readPage(sql).await().iterator().next();
    return row.getInteger("kept") + " " + row.getInteger("asked") + " " + row.getInteger("anew");
  }
}
