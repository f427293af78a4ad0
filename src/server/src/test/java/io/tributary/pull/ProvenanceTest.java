package io.tributary.pull;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Checks that a stored record reports its provenance. */
class ProvenanceTest {
  private static String from() {
    return "start_date=" + RawDocumentHarness.today().minusDays(300);
  }

  @Test
  void aSummaryNamesItsIngestMappingZoneAndDocuments() {
    try (PullHarness h = new PullHarness(8)) {
      RawDocumentHarness k = new RawDocumentHarness(h);
      k.enableStorage(true);
      UUID user = k.pullNewUserWithWorkout("anna");
      OpenApiDocument api = OpenApiDocument.of(h.node);
      JsonNode night = longNight(k, user);
      TestResponse answer = h.node.get("/v2/explain/summary/" + night.get("id").textValue());
      JsonNode why = api.assertValid(answer, 200, "explainSummary").json();

      assertEquals("sleep", why.get("resource").textValue());
      assertEquals("pull", why.at("/ingest/channel").textValue());
      assertEquals(
          1,
          h.count(
              "select count(*) from pull_job where id = $1 and feed = 'sleep' and user_id = $2",
              UUID.fromString(why.at("/ingest/reference").textValue()),
              user));
      assertEquals("oura/1", why.at("/ingest/mapping").textValue());
      assertEquals(night.get("updated_at"), why.at("/ingest/at"));
      assertEquals(why.get("ingest"), why.get("first_ingest"));
      assertEquals(1, why.get("version").intValue());
      assertEquals(
          Json.parse("{\"used\":\"oura/1\",\"current\":\"oura/1\",\"outdated\":false}"),
          why.get("mapping"));
      assertEquals("record, else UTC", why.at("/zone/decision").textValue());
      assertEquals(night.get("timezone_offset"), why.at("/zone/timezone_offset"));
      assertEquals(night.get("calendar_date"), why.at("/zone/calendar_date"));
      assertTrue(why.at("/identity/reproduces_id").booleanValue());

      JsonNode record = why.get("source_record");
      assertTrue(record.get("raw_available").booleanValue());
      List<String> documents = new ArrayList<>();
      record
          .get("documents")
          .forEach(
              d -> {
                documents.add(d.get("kind").textValue() + " " + d.get("role").textValue());
                assertTrue(d.get("data").isNull());
              });
      assertEquals(
          List.of("sleep record", "daily_readiness completes", "daily_sleep completes"), documents);
      assertEquals(record.get("provider_key"), record.at("/documents/0/key"));
      JsonNode raw = k.get(record.get("raw_href").textValue()).get("sleep");
      assertTrue(raw.findValuesAsText("id").contains(record.at("/documents/0/id").textValue()));
      JsonNode shown =
          k.get("/v2/explain/summary/" + night.get("id").textValue() + "?data=true")
              .at("/source_record/documents/0/data");
      assertEquals(record.get("provider_key"), shown.get("id"));
      assertTrue(why.get("rules").size() > 3);

      // Every summary type, including those without a raw read.
      for (String resource : List.of("activity", "body", "workouts")) {
        JsonNode list = k.get("/v2/summary/" + resource + "/" + user + "?" + from());
        explained(h, api, list.get(resource).get(0), resource);
      }
      JsonNode cycles = k.get("/v2/summary/sleep_cycle/" + user + "?" + from());
      explained(h, api, cycles.at("/sleep_cycle/0"), "sleep_cycle");
      explained(h, api, k.get("/v2/summary/profile/" + user), "profile");
    }
  }

