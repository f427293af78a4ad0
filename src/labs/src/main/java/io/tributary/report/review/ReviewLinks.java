package io.tributary.report.review;

import io.tributary.audit.SystemAuditEvents;
import io.tributary.core.Encryption;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Links and sessions of the review page: the rows of parsing_job_link. Tokens are passed in plain
 * text and stored as hashes.
 */
final class ReviewLinks {
  private static final String PENDING = "pending_review";

  private static final String KEY =
      "select id from management_key where key_hash = $1 and org_id = $2 and revoked_at is null";

  private static final String ADD_LINK =
      """
      insert into parsing_job_link (token_hash, job_id, reviewer, kind, management_key_id, expires_at)
      values ($1, $2, $3, 'link', $4, now() + make_interval(secs => $5))
      returning expires_at
      """;

  /** The row lock lets only one of two concurrent openings succeed. */
  private static final String USE_LINK =
      """
      update parsing_job_link l set used_at = now()
       where token_hash = $1 and job_id = $2 and kind = 'link' and used_at is null
         and expires_at > now()
         and exists (select 1 from parsing_job where id = l.job_id and status = 'pending_review')
         and not exists (select 1 from management_key where id = l.management_key_id
                          and (revoked_at is not null or expires_at <= now()))
      returning reviewer, management_key_id
      """;

  private static final String LINK =
      """
      select l.used_at, l.expires_at > now() as young, j.status
        from parsing_job_link l join parsing_job j on j.id = l.job_id
       where l.token_hash = $1 and l.job_id = $2 and l.kind = 'link'
      """;

  private static final String ADD_SESSION =
      """
      insert into parsing_job_link (token_hash, job_id, reviewer, kind, management_key_id, expires_at)
      values ($1, $2, $3, 'session', $4, now() + make_interval(secs => $5))
      """;

  private static final String SESSION =
      """
      select t.org_id, j.team_id, j.environment, j.user_id, l.job_id, l.reviewer, l.expires_at,
             j.status
        from parsing_job_link l join parsing_job j on j.id = l.job_id join team t on t.id = j.team_id
       where l.token_hash = $1 and l.job_id = $2 and l.kind = 'session' and l.expires_at > now()
         and not exists (select 1 from management_key where id = l.management_key_id
                          and (revoked_at is not null or expires_at <= now()))
      """;

  private static final String END = "delete from parsing_job_link where token_hash = $1";

  private final Db db;

  ReviewLinks(Db db) {
    this.db = db;
  }

  /**
   * Session of an opened link.
   *
   * @param user owner of the report
   * @param status status of the report; the session ends with the review
   */
  record Session(
      ReviewService.Reviewer reviewer, Tenant tenant, UUID user, Instant expiresAt, String status) {
    boolean hasEnded() {
      return !status.equals(PENDING);
    }

    /** Returns the error for requests after the review has ended. */
    ServiceException endedError() {
      return ReviewLinks.endedError(status);
    }
  }

  private static ServiceException endedError(String status) {
    return ServiceException.gone("this report is " + status + ": its review has ended");
  }

  /** Stores a link and returns its expiry. */
  Instant add(Tx tx, ReviewService.Reviewer who, String token, String managementKey, int seconds) {
    // The authenticator's cache may still accept a key that was revoked a moment ago.
    UUID key =
        tx.first(KEY, Encryption.sha256(managementKey), who.organisation())
            .map(r -> r.getUUID("id"))
            .orElseThrow(() -> ServiceException.unauthorized("the management key is invalid"));
    return tx.first(
            ADD_LINK, Encryption.sha256(token), who.job(), who.name(), key, (double) seconds)
        .map(r -> RowMapping.instant(r, "expires_at"))
        .orElseThrow();
  }

  /**
   * Consumes a link and opens a session.
   *
   * @return the session, which is authenticated by {@code token}
   */
  Future<Session> open(UUID job, String link, String token, Duration life) {
    return db.txAsync(
        tx -> {
          byte[] used = Encryption.sha256(link);
          Row row = tx.first(USE_LINK, used, job).orElseThrow(() -> openFailure(tx, used, job));
          tx.update(
              ADD_SESSION,
              Encryption.sha256(token),
              job,
              row.getString("reviewer"),
              row.getUUID("management_key_id"),
              life.toMillis() / 1000.0);
          Session opened =
              tx.first(SESSION, Encryption.sha256(token), job)
                  .map(ReviewLinks::session)
                  .orElseThrow(() -> ServiceException.notFound("link"));
          SystemAuditEvents.recordEvent(
              tx,
              "review_session",
              null,
              opened.tenant().team(),
              opened.tenant().environment().wire(),
              opened.user(),
              job,
              "link opened");
          return opened;
        });
  }

  private static ServiceException openFailure(Tx tx, byte[] link, UUID job) {
    Optional<Row> row = tx.first(LINK, link, job);
    if (row.isEmpty()) {
      return ServiceException.notFound("link");
    }
    if (row.get().getValue("used_at") != null) {
      return ServiceException.conflict("this link has already been used");
    }
    String status = row.get().getString("status");
    if (row.get().getBoolean("young") && !status.equals(PENDING)) {
      return endedError(status);
    }
    // An unexpired, unused link without a match belongs to a revoked management key.
    return row.get().getBoolean("young")
        ? ServiceException.notFound("link")
        : ServiceException.badRequest("this link has expired");
  }

  Future<Optional<Session>> session(UUID job, String token) {
    return db.read(SESSION, Encryption.sha256(token), job)
        .map(rows -> RowMapping.first(rows, ReviewLinks::session));
  }

  Future<Void> end(String token) {
    return db.txAsync(tx -> tx.update(END, (Object) Encryption.sha256(token))).mapEmpty();
  }

  private static Session session(Row r) {
    return new Session(
        new ReviewService.Reviewer(
            r.getUUID("org_id"), r.getUUID("job_id"), r.getString("reviewer")),
        Tenant.of(r.getUUID("team_id"), r.getString("environment")),
        r.getUUID("user_id"),
        RowMapping.instant(r, "expires_at"),
        r.getString("status"));
  }
}
