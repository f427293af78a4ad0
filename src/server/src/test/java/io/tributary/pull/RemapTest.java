package io.tributary.pull;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.OpenApiDocument;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Checks that stored documents are remapped and that only changed records create events. */
class RemapTest {
  private final LocalDate today = RawDocumentHarness.today();

  private static String body(LocalDate first, LocalDate last) {
    return "{\"provider\":\"oura\",\"start_date\":\"" + first + "\",\"end_date\":\"" + last + "\"}";
  }

  private static JsonNode ended(PullHarness h, UUID user, JsonNode run) {
    String path = "/v2/explain/renormalise/" + user + "/" + run.get("id").textValue();
    JsonNode[] last = new JsonNode[1];
    eventually(
        Duration.ofSeconds(60),
        () -> {
          last[0] = h.node.get(path).expect(200).json();
          assertTrue(last[0].hasNonNull("ended_at"), last[0]::toString);
        });
    return last[0];
  }

  private JsonNode run(PullHarness h, UUID user, LocalDate first, LocalDate last) {
    return ended(
        h,
        user,
        h.node.post("/v2/explain/renormalise/" + user, body(first, last)).expect(202).json());
  }

  @Test
  void onlyDifferencesAreStoredAndTold() {
    try (PullHarness h = new PullHarness(12, "TRIBUTARY_PROVENANCE_CLAIM_INTERVAL", "100ms")) {
      RawDocumentHarness k = new RawDocumentHarness(h);
      k.enableStorage(true);
      UUID user = k.pullNewUser("anna");
      long samples = h.count("select count(*) from sample where user_id = $1", user);
      OpenApiDocument api = OpenApiDocument.of(h.node);
      JsonNode begun =
          api.assertValid(
                  h.node.post("/v2/explain/renormalise/" + user, body(today.minusDays(40), today)),
                  202,
                  "renormalise")
              .json();
      JsonNode same = ended(h, user, begun);
      assertEquals("success", same.get("status").textValue(), same::toString);
      assertEquals(0, same.get("created").intValue(), same::toString);
      assertEquals(0, same.get("updated").intValue(), same::toString);
      assertTrue(same.get("unchanged").intValue() > 1000, same::toString);
      assertTrue(same.get("documents").intValue() > 30, same::toString);
      assertEquals(Map.of(), h.events(user, "daily."));
      assertEquals(samples, h.count("select count(*) from sample where user_id = $1", user));

      // Simulates another mapping: one record differs, one is missing, others are out of range.
      String change =
          "update summary set content = jsonb_set(content, '{steps}', '7') where user_id = $1"
              + " and resource = 'activity' and day = $2 returning id";
      UUID inside =
          h.node.db().query(change, user, today.minusDays(3)).iterator().next().getUUID(0);
      h.node.db().query(change, user, today.minusDays(9));
      h.node
          .db()
          .query(
              "delete from sample_block b using series s where s.id = b.series_id"
                  + " and s.user_id = $1 and s.resource = 'respiratory_rate'",
              user);
      JsonNode mended = run(h, user, today.minusDays(5), today.minusDays(2));
      assertEquals("success", mended.get("status").textValue(), mended::toString);
      assertEquals(1, mended.get("updated").intValue(), mended::toString);
      assertTrue(mended.get("created").intValue() >= 2, mended::toString);
      Map<String, Long> events = h.events(user, "daily.");
      assertEquals(1L, events.remove("daily.data.activity.updated"), events::toString);
      assertTrue(events.remove("daily.data.respiratory_rate.created") >= 1);
      assertEquals(Map.of(), events);
      JsonNode why = k.get("/v2/explain/summary/" + inside);
      assertEquals("renormalise", why.at("/ingest/channel").textValue());
      assertEquals(mended.get("id"), why.at("/ingest/reference"));
      assertEquals("pull", why.at("/first_ingest/channel").textValue());
      assertEquals(
          1,
          h.count(
              "select count(*) from summary where user_id = $1 and resource = 'activity'"
                  + " and (content ->> 'steps') = '7'",
              user));
    }
  }

  @Test
  void aRunThatWasCutOffGoesOnWhereItStood() {
    try (PullHarness h =
        new PullHarness(
            8,
            "TRIBUTARY_PROVENANCE_CLAIM_INTERVAL",
            "100ms",
            "TRIBUTARY_PROVENANCE_LEASE",
            "1s")) {
      RawDocumentHarness k = new RawDocumentHarness(h);
      k.enableStorage(true);
      UUID user = k.pullNewUser("bea");
      JsonNode whole = run(h, user, today.minusDays(8), today);
      // A worker crashed after three feeds, and its lease expires.
      h.node
          .db()
          .query(
              "update remap_job set state = 'in_progress', ended_at = null, feeds_done = 3,"
                  + " documents = 0, unchanged = 0, lease_expires_at = now() + interval '500"
                  + " milliseconds' where id = $1",
              UUID.fromString(whole.get("id").textValue()));
      JsonNode rest = ended(h, user, whole);
      assertEquals("success", rest.get("status").textValue());
      assertTrue(rest.get("documents").intValue() > 0);
      assertTrue(rest.get("documents").intValue() < whole.get("documents").intValue());
      assertEquals(Map.of(), h.events(user, "daily."));
    }
  }

