package io.tributary.report.parsing;

import io.tributary.core.Environment;
import io.tributary.core.KeysetCursor;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Rows of parsing_job except their status, which {@link ParsingJobLifecycle} changes. */
final class JobRepo {
  /** Queue that wakes the staging loop. */
  static final String STAGE_QUEUE = "report-stage";

  /** Queue that wakes the reading loop. */
  static final String READ_QUEUE = "report-read";

  private static final String USER =
      """
      select 1 from app_user
       where id = $1 and team_id = $2 and environment = $3 and deleted_at is null
      """;

  // Locks the row so that concurrent uploads of one team are counted one after another. Without the
  // lock, all of them could take the last free slot.
  private static final String LOCK_ENVIRONMENT =
      """
      select 1 from team_environment where team_id = $1 and environment = $2 for no key update
      """;
  private static final String COUNT =
      """
      select count(*) as n from parsing_job
       where team_id = $1 and environment = $2 and status <> 'failed'
      """;
  private static final String INSERT =
      """
      insert into parsing_job
        (id, team_id, environment, user_id, status, needs_human_review, file_count, file_bytes,
         media_type, pages)
      select $1, u.team_id, u.environment, u.id, 'upload_pending', $5, $6, $7, $8, $9
        from app_user u
       where u.id = $2 and u.team_id = $3 and u.environment = $4 and u.deleted_at is null
         for key share
      """;
  private static final String FROM_TENANT =
      """
       from parsing_job j join app_user u on u.id = j.user_id
       where j.team_id = $1 and j.environment = $2 and u.deleted_at is null
      """;
  private static final String ONE = "select " + ParsingJob.COLUMNS + FROM_TENANT + " and j.id = $3";
  private static final String PAGE =
      "select "
          + ParsingJob.LIST_COLUMNS
          + FROM_TENANT
          + """
             and ($3::text[] is null or j.status = any ($3))
             and ($4::uuid is null or j.user_id = $4)
             and ($5::timestamptz is null or j.created_at >= $5)
             and ($6::timestamptz is null or j.created_at <= $6)
             and ($7::boolean is null or j.needs_human_review = $7)
             and ($8::timestamptz is null or (j.created_at, j.id) < ($8, $9::uuid))
           order by j.created_at desc, j.id desc limit $10
          """;
  private static final String PENDING_STAGING =
      """
      select j.id from parsing_job j join app_user u on u.id = j.user_id
       where j.status = 'upload_pending' and j.due_at <= now() and u.deleted_at is null
       order by j.due_at, j.id limit $1
      """;

  // The team with the fewest running jobs goes first, so that no team waits behind a hundred jobs
  // of another.
  private static final String CLAIM =
      """
      with busy as (
        select team_id, environment, count(*) as n from parsing_job
         where status = 'started' and lease_expires_at > now() group by 1, 2
      ), due as materialized (
        select j.id from parsing_job j
          join app_user u on u.id = j.user_id and u.deleted_at is null
          left join busy b on b.team_id = j.team_id and b.environment = j.environment
         where j.status = 'started' and j.due_at <= now()
           and (j.lease_expires_at is null or j.lease_expires_at < now())
         order by coalesce(b.n, 0), j.due_at, j.id
         limit 1 for update of j skip locked
      )
      update parsing_job j
         set lease_expires_at = now() + $1::bigint * interval '1 millisecond', lease_epoch = lease_epoch + 1
        from due where j.id = due.id
      returning\s\
      """
          + JobClaim.COLUMNS;
  private static final String HEARTBEAT =
      """
      update parsing_job j set lease_expires_at = now() + $3::bigint * interval '1 millisecond'
        from unnest($1::uuid[], $2::int[]) as h(id, no)
       where j.id = h.id and j.lease_epoch = h.no and j.status = 'started'
      returning j.id
      """;
  private static final String RELEASE =
      """
      update parsing_job
         set due_at = now() + $3::bigint * interval '1 millisecond', lease_expires_at = null,
             lease_epoch = lease_epoch + 1, attempt = attempt + $4, error = coalesce($5, error)
       where id = $1 and lease_epoch = $2 and status = 'started'
      """;

