package io.tributary.pull;

import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.ingest.IngestTarget;
import io.tributary.model.Resource;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tables {@code pull_job} and {@code historical_pull}, from the view of claimants. */
final class PullRepo {
  static final String CLAIM =
      FairClaimSql.claimStart(
              "pull_job",
              "due_at",
              "lease_expires_at",
              "r.state in ('scheduled', 'in_progress', 'retrying')",
              "update")
          + """
          update pull_job j
             set state = 'in_progress', started_at = coalesce(started_at, now()), lease_owner = $10,
                 lease_expires_at = now() + $11::bigint * interval '1 millisecond', lease_epoch = lease_epoch + 1
            from due, connection c
           where j.id = due.id and c.id = j.connection_id
          returning j.id, j.lease_epoch, j.connection_id, j.user_id, j.team_id, j.environment, j.provider,
                    j.app_id, j.feed, j.resources, j.generation, j.range_start, j.range_end,
                    j.cursor::text as position, j.attempt, c.demo
          """;

  private static final String MARK_STARTED =
      """
      update historical_pull
         set status = 'in_progress', started_at = coalesce(started_at, now()), error_details = null
       where job_id = any ($1) and status <> 'in_progress'
      """;

  private static final String HEARTBEAT =
      """
      update pull_job j set lease_expires_at = now() + $3::bigint * interval '1 millisecond'
        from unnest($1::uuid[], $2::int[]) as h(id, no)
       where j.id = h.id and j.lease_epoch = h.no and j.state = 'in_progress'
      returning j.id
      """;

  /** Locks the claim until commit. The row of a replaced job is gone. */
  private static final String LOCK_CLAIM =
      """
      select 1 from pull_job where id = $1 and lease_epoch = $2 and state = 'in_progress'
         for no key update
      """;

  // As strong as the lock of a link, and a separate statement, so that the statements after it do
  // not read data from before a link that they waited for.
  private static final String LOCK_TARGET_USER =
      """
      select client_user_id, ingestion_start, ingestion_end from app_user
       where id = $1 and deleted_at is null for no key update
      """;

  private static final String LINKED =
      "select 1 from connection where id = $1 and generation = $2 and status = 'connected'";

  private static final String LOCK_USER = "select 1 from app_user where id = $1 for key share";

  private static final String LOCK_CONNECTION =
      "select 1 from connection where id = $1 for no key update";

  private static final String ADVANCE =
      """
      update pull_job set cursor = $2::text::jsonb,
             lease_expires_at = now() + $3::bigint * interval '1 millisecond'
       where id = $1
      """;

  private static final String ADD_DAYS =
      """
      update historical_pull h
         set days = h.days + (select range_agg(daterange(d, d, '[]')) from unnest($3::date[]) as t(d))
       where job_id = $1 and resource = $2
      """;

  private static final String END =
      """
      update pull_job set state = $2, ended_at = now(), lease_expires_at = null, lease_owner = null,
             error_details = $3
       where id = $1
      """;

  private static final String MARK_ENDED =
      """
      update historical_pull set status = $2, ended_at = now(), error_details = $3 where job_id = $1
      """;

  private static final String RETRY =
      """
      update pull_job set state = 'retrying', due_at = now() + $2::bigint * interval '1 millisecond',
             attempt = $3, error_details = $4, lease_expires_at = null, lease_owner = null
       where id = $1
      """;

  private static final String MARK_RETRYING =
      "update historical_pull set status = 'retrying', error_details = $2 where job_id = $1";

  private static final String RELEASE =
      """
      update pull_job set due_at = now() + $3::bigint * interval '1 millisecond', lease_expires_at = null,
             lease_owner = null, lease_epoch = lease_epoch + 1
       where id = $1 and lease_epoch = $2 and state = 'in_progress'
      """;

  private static final String POSTPONE =
      """
      with waiting as materialized (
        select id from pull_job
         where connection_id = $1 and state in ('scheduled', 'in_progress', 'retrying')
           and lease_expires_at is null and due_at < now() + $2::bigint * interval '1 millisecond'
         order by id for update skip locked
      )
      update pull_job j set due_at = now() + $2::bigint * interval '1 millisecond'
        from waiting where j.id = waiting.id
      """;

  private static final String LOCK_OTHER_JOBS =
      """
      select id from pull_job
       where connection_id = $1 and generation = $2 and id <> $3
         and state in ('scheduled', 'in_progress', 'retrying')
       order by id for no key update
      """;

  private static final String BACKLOG =
      """
      select count(*) as due, coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as age
        from pull_job
       where state in ('scheduled', 'in_progress', 'retrying') and due_at <= now()
         and (lease_expires_at is null or lease_expires_at < now())
      """;

  private final Db db;
  private final String owner;
  private final Duration lease;

  /**
   * @param owner name of this node, for diagnosis
   */
  PullRepo(Db db, String owner, Duration lease) {
    this.db = db;
    this.owner = owner;
    this.lease = lease;
  }

