package io.tributary.pull;

import static io.tributary.pull.PullHarness.RESOURCES;
import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.EventSchemaValidator;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Checks that a historical pull stores everything once, announces each resource once, and
 * terminates.
 */
class HistoricalPullTest {
  @Test
  void everythingIsStoredOnceAndEachResourceIsAnnouncedOnce() {
    try (PullHarness h = new PullHarness(40)) {
      UUID user = h.user();
      var granted = h.grant("anna", PullHarness.ALL);
      UUID connection = h.connect(user, granted);
      assertTrue(h.schedule(connection, null) > 0);
      h.eventuallyAll(user, "success");

      assertEquals(RESOURCES, h.statuses(user).size());
      Map<String, Long> events = h.events(user, "historical.data.");
      assertEquals(RESOURCES, events.size());
      assertEquals(Set.of(1L), Set.copyOf(events.values()), events::toString);
      assertEquals(Map.of(), h.events(user, "daily."));

      JsonObject census =
          h.controlled("users/" + granted.externalUserId().orElseThrow() + "/census");
      JsonObject documents = census.getJsonObject("documents");
      assertEquals(
          (long) documents.getInteger("daily_activity"),
          h.count(
              "select count(*) from summary where user_id = $1 and resource = 'activity'", user));
      assertEquals(
          (long) documents.getInteger("workout"),
          h.count(
              "select count(*) from summary where user_id = $1 and resource = 'workouts'", user));
      assertEquals(
          1, h.count("select count(*) from device where user_id = $1 and provider = 'oura'", user));
      assertTrue(
          h.count(
                  "select count(*) from sample s join series r on r.id = s.series_id"
                      + " where r.user_id = $1 and r.resource = 'heartrate'",
                  user)
              > 1000);

      long samples = samples(h, user);
      h.schedule(connection, null);
      eventually(
          Duration.ofSeconds(60),
          () -> assertEquals(Set.of(2L), Set.copyOf(h.events(user, "historical.data.").values())));
      assertEquals(samples, samples(h, user));
      JsonNode data = h.bodies(user, "historical.data.sleep.created").getFirst().get("data");
      assertEquals(
          new TreeSet<>(Set.of("user_id", "start_date", "end_date", "provider")), names(data));
      EventSchemaValidator.assertAllValid(h.node);
    }
  }

  private static long samples(PullHarness h, UUID user) {
    return h.count(
        "select count(*) from sample s join series r on r.id = s.series_id where r.user_id = $1",
        user);
  }

  private static Set<String> names(JsonNode node) {
    Set<String> out = new TreeSet<>();
    node.fieldNames().forEachRemaining(out::add);
    return out;
  }

  @Test
  void boundsAndPreferencesCutTheRange() {
    try (PullHarness h = new PullHarness(60)) {
      LocalDate today = LocalDate.now(ZoneOffset.UTC);
      UUID bounded = h.user();
      h.node
          .call(
              "PATCH",
              "/v2/user/" + bounded,
              "{\"ingestion_start\":\""
                  + today.minusDays(20)
                  + "\",\"ingestion_end\":\""
                  + today.minusDays(11)
                  + "\"}")
          .expect(200);
      UUID free = h.user();
      h.node
          .db()
          .query(
              "insert into pull_preference values ($1, 'sandbox', 'oura', '', 7), ($1, 'sandbox',"
                  + " 'oura', 'heartrate', 3)",
              h.node.tenant().team());
      UUID first = h.connect(free, "fay");
      h.schedule(first, null);
      h.eventuallyAll(free, "success");
      assertEquals(
          today.minusDays(7),
          h.node
              .db()
              .query(
                  "select min(day) from summary where user_id = $1 and resource = 'activity'", free)
              .iterator()
              .next()
              .getLocalDate(0));
      JsonNode heart = h.bodies(free, "historical.data.heartrate.created").getFirst().get("data");
      assertEquals(today.minusDays(3) + "T00:00:00+00:00", heart.get("start_date").textValue());

      h.node.db().query("delete from pull_preference");
      UUID second = h.connect(bounded, "gina");
      h.schedule(second, null);
      h.eventuallyAll(bounded, "success");
      var days =
          h.node
              .db()
              .query(
                  "select min(day), max(day), count(distinct day) from summary where user_id = $1"
                      + " and resource = 'activity'",
                  bounded)
              .iterator()
              .next();
      assertEquals(today.minusDays(20), days.getLocalDate(0));
      assertEquals(today.minusDays(11), days.getLocalDate(1));
      JsonNode event = h.bodies(bounded, "historical.data.activity.created").getFirst().get("data");
      assertEquals(today.minusDays(20) + "T00:00:00+00:00", event.get("start_date").textValue());
      assertEquals(today.minusDays(11) + "T23:59:59+00:00", event.get("end_date").textValue());
    }
  }

