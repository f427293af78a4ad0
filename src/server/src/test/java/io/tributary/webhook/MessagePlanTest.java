package io.tributary.webhook;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Checks that plans made on the empty tables of a new installation stay in use while the tables
 * fill.
 */
class MessagePlanTest {
  private static final Pattern WHOLE = Pattern.compile("Seq Scan on (message|delivery)");

  /** Index scan of an endpoint's rows by time, across messages. */
  private static final Pattern BY_TIME = Pattern.compile("attempt_\\w*(endpoint|started_at)");

  @Test
  void pagesAreReadByKeysFromTheFirst() throws SQLException {
    try (Connection c = TestPostgres.connect(TestNode.newMigratedDatabase());
        Statement s = c.createStatement()) {
      s.execute("set plan_cache_mode = force_generic_plan");
      for (String sql :
          List.of(
              WebhookMessageRepo.ALL, WebhookMessageRepo.UNDELIVERED, WebhookMessageRepo.OF_USER)) {
        String plan = plan(s, sql, "'e', 'a', 'z', 1000, null, null, null, null, 50");
        assertTrue(plan.contains("using message_p0_pkey"), plan);
        assertFalse(WHOLE.matcher(plan).find(), plan);
      }
      String plan = plan(s, WebhookMessageRepo.ATTEMPTS, "'e', 'm', 250");
      assertTrue(plan.contains("using delivery_attempt_p0_pkey"), plan);
      assertFalse(WHOLE.matcher(plan).find(), plan);
      assertFalse(BY_TIME.matcher(plan).find(), plan);
    }
  }

  private static String plan(Statement s, String sql, String arguments) throws SQLException {
    s.execute("prepare page as " + sql);
    StringBuilder plan = new StringBuilder();
    try (ResultSet r = s.executeQuery("explain execute page (" + arguments + ")")) {
      while (r.next()) {
        plan.append(r.getString(1)).append('\n');
      }
    }
    s.execute("deallocate page");
    return plan.toString();
  }
}
