package io.tributary.db;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.config.Defaults;
import io.tributary.harness.TestNode;
import io.vertx.core.Vertx;
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
}
