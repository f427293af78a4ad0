package io.tributary.report.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.net.URI;
import java.util.Map;
import java.util.UUID;

/** Reports of the first team that wait for review, and the review calls. */
final class ReviewFixture {
  final TestNode node;
  final String all;

  ReviewFixture(TestNode node) {
    this.node = node;
    this.all = "/v1/org/" + node.first().org() + "/lab_report/review";
  }

  /** Creates a job with this read result that waits for review. */
  UUID job(FictitiousReport sheet) {
    UUID user =
        UUID.fromString(
            node.post("/v2/user", "{\"client_user_id\":\"" + Ids.uuid() + "\"}")
                .expect(200)
                .json()
                .get("user_id")
                .asText());
    UUID job = Ids.uuid();
    node.db()
        .query(
            """
            insert into parsing_job (id, team_id, environment, user_id, status, needs_human_review,
              file_count, file_bytes, media_type, pages, draft)
            values ($1, $2, 'sandbox', $3, 'pending_review', true, 1, 1000, 'application/pdf', $4,
              $5::text::jsonb)
            """,
            job,
            node.first().team(),
            user,
            sheet.pages(),
            Json.text(sheet.draft()));
    for (int page = 1; page <= sheet.pages(); page++) {
      node.db()
          .query(
              "insert into parsing_job_image (job_id, page, media_type, bytes) values ($1, $2, $3,"
                  + " $4)",
              job,
              page,
              "image/jpeg",
              node.secrets().seal(sheet.jpeg(page), ReviewFiles.associatedData(job, page)));
    }
    return job;
  }

  TestResponse get(UUID job) {
    return node.callManagement("GET", all + "/" + job, null);
  }

  TestResponse by(String reviewer, UUID job, String action) {
    return node.callManagement(
        "POST", all + "/" + job + "/" + action, "{\"reviewer\":\"" + reviewer + "\"}");
  }

  TestResponse reject(String reviewer, UUID job, String reason) {
    return node.callManagement(
        "POST",
        all + "/" + job + "/reject",
        "{\"reviewer\":\"" + reviewer + "\",\"reason\":\"" + reason + "\"}");
  }

  TestResponse save(String reviewer, UUID job, JsonNode data) {
    ObjectNode body = Json.object().put("reviewer", reviewer);
    body.set("data", data);
    return node.callManagement("PUT", all + "/" + job + "/data", body.toString());
  }

  /** Returns the draft as a body to correct and send back. */
  ObjectNode data(UUID job) {
    JsonNode draft = get(job).expect(200).json().get("draft");
    ObjectNode out = Json.object();
    out.set("metadata", draft.get("metadata"));
    out.set("results", draft.get("results"));
    return out;
  }

  /** Creates a link and returns its address. */
  String link(UUID job, String reviewer) {
    URI url = URI.create(by(reviewer, job, "link").expect(200).json().get("url").asText());
    return node.url(url.getPath() + "#" + url.getFragment());
  }

  TestResponse opened(UUID job, String link) {
    String token = link.substring(link.indexOf("#link=") + 6);
    return node.send(
        "POST", "/review/api/" + job + "/session", "{\"link\":\"" + token + "\"}", Map.of());
  }

  /** Returns the number of update events for the job's user. */
  long events(UUID job) {
    return node.db()
        .query(
            """
            select count(*) as n from message m join parsing_job j on j.user_id = m.user_id
             where j.id = $1 and m.event_type = 'lab_report.parsing_job.updated'
            """,
            job)
        .iterator()
        .next()
        .getLong("n");
  }
}
