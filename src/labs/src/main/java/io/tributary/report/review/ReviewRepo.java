package io.tributary.report.review;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Environment;
import io.tributary.core.Json;
import io.tributary.core.KeysetCursor;
import io.tributary.core.ServiceException;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads and updates the review data of jobs. Jobs of other organizations are treated as unknown.
 */
final class ReviewRepo {
  private static final String COLUMNS =
      """
      select j.id, j.team_id, t.name as team_name, j.environment, j.user_id, j.status,
             j.failure_reason, j.needs_human_review, j.is_reviewed, j.media_type, j.file_count,
             j.pages, j.created_at, j.updated_at,
             case when j.review_lease_expires_at > now() then j.reviewer end as reviewer,
             case when j.review_lease_expires_at > now() then j.review_lease_expires_at end as review_lease_expires_at,
             j.reviewed_by, j.reviewed_at, j.draft is not null as is_read
      """;
  private static final String FROM =
      """
        from parsing_job j join team t on t.id = j.team_id join app_user u on u.id = j.user_id
       where t.org_id = $1 and u.deleted_at is null
      """;

  private static final String PAGE =
      COLUMNS
          + """
          , coalesce(jsonb_array_length(j.draft -> 'results'), 0) as results,
            (select count(*) from jsonb_array_elements(j.draft -> 'results') r
              where r -> 'doubts' <> '[]' and not coalesce((r -> 'checked')::boolean, false))::int as doubtful
          """
          + FROM
          + """
             and j.status = 'pending_review'
             and ($2::uuid is null or j.team_id = $2)
             and ($3::text is null or j.environment = $3)
             and ($4::timestamptz is null or (j.created_at, j.id) > ($4, $5::uuid))
           order by j.created_at, j.id limit $6
          """;

  private static final String ONE = COLUMNS + ", j.draft::text as draft" + FROM + " and j.id = $2";
  private static final String HEAD = COLUMNS + FROM + " and j.id = $2";
  private static final String LOCKED = " for no key update of j";

  private static final String AUDIT =
      """
      select a.at, a.actor, a.action, a.detail from parsing_job_audit a
       where a.job_id = $1 order by a.id
      """;

  private static final String INSERT_AUDIT =
      """
      insert into parsing_job_audit (job_id, actor, action, draft, detail)
      values ($1, $2, $3, $4::text::jsonb, $5)
      """;

  private static final String LEASE =
      """
      update parsing_job
         set reviewer = $2, review_lease_expires_at = now() + make_interval(secs => $3)
       where id = $1 returning review_lease_expires_at
      """;

  private static final String RELEASE =
      "update parsing_job set review_lease_expires_at = null where id = $1 and reviewer = $2";

  private final Db db;

  ReviewRepo(Db db) {
    this.db = db;
  }

  /** Filter of the list of waiting reports. */
  record Filter(Optional<UUID> team, Optional<Environment> environment) {}

  Future<List<Row>> page(UUID organisation, Filter filter, KeysetCursor after, int limit) {
    return db.read(
            PAGE,
            organisation,
            filter.team().orElse(null),
            filter.environment().map(Environment::wire).orElse(null),
            after.at() == null ? null : after.at().atOffset(ZoneOffset.UTC),
            after.id(),
            limit)
        .map(rows -> RowMapping.list(rows, r -> r));
  }

  Future<Row> one(UUID organisation, UUID job) {
    return db.read(ONE, organisation, job)
        .map(rows -> RowMapping.first(rows, r -> r).orElseThrow(ReviewRepo::unknown));
  }

  /** Returns the job without its draft, which may be large. */
  Future<Row> head(UUID organisation, UUID job) {
    return db.read(HEAD, organisation, job)
        .map(rows -> RowMapping.first(rows, r -> r).orElseThrow(ReviewRepo::unknown));
  }

  Row lock(Tx tx, UUID organisation, UUID job) {
    return tx.first(ONE + LOCKED, organisation, job).orElseThrow(ReviewRepo::unknown);
  }

  /** Locks the job and returns it without its draft, which may be large. */
  Row lockHead(Tx tx, UUID organisation, UUID job) {
    return tx.first(HEAD + LOCKED, organisation, job).orElseThrow(ReviewRepo::unknown);
  }

  private static ServiceException unknown() {
    return ServiceException.notFound("parsing job");
  }

  Future<ArrayNode> audit(UUID job) {
    return db.read(AUDIT, job)
        .map(
            rows -> {
              ArrayNode out = Json.array();
              rows.forEach(
                  r ->
                      out.addObject()
                          .put("at", time(r, "at"))
                          .put("actor", r.getString("actor"))
                          .put("action", r.getString("action"))
                          .put("detail", r.getString("detail")));
              return out;
            });
  }

  /**
   * @param before draft before the change; null if the draft did not change
   */
  void addAudit(Tx tx, UUID job, String actor, String action, ObjectNode before, String detail) {
    tx.update(INSERT_AUDIT, job, actor, action, before == null ? null : Json.text(before), detail);
  }

  Instant lease(Tx tx, UUID job, String reviewer, long seconds) {
    return tx.first(LEASE, job, reviewer, (double) seconds)
        .map(r -> RowMapping.instant(r, "review_lease_expires_at"))
        .orElseThrow();
  }

  void release(Tx tx, UUID job, String reviewer) {
    tx.update(RELEASE, job, reviewer);
  }

  /** Returns the fields that lists and single views share. */
  static ObjectNode toJson(Row r) {
    return Json.object()
        .put("id", r.getUUID("id").toString())
        .put("team_id", r.getUUID("team_id").toString())
        .put("team_name", r.getString("team_name"))
        .put("environment", r.getString("environment"))
        .put("user_id", r.getUUID("user_id").toString())
        .put("status", r.getString("status"))
        .put("failure_reason", r.getString("failure_reason"))
        .put("needs_human_review", r.getBoolean("needs_human_review"))
        .put("is_reviewed", r.getBoolean("is_reviewed"))
        .put("media_type", r.getString("media_type"))
        .put("file_count", r.getInteger("file_count"))
        .put("pages", r.getInteger("pages"))
        .put("reviewer", r.getString("reviewer"))
        .put("review_until", time(r, "review_lease_expires_at"))
        .put("reviewed_by", r.getString("reviewed_by"))
        .put("reviewed_at", time(r, "reviewed_at"))
        .put("created_at", time(r, "created_at"))
        .put("updated_at", time(r, "updated_at"));
  }

  private static String time(Row r, String column) {
    Instant at = RowMapping.instant(r, column);
    return at == null ? null : Times.format(at);
  }
}
