package io.tributary.report.parsing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.db.RowMapping;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Parsing job as stored in the database.
 *
 * @param clientUserId the customer's ID of the user
 * @param failureReason value in the API; set if the job has failed
 * @param data parsed results; set if the job is completed
 * @param withheld number of results that were too uncertain for {@code data}
 * @param pages empty until the pages have been counted
 */
public record ParsingJob(
    UUID id,
    Tenant tenant,
    UUID user,
    Optional<String> clientUserId,
    JobStatus status,
    Optional<String> failureReason,
    Optional<JsonNode> data,
    boolean needsHumanReview,
    boolean isReviewed,
    int withheld,
    Optional<Integer> pages,
    Instant createdAt,
    Instant updatedAt,
    Optional<Instant> endedAt) {
  /** Columns of {@code parsing_job j join app_user u}. */
  static final String COLUMNS =
      "j.id, j.team_id, j.environment, j.user_id, u.client_user_id, j.status, j.failure_reason,"
          + " j.data::text as data, j.needs_human_review, j.is_reviewed, j.withheld, j.pages,"
          + " j.created_at, j.updated_at, j.ended_at";

  /** The same columns without the parsed results. */
  static final String LIST_COLUMNS = COLUMNS.replace("j.data::text", "null::text");

  static ParsingJob read(Row r) {
    return new ParsingJob(
        r.getUUID("id"),
        Tenant.of(r.getUUID("team_id"), r.getString("environment")),
        r.getUUID("user_id"),
        Optional.ofNullable(r.getString("client_user_id")),
        JobStatus.of(r.getString("status")).orElseThrow(),
        Optional.ofNullable(r.getString("failure_reason")),
        Optional.ofNullable(r.getString("data")).map(Json::parse),
        r.getBoolean("needs_human_review"),
        r.getBoolean("is_reviewed"),
        r.getInteger("withheld"),
        Optional.ofNullable(r.getInteger("pages")),
        RowMapping.instant(r, "created_at"),
        RowMapping.instant(r, "updated_at"),
        Optional.ofNullable(RowMapping.instant(r, "ended_at")));
  }

  /** Returns the JSON of API replies and events. */
  public ObjectNode toJson() {
    ObjectNode out =
        Json.object()
            .put("id", id.toString())
            .put("status", status.wire())
            .put("failure_reason", failureReason.orElse(null));
    out.set("data", data.orElse(null));
    return out.put("needs_human_review", needsHumanReview).put("is_reviewed", isReviewed);
  }

  /** Returns the JSON of a list entry: more about the job but without the parsed results. */
  ObjectNode toListJson() {
    ObjectNode out = toJson();
    out.remove("data");
    return out.put("user_id", user.toString())
        .put("pages", pages.orElse(null))
        .put("withheld_results", withheld)
        .put("created_at", Times.format(createdAt))
        .put("updated_at", Times.format(updatedAt))
        .put("ended_at", endedAt.map(Times::format).orElse(null));
  }
}
