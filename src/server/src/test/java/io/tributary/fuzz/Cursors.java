package io.tributary.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.testkit.Answer;
import java.util.List;

/** Real cursors, tampered with, and brought to other users, ranges and calls. */
final class Cursors {
  private static final String RANGE = "start_date=2026-02-20";

  /** Reads in pages; one that has no second page here is said. */
  private static final List<String> PAGED =
      List.of(
          "/v2/timeseries/{user_id}/heartrate/grouped?page_size=1&" + RANGE,
          "/v2/timeseries/{user_id}/hypnogram/grouped?page_size=1&" + RANGE,
          "/v2/timeseries/{user_id}/steps/grouped?page_size=1&merge=source_priority&" + RANGE,
          "/v2/explain/merge/{user_id}/{path}?" + RANGE,
          "/v2/user/{user_id}/import?page_size=1",
          "/v2/explain/completeness/{user_id}?start_date=2026-03-01&end_date=2026-03-10",
          "/v2/introspect/resources?user_limit=1",
          "/v2/introspect/historical_pull?user_limit=1",
          "/v2/link/bulk_op?page_size=1",
          "/v3/lab_test?lab_test_limit=1",
          "/aggregate/v1/user/{user_id}/continuous_query/{query_id_or_slug}/task_history?limit=1",
          "/v1/org/{org_id}/team/{team_id}/{environment}/continuous_query?limit=1",
          "/v1/org/{org_id}/team/{team_id}/{environment}/webhook?limit=1");

  private final World w;
  private final Good good;
  private final Shots shots;
  private final List<Op> ops;

  Cursors(World w, Good good, Shots shots, List<Op> ops) {
    this.w = w;
    this.good = good;
    this.shots = shots;
    this.ops = ops;
  }

  void cursors(List<Hit> out) {
    // One more, for lists of users.
    w.own.user();
    for (String uri : PAGED) {
      String path = uri.substring(0, uri.indexOf('?'));
      Op op =
          ops.stream()
              .filter(o -> o.path().equals(path) && o.method().equals("GET"))
              .findFirst()
              .orElseThrow();
      Hit.Draft fine = good.of(op);
      fine.query.clear();
      fine.query.addAll(List.of(uri.substring(uri.indexOf('?') + 1).split("&")));
      Answer first;
      try {
        first = shots.send(fine.hit("cursor", "first page")).expect(200);
      } catch (Exception e) {
        throw new IllegalStateException(uri, e);
      }
      JsonNode next = first.json().path("next_cursor");
      if (!next.isTextual()) {
        System.out.println("no second page: " + uri);
        continue;
      }
      elsewhere(fine, next.asText(), out);
      tampered(fine, next.asText(), out);
    }
  }

  /** Where it was not given out. */
  private void elsewhere(Hit.Draft fine, String cursor, List<Hit> out) {
    Op op = fine.op;
    out.add(fine.asked("next_cursor", cursor).hit("cursor", "its own", 200));
    if (op.has("user_id")) {
      String other = w.own.user();
      out.add(
          fine.with("user_id", other)
              .asked("next_cursor", cursor)
              .hit("cursor", "of another user", 400, 404));
      out.add(
          fine.with("user_id", w.other.user_id())
              .header("x-service-api-key", w.other.key)
              .asked("next_cursor", cursor)
              .hit("cursor", "of another team", 400, 404));
    }
    if (op.has("start_date")) {
      out.add(
          fine.asked("start_date", "2026-02-21")
              .asked("next_cursor", cursor)
              .hit("cursor", "of another range", 400));
    }
    if (op.has("provider")) {
      out.add(
          fine.asked("provider", "fitbit")
              .asked("next_cursor", cursor)
              .hit("cursor", "of another provider", 400));
    }
    for (Op each : ops) {
      if (each.has("next_cursor") && !each.id().equals(op.id()) && each.id().hashCode() % 5 == 0) {
        out.add(good.of(each).asked("next_cursor", cursor).hit("cursor", "of another call", 400));
      }
    }
  }

  private static void tampered(Hit.Draft fine, String cursor, List<Hit> out) {
    for (String bad : Wrong.cursors(cursor)) {
      out.add(fine.asked("next_cursor", bad).hit("cursor", "tampered"));
      if (fine.op.has("cursor")) {
        out.add(fine.asked("cursor", bad).hit("cursor", "tampered, old name"));
      }
    }
  }
}