  @Test
  void anEmptyRangeAndAnEmptyProviderSucceedWithoutDays() {
    try (PullHarness h = new PullHarness(0)) {
      UUID past = h.user();
      h.node.call("PATCH", "/v2/user/" + past, "{\"ingestion_end\":\"2020-01-01\"}").expect(200);
      UUID trigger = Ids.uuid();
      UUID connection = h.connect(past, "hana");
      h.node
          .db()
          .query(
              "insert into pull_trigger (id, provider, app_id, connection_id, state, granted_at)"
                  + " values ($1, 'oura', $2, $3, 'granted', now())",
              trigger,
              Ids.DEFAULT_APP,
              connection);
      assertEquals(0, h.schedule(connection, trigger));
      assertEquals(RESOURCES, h.events(past, "historical.data.").size());
      assertEquals(1, h.count("select count(*) from pull_trigger where finished_at is not null"));
      h.eventuallyAll(past, "success");

      UUID fresh = h.user();
      h.control("users", new JsonObject().put("name", "ida").put("days", 0));
      h.schedule(h.connect(fresh, "ida"), null);
      h.eventuallyAll(fresh, "success");
      assertEquals(RESOURCES, h.events(fresh, "historical.data.").size());
      JsonNode workouts =
          h.node
              .get("/v2/introspect/historical_pull?user_id=" + past)
              .expect(200)
              .json()
              .at("/data/0/provider/oura/pulled/workouts");
      assertEquals(0, workouts.get("days_with_data").intValue());
      assertEquals("success", workouts.get("status").textValue());
    }
  }

  @Test
  void aScopeThatWasNotGrantedLeavesItsResourcesOut() {
    try (PullHarness h = new PullHarness(3)) {
      UUID user = h.user();
      UUID connection = h.connect(user, h.grant("kim", List.of("daily", "spo2")));
      h.schedule(connection, null);
      h.eventuallyAll(user, "success");
      Set<String> expected =
          Set.of(
              "activity",
              "sleep",
              "sleep_cycle",
              "hrv",
              "respiratory_rate",
              "body_temperature_delta",
              "blood_oxygen");
      assertEquals(expected, h.statuses(user).keySet());
      JsonNode entry =
          h.node
              .get("/v2/introspect/historical_pull")
              .expect(200)
              .json()
              .at("/data/0/provider/oura");
      Set<String> rest = new TreeSet<>();
      entry.get("not_pulled").forEach(n -> rest.add(n.textValue()));
      assertEquals(
          Set.of("body", "heartrate", "mindfulness_minutes", "profile", "vo2_max", "workouts"),
          rest);
    }
  }

  @Test
  void aSecondRunJoinsWhatIsStillUnderWay() {
    try (PullHarness h = new PullHarness(3)) {
      UUID user = h.user();
      UUID connection = h.connect(user, "lea");
      h.fault("/v2/", new JsonObject().put("hang", true), 1000);
      h.schedule(connection, null);
      Set<UUID> before = jobs(h);
      UUID trigger = Ids.uuid();
      h.node
          .db()
          .query(
              "insert into pull_trigger (id, provider, app_id, connection_id, state, granted_at)"
                  + " values ($1, 'oura', $2, $3, 'granted', now())",
              trigger,
              Ids.DEFAULT_APP,
              connection);
      h.schedule(connection, trigger);
      assertEquals(before, jobs(h));
      h.clear("faults");
      h.eventuallyAll(user, "success");
      assertEquals(Set.of(1L), Set.copyOf(h.events(user, "historical.data.").values()));
      eventually(
          Duration.ofSeconds(60),
          () ->
              assertEquals(
                  1, h.count("select count(*) from pull_trigger where finished_at is not null")));
    }
  }

  private static Set<UUID> jobs(PullHarness h) {
    return new TreeSet<>(
        io.tributary.db.RowMapping.list(
                h.node.db().query("select id from pull_job"), r -> r.getUUID("id"))
            .stream()
            .collect(Collectors.toSet()));
  }
}
