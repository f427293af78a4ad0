package io.tributary.pull;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.OpenApiDocument;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Checks that the coverage ledger reports the known state of each day. */
class CoverageLedgerTest {
  private final LocalDate today = RawDocumentHarness.today();

  private static List<JsonNode> rows(PullHarness h, UUID user, String query) {
    List<JsonNode> out = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page =
          h.node.get("/v2/explain/completeness/" + user + "?" + query + cursor).expect(200).json();
      page.get("data").forEach(out::add);
      cursor =
          page.get("next_cursor").isNull()
              ? ""
              : "&next_cursor=" + page.get("next_cursor").textValue();
    } while (!cursor.isEmpty());
    return out;
  }

  /** Returns date to status of one resource. */
  private Map<LocalDate, String> days(PullHarness h, UUID user, String resource, int back) {
    Map<LocalDate, String> out = new TreeMap<>();
    rows(h, user, "resource=" + resource + "&start_date=" + today.minusDays(back))
        .forEach(
            r -> out.put(LocalDate.parse(r.get("date").textValue()), r.get("status").textValue()));
    return out;
  }

  @Test
  void daysOfAPullAreFetchedOrEmptyAndNoOthersAreListed() {
    try (PullHarness h = new PullHarness(6, "TRIBUTARY_PROVENANCE_PAGE_SIZE", "100")) {
      UUID user = new RawDocumentHarness(h).pullNewUserWithWorkout("anna");

      Set<LocalDate> walked = new TreeSet<>();
      h.node
          .get(
              "/v2/summary/activity/"
                  + user
                  + "?start_date="
                  + today.minusDays(300)
                  + "&end_date="
                  + today)
          .expect(200)
          .json()
          .get("activity")
          .forEach(a -> walked.add(LocalDate.parse(a.get("calendar_date").textValue())));
      assertTrue(walked.size() >= 5);
      Map<LocalDate, String> activity = days(h, user, "activity", 300);
      activity.forEach(
          (day, status) ->
              assertEquals(
                  walked.contains(day)
                      ? "fetched"
                      : day.isBefore(today.minusDays(1)) ? "empty" : status,
                  status,
                  day.toString()));
      // The range of the pull, from its first day to today, and nothing before.
      assertEquals(today.minusDays(180), activity.keySet().iterator().next());
      assertEquals(181, activity.size());
      assertNotEquals("empty", activity.get(today));

      List<JsonNode> all = rows(h, user, "start_date=" + today.minusDays(300));
      Set<String> keys = new HashSet<>();
      List<String> order = new ArrayList<>();
      for (JsonNode r : all) {
        String key =
            r.get("provider").textValue()
                + " "
                + r.get("resource").textValue()
                + " "
                + r.get("date").textValue();
        assertTrue(keys.add(key), key);
        order.add(key);
        assertTrue(
            r.get("final").booleanValue() || !r.get("status").textValue().equals("empty"), key);
      }
      assertEquals(order.stream().sorted().toList(), order);
      Set<String> resources = new TreeSet<>();
      all.forEach(r -> resources.add(r.get("resource").textValue()));
      assertEquals(12, resources.size(), resources::toString);
      assertFalse(resources.contains("profile"));
      JsonNode one =
          rows(h, user, "resource=workouts&start_date=" + today.minusDays(6) + "&provider=oura")
              .stream()
              .filter(r -> r.get("status").textValue().equals("fetched"))
              .findFirst()
              .orElseThrow();
      assertTrue(one.get("records").intValue() >= 1);
      assertEquals(List.of(), rows(h, user, "provider=garmin&start_date=" + today.minusDays(6)));

      // Coverage is still reported after the connection is deleted, because the data is kept.
      h.node.call("DELETE", "/v2/user/" + user + "/oura", null).expect(200);
      Map<LocalDate, String> after = days(h, user, "activity", 300);
      walked.forEach(d -> assertEquals("fetched", after.get(d)));
    }
  }

  @Test
  void whatNobodyHasAskedForIsPending() {
    try (PullHarness h = new PullHarness(3)) {
      UUID user = h.user();
      UUID connection = h.connect(user, "bea");
      assertEquals(Map.of(), days(h, user, "activity", 300));
      h.control(
          "faults",
          new JsonObject()
              .put("path_prefix", "/v2/usercollection/workout")
              .put("hang", true)
              .put("count", 4));
      h.schedule(connection, null);
      Map<LocalDate, String> before = days(h, user, "workouts", 300);
      assertEquals(Set.of("pending"), Set.copyOf(before.values()));
      assertEquals(181, before.size());
      h.clear("faults");
      h.eventuallyAll(user, "success");
      Map<LocalDate, String> after = days(h, user, "workouts", 300);
      assertEquals("empty", after.get(today.minusDays(100)));
    }
  }

  @Test
  void whatCouldNotBeReadHasFailedUntilItIsRead() {
    try (PullHarness h =
        new PullHarness(
            5, "TRIBUTARY_PULL_MAX_REQUEST_ATTEMPTS", "1", "TRIBUTARY_PULL_MAX_ATTEMPTS", "1")) {
      UUID user = h.user();
      UUID connection = h.connect(user, "cora");
      JsonObject broken =
          new JsonObject()
              .put("path_prefix", "/v2/usercollection/session")
              .put("status", 500)
              .put("count", 1000);
      h.control("faults", broken);
      h.schedule(connection, null);
      eventually(
          Duration.ofSeconds(60),
          () -> assertEquals("failure", h.statuses(user).get("mindfulness_minutes")));
      eventually(
          Duration.ofSeconds(60), () -> assertEquals("success", h.statuses(user).get("sleep")));
      assertEquals(
          Set.of("failed"), Set.copyOf(days(h, user, "mindfulness_minutes", 300).values()));
      JsonNode row = rows(h, user, "resource=mindfulness_minutes&start_date=" + today).getFirst();
      assertEquals("retry_quota_exhausted", row.get("error_details").textValue());
      assertNotEquals("failed", days(h, user, "sleep", 300).get(today.minusDays(3)));

      // A successful poll repairs the days it reads. A failed one affects only days that are not
      // settled.
      h.clear("faults");
      new RawDocumentHarness(h).refresh(user);
      Map<LocalDate, String> mended = days(h, user, "mindfulness_minutes", 300);
      assertNotEquals("failed", mended.get(today));
      assertNotEquals("failed", mended.get(today.minusDays(2)));
      assertEquals("failed", mended.get(today.minusDays(100)));
      h.control("faults", broken);
      h.node.post("/v2/user/refresh/" + user + "?timeout=60", null).expect(200);
      Map<LocalDate, String> again = days(h, user, "mindfulness_minutes", 300);
      assertEquals(mended.get(today.minusDays(2)), again.get(today.minusDays(2)));
      assertTrue(Set.of("failed", "fetched").contains(again.get(today)), again::toString);

      // When the connection ends, its unsettled days fail.
      h.clear("faults");
      h.node
          .db()
          .query(
              "update connection set status = 'error', error_type = 'token_refresh_failed',"
                  + " poll_due_at = null, created_at = now() - interval '1 day' where id = $1",
              connection);
      JsonNode page =
          h.node
              .get("/v2/explain/completeness/" + user + "?start_date=" + today)
              .expect(200)
              .json();
      assertEquals("error", page.at("/connections/0/status").textValue());
      page.get("data")
          .forEach(
              r ->
                  assertTrue(
                      Set.of("failed", "fetched").contains(r.get("status").textValue()),
                      r::toString));
    }
  }

  @Test
  void boundsAreKeptAndBadInputIsRefused() {
    try (PullHarness h = new PullHarness(3)) {
      UUID user = h.user();
      LocalDate from = today.minusDays(10);
      LocalDate to = today.minusDays(5);
      h.node
          .call(
              "PATCH",
              "/v2/user/" + user,
              "{\"ingestion_start\":\"" + from + "\",\"ingestion_end\":\"" + to + "\"}")
          .expect(200);
      h.schedule(h.connect(user, "dora"), null);
      h.eventuallyAll(user, "success");
      Map<LocalDate, String> days = days(h, user, "activity", 300);
      assertEquals(6, days.size());
      assertEquals(from, days.keySet().iterator().next());
      assertEquals(Set.of("empty"), Set.copyOf(days.values()));

      OpenApiDocument api = OpenApiDocument.of(h.node);
      String path = "/v2/explain/completeness/" + user;
      String since = "?start_date=" + from;
      api.assertValid(h.node.get(path + since), 200, "explainCompleteness");
      api.assertValid(h.node.get(path), 422, "explainCompleteness");
      api.assertValid(h.node.get(path + "?start_date=yesterday"), 422, "explainCompleteness");
      api.assertValid(h.node.get(path + since + "&resource=moods"), 422, "explainCompleteness");
      api.assertValid(
          h.node.get(path + since + "&end_date=" + from.minusDays(1)), 422, "explainCompleteness");
      api.assertValid(
          h.node.get(path + "?start_date=" + today.minusDays(366)), 422, "explainCompleteness");
      api.assertValid(h.node.get(path + since + "&next_cursor=x"), 400, "explainCompleteness");
      api.assertValid(
          h.node.get("/v2/explain/completeness/" + Ids.uuid() + since), 404, "explainCompleteness");
    }
  }
}