  private static void explained(
      PullHarness h, OpenApiDocument api, JsonNode summary, String resource) {
    JsonNode why =
        api.assertValid(
                h.node.get("/v2/explain/summary/" + summary.get("id").textValue() + "?data=true"),
                200,
                "explainSummary")
            .json();
    assertEquals(resource, why.get("resource").textValue());
    assertTrue(why.at("/identity/reproduces_id").booleanValue(), resource);
    assertTrue(why.at("/source_record/raw_available").booleanValue(), resource);
    assertEquals("record", why.at("/source_record/documents/0/role").textValue(), resource);
    assertTrue(why.at("/source_record/documents/0/data").isObject(), resource);
  }

  private static JsonNode longNight(RawDocumentHarness k, UUID user) {
    for (JsonNode s : k.get("/v2/summary/sleep/" + user + "?" + from()).get("sleep")) {
      if (s.get("type").textValue().equals("long_sleep")) {
        return s;
      }
    }
    throw new AssertionError("no night");
  }

  @Test
  void aChangeNamesTheIngestThatMadeItAndKeepsTheFirst() {
    try (PullHarness h = new PullHarness(2)) {
      RawDocumentHarness k = new RawDocumentHarness(h);
      UUID user = h.user();
      h.node
          .call("PATCH", "/v2/user/" + user, "{\"fallback_time_zone\":\"Asia/Kolkata\"}")
          .expect(200);
      var granted = h.grant("bea", PullHarness.ALL);
      UUID connection = h.connect(user, granted);
      k.putWorkout(granted.externalUserId().orElseThrow(), "w-1", RawDocumentHarness.today(), 100);
      h.schedule(connection, null);
      h.eventuallyAll(user, "success");
      String id = workout(k, user);
      JsonNode pulled = k.get("/v2/explain/summary/" + id);
      k.refresh(user);
      assertEquals(pulled.get("ingest"), k.get("/v2/explain/summary/" + id).get("ingest"));
      k.putWorkout(granted.externalUserId().orElseThrow(), "w-1", RawDocumentHarness.today(), 200);
      k.refresh(user);
      JsonNode why = k.get("/v2/explain/summary/" + id);
      assertEquals("pull", pulled.at("/ingest/channel").textValue());
      assertEquals("refresh", why.at("/ingest/channel").textValue());
      assertTrue(why.at("/ingest/reference").isNull());
      assertEquals(pulled.get("ingest"), why.get("first_ingest"));
      assertEquals(2, why.get("version").intValue());
      assertEquals("record, else fallback Asia/Kolkata", why.at("/zone/decision").textValue());
      assertEquals(7200, why.at("/zone/timezone_offset").intValue());
      JsonNode record = why.get("source_record");
      assertEquals("w-1", record.get("provider_key").textValue());
      assertFalse(record.get("raw_available").booleanValue());
      assertTrue(record.get("raw_missing_because").textValue().contains("provider_raw_data"));
      assertEquals(0, record.get("documents").size());
      assertTrue(record.get("raw_href").isNull());
      k.enableStorage(true);
      assertEquals(
          "no document was stored when it arrived",
          k.get("/v2/explain/summary/" + id).at("/source_record/raw_missing_because").textValue());
      h.node.db().query("update data_origin set mapping = 'oura/0' where user_id = $1", user);
      assertTrue(k.get("/v2/explain/summary/" + id).at("/mapping/outdated").booleanValue());
    }
  }

  private static String workout(RawDocumentHarness k, UUID user) {
    for (JsonNode w : k.get("/v2/summary/workouts/" + user + "?" + from()).get("workouts")) {
      if (w.get("provider_id").textValue().equals("w-1")) {
        return w.get("id").textValue();
      }
    }
    throw new AssertionError("no workout");
  }