  List<PullJob> claim(int free, ProviderSlotPool.Offer offer) {
    return db.tx(
        tx -> {
          List<PullJob> jobs =
              RowMapping.list(
                  tx.query(CLAIM, FairClaimSql.parameters(free, offer, owner, lease.toMillis())),
                  PullRepo::job);
          if (!jobs.isEmpty()) {
            tx.update(MARK_STARTED, (Object) jobs.stream().map(PullJob::id).toArray(UUID[]::new));
          }
          return jobs;
        });
  }

  /** Extends the leases and returns the IDs that are still claimed. */
  Set<UUID> heartbeat(Collection<PullJob> jobs) {
    UUID[] ids = jobs.stream().map(PullJob::id).toArray(UUID[]::new);
    Integer[] numbers = jobs.stream().map(PullJob::leaseNo).toArray(Integer[]::new);
    return Set.copyOf(
        RowMapping.list(db.query(HEARTBEAT, ids, numbers, lease.toMillis()), r -> r.getUUID("id")));
  }

  /** Locks the claim until commit. Returns false when it is no longer valid. */
  boolean lockClaim(Tx tx, PullJob job) {
    return tx.first(LOCK_CLAIM, job.id(), job.leaseNo()).isPresent();
  }

  /**
   * Locks the user and the connection. Call before the claim is locked where a job may end, because
   * the triggers of the connection may finish with it. The lock order is that of a link: user,
   * connection, jobs.
   */
  void lockConnection(Tx tx, PullJob job) {
    tx.first(LOCK_USER, job.user());
    tx.first(LOCK_CONNECTION, job.connection());
  }

  /**
   * Locks the user against erasure and a new link, and returns the current ingestion bounds. Empty
   * when the link is not that of the job. Call before the claim is locked.
   */
  Optional<IngestTarget> lockTarget(Tx tx, PullJob job) {
    return lockTarget(
        tx, job.tenant(), job.user(), job.provider(), job.connection(), job.generation());
  }

  static Optional<IngestTarget> lockTarget(
      Tx tx, Tenant tenant, UUID user, String provider, UUID connection, int generation) {
    Optional<Row> found = tx.first(LOCK_TARGET_USER, user);
    return found
        .filter(u -> tx.first(LINKED, connection, generation).isPresent())
        .map(
            r ->
                new IngestTarget(
                    tenant,
                    user,
                    r.getString("client_user_id"),
                    provider,
                    r.getLocalDate("ingestion_start"),
                    r.getLocalDate("ingestion_end")));
  }

  void advance(Tx tx, PullJob job, PullJob.Position next) {
    tx.update(ADVANCE, job.id(), next.text(), lease.toMillis());
  }

  void addDays(Tx tx, PullJob job, Map<Resource, Set<LocalDate>> days) {
    for (Resource r : job.resources()) {
      Set<LocalDate> found = days.getOrDefault(r, Set.of());
      if (!found.isEmpty()) {
        tx.update(ADD_DAYS, job.id(), r.wire(), found.toArray(LocalDate[]::new));
      }
    }
  }

  /** Ends a job, successfully or not. */
  void endJob(Tx tx, UUID job, String state, String error) {
    tx.update(END, job, state, error);
    tx.update(MARK_ENDED, job, state, error);
  }

  void retry(Tx tx, PullJob job, Duration wait, int attempt, String error) {
    tx.update(RETRY, job.id(), wait.toMillis(), attempt, error);
    tx.update(MARK_RETRYING, job.id(), error);
  }

  /** Releases the job without a failure. It resumes after its last commit. */
  void release(PullJob job, Duration wait) {
    db.query(RELEASE, job.id(), job.leaseNo(), wait.toMillis());
  }

  /** Postpones the unclaimed jobs of the same connection. */
  void postpone(PullJob job, Duration wait) {
    db.query(POSTPONE, job.connection(), wait.toMillis());
  }

  /** Locks and returns the other unfinished jobs of the link. */
  List<UUID> lockOtherJobs(Tx tx, PullJob job) {
    return RowMapping.list(
        tx.query(LOCK_OTHER_JOBS, job.connection(), job.generation(), job.id()),
        r -> r.getUUID("id"));
  }

  /** Number of jobs that wait for a claimant, and the age of the oldest in seconds. */
  record PullBacklog(long due, double oldestSeconds) {}

  PullBacklog backlog() {
    Row r = db.query(BACKLOG).iterator().next();
    return new PullBacklog(r.getLong("due"), r.getDouble("age"));
  }

  private static PullJob job(Row r) {
    return new PullJob(
        r.getUUID("id"),
        r.getInteger("lease_epoch"),
        r.getUUID("connection_id"),
        r.getUUID("user_id"),
        Tenant.of(r.getUUID("team_id"), r.getString("environment")),
        r.getString("provider"),
        r.getUUID("app_id"),
        r.getBoolean("demo"),
        r.getString("feed"),
        Stream.of(r.getArrayOfStrings("resources"))
            .flatMap(w -> Resource.of(w).stream())
            .collect(Collectors.toSet()),
        r.getInteger("generation"),
        new PullRange(RowMapping.instant(r, "range_start"), RowMapping.instant(r, "range_end")),
        Optional.ofNullable(r.getString("position")).map(PullJob.Position::read),
        r.getInteger("attempt"));
  }
}
