package io.tributary.delivery;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.delivery.PendingDelivery.AttemptKind;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that plans made on the empty tables of a new installation stay in use while the tables
 * fill.
 */
class PendingDeliveryPlanTest {
  private static final String ANY = "1, '{}', '{}', 100, 100000, 16";

  @ParameterizedTest
  @EnumSource(AttemptKind.class)
  void noTableOfMessagesIsReadWholeByAPlanMadeOnEmptyTables(AttemptKind turn) throws SQLException {
    String types =
        "int, text[], text[], int, bigint, int"
            + (turn == AttemptKind.FIRST ? ", text[], text[]" : "");
    StringBuilder plan = new StringBuilder();
    try (Connection c = TestPostgres.connect(TestNode.newMigratedDatabase());
        Statement s = c.createStatement()) {
      s.execute("set plan_cache_mode = force_generic_plan");
      s.execute("prepare due (" + types + ") as " + PendingDeliveryRepo.sql(turn));
      try (ResultSet r =
          s.executeQuery(
              "explain execute due ("
                  + ANY
                  + (turn == AttemptKind.FIRST ? ", '{}', '{}')" : ")"))) {
        while (r.next()) {
          plan.append(r.getString(1)).append('\n');
        }
      }
    }
    assertTrue(plan.toString().contains("using message_p0_pkey"), plan.toString());
    for (String table : new String[] {"message", "delivery", "manual_attempt"}) {
      // The table itself or one of its partitions.
      assertFalse(
          Pattern.compile("Seq Scan on " + table + "(_p\\w*|_default)? ").matcher(plan).find(),
          plan.toString());
    }
  }
}
