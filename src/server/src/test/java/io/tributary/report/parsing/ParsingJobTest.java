package io.tributary.report.parsing;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.report.parsing.ReportParsingFixture.FormPart;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parsing jobs to their end, with one event for each change. */
class ParsingJobTest {
  private static final Duration SOON = Duration.ofSeconds(25);
  private static final FormPart REVIEW = FormPart.field("needs_human_review", "true");

  @TempDir static Path data;
  private static ReportParsingFixture world;
  private UUID user;

  @BeforeAll
  static void open() {
    world = ReportParsingFixture.open(data);
  }

  @AfterAll
  static void close() {
    world.close();
  }

  @BeforeEach
  void fresh() {
    world.switches("report_parsing", "report_human_review");
    user = world.user();
  }

  @AfterEach
  void nothingStaysOnTheDisk() {
    world.reader.release();
    eventually(SOON, () -> assertEquals(List.of(), world.remainingFiles()));
  }

  private void becomes(UUID id, String state, String... events) {
    eventually(SOON, () -> assertEquals(state, world.state(id)));
    assertEquals(List.of(events), world.events(id));
  }

  private void withheld(UUID id, int n) {
    JsonNode line = world.get(ReportParsingFixture.JOBS + "?user_id=" + user).json().at("/jobs/0");
    assertEquals(id.toString(), line.get("id").textValue());
    assertEquals(n, line.get("withheld_results").intValue());
    assertEquals(1, line.get("pages").intValue());
  }

  @Test
  void whatIsSureIsCompleted() {
    UUID id = world.uploadPdf(user, " sure sure");
    becomes(id, "completed", "created started", "updated completed");
    JsonNode job = world.job(id);
    assertEquals(2, job.at("/data/results").size());
    assertEquals("5.4", job.at("/data/results/0/value").textValue());
    assertFalse(job.get("is_reviewed").booleanValue());
    withheld(id, 0);
  }

  @Test
  void whoAsksForAReviewGetsOne() {
    UUID id = world.uploadPdf(user, " sure", REVIEW);
    becomes(id, "pending_review", "created started", "updated pending_review");
    assertTrue(world.job(id).get("data").isNull());
    assertTrue(world.job(id).get("needs_human_review").booleanValue());
  }

  @Test
  void whatIsInDoubtGoesToReview() {
    UUID id = world.uploadPdf(user, " sure doubtful");
    becomes(id, "pending_review", "created started", "updated pending_review");
    assertFalse(world.job(id).get("needs_human_review").booleanValue());
  }

  @Test
  void withoutReviewersWhatIsInDoubtIsHeldBack() {
    world.switches("report_parsing");
    UUID id = world.uploadPdf(user, " sure doubtful doubtful");
    becomes(id, "completed", "created started", "updated completed");
    assertEquals(1, world.job(id).at("/data/results").size());
    withheld(id, 2);
    UUID none = world.uploadPdf(world.user(), " doubtful");
    becomes(none, "failed low_quality", "created started", "updated failed");
  }

  @Test
  void whatCannotBeReadFailsWithItsReason() {
    for (String reason :
        List.of(
            "INVALID_INPUT", "NOT_ENGLISH", "LOW_QUALITY", "TOO_MANY_PAGES", "PROCESSING_ERROR")) {
      UUID id = world.uploadPdf(user, reason);
      becomes(
          id,
          "failed " + reason.toLowerCase(java.util.Locale.ROOT),
          "created started",
          "updated failed");
    }
    becomes(
        world.uploadPdf(user, " nothing in it"),
        "failed invalid_input",
        "created started",
        "updated failed");
  }

  @Test
  void aFaultOfOursIsTriedAgainAndGivenUp() {
    world.reader.faults.set(2);
    becomes(world.uploadPdf(user, " sure"), "completed", "created started", "updated completed");
    int before = world.reader.reads.get();
    UUID id = world.uploadPdf(user, "always broken");
    becomes(id, "failed processing_error", "created started", "updated failed");
    assertEquals(3, world.reader.reads.get() - before);
    String kept =
        world
            .db
            .query("select error from parsing_job where id = $1", id)
            .iterator()
            .next()
            .getString("error");
    assertTrue(kept.startsWith("IllegalStateException at "), kept);
    assertFalse(kept.contains("Smith"), kept);
  }

