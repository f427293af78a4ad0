package io.tributary.maintenance;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.core.Ids;
import io.tributary.db.RowMapping;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.testkit.TestNode;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LabRetentionTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static TestNode node;

  @BeforeAll
  static void start() {
    node =
        CatalogueTestNode.start(
            "TRIBUTARY_MAINTENANCE_INTERVAL", "50ms",
            "TRIBUTARY_MAINTENANCE_RETENTION_INTERVAL", "50ms",
            "TRIBUTARY_MAINTENANCE_BATCH_SIZE", "2",
            "TRIBUTARY_MAINTENANCE_LAB_MESSAGE_RETENTION", "10d");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static void message(String name, String state, int days) {
    node.db()
        .query(
            """
            insert into lab_message (id, connection_name, direction, kind, sender, control_id, hash, body, state,
                                     created_at, ended_at)
            values ($1, 'l', 'in', 'result', 's', $2, 'h', 'x', $3, now() - $4::int * interval '1 day',
                    now() - $4::int * interval '1 day')
            """,
            Ids.uuid(),
            name,
            state,
            days);
  }

  private static void item(String name, String status, int days) {
    node.db()
        .query(
            """
            insert into lab_unmatched_result (id, lab_message_id, position, environment, lab_id, status,
                                              decision_code, search, fragments, reported_at, reviewed_at, note)
            values ($1, $2, 0, 'sandbox', $3, $4, 'no_match', '', '{}', now(),
                    now() - $5::int * interval '1 day', $6)
            """,
            Ids.uuid(),
            UUID.randomUUID(),
            CatalogueTestNode.lab(node, "tamberline"),
            status,
            days,
            name);
  }

  private static List<String> texts(String sql) {
    return RowMapping.list(node.db().query(sql), r -> r.getString("t"));
  }

  @Test
  void bytesThatBelongToNoOrderGoInTheirTimeAndWhatWaitsStays() {
    message("parked", "parked", 20);
    message("young", "unmatched", 9);
    item("waiting", "pending_ops_review", 20);
    item("young", "resolved", 9);
    for (int i = 0; i < 3; i++) {
      message("old" + i, i == 0 ? "done" : "unmatched", 11);
      item("old" + i, "resolved", 11);
    }
    eventually(
        LIMIT,
        () -> {
          assertEquals(
              List.of("parked", "young"),
              texts("select control_id as t from lab_message where body <> '' order by 1"));
          assertEquals(
              List.of("waiting", "young"),
              texts("select note as t from lab_unmatched_result order by 1"));
        });
    assertEquals(
        5, texts("select control_id as t from lab_message").size(), "repetitions are still known");
  }
}
