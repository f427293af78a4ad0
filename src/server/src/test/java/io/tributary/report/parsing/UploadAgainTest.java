package io.tributary.report.parsing;

import static io.tributary.report.parsing.Uploads.atOnce;
import static io.tributary.report.parsing.Uploads.of;
import static io.tributary.report.parsing.Uploads.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.report.parsing.ReportWorld.Part;
import io.tributary.testkit.Answer;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Uploads that are sent again with the same key: labs.md §3.5, lab-report-parsing.md §2. */
class UploadAgainTest extends UploadWorld {

  @Test
  void theSameKeyIsOneJob() {
    Map<String, String> key = Map.of("x-idempotency-key", Ids.randomHex(8));
    long before = seed.jobs();
    Answer first = seed.upload(key, of(user), Part.pdf("a")).expect(200);
    Answer second = seed.upload(key, Part.pdf("a"), of(user)).expect(200);
    assertEquals(first.json(), second.json());
    assertEquals(before + 1, seed.jobs());
    refused(409, seed.upload(key, of(user), Part.pdf("b")));
    refused(409, seed.upload(key, of(seed.user()), Part.pdf("a")));
    assertNotEquals(first.json().get("id"), seed.upload(of(user), Part.pdf("a")).json().get("id"));
    refused(
        422, seed.upload(Map.of("x-idempotency-key", "x".repeat(256)), of(user), Part.pdf("a")));
  }

  @Test
  void aRefusalIsKeptUnlessTheCallerSaysOtherwise() {
    Map<String, String> key = Map.of("x-idempotency-key", Ids.randomHex(8));
    Part review = Part.field("needs_human_review", "true");
    seed.switches("report_parsing");
    JsonNode detail = refused(400, seed.upload(key, of(user), review, Part.pdf("k")));
    seed.switches("report_parsing", "report_human_review");
    assertEquals(detail, refused(400, seed.upload(key, of(user), review, Part.pdf("k"))));
    Map<String, String> fresh =
        Map.of("x-idempotency-key", Ids.randomHex(8), "x-idempotency-error", "no-cache");
    seed.switches("report_parsing");
    refused(400, seed.upload(fresh, of(user), review, Part.pdf("k")));
    seed.switches("report_parsing", "report_human_review");
    seed.upload(fresh, of(user), review, Part.pdf("k")).expect(200);
    // 422 is never kept.
    Map<String, String> third = Map.of("x-idempotency-key", Ids.randomHex(8));
    refused(422, seed.upload(third, of(user)));
    seed.upload(third, of(user), Part.pdf("k")).expect(200);
  }

  @Test
  void twinsMakeOneJob() throws Exception {
    Map<String, String> key = Map.of("x-idempotency-key", Ids.randomHex(8));
    Set<String> ids = new TreeSet<>();
    for (Answer a : atOnce(8, i -> seed.upload(key, of(user), Part.pdf("twin")))) {
      assertTrue(a.status() == 200 || a.status() == 409, a.text());
      if (a.status() == 200) {
        ids.add(a.json().get("id").textValue());
      }
    }
    assertEquals(1, ids.size());
  }
}
