package io.tributary.report.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.testkit.Answer;
import io.tributary.testkit.TestNode;
import java.net.URI;
import java.util.Map;
import java.util.UUID;

/** Reports of a test's first team that wait for a review, and the calls about them. */
final class ReviewDesk {
  final TestNode node;
  final String all;

  ReviewDesk(TestNode node) {
    this.node = node;
    this.all = "/v1/org/" + node.first().org() + "/lab_report/review";
  }

  /** A report that was read like this and waits. */
  UUID job(Sheet sheet) {
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

  Answer get(UUID job) {
    return node.manage("GET", all + "/" + job, null);
  }

  Answer by(String reviewer, UUID job, String action) {
    return node.manage(
        "POST", all + "/" + job + "/" + action, "{\"reviewer\":\"" + reviewer + "\"}");
  }

  Answer reject(String reviewer, UUID job, String reason) {
    return node.manage(
        "POST",
        all + "/" + job + "/reject",
        "{\"reviewer\":\"" + reviewer + "\",\"reason\":\"" + reason + "\"}");
  }

  Answer save(String reviewer, UUID job, JsonNode data) {
    ObjectNode body = Json.object().put("reviewer", reviewer);
    body.set("data", data);
    return node.manage("PUT", all + "/" + job + "/data", body.toString());
  }

  /** The draft as something to correct and to send back. */
  ObjectNode data(UUID job) {
    JsonNode draft = get(job).expect(200).json().get("draft");
    ObjectNode out = Json.object();
    out.set("metadata", draft.get("metadata"));
    out.set("results", draft.get("results"));
    return out;
  }

  /** The address of a fresh link. */
  String link(UUID job, String reviewer) {
    URI url = URI.create(by(reviewer, job, "link").expect(200).json().get("url").asText());
    return node.url(url.getPath() + "#" + url.getFragment());
  }

  Answer opened(UUID job, String link) {
    String token = link.substring(link.indexOf("#link=") + 6);
    return node.send(
        "POST", "/review/api/" + job + "/session", "{\"link\":\"" + token + "\"}", Map.of());
  }

  /** How many events tell that a report of this user was updated. */
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
