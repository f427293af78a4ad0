package io.tributary.report.parsing;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.core.Ids;
import io.tributary.testkit.TestNode;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Checks that report files are deleted after their retention, and everything with its user. */
class ReportRetentionTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  /** Inserts the job in one transaction, because retention could run in between. */
  private static UUID job(TestNode node, UUID user, String status, int daysAgo) {
    UUID id = Ids.uuid();
    node.db()
        .tx(
            tx -> {
              tx.query(
                  """
                  insert into parsing_job
                    (id, team_id, environment, user_id, status, needs_human_review, file_count,
                     file_bytes, media_type, created_at, due_at)
                  select $1, team_id, environment, id, $3, false, 1, 9, 'application/pdf',
                         now() - make_interval(days => $4), now() + interval '1 day'
                    from app_user where id = $2
                  """,
                  id,
                  user,
                  status,
                  daysAgo);
              tx.query(
                  "insert into parsing_job_file (job_id, part, chunk, bytes) values ($1, 0, 0,"
                      + " 'x')",
                  id);
              return tx.query(
                  """
                  insert into parsing_job_image (job_id, page, media_type, bytes)
                  values ($1, 1, 'image/jpeg', 'x')
                  """,
                  id);
            });
    return id;
  }

  private static long count(TestNode node, String table, UUID job) {
    return node.db().query("select 1 from " + table + " where job_id = $1", job).size();
  }

  @Test
  void filesGoAfterTheirDaysAndAllWithTheUser() {
    try (TestNode node =
        TestNode.start(
            "TRIBUTARY_MAINTENANCE_INTERVAL",
            "50ms",
            "TRIBUTARY_MAINTENANCE_RETENTION_INTERVAL",
            "50ms")) {
      UUID user = user(node);
      UUID kept = job(node, user, "completed", 89);
      UUID running = job(node, user, "started", 91);
      UUID old = job(node, user, "completed", 91);
      eventually(SOON, () -> assertEquals(0, count(node, "parsing_job_file", old)));
      assertEquals(0, count(node, "parsing_job_image", old));
      assertEquals(
          1,
          node.db()
              .query("select 1 from parsing_job where id = $1 and file_deleted_at is not null", old)
              .size());
      assertEquals(1, count(node, "parsing_job_file", kept));
      assertEquals(1, count(node, "parsing_job_image", kept));
      assertEquals(1, count(node, "parsing_job_file", running));
      node.db()
          .query("update app_user set deleted_at = now() - interval '8 days' where id = $1", user);
      eventually(
          SOON,
          () -> {
            assertEquals(
                0, node.db().query("select 1 from parsing_job where user_id = $1", user).size());
            for (UUID id : new UUID[] {kept, running, old}) {
              assertEquals(0, count(node, "parsing_job_file", id));
              assertEquals(0, count(node, "parsing_job_image", id));
            }
          });
    }
  }

  private static UUID user(TestNode node) {
    return UUID.fromString(
        node.post("/v2/user", "{\"client_user_id\":\"r\"}")
            .expect(200)
            .json()
            .get("user_id")
            .textValue());
  }
}
