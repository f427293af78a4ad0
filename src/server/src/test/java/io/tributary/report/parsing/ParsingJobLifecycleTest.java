package io.tributary.report.parsing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.event.Outbox;
import io.tributary.report.page.ParseFailure;
import io.tributary.testkit.TestNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that each transition of a job happens once, together with its event. */
class ParsingJobLifecycleTest {
  private static final ObjectNode DRAFT = Json.object().put("draft", 1);
  private static final JsonNode DATA =
      Json.parse("{\"metadata\": {}, \"results\": [{\"value\": \"5.4\"}]}");

  private static TestNode node;
  private static ParsingJobLifecycle states;
  private static JobRepo repo;
  private UUID user;

  @BeforeAll
  static void open() {
    // Keeps workers away from the jobs of this test.
    node = TestNode.start("TRIBUTARY_REPORT_CLAIM_INTERVAL", "1h");
    states = new ParsingJobLifecycle(new Outbox(), 1 << 20);
    repo = new JobRepo(node.db(), Duration.ofMinutes(1));
  }

  @AfterAll
  static void close() {
    node.close();
  }

  /** Inserts a job with this status directly, without waking a worker. */
  private UUID job(JobStatus status) {
    user =
        UUID.fromString(
            node.post("/v2/user", "{\"client_user_id\": \"" + Ids.randomHex(6) + "\"}")
                .json()
                .get("user_id")
                .textValue());
    UUID id = Ids.uuid();
    node.db()
        .query(
            """
            insert into parsing_job
              (id, team_id, environment, user_id, status, failure_reason, needs_human_review,
               file_count, file_bytes, media_type, due_at, lease_epoch)
            values ($1, $2, 'sandbox', $3, $4, $5, true, 1, 9, 'application/pdf',
                    now() + interval '1 hour', 1)
            """,
            id,
            node.tenant().team(),
            user,
            status.wire(),
            status == JobStatus.FAILED ? "low_quality" : null);
    return id;
  }

  private JobClaim claim(UUID id) {
    return new JobClaim(id, 1, node.tenant(), user, "application/pdf", true, 0);
  }

  private JsonNode row(UUID id) {
    return ParsingJob.read(repo.row(node.tenant(), id).await().orElseThrow()).toJson();
  }

  /** Returns type and data of the user's events, in order. */
  private List<String> events() {
    return RowMapping.list(
        node.db().query("select body from message where user_id = $1 order by id", user),
        r -> {
          JsonNode body = Json.parse(r.getBuffer("body").getBytes());
          JsonNode data = body.get("data");
          return body.get("event_type").textValue().replace("lab_report.parsing_job.", "")
              + " "
              + data.get("status").textValue()
              + (data.get("failure_reason").isNull()
                  ? ""
                  : " " + data.get("failure_reason").textValue())
              + (data.get("data").isNull() ? "" : " data")
              + (data.get("is_reviewed").booleanValue() ? " reviewed" : "");
        });
  }

  private static boolean done(Predicate<Tx> move) {
    return node.db().<Boolean>tx(move::test);
  }

  private static boolean once(Predicate<Tx> move) {
    boolean first = done(move);
    assertFalse(done(move), "the same move again");
    return first;
  }

  @Test
  void aStagedJobIsStartedAndThenTold() {
    UUID id = job(JobStatus.UPLOAD_PENDING);
    assertTrue(once(tx -> states.start(tx, id)));
    assertEquals("started", row(id).get("status").textValue());
    assertEquals(List.of("created started"), events());
  }

  @Test
  void aJobThatCannotBeStagedFailsAndNeverBegan() {
    UUID id = job(JobStatus.UPLOAD_PENDING);
    assertTrue(once(tx -> states.failStaging(tx, id, "gone")));
    assertEquals(List.of("updated failed processing_error"), events());
  }

