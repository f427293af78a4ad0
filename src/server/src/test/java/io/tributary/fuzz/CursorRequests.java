package io.tributary.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.testkit.TestResponse;
import java.util.List;

/** Real cursors that are modified or used with other users, ranges and operations. */
final class CursorRequests {
  private static final String RANGE = "start_date=2026-02-20";

  /** Paged reads. A read without a second page in this data set is reported. */
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

  private final FuzzEnvironment env;
  private final ValidRequests valid;
  private final FuzzRequestRunner runner;
  private final List<ApiOperation> ops;

  CursorRequests(
      FuzzEnvironment w, ValidRequests good, FuzzRequestRunner shots, List<ApiOperation> ops) {
    this.env = w;
    this.valid = good;
    this.runner = shots;
    this.ops = ops;
  }

  void addAll(List<FuzzRequest> out) {
    // Adds one more user, so that lists of users have a second page.
    env.own.createUser();
    for (String uri : PAGED) {
      String path = uri.substring(0, uri.indexOf('?'));
      ApiOperation op =
          ops.stream()
              .filter(o -> o.path().equals(path) && o.method().equals("GET"))
              .findFirst()
              .orElseThrow();
      FuzzRequest.RequestDraft fine = valid.requestFor(op);
      fine.query.clear();
      fine.query.addAll(List.of(uri.substring(uri.indexOf('?') + 1).split("&")));
      TestResponse first;
      try {
        first = runner.send(fine.build("cursor", "first page")).expect(200);
      } catch (Exception e) {
        throw new IllegalStateException(uri, e);
      }
      JsonNode next = first.json().path("next_cursor");
      if (!next.isTextual()) {
        System.out.println("no second page: " + uri);
        continue;
      }
      addMisusedCursor(fine, next.asText(), out);
      addTamperedCursors(fine, next.asText(), out);
    }
  }

  /** Uses the cursor with requests for which it was not issued. */
  private void addMisusedCursor(
      FuzzRequest.RequestDraft fine, String cursor, List<FuzzRequest> out) {
    ApiOperation op = fine.op;
    out.add(fine.query("next_cursor", cursor).build("cursor", "its own", 200));
    if (op.hasParameter("user_id")) {
      String other = env.own.createUser();
      out.add(
          fine.pathParameter("user_id", other)
              .query("next_cursor", cursor)
              .build("cursor", "of another user", 400, 404));
      out.add(
          fine.pathParameter("user_id", env.other.userId())
              .header("x-service-api-key", env.other.key)
              .query("next_cursor", cursor)
              .build("cursor", "of another team", 400, 404));
    }
    if (op.hasParameter("start_date")) {
      out.add(
          fine.query("start_date", "2026-02-21")
              .query("next_cursor", cursor)
              .build("cursor", "of another range", 400));
    }
    if (op.hasParameter("provider")) {
      out.add(
          fine.query("provider", "fitbit")
              .query("next_cursor", cursor)
              .build("cursor", "of another provider", 400));
    }
    for (ApiOperation each : ops) {
      if (each.hasParameter("next_cursor")
          && !each.id().equals(op.id())
          && each.id().hashCode() % 5 == 0) {
        out.add(
            valid
                .requestFor(each)
                .query("next_cursor", cursor)
                .build("cursor", "of another call", 400));
      }
    }
  }

  private static void addTamperedCursors(
      FuzzRequest.RequestDraft fine, String cursor, List<FuzzRequest> out) {
    for (String bad : InvalidValues.tamperedCursors(cursor)) {
      out.add(fine.query("next_cursor", bad).build("cursor", "tampered"));
      if (fine.op.hasParameter("cursor")) {
        out.add(fine.query("cursor", bad).build("cursor", "tampered, old name"));
      }
    }
  }
}