  /** A document is deleted or replaced while the run is between reading and storing. */
  @Test
  void whatWasReplacedMeanwhileIsNotMapped() {
    try (PullHarness h = new PullHarness(5, "TRIBUTARY_PROVENANCE_CLAIM_INTERVAL", "100ms")) {
      RawDocumentHarness k = new RawDocumentHarness(h);
      k.enableStorage(true);
      UUID user = k.pullNewUser("dora");
      JsonNode begun =
          h.node
              .db()
              .tx(
                  tx -> {
                    tx.query("select 1 from app_user where id = $1 for no key update", user);
                    JsonNode run =
                        h.node
                            .post(
                                "/v2/explain/renormalise/" + user, body(today.minusDays(4), today))
                            .expect(202)
                            .json();
                    eventually(
                        Duration.ofSeconds(60),
                        () ->
                            assertEquals(
                                1,
                                h.count(
                                    "select count(*) from pg_locks l where not l.granted and"
                                        + " exists (select 1 from app_user where id = $1)",
                                    user)));
                    tx.query("delete from raw_document where user_id = $1", user);
                    tx.query("delete from summary where user_id = $1", user);
                    return run;
                  });
      assertEquals("success", ended(h, user, begun).get("status").textValue());
      assertEquals(0, h.count("select count(*) from summary where user_id = $1", user));
    }
  }

  @Test
  void withoutDocumentsNothingIsMapped() {
    try (PullHarness h = new PullHarness(3, "TRIBUTARY_PROVENANCE_CLAIM_INTERVAL", "100ms")) {
      RawDocumentHarness k = new RawDocumentHarness(h);
      UUID user = k.pullNewUser("cora");
      String path = "/v2/explain/renormalise/" + user;
      String body = body(today.minusDays(3), today);
      OpenApiDocument api = OpenApiDocument.of(h.node);
      api.assertValid(h.node.post(path, body), 403, "renormalise");
      k.enableStorage(true);
      api.assertValid(h.node.post(path, body), 409, "renormalise");
      k.refresh(user);
      api.assertValid(h.node.post(path, body.replace("oura", "garmin")), 409, "renormalise");
      api.assertValid(h.node.post(path, "{}"), 422, "renormalise");
      api.assertValid(h.node.post(path, body(today, today.minusDays(1))), 422, "renormalise");
      api.assertValid(h.node.post(path, body(today.minusDays(366), today)), 422, "renormalise");
      api.assertValid(
          h.node.post("/v2/explain/renormalise/" + Ids.uuid(), body), 404, "renormalise");
      api.assertValid(h.node.get(path + "/" + Ids.uuid()), 404, "getRenormalisation");
      h.node.post(path, body(today.minusDays(300), today.minusDays(200))).expect(409);
    }
  }

  @Test
  void daysThatWereReadBeforeDocumentsWereKeptStayUntouched() {
    try (PullHarness h = new PullHarness(20, "TRIBUTARY_PROVENANCE_CLAIM_INTERVAL", "100ms")) {
      RawDocumentHarness k = new RawDocumentHarness(h);
      UUID user = k.pullNewUser("dora");
      k.enableStorage(true);
      k.refresh(user);
      h.node
          .db()
          .query(
              "update summary set content = jsonb_set(content, '{steps}', '7') where user_id = $1"
                  + " and resource = 'activity'",
              user);
      JsonNode run = run(h, user, today.minusDays(20), today);
      assertEquals("success", run.get("status").textValue(), run::toString);
      assertTrue(run.get("updated").intValue() >= 2, run::toString);
      assertTrue(run.get("updated").intValue() <= 4, run::toString);
      assertEquals(0, run.get("created").intValue(), run::toString);
      assertEquals(
          0,
          h.count(
              "select count(*) from summary where user_id = $1 and resource = 'activity'"
                  + " and day between $2 and $3 and (content ->> 'steps') = '7'",
              user,
              today.minusDays(1),
              today));
      // While a run is open, the same request joins it and another one has to wait.
      h.node
          .db()
          .query(
              "update remap_job set state = 'in_progress', ended_at = null,"
                  + " lease_expires_at = now() + interval '1 hour' where user_id = $1",
              user);
      String path = "/v2/explain/renormalise/" + user;
      assertEquals(
          run.get("id"),
          h.node.post(path, body(today.minusDays(20), today)).expect(202).json().get("id"));
      h.node.post(path, body(today.minusDays(1), today)).expect(409);
    }
  }
}
