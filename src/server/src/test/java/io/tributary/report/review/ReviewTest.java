package io.tributary.report.review;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Reviews of reports: correct, approve and reject. */
class ReviewTest extends ReviewTestBase {
  @Test
  void whatWaitsIsListedPageByPageUntilItIsDone() {
    UUID first = desk.job(FictitiousReport.standard());
    UUID second = desk.job(FictitiousReport.standard());
    List<String> found = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page =
          node.callManagement("GET", desk.all + "?environment=sandbox&limit=1" + cursor, null)
              .expect(200)
              .json();
      page.get("data").forEach(j -> found.add(j.get("id").asText()));
      if (page.at("/data/0/id").asText().equals(first.toString())) {
        assertEquals(8, page.at("/data/0/results").intValue());
        assertEquals(2, page.at("/data/0/doubtful_results").intValue());
      }
      cursor =
          page.get("next_cursor").isNull()
              ? ""
              : "&next_cursor=" + page.get("next_cursor").asText();
    } while (!cursor.isEmpty());
    assertTrue(found.indexOf(first.toString()) >= 0, "first");
    assertTrue(found.indexOf(first.toString()) < found.indexOf(second.toString()), "oldest first");
    node.callManagement("GET", desk.all + "?environment=moon", null).expect(422);
    assertEquals(
        0,
        node.callManagement("GET", desk.all + "?environment=production", null)
            .json()
            .get("data")
            .size());
    assertEquals(
        0,
        node.callManagement("GET", desk.all + "?team_id=" + Ids.uuid(), null)
            .json()
            .get("data")
            .size());
    desk.by("Ada", first, "claim").expect(200);
    desk.reject("Ada", first, "low_quality").expect(200);
    assertFalse(
        node.callManagement("GET", desk.all, null).json().toString().contains(first.toString()),
        "done");
  }

  @Test
  void oneReviewerHasAReportAtATime() {
    UUID job = desk.job(FictitiousReport.standard());
    String message =
        desk.save("Ada", job, desk.data(job)).expect(409).json().get("detail").asText();
    assertTrue(message.contains("claim it again"), message);
    JsonNode held = desk.by("Ada", job, "claim").expect(200).json();
    assertEquals("Ada", held.get("reviewer").asText());
    String until = held.get("review_until").asText();
    for (String action : List.of("claim", "approve")) {
      String detail = desk.by("Bob", job, action).expect(409).json().get("detail").asText();
      assertEquals("Ada has this report open until " + until, detail);
    }
    desk.save("Bob", job, desk.data(job)).expect(409);
    desk.reject("Bob", job, "low_quality").expect(409);
    desk.by("Bob", job, "release").expect(200);
    assertEquals("Ada", desk.get(job).json().get("reviewer").asText());
    desk.by("Ada", job, "claim").expect(200);
    desk.by("Ada", job, "release").expect(200);
    desk.by("Ada", job, "release").expect(200);
    desk.by("Bob", job, "claim").expect(200);
    node.db()
        .query(
            "update parsing_job set review_lease_expires_at = now() - interval '1 s' where id = $1",
            job);
    desk.save("Bob", job, desk.data(job)).expect(409);
    desk.by("Ada", job, "claim").expect(200);
    assertEquals(List.of("claim", "release", "claim", "claim"), actions(job));
  }

  private List<String> actions(UUID job) {
    List<String> out = new ArrayList<>();
    desk.get(job).json().get("audit").forEach(a -> out.add(a.get("action").asText()));
    return out;
  }

  @Test
  void rowsMayBeCorrectedAddedRemovedAndSortedAndKeepTheirPlaces() {
    UUID job = desk.job(FictitiousReport.standard());
    desk.by("Ada", job, "claim").expect(200);
    ObjectNode data = desk.data(job);
    ArrayNode rows = data.withArray("results");
    ((ObjectNode) rows.get(2)).put("value", "49.1").put("checked", true);
    JsonNode sodium = rows.get(5);
    rows.remove(5);
    rows.insert(0, sodium);
    rows.remove(4);
    ObjectNode added = rows.addObject().put("test_name", "Urea").put("value", "30");
    JsonNode saved = desk.save("Ada", job, data).expect(200).json();
    assertEquals(1, saved.get("revision").intValue());
    JsonNode after = saved.at("/draft/results");
    assertEquals(8, after.size());
    assertEquals("Sodium", after.get(0).get("test_name").asText());
    assertEquals(5, after.get(0).get("row").intValue());
    assertEquals("133", after.get(0).at("/evidence/value/text").asText());
    assertEquals("49.1", after.get(3).get("value").asText());
    assertEquals("491", after.get(3).at("/evidence/value/text").asText());
    assertTrue(after.get(3).get("checked").booleanValue());
    assertEquals(8, after.get(7).get("row").intValue());
    assertEquals(0, after.get(7).get("evidence").size());
    assertEquals("unknown", after.get(7).get("sample_type").asText());
    // Without row numbers, as a client that does not support them sends it; identical rows are
    // recognized.
    ObjectNode plain = Json.object();
    plain.set("metadata", saved.at("/draft/metadata"));
    ArrayNode bare = plain.putArray("results");
    saved
        .at("/draft/results")
        .forEach(
            r -> {
              ObjectNode copy = r.deepCopy();
              copy.remove(List.of("row", "checked"));
              bare.add(copy);
            });
    JsonNode again = desk.save("Ada", job, plain).expect(200).json().at("/draft/results");
    for (int i = 0; i < 8; i++) {
      assertEquals(after.get(i).get("row"), again.get(i).get("row"), "row " + i);
      assertEquals(after.get(i).get("evidence"), again.get(i).get("evidence"), "row " + i);
    }
    assertEquals(List.of("claim", "save", "save"), actions(job));
    assertEquals(
        2L,
        node.db()
            .query(
                "select count(*) as n from parsing_job_audit where job_id = $1 and draft is not"
                    + " null",
                job)
            .iterator()
            .next()
            .getLong("n"));
    assertNotEquals(null, added);
  }

  @Test
  void whatIsSavedIsOfTheShapeThatClientsGet() {
    UUID job = desk.job(FictitiousReport.standard());
    desk.by("Ada", job, "claim").expect(200);
    Map<String, String> wrong =
        Map.ofEntries(
            Map.entry("value", "7"),
            Map.entry("test_name", "\"\""),
            Map.entry("type", "\"number\""),
            Map.entry("units", "[]"),
            Map.entry("min_reference_range", "\"1\""),
            Map.entry("sample_type", "\"hair\""),
            Map.entry("interpretation", "\"high\""),
            Map.entry("is_above_max_range", "\"yes\""),
            Map.entry("loinc_match_status", "\"auto_match\""),
            Map.entry(
                "loinc_matches",
                "[{\"loinc_code\":\"x\",\"loinc_name\":\"y\",\"confidence_score\":2}]"),
            Map.entry("min_referenc_range", "1"),
            Map.entry(
                "source_panel_name", "\"" + "x".repeat(ReviewedData.MAX_TEXT_LENGTH + 1) + "\""));
    for (Map.Entry<String, String> w : wrong.entrySet()) {
      ObjectNode data = desk.data(job);
      ((ObjectNode) data.at("/results/6")).set(w.getKey(), Json.parse(w.getValue()));
      TestResponse answer = desk.save("Ada", job, data).expect(422);
      String where = answer.json().at("/detail/0/loc").toString();
      String field = w.getKey().equals("loinc_match_status") ? "loinc_matches" : w.getKey();
      assertTrue(where.startsWith("[\"body\",\"data\",\"results\",6,\"" + field + "\""), where);
    }
    ObjectNode none = desk.data(job);
    none.putArray("results");
    desk.save("Ada", job, none).expect(422);
    ObjectNode many = desk.data(job);
    while (many.get("results").size() <= ReviewedData.MAX_RESULTS) {
      many.withArray("results").addObject().put("test_name", "a").put("value", "b");
    }
    desk.save("Ada", job, many).expect(422);
    ObjectNode gender = desk.data(job);
    ((ObjectNode) gender.get("metadata")).put("gender", "queen");
    desk.save("Ada", job, gender).expect(422);
    desk.save("Ada", job, Json.array()).expect(422);
    desk.save(" ", job, desk.data(job)).expect(422);
    assertEquals(List.of("claim"), actions(job));
  }

  @Test
  void whatIsApprovedGoesOutOnceAndTeachesTheMatcher() {
    UUID job = desk.job(FictitiousReport.standard());
    desk.by("Ada", job, "claim").expect(200);
    ObjectNode data = desk.data(job);
    ObjectNode glucose = (ObjectNode) data.at("/results/3");
    ((ObjectNode) glucose.at("/loinc_matches/1")).put("confidence_score", 1);
    glucose.put("loinc_match_status", "auto_match");
    desk.save("Ada", job, data).expect(200);
    assertEquals(0, desk.events(job));
    for (int i = 0; i < 2; i++) {
      JsonNode done = desk.by("Ada", job, "approve").expect(200).json();
      assertEquals("completed", done.get("status").asText());
      assertTrue(done.get("is_reviewed").booleanValue());
      assertEquals("Ada", done.get("reviewed_by").asText());
    }
    assertEquals(1, desk.events(job));
    desk.by("Bob", job, "approve").expect(409);
    desk.by("Ada", job, "claim").expect(409);
    desk.by("Ada", job, "link").expect(409);
    desk.reject("Ada", job, "low_quality").expect(409);
    JsonNode out =
        Json.parse(
            node.db()
                .query("select data::text as d from parsing_job where id = $1", job)
                .iterator()
                .next()
                .getString("d"));
    List<String> names = new ArrayList<>();
    out.at("/results/3").fieldNames().forEachRemaining(names::add);
    names.sort(null);
    List<String> wire = new ArrayList<>(ReviewedData.RESULT_FIELDS);
    wire.sort(null);
    assertEquals(wire, names);
    assertEquals("1558-6", out.at("/results/3/loinc_matches/0/loinc_code").asText());
    assertEquals("Ada", out.at("/metadata/patient_first_name").asText());
    // Only choices of a reviewer become synonyms.
    assertEquals(
        List.of("glucose 1558-6"),
        RowMapping.list(
            node.db().query("select name || ' ' || loinc_code as s from report_synonym"),
            r -> r.getString("s")));
    assertEquals(List.of("claim", "save", "approve"), actions(job));
  }

  @Test
  void whatIsRejectedFailsForTheReason() {
    UUID job = desk.job(FictitiousReport.standard());
    desk.by("Ada", job, "claim").expect(200);
    desk.reject("Ada", job, "not_english").expect(422);
    desk.reject("Ada", job, "invalid_input").expect(200);
    JsonNode done = desk.reject("Ada", job, "invalid_input").expect(200).json();
    assertEquals("failed", done.get("status").asText());
    assertEquals("invalid_input", done.get("failure_reason").asText());
    desk.reject("Ada", job, "low_quality").expect(409);
    assertEquals(1, desk.events(job));
  }

  @Test
  void repliesAreAsDocumented() {
    OpenApiDocument api = OpenApiDocument.of(node);
    UUID job = desk.job(FictitiousReport.standard());
    api.assertValid(desk.by("Ada", job, "claim"), 200, "claimReportReview");
    api.assertValid(desk.by("Bob", job, "claim"), 409, "claimReportReview");
    api.assertValid(node.callManagement("GET", desk.all, null), 200, "listReportReviews");
    api.assertValid(
        node.callManagement("GET", desk.all + "?limit=0", null), 422, "listReportReviews");
    api.assertValid(desk.get(job), 200, "getReportReview");
    api.assertValid(desk.get(Ids.uuid()), 404, "getReportReview");
    api.assertValid(desk.save("Ada", job, desk.data(job)), 200, "saveReportReview");
    api.assertValid(desk.save("Ada", job, Json.object()), 422, "saveReportReview");
    api.assertValid(desk.by("Ada", job, "link"), 200, "createReportReviewLink");
    api.assertValid(desk.by("Ada", job, "release"), 200, "releaseReportReview");
    api.assertValid(desk.by("Ada", job, "approve"), 409, "approveReportReview");
    desk.by("Ada", job, "claim").expect(200);
    api.assertValid(desk.by("Ada", job, "approve"), 200, "approveReportReview");
    api.assertValid(desk.reject("Ada", job, "low_quality"), 409, "rejectReportReview");
  }

  @Test
  void aReportOfAnotherOrganisationIsUnknown() {
    UUID job = desk.job(FictitiousReport.standard());
    UUID org = Ids.uuid();
    String key = "mg_" + Ids.randomBase62(40);
    node.db().query("insert into organisation (id, name) values ($1, 'Foreign')", org);
    node.db()
        .query(
            "insert into management_key (id, org_id, key_hash, key_hint) values ($1, $2, $3, '')",
            Ids.uuid(),
            org,
            Encryption.sha256(key));
    Map<String, String> foreign = Map.of("x-management-key", key);
    String all = "/v1/org/" + org + "/lab_report/review";
    String one = all + "/" + job;
    String body = "{\"reviewer\":\"Eve\",\"reason\":\"low_quality\"}";
    assertEquals(0, node.send("GET", all, null, foreign).expect(200).json().get("data").size());
    for (String path : List.of("", "/file/0", "/page/1")) {
      node.send("GET", one + path, null, foreign).expect(404);
      node.send("GET", desk.all + "/" + job + path, null, foreign).expect(404);
    }
    for (String action : List.of("claim", "release", "approve", "reject", "link")) {
      node.send("POST", one + "/" + action, body, foreign).expect(404);
    }
    assertEquals(0, desk.get(job).json().get("audit").size());
  }

  @Test
  void aLinkOpensOnceAndEndsWithItsKeyOrItsTime() {
    UUID job = desk.job(FictitiousReport.standard());
    UUID other = desk.job(FictitiousReport.standard());
    String link = desk.link(job, "Ada");
    desk.opened(other, link).expect(404);
    TestResponse opened = desk.opened(job, link).expect(200);
    desk.opened(job, link).expect(409);
    String set = opened.header("set-cookie");
    assertTrue(
        set.contains("HTTPOnly")
            && set.contains("SameSite=Strict")
            && set.contains("/review/api/" + job),
        set);
    String cookie = set.split(";")[0];
    String word = opened.json().get("word").asText();
    String api = "/review/api/" + job;
    Map<String, String> both = Map.of("cookie", cookie, "x-review-word", word);
    assertTrue(
        node.send("GET", api, null, both)
            .expect(200)
            .header("content-security-policy")
            .startsWith("default-src 'none'"));
    node.send("GET", api, null, Map.of("cookie", cookie)).expect(403);
    node.send("GET", api, null, Map.of()).expect(401);
    node.send("GET", "/review/api/" + other, null, both).expect(401);
    node.send("GET", api + "/page/1", null, Map.of("cookie", cookie)).expect(200);
    node.send("POST", api + "/claim", "{}", both).expect(200);
    assertEquals("Ada", desk.get(job).json().get("reviewer").asText());
    node.send("DELETE", api + "/session", null, both).expect(204);
    node.send("GET", api, null, both).expect(401);
    String late = desk.link(job, "Ada");
    node.db().query("update parsing_job_link set expires_at = now() where kind = 'link'");
    desk.opened(job, late).expect(400);
    assertEquals(
        0L,
        node.db()
            .query(
                "select count(*) as n from parsing_job_link where position($1::bytea in token_hash)"
                    + " > 0",
                io.vertx.core.buffer.Buffer.buffer(late.substring(late.indexOf("#link=") + 6)))
            .iterator()
            .next()
            .getLong("n"));
    node.callManagement(
            "POST", desk.all + "/" + job + "/link", "{\"reviewer\":\"A\",\"expires_in\":1}")
        .expect(422);
  }
}