  @Test
  void aClientHearsOfItsJobThoughAllReadersAreBusy() {
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      ids.add(world.uploadPdf(user, " wait sure"));
    }
    for (UUID id : ids) {
      becomes(id, "started", "created started");
    }
    eventually(SOON, () -> assertEquals(4, world.reader.waiting()));
    eventually(
        SOON,
        () -> {
          world.reader.release();
          ids.forEach(id -> assertEquals("completed", world.state(id)));
        });
    ids.forEach(
        id -> assertEquals(List.of("created started", "updated completed"), world.events(id)));
  }

  @Test
  void aWorkerThatStartsAgainReadsAgain() {
    world.stopWorker();
    UUID id = world.uploadPdf(user, " sure");
    world.startWorker();
    becomes(id, "completed", "created started", "updated completed");
  }

  @Test
  void whatIsTooMuchToUnderstandFailsAndTakesNothingAlong(@TempDir Path other) {
    world.stopWorker();
    try (ReportParsingFixture hasty =
        world.startPeer(
            "TRIBUTARY_REPORT_INTERPRETATION_TIMEOUT",
            "1s",
            "TRIBUTARY_DATA_DIR",
            other.toString())) {
      UUID many = hasty.uploadPdf(user, " many sure");
      becomes(many, "failed processing_error", "created started", "updated failed");
      List<UUID> hard = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        hard.add(hasty.uploadPdf(user, " ponder sure"));
      }
      for (UUID id : hard) {
        becomes(id, "failed processing_error", "created started", "updated failed");
      }
      assertEquals(4, hasty.reader.reads.get(), "none is tried again");
      becomes(hasty.uploadPdf(user, " sure"), "completed", "created started", "updated completed");
      hasty.reader.interpretationReleased.countDown();
    } finally {
      restart();
    }
  }

  @Test
  void waitingForAReaderIsNoPartOfTheTry(@TempDir Path other) {
    world.stopWorker();
    UUID id = world.uploadPdf(user, " wait sure");
    try (ReportParsingFixture hasty =
        world.startPeer(
            "TRIBUTARY_REPORT_READ_TIMEOUT", "100ms",
            "TRIBUTARY_REPORT_RETRY_SCHEDULE", "10ms",
            "TRIBUTARY_DATA_DIR", other.toString())) {
      eventually(SOON, () -> assertEquals(1, hasty.reader.waiting()));
      hasty.vertx.timer(300, java.util.concurrent.TimeUnit.MILLISECONDS).await();
      hasty.reader.release();
      becomes(id, "completed", "created started", "updated completed");
      assertEquals(1, hasty.reader.reads.get());
    } finally {
      restart();
    }
  }

  @Test
  void aKilledNodesJobsGoOnElsewhere(@TempDir Path other) {
    String[] soon = {"TRIBUTARY_REPORT_LEASE", "500ms", "TRIBUTARY_DATA_DIR", other.toString()};
    ReportParsingFixture killed = world.startPeer(soon);
    world.stopWorker();
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      ids.add(killed.uploadPdf(user, " wait sure"));
    }
    eventually(SOON, () -> assertEquals(4, killed.reader.waiting()));
    killed.crash();
    try (ReportParsingFixture next = world.startPeer(soon)) {
      eventually(
          SOON,
          () -> {
            next.reader.release();
            ids.forEach(id -> assertEquals("completed", world.state(id)));
          });
      ids.forEach(
          id -> assertEquals(List.of("created started", "updated completed"), world.events(id)));
    } finally {
      restart();
    }
  }

  /** Starts the worker again, because the other tests need one. */
  private static void restart() {
    world.close();
    world = ReportParsingFixture.open(data);
  }

  @Test
  void aNodeThatLostItsClaimChangesNothing() {
    UUID id = world.uploadPdf(user, " wait sure");
    eventually(SOON, () -> assertEquals(1, world.reader.waiting()));
    // Another worker claimed the job and requested a review, so this claim is outdated.
    world.db.query(
        "update parsing_job set lease_epoch = lease_epoch + 1, lease_expires_at = now() + interval"
            + " '1 hour' where id = $1",
        id);
    world.reader.release();
    eventually(SOON, () -> assertEquals(List.of(), world.remainingFiles()));
    becomes(id, "started", "created started");
    world.db.query("update parsing_job set lease_expires_at = null where id = $1", id);
    eventually(
        SOON,
        () -> {
          world.reader.release();
          assertEquals("completed", world.state(id));
        });
    assertEquals(List.of("created started", "updated completed"), world.events(id));
  }

  @Test
  void aStoppingNodePutsItsJobsBack() {
    UUID id = world.uploadPdf(user, " wait sure");
    eventually(SOON, () -> assertEquals(1, world.reader.waiting()));
    world.stopWorker();
    var row =
        world
            .db
            .query("select lease_expires_at, attempt, status from parsing_job where id = $1", id)
            .iterator()
            .next();
    assertEquals("started", row.getString("status"));
    assertEquals(null, row.getOffsetDateTime("lease_expires_at"));
    assertEquals(0, row.getInteger("attempt"));
    try (ReportParsingFixture next = world.startPeer()) {
      eventually(
          SOON,
          () -> {
            next.reader.release();
            assertEquals("completed", world.state(id));
          });
      assertEquals(List.of("created started", "updated completed"), world.events(id));
    } finally {
      restart();
    }
  }

  @Test
  void aJobWithoutItsFileFailsAndNeverBegan() {
    world.stopWorker();
    UUID id = world.uploadPdf(user, " sure");
    world.db.query("delete from parsing_job_file where job_id = $1", id);
    try (ReportParsingFixture next = world.startPeer()) {
      becomes(id, "failed processing_error", "updated failed");
    } finally {
      restart();
    }
  }

  @Test
  void theJobOfADeletedUserEndsWithoutAWord() {
    UUID id = world.uploadPdf(user, " wait sure");
    eventually(SOON, () -> assertEquals(1, world.reader.waiting()));
    world.db.query("update app_user set deleted_at = now() where id = $1", user);
    world.reader.release();
    eventually(SOON, () -> assertEquals(List.of(), world.remainingFiles()));
    assertEquals(404, world.get(ReportParsingFixture.JOBS + "/" + id).status());
    assertEquals(
        0,
        world.get(ReportParsingFixture.JOBS).json().get("jobs").findValues("id").stream()
            .filter(n -> n.asText().equals(id.toString()))
            .count());
    assertEquals(List.of("created started"), world.events(id));
    world.db.query("delete from app_user where id = $1", user);
    assertEquals(
        0,
        world
            .db
            .query(
                "select 1 from parsing_job_file where job_id = $1 union all"
                    + " select 1 from parsing_job where id = $1",
                id)
            .size());
  }
}
