package io.tributary.pull;

import static io.tributary.pull.PullHarness.RESOURCES;
import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.testkit.EventSchemaValidator;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Pulls across crashes, lost leases, provider errors and revoked grants. */
class PullFaultTest {
  @Test
  void aCrashInTheMiddleResumesAtTheOpenWindowWithoutSecondEvents() {
    try (PullHarness h = new PullHarness(170, "TRIBUTARY_PULL_LEASE", "1s")) {
      UUID user = h.user();
      UUID connection = h.connect(user, "bea");
      // Some of the seven windows are answered and the others hang, so the crash falls between
      // them.
      h.fault(
          "/v2/usercollection/heartrate", new JsonObject().put("hang", true).put("after", 6), 1000);
      h.schedule(connection, null);
      eventually(
          Duration.ofSeconds(60),
          () ->
              assertEquals(
                  1,
                  h.count(
                      "select count(*) from pull_job where feed = 'heartrate' and state ="
                          + " 'in_progress' and cursor is not null")));
      h.node.crash();
      h.clear("faults");
      h.clear("requests");
      h.restart();
      h.eventuallyAll(user, "success");
      assertEquals(Set.of(1L), Set.copyOf(h.events(user, "historical.data.").values()));
      assertEquals(RESOURCES, h.events(user, "historical.data.").size());
      // Reading all seven windows again would take seven first pages and as many of both others.
      long days =
          h.count(
              "select sum(upper(d) - lower(d)) from historical_pull h, unnest(h.days) as t(d)"
                  + " where user_id = $1 and resource = 'heartrate'",
              user);
      assertTrue(days >= 169 && days <= 172, "days " + days);
    }
  }

  @Test
  void aKilledClaimantLosesItsLeaseAndNothingOfItCommitsAfterwards() {
    try (PullHarness h = new PullHarness(10, "TRIBUTARY_PULL_LEASE", "60s")) {
      UUID user = h.user();
      UUID connection = h.connect(user, "cora");
      h.fault("/v2/usercollection/workout", new JsonObject().put("hang", true), 1);
      h.schedule(connection, null);
      eventually(
          Duration.ofSeconds(60),
          () -> assertEquals(1, h.controlled("faults").getInteger("hanging")));
      // The state after a kill: the lease has expired while the first claimant still waits for its
      // response.
      h.node
          .db()
          .query(
              "update pull_job set lease_expires_at = now() - interval '1 second' where feed ="
                  + " 'workout'");
      h.eventuallyAll(user, "success");
      assertEquals(2, h.count("select lease_epoch::bigint from pull_job where feed = 'workout'"));
      h.clear("faults");
      eventually(
          Duration.ofSeconds(60),
          () -> {
            String page = h.node.get("/metrics").text();
            assertTrue(
                page.contains("tributary_pull_runs_total{outcome=\"lost\",provider=\"oura\"} 1.0"),
                page);
          });
      assertEquals(
          1L, h.events(user, "historical.data.workouts.").get("historical.data.workouts.created"));
    }
  }

  @Test
  void serverErrorsAreTriedAgainAndRateLimitsNeverCount() {
    try (PullHarness h = new PullHarness(5, "TRIBUTARY_PULL_MAX_ATTEMPTS", "2")) {
      UUID user = h.user();
      UUID connection = h.connect(user, "dora");
      h.fault("/v2/usercollection/daily_activity", new JsonObject().put("status", 503), 3);
      h.fault(
          "/v2/usercollection/session",
          new JsonObject().put("status", 429).put("retry_after", 0),
          5);
      h.schedule(connection, null);
      h.eventuallyAll(user, "success");
      assertEquals(RESOURCES, h.events(user, "historical.data.").size());
      assertEquals(0, h.count("select attempt::bigint from pull_job where feed = 'session'"));
      assertEquals(
          0,
          h.count(
              "select count(*) from connection where id = $1 and status <> 'connected'",
              connection));
    }
  }

  @Test
  void anExhaustedQuotaIsAFailureWithoutAnEvent() {
    try (PullHarness h = new PullHarness(5, "TRIBUTARY_PULL_MAX_ATTEMPTS", "2")) {
      UUID user = h.user();
      UUID connection = h.connect(user, "emma");
      h.fault("/v2/usercollection/workout", new JsonObject().put("status", 500), 1000);
      h.schedule(connection, null);
      eventually(
          Duration.ofSeconds(60),
          () -> {
            Map<String, String> now = h.statuses(user);
            assertEquals("failure", now.get("workouts"));
            assertEquals(RESOURCES - 1, now.values().stream().filter("success"::equals).count());
          });
      assertFalse(
          h.events(user, "historical.data.").containsKey("historical.data.workouts.created"));
      JsonNode shown =
          h.node
              .get("/v2/introspect/historical_pull?user_id=" + user)
              .expect(200)
              .json()
              .at("/data/0/provider/oura/pulled/workouts");
      assertEquals("retry_quota_exhausted", shown.get("error_details").textValue());
    }
  }

  @Test
  void aWithdrawnGrantEndsTheConnectionAndAllItsPulls() {
    try (PullHarness h = new PullHarness(5)) {
      UUID user = h.user();
      var granted = h.grant("jana", PullHarness.ALL);
      UUID connection = h.connect(user, granted);
      h.control("users/" + granted.externalUserId().orElseThrow() + "/revoke", new JsonObject());
      h.schedule(connection, null);
      h.eventuallyAll(user, "failure");
      assertEquals(
          1,
          h.count(
              "select count(*) from connection where id = $1 and status = 'error' and error_type ="
                  + " 'token_refresh_failed'",
              connection));
      assertEquals(Map.of(), h.events(user, "historical."));
      assertEquals(1, h.events(user, "provider.connection.error").size());
      assertTrue(EventSchemaValidator.assertAllValid(h.node) > 0);
    }
  }
}
