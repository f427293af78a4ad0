package io.tributary.report.review;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.db.RowMapping;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Visibility of a report's files and pages for reviewers, and its end. */
class ReviewFilesTest extends ReviewTestBase {

  @Test
  void pagesAreShownAsTheyWereRead() {
    UUID job = desk.job(FictitiousReport.standard());
    TestResponse page =
        node.callManagement("GET", desk.all + "/" + job + "/page/2", null).expect(200);
    assertEquals("image/jpeg", page.header("content-type"));
    assertEquals("no-store", page.header("cache-control"));
    node.callManagement("GET", desk.all + "/" + job + "/page/3", null).expect(404);
    node.callManagement("GET", desk.all + "/" + job + "/page/0", null).expect(422);
    node.callManagement("GET", desk.all + "/" + job + "/file/9", null).expect(404);
  }

  @Test
  void aFileIsSentPieceByPieceAndNeverAsIfItWereWhole() {
    UUID job = desk.job(FictitiousReport.standard());
    byte[][] pieces = {new byte[1 << 20], new byte[1 << 20], {1, 2, 3}};
    for (int chunk = 0; chunk < pieces.length; chunk++) {
      java.util.Arrays.fill(pieces[chunk], (byte) ('a' + chunk));
      node.db()
          .query(
              "insert into parsing_job_file (job_id, part, chunk, bytes) values ($1, 0, $2, $3)",
              job,
              chunk,
              node.secrets().seal(pieces[chunk], "parsing_job_file " + job + " 0 " + chunk));
    }
    node.db().query("update parsing_job set file_bytes = 2097155 where id = $1", job);
    String path = desk.all + "/" + job + "/file/0";
    TestResponse file = node.callManagement("GET", path, null).expect(200);
    assertEquals("2097155", file.header("content-length"));
    assertEquals("application/pdf", file.header("content-type"));
    assertEquals("no-store", file.header("cache-control"));
    assertEquals((2 << 20) + 3, file.bytes().length);
    assertEquals('b', file.bytes()[(1 << 20) + 7]);
    assertEquals('c', file.bytes()[2 << 20]);
    node.callManagement("GET", desk.all + "/" + job + "/file/1", null).expect(404);
    // Detected after the status was sent, so the connection ends before the announced bytes.
    node.db()
        .query(
            """
            update parsing_job_file set bytes = set_byte(bytes, 99, get_byte(bytes, 99) # 1)
             where job_id = $1 and chunk = 1
            """,
            job);
    assertThrows(Exception.class, () -> node.callManagement("GET", path, null));
    node.db().query("delete from parsing_job_file where job_id = $1 and chunk = 2", job);
    node.callManagement("GET", path, null).expect(500);
  }

  @Test
  void aPictureThatIsMadeWhileTheFileGoesIsNotKept() throws Exception {
    UUID job = desk.job(FictitiousReport.standard());
    java.util.concurrent.CountDownLatch begun = new java.util.concurrent.CountDownLatch(1);
    Thread retention =
        Thread.ofVirtual()
            .start(
                () ->
                    node.db()
                        .tx(
                            tx -> {
                              tx.query("select 1 from parsing_job where id = $1 for update", job);
                              tx.update("delete from parsing_job_image where job_id = $1", job);
                              tx.update(
                                  "update parsing_job set file_deleted_at = now() where id = $1",
                                  job);
                              begun.countDown();
                              // Waits until the image request blocks on this row.
                              Eventually.eventually(
                                  Duration.ofSeconds(25),
                                  () ->
                                      assertEquals(
                                          1,
                                          node.db()
                                              .query(
                                                  "select 1 from pg_stat_activity where"
                                                      + " wait_event_type = 'Lock' and query like"
                                                      + " '%parsing_job_image%'")
                                              .size()));
                              return null;
                            }));
    begun.await();
    node.db()
        .query(
            ReviewFiles.INSERT_IMAGE,
            job,
            1,
            "image/jpeg",
            io.vertx.core.buffer.Buffer.buffer("picture"));
    retention.join();
    assertEquals(
        0, node.db().query("select 1 from parsing_job_image where job_id = $1", job).size());
  }

  @Test
  void withItsReviewEndAllLinksAndSessionsOfAReport() {
    UUID job = desk.job(FictitiousReport.standard());
    String unused = desk.link(job, "Bob");
    TestResponse opened = desk.opened(job, desk.link(job, "Ada")).expect(200);
    Map<String, String> both =
        Map.of(
            "cookie",
            opened.header("set-cookie").split(";")[0],
            "x-review-word",
            opened.json().get("word").asText());
    String api = "/review/api/" + job;
    node.send("POST", api + "/claim", "{}", both).expect(200);
    node.send("POST", api + "/approve", "{}", both).expect(200);
    for (String path : List.of("", "/session", "/file/0", "/page/1", "/loinc?q=glucose")) {
      node.send("GET", api + path, null, both).expect(410);
    }
    node.send("POST", api + "/claim", "{}", both).expect(410);
    node.send("POST", api + "/derive", "{}", both).expect(410);
    desk.opened(job, unused).expect(410);
    // A reviewer who missed the response may repeat the request.
    assertEquals(
        "completed",
        node.send("POST", api + "/approve", "{}", both).expect(200).json().get("status").asText());
    node.send("POST", api + "/reject", "{\"reason\":\"low_quality\"}", both).expect(409);
    assertEquals(1, desk.events(job));
    node.send("DELETE", api + "/session", null, both).expect(204);
    node.send("GET", api, null, both).expect(401);
    // Each change is recorded in the audit trail before it is made, and so is the opened link.
    List<String> expected =
        List.of(
            "internal link opened",
            "begun /review/api/{job_id}/claim",
            "begun /review/api/{job_id}/approve",
            "begun /review/api/{job_id}/session");
    Eventually.eventually(
        Duration.ofSeconds(25),
        () -> {
          List<String> told =
              RowMapping.list(
                  node.db()
                      .query(
                          """
                          select kind || ' ' || route as row from audit_entry a
                            join parsing_job j on j.user_id = a.user_id and j.id = $1
                           where actor = 'review_session'
                          """,
                          job),
                  r -> r.getString("row"));
          assertTrue(told.containsAll(expected), told.toString());
        });
  }
}