  @Test
  void aSampleNamesTheSame() {
    try (PullHarness h = new PullHarness(4)) {
      RawDocumentHarness k = new RawDocumentHarness(h);
      k.enableStorage(true);
      UUID user = k.pullNewUser("cora");
      OpenApiDocument api = OpenApiDocument.of(h.node);
      for (String path :
          List.of(
              "heartrate", "hrv", "respiratory_rate", "body_temperature_delta", "blood_oxygen")) {
        JsonNode group =
            k.get("/v2/timeseries/" + user + "/" + path + "/grouped?" + from())
                .at("/groups/oura/0");
        JsonNode sample = group.at("/data/0");
        String query =
            "?provider=oura&source_type=ring&data=true&timestamp="
                + sample.get("timestamp").textValue().replace("+", "%2B");
        JsonNode why =
            api.assertValid(
                    h.node.get("/v2/explain/timeseries/" + user + "/" + path + query),
                    200,
                    "explainSample")
                .json();
        assertEquals(1, why.get("samples").size(), path);
        JsonNode one = why.at("/samples/0");
        assertEquals(sample, one.get("sample"), path);
        assertEquals("pull", one.at("/ingest/channel").textValue(), path);
        assertEquals("oura/1", one.at("/mapping/used").textValue(), path);
        assertEquals("record, else UTC", one.at("/zone/decision").textValue(), path);
        assertEquals(group.at("/source/device_id"), one.at("/source/device_id"), path);
        assertEquals(one.get("stored_at"), one.at("/ingest/at"), path);
        assertEquals(
            1,
            h.count(
                "select count(*) from series where id = $1 and user_id = $2",
                one.get("source_id").intValue(),
                user));
        Set<String> kinds = new TreeSet<>();
        one.at("/source_record/documents").forEach(d -> kinds.add(d.get("kind").textValue()));
        assertTrue(
            switch (path) {
              case "heartrate" -> kinds.contains("heartrate") || kinds.contains("sleep");
              case "blood_oxygen" -> kinds.contains("daily_spo2");
              default -> kinds.contains("sleep");
            },
            path + " " + kinds);
        h.node
            .get("/v2/explain/timeseries/" + user + "/" + path + query.replace("ring", "scale"))
            .expect(404);
      }
    }
  }

  @Test
  void foreignAndUnknownIdsAreNotFoundAndBadInputIsRefused() {
    try (PullHarness h = new PullHarness(1)) {
      RawDocumentHarness k = new RawDocumentHarness(h);
      UUID user = k.pullNewUser("dora");
      String id = k.get("/v2/summary/profile/" + user).get("id").textValue();
      String sample = "/v2/explain/timeseries/" + user + "/heartrate";
      OpenApiDocument api = OpenApiDocument.of(h.node);
      api.assertValid(h.node.get("/v2/explain/summary/" + Ids.uuid()), 404, "explainSummary");
      api.assertValid(h.node.get("/v2/explain/summary/x"), 422, "explainSummary");
      api.assertValid(h.node.get("/v2/explain/summary/" + id + "?data=1"), 422, "explainSummary");
      api.assertValid(h.node.get(sample), 422, "explainSample");
      api.assertValid(h.node.get(sample + "?timestamp=noon"), 422, "explainSample");
      api.assertValid(h.node.get(sample + "?timestamp=2026-01-01T00:00:01Z"), 404, "explainSample");
      api.assertValid(
          h.node.send("GET", "/v2/explain/summary/" + id, null, Map.of()), 401, "explainSummary");
      h.node
          .get("/v2/explain/timeseries/" + user + "/sleep?timestamp=2026-01-01T00:00:01Z")
          .expect(404);
      UUID team = Ids.uuid();
      h.node
          .db()
          .query(
              "insert into team (id, org_id, name) select $1, org_id, 'other' from team limit 1",
              team);
      h.node
          .db()
          .query(
              "insert into team_environment (team_id, environment) values ($1, 'sandbox')", team);
      h.node.db().query("update app_user set team_id = $1 where id = $2", team, user);
      h.node.get("/v2/explain/summary/" + id).expect(404);
      h.node.get(sample + "?timestamp=2026-01-01T00:00:01Z").expect(404);
      h.node.get("/v2/explain/completeness/" + user + "?" + from()).expect(404);
    }
  }
}
