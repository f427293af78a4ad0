package io.tributary.report.parsing;

import static io.tributary.report.parsing.UploadFixtures.assertRejected;
import static io.tributary.report.parsing.UploadFixtures.concurrently;
import static io.tributary.report.parsing.UploadFixtures.of;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.report.parsing.ReportParsingFixture.FormPart;
import io.tributary.testkit.TestResponse;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Uploads that are repeated with the same idempotency key. */
class UploadIdempotencyTest extends UploadTestBase {

  @Test
  void theSameKeyIsOneJob() {
    Map<String, String> key = Map.of("x-idempotency-key", Ids.randomHex(8));
    long before = seed.jobs();
    TestResponse first = seed.upload(key, of(user), FormPart.pdf("a")).expect(200);
    TestResponse second = seed.upload(key, FormPart.pdf("a"), of(user)).expect(200);
    assertEquals(first.json(), second.json());
    assertEquals(before + 1, seed.jobs());
    assertRejected(409, seed.upload(key, of(user), FormPart.pdf("b")));
    assertRejected(409, seed.upload(key, of(seed.user()), FormPart.pdf("a")));
    assertNotEquals(
        first.json().get("id"), seed.upload(of(user), FormPart.pdf("a")).json().get("id"));
    assertRejected(
        422,
        seed.upload(Map.of("x-idempotency-key", "x".repeat(256)), of(user), FormPart.pdf("a")));
  }

  @Test
  void aRefusalIsKeptUnlessTheCallerSaysOtherwise() {
    Map<String, String> key = Map.of("x-idempotency-key", Ids.randomHex(8));
    FormPart review = FormPart.field("needs_human_review", "true");
    seed.switches("report_parsing");
    JsonNode detail = assertRejected(400, seed.upload(key, of(user), review, FormPart.pdf("k")));
    seed.switches("report_parsing", "report_human_review");
    assertEquals(
        detail, assertRejected(400, seed.upload(key, of(user), review, FormPart.pdf("k"))));
    Map<String, String> fresh =
        Map.of("x-idempotency-key", Ids.randomHex(8), "x-idempotency-error", "no-cache");
    seed.switches("report_parsing");
    assertRejected(400, seed.upload(fresh, of(user), review, FormPart.pdf("k")));
    seed.switches("report_parsing", "report_human_review");
    seed.upload(fresh, of(user), review, FormPart.pdf("k")).expect(200);
    // A 422 is never stored.
    Map<String, String> third = Map.of("x-idempotency-key", Ids.randomHex(8));
    assertRejected(422, seed.upload(third, of(user)));
    seed.upload(third, of(user), FormPart.pdf("k")).expect(200);
  }

  @Test
  void twinsMakeOneJob() throws Exception {
    Map<String, String> key = Map.of("x-idempotency-key", Ids.randomHex(8));
    Set<String> ids = new TreeSet<>();
    for (TestResponse a : concurrently(8, i -> seed.upload(key, of(user), FormPart.pdf("twin")))) {
      assertTrue(a.status() == 200 || a.status() == 409, a.text());
      if (a.status() == 200) {
        ids.add(a.json().get("id").textValue());
      }
    }
    assertEquals(1, ids.size());
  }
}