  private final Db db;
  private final Duration lease;

  JobRepo(Db db, Duration lease) {
    this.db = db;
    this.lease = lease;
  }

  /**
   * New job.
   *
   * @param mediaType type of the first file
   * @param pages pages of all files
   */
  record NewJob(
      UUID id,
      UUID user,
      boolean needsHumanReview,
      int files,
      long bytes,
      String mediaType,
      int pages) {}

  Future<Boolean> userExists(Tenant t, UUID user) {
    return db.read(USER, user, t.team(), t.environment().wire()).map(rows -> rows.size() > 0);
  }

  /**
   * Checks the job quota of a sandbox and holds the lock until the transaction ends.
   *
   * @throws ServiceException 403 if the quota is used up
   */
  void checkSandboxQuota(Tx tx, Tenant t, int quota) {
    if (t.environment() != Environment.SANDBOX) {
      return;
    }
    tx.query(LOCK_ENVIRONMENT, t.team(), t.environment().wire());
    long n = tx.first(COUNT, t.team(), t.environment().wire()).orElseThrow().getLong("n");
    if (n >= quota) {
      throw ServiceException.featureDisabled("a sandbox can hold at most " + quota + " reports");
    }
  }

  /**
   * @throws ServiceException 404 if the user has been deleted
   */
  ParsingJob insert(Tx tx, Tenant t, NewJob a) {
    int made =
        tx.update(
            INSERT,
            a.id(),
            a.user(),
            t.team(),
            t.environment().wire(),
            a.needsHumanReview(),
            a.files(),
            a.bytes(),
            a.mediaType(),
            a.pages());
    if (made == 0) {
      throw ServiceException.notFound("user");
    }
    tx.wakeAfterCommit(STAGE_QUEUE);
    return tx.first(ONE, t.team(), t.environment().wire(), a.id())
        .map(ParsingJob::read)
        .orElseThrow();
  }

  /**
   * Returns the row for {@link ParsingJob#read}, which may be expensive and is left to a worker.
   */
  Future<Optional<Row>> row(Tenant t, UUID id) {
    return db.read(ONE, t.team(), t.environment().wire(), id)
        .map(rows -> RowMapping.first(rows, r -> r));
  }

  Future<List<ParsingJob>> page(Tenant t, JobFilter f, KeysetCursor after, int limit) {
    return db.read(
            PAGE,
            t.team(),
            t.environment().wire(),
            f.statuses().isEmpty() ? null : f.statuses().toArray(String[]::new),
            f.user().orElse(null),
            f.from().orElse(null),
            f.to().orElse(null),
            f.needsHumanReview().orElse(null),
            after.at(),
            after.id(),
            (long) limit)
        .map(rows -> RowMapping.list(rows, ParsingJob::read));
  }

  /** Returns jobs that wait to be staged; takes no lease on them. */
  List<UUID> pendingStaging(int limit) {
    return RowMapping.list(db.query(PENDING_STAGING, (long) limit), r -> r.getUUID("id"));
  }

  /** Claims the next job to read. */
  Optional<JobClaim> claim() {
    return db.tx(tx -> tx.first(CLAIM, lease.toMillis()).map(JobClaim::read));
  }

  /** Renews the leases of these claims and returns the job IDs that still belong to them. */
  Set<UUID> heartbeat(Collection<JobClaim> claims) {
    UUID[] ids = claims.stream().map(JobClaim::id).toArray(UUID[]::new);
    Integer[] numbers = claims.stream().map(JobClaim::leaseNo).toArray(Integer[]::new);
    return Set.copyOf(
        RowMapping.list(db.query(HEARTBEAT, ids, numbers, lease.toMillis()), r -> r.getUUID("id")));
  }

  /**
   * Releases a job for another attempt.
   *
   * @param broken whether this attempt counts as failed
   */
  void release(JobClaim claim, Duration wait, boolean broken, String error) {
    db.tx(
        tx -> {
          tx.wakeAfterCommit(READ_QUEUE);
          return tx.update(
              RELEASE, claim.id(), claim.leaseNo(), wait.toMillis(), broken ? 1 : 0, error);
        });
  }
}
