package io.tributary.report.parsing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.report.parsing.ReportWorld.Part;
import io.tributary.testkit.Answer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What tests of uploads share: parts of forms, refusals, and many at once. */
final class Uploads {
  private Uploads() {}

  /** Reports are only taken in here, and many at a time. */
  static ReportWorld world(Path data) {
    return ReportWorld.open(
        data,
        "TRIBUTARY_REPORT_PARSING_CLAIM_EVERY",
        "1h",
        "TRIBUTARY_REPORT_PARSING_INTAKE_PER_TEAM",
        "50");
  }

  static Part of(UUID u) {
    return Part.field("user_id", u.toString());
  }

  /** Nothing comes of it, and the answer tells why. */
  static JsonNode refused(int status, Answer answer) {
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
    Answer with(int i);
  }

  static List<Answer> atOnce(int n, Call call) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Answer>> out = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        int me = i;
        out.add(threads.submit(() -> call.with(me)));
      }
      List<Answer> answers = new ArrayList<>();
      for (Future<Answer> f : out) {
        answers.add(f.get());
      }
      return answers;
    }
  }
}
