package io.tributary.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class TestPostgresTest {
  @Test
  void eachNewDatabaseIsEmptyAndItsOwn() throws SQLException {
    var one = TestPostgres.newDatabase();
    var two = TestPostgres.newDatabase();
    assertNotEquals(one, two);
    try (var a = TestPostgres.connect(one);
        var b = TestPostgres.connect(two);
        var make = a.createStatement();
        var look = b.createStatement()) {
      make.execute("create schema s; create table s.thing (id int)");
      try (var rows = look.executeQuery("select to_regclass('s.thing') is null")) {
        assertTrue(rows.next());
        assertTrue(rows.getBoolean(1));
      }
    }
  }

  @Test
  void aCopyHoldsWhatItsTemplateHeld() throws SQLException {
    var template = TestPostgres.newDatabase();
    try (var c = TestPostgres.connect(template);
        var s = c.createStatement()) {
      s.execute("create table thing (id int); insert into thing values (7)");
    }
    var copy = TestPostgres.copyDatabase(template.substring(template.lastIndexOf('/') + 1));
    try (var c = TestPostgres.connect(copy);
        var s = c.createStatement();
        var rows = s.executeQuery("select id from thing")) {
      assertTrue(rows.next());
      assertEquals(7, rows.getInt(1));
    }
  }
}