  @Test
  void aJobThatIsReadIsCompleted() {
    UUID id = job(JobStatus.STARTED);
    assertTrue(once(tx -> states.complete(tx, claim(id), DRAFT, DATA, 2, 3)));
    assertEquals(List.of("updated completed data"), events());
    assertEquals(DATA, row(id).get("data"));
    assertFalse(row(id).get("is_reviewed").booleanValue());
  }

  @Test
  void aJobInReviewShowsNothing() {
    UUID id = job(JobStatus.STARTED);
    assertTrue(once(tx -> states.requestReview(tx, claim(id), DRAFT, 3)));
    assertEquals(List.of("updated pending_review"), events());
    assertTrue(row(id).get("data").isNull());
  }

  @Test
  void aJobFailsForEachReason() {
    for (ParseFailure reason : ParseFailure.values()) {
      UUID id = job(JobStatus.STARTED);
      assertTrue(once(tx -> states.fail(tx, claim(id), reason, Optional.empty())));
      assertEquals(List.of("updated failed " + reason.wireName()), events());
    }
  }

  @Test
  void anotherClaimMakesAllWritesVoid() {
    UUID id = job(JobStatus.STARTED);
    node.db().query("update parsing_job set lease_epoch = 2 where id = $1", id);
    JobClaim old = claim(id);
    assertFalse(done(tx -> states.complete(tx, old, DRAFT, DATA, 0, 1)));
    assertFalse(done(tx -> states.requestReview(tx, old, DRAFT, 1)));
    assertFalse(done(tx -> states.fail(tx, old, ParseFailure.INVALID_INPUT, Optional.empty())));
    assertEquals(List.of(), events());
    assertEquals("started", row(id).get("status").textValue());
  }

  @Test
  void anApprovedJobIsReviewedAndCompleted() {
    UUID id = job(JobStatus.PENDING_REVIEW);
    node.db()
        .tx(
            tx -> {
              states.save(tx, id, DRAFT);
              return states.approve(tx, id, DRAFT, DATA, "Ada");
            });
    assertEquals(List.of("updated completed data reviewed"), events());
    assertEquals(DATA, row(id).get("data"));
    assertThrows(
        ServiceException.class,
        () -> node.db().tx(tx -> states.approve(tx, id, DRAFT, DATA, "Ada")));
    assertEquals(1, events().size());
  }

  @Test
  void aRejectedJobHasFailed() {
    UUID id = job(JobStatus.PENDING_REVIEW);
    node.db().tx(tx -> states.reject(tx, id, ParseFailure.LOW_QUALITY, "Ada"));
    assertEquals(List.of("updated failed low_quality reviewed"), events());
    assertThrows(
        IllegalArgumentException.class,
        () -> node.db().tx(tx -> states.reject(tx, id, ParseFailure.NOT_ENGLISH, "Ada")));
  }

  @Test
  void onlyAJobInReviewIsReviewed() {
    for (JobStatus s : JobStatus.values()) {
      if (s != JobStatus.PENDING_REVIEW && s != JobStatus.COMPLETED) {
        UUID id = job(s);
        assertThrows(
            ServiceException.class,
            () -> node.db().tx(tx -> states.approve(tx, id, DRAFT, DATA, "Ada")));
        assertEquals(List.of(), events());
      }
    }
  }

  @Test
  void aLargeEventLeavesTheResultsOut() {
    ParsingJobLifecycle small = new ParsingJobLifecycle(new Outbox(), 100);
    UUID id = job(JobStatus.STARTED);
    node.db().tx(tx -> small.complete(tx, claim(id), DRAFT, DATA, 0, 1));
    assertEquals(List.of("updated completed"), events());
    assertEquals(DATA, row(id).get("data"));
  }

  @Test
  void aDeletedUsersJobMovesNoMore() {
    UUID id = job(JobStatus.STARTED);
    node.db().query("update app_user set deleted_at = now() where id = $1", user);
    assertFalse(done(tx -> states.complete(tx, claim(id), DRAFT, DATA, 0, 1)));
    assertEquals(List.of(), events());
  }
}
