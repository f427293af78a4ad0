package io.tributary.report.parsing;

import static io.tributary.report.parsing.ReportParsingFixture.JOBS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.report.parsing.ReportParsingFixture.FormPart;
import io.tributary.testkit.TestResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Job lists by owner, and the job limit of a sandbox. */
class JobListTest {
  @TempDir static Path data;
  private static ReportParsingFixture world;

  @BeforeAll
  static void open() {
    // Readers are disabled here; the test sets the states of jobs.
    world =
        ReportParsingFixture.open(
            data,
            "TRIBUTARY_REPORT_LIMITS_SANDBOX_JOB_QUOTA",
            "5",
            "TRIBUTARY_REPORT_CLAIM_INTERVAL",
            "1h");
    world.stopWorker();
  }

  @AfterAll
  static void close() {
    world.close();
  }

  private UUID job(UUID user, String status, boolean review, int minutesAgo) {
    UUID id = Ids.uuid();
    world.db.query(
        """
        insert into parsing_job
          (id, team_id, environment, user_id, status, failure_reason, needs_human_review, file_count,
           file_bytes, media_type, created_at)
        select $1, team_id, environment, id, $3,
               case when $3 = 'failed' then 'low_quality' end, $4, 1, 9, 'application/pdf',
               now() - make_interval(mins => $5)
          from app_user where id = $2
        """,
        id,
        user,
        status,
        review,
        minutesAgo);
    return id;
  }

  private static List<String> ids(TestResponse page) {
    List<String> out = new ArrayList<>();
    page.expect(200).json().get("jobs").forEach(j -> out.add(j.get("id").textValue()));
    return out;
  }

  @Test
  void aJobIsShownUnderThreePathsToItsTeamOnly() {
    UUID id = job(world.user(), "failed", false, 0);
    JsonNode job = world.get(JOBS + "/" + id).expect(200).json();
    assertEquals(job, world.get(JOBS + "/" + id + "/").expect(200).json());
    assertEquals(job, world.get(JOBS + "/?job_id=" + id).expect(200).json());
    assertEquals(job, world.get(JOBS + "?job_id=" + id).expect(200).json());
    assertEquals("low_quality", job.get("failure_reason").textValue());
    for (String path : List.of(JOBS + "/" + Ids.uuid(), JOBS + "/?job_id=" + Ids.uuid())) {
      assertEquals(404, world.get(path).status());
    }
    for (String path : List.of(JOBS + "/7", JOBS + "/?job_id=", JOBS + "?job_id=7")) {
      assertEquals(422, world.get(path).status(), path);
    }
    world.db.query("update parsing_job set environment = 'production' where id = $1", id);
    assertEquals(404, world.get(JOBS + "/" + id).status());
    assertEquals(404, world.get(JOBS + "?job_id=" + id).status());
    assertEquals(
        401, world.send("GET", JOBS + "/" + id, null, Map.of("x-service-api-key", "x")).status());
  }

  @Test
  void listsArePagedAndNarrowed() {
    UUID user = world.user();
    UUID old = job(user, "failed", true, 3000);
    UUID middle = job(user, "failed", false, 20);
    UUID late = job(user, "failed", true, 10);
    String of = JOBS + "?user_id=" + user;
    assertEquals(strings(late, middle, old), ids(world.get(of)));
    assertEquals(strings(late, old), ids(world.get(of + "&needs_human_review=true")));
    assertEquals(List.of(), ids(world.get(of + "&status=started&status=completed")));
    assertEquals(3, ids(world.get(of + "&status=failed&status=completed")).size());
    java.time.LocalDate today = java.time.LocalDate.now(java.time.ZoneOffset.UTC);
    assertEquals(strings(old), ids(world.get(of + "&end_date=" + today.minusDays(2))));
    assertTrue(ids(world.get(of + "&start_date=" + today.minusDays(1))).contains(late.toString()));
    JsonNode first = world.get(of + "&limit=2").expect(200).json();
    String cursor = first.get("next_cursor").textValue();
    JsonNode second = world.get(of + "&limit=2&next_cursor=" + cursor).expect(200).json();
    assertEquals(old.toString(), second.at("/jobs/0/id").textValue());
    assertTrue(second.get("next_cursor").isNull());
    assertEquals(400, world.get(JOBS + "?limit=2&next_cursor=" + cursor).status());
    for (String wrong :
        List.of(
            "status=ended",
            "limit=0",
            "user_id=7",
            "start_date=x",
            "needs_human_review=maybe",
            "start_date=2026-01-02&end_date=2026-01-01")) {
      assertEquals(422, world.get(JOBS + "?" + wrong).status(), wrong);
    }
  }

  private static List<String> strings(UUID... ids) {
    return java.util.Arrays.stream(ids).map(UUID::toString).toList();
  }

  @Test
  void aSandboxHoldsOnlySoManyJobsThatHaveNotFailed() throws Exception {
    UUID user = world.user();
    world.db.query("delete from parsing_job");
    job(user, "failed", false, 0);
    FormPart[] parts = {FormPart.field("user_id", user.toString()), FormPart.pdf(" sure")};
    List<Integer> statuses = new ArrayList<>();
    try (var threads = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
      List<java.util.concurrent.Future<TestResponse>> calls = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        calls.add(threads.submit(() -> world.upload(parts)));
      }
      for (var c : calls) {
        statuses.add(c.get().status());
      }
    }
    assertEquals(5, statuses.stream().filter(s -> s == 200).count(), statuses.toString());
    assertEquals(7, statuses.stream().filter(s -> s == 403).count(), statuses.toString());
    for (String status : List.of("started", "pending_review", "completed")) {
      world.db.query("update parsing_job set status = $1 where status <> 'failed'", status);
      assertEquals(403, world.upload(parts).status(), status);
    }
    world.db.query("update parsing_job set status = 'failed', failure_reason = 'low_quality'");
    world.upload(parts).expect(200);
    world.db.query("delete from parsing_job");
  }

  @Test
  void aProductionHasNoQuota() {
    world.db.query("delete from parsing_job");
    UUID user = world.user();
    world.db.query("update app_user set environment = 'production' where id = $1", user);
    world.db.query("update api_key set environment = 'production'");
    try {
      for (int i = 0; i < 6; i++) {
        world.upload(FormPart.field("user_id", user.toString()), FormPart.pdf("" + i)).expect(200);
      }
    } finally {
      world.db.query("update api_key set environment = 'sandbox'");
    }
  }
}
