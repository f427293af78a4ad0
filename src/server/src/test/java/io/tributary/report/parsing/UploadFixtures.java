package io.tributary.report.parsing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.report.parsing.ReportParsingFixture.FormPart;
import io.tributary.testkit.TestResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Helpers of the upload tests: form parts, rejections and concurrent uploads. */
final class UploadFixtures {
  private UploadFixtures() {}

  /** Starts a world that only stores reports, without reading them. */
  static ReportParsingFixture storeOnlyFixture(Path data) {
    return ReportParsingFixture.open(
        data,
        "TRIBUTARY_REPORT_CLAIM_INTERVAL",
        "1h",
        "TRIBUTARY_REPORT_UPLOAD_MAX_UPLOADS_PER_TEAM",
        "50");
  }

  static FormPart of(UUID u) {
    return FormPart.field("user_id", u.toString());
  }

  /** Asserts the rejection and that nothing was stored, and returns the error. */
  static JsonNode assertRejected(int status, TestResponse answer) {
    assertEquals(status, answer.status(), answer.text());
    assertEquals(Set.of("detail"), names(answer.json()));
    return answer.json().get("detail");
  }

  static Set<String> names(JsonNode object) {
    Set<String> out = new TreeSet<>();
    object.fieldNames().forEachRemaining(out::add);
    return out;
  }

  interface Call {
    TestResponse with(int i);
  }

  static List<TestResponse> concurrently(int n, Call call) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<TestResponse>> out = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        int me = i;
        out.add(threads.submit(() -> call.with(me)));
      }
      List<TestResponse> answers = new ArrayList<>();
      for (Future<TestResponse> f : out) {
        answers.add(f.get());
      }
      return answers;
    }
  }
}
