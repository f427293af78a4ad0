package io.tributary.healthimport;

import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.model.Resource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** SQL access to the table {@code file_import}. */
final class ImportRepo {
  /** Queue that wakes the nodes holding files. */
  static final String QUEUE = "file_import";

  private static final String INSERT =
      """
      insert into file_import
        (id, user_id, team_id, environment, provider, node, format, status, bytes_total)
      select $1, u.id, u.team_id, u.environment, $5, $6, $7, 'queued', $8
        from app_user u
       where u.id = $2 and u.team_id = $3 and u.environment = $4 and u.deleted_at is null
         for key share
      """;
  private static final String USER =
      """
      select exists (select 1 from connection c where c.user_id = u.id and c.demo) as demo
        from app_user u
       where u.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null
      """;
  private static final String OWN =
      " from file_import i join app_user u on u.id = i.user_id"
          + " where u.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null";
  private static final String ONE = "select " + ImportView.COLUMNS + OWN + " and i.id = $4";
  private static final String PAGE =
      "select "
          + ImportView.COLUMNS
          + OWN
          + " and ($4::timestamptz is null or (i.created_at, i.id) < ($4, $5))"
          + " order by i.created_at desc, i.id desc limit $6";
  private static final String CANCEL =
      """
      update file_import set status = 'canceled', ended_at = now(), updated_at = now(),
             lease_expires_at = null, lease_epoch = lease_epoch + 1
       where id = $1 and status in ('queued', 'running')
      """;
  private static final String CANCEL_OF_DELETED =
      """
      update file_import i set status = 'canceled', ended_at = now(), updated_at = now(),
             lease_expires_at = null, lease_epoch = lease_epoch + 1
        from app_user u
       where i.node = $1 and i.status in ('queued', 'running')
         and u.id = i.user_id and u.deleted_at is not null
      returning i.id
      """;

  // The team with the fewest running imports goes first, so that no team waits behind a hundred
  // imports of another.
  private static final String CLAIM =
      """
      with busy as (
        select team_id, environment, count(*) as n from file_import
         where status = 'running' and lease_expires_at > now() group by 1, 2
      ), due as materialized (
        select i.id from file_import i
          left join busy b on b.team_id = i.team_id and b.environment = i.environment
         where i.node = $1 and i.status in ('queued', 'running') and i.due_at <= now()
           and (i.lease_expires_at is null or i.lease_expires_at < now())
         order by coalesce(b.n, 0), i.created_at, i.id
         limit 1 for update of i skip locked
      )
      update file_import i
         set status = 'running', started_at = coalesce(started_at, now()), updated_at = now(),
             lease_expires_at = now() + $2::bigint * interval '1 millisecond', lease_epoch = lease_epoch + 1,
             attempt = attempt + 1
        from due where i.id = due.id
      returning i.id, i.lease_epoch, i.user_id, i.team_id, i.environment, i.format, i.phase,
                i.position, i.attempt
      """;
  private static final String HEARTBEAT =
      """
      update file_import i set lease_expires_at = now() + $3::bigint * interval '1 millisecond'
        from unnest($1::uuid[], $2::int[]) as h(id, no)
       where i.id = h.id and i.lease_epoch = h.no and i.status = 'running'
      returning i.id
      """;
  private static final String RELEASE_OWN =
      "update file_import set lease_expires_at = null where node = $1 and status = 'running'";
  private static final String OPEN =
      "select id from file_import where node = $1 and status in ('queued', 'running')";
  private static final String LOCK_CLAIM =
      """
      select 1 from file_import where id = $1 and lease_epoch = $2 and status = 'running'
         for no key update
      """;
  private static final String RELEASE =
      """
      update file_import
         set due_at = now() + $3::bigint * interval '1 millisecond', lease_expires_at = null,
             lease_epoch = lease_epoch + 1, attempt = greatest(0, attempt - $4)
       where id = $1 and lease_epoch = $2 and status = 'running'
      """;
  private static final String ADVANCE =
      """
      update file_import
         set phase = $2, position = $3, attempt = 0, updated_at = now(),
             lease_expires_at = now() + $4::bigint * interval '1 millisecond',
             xml_bytes = greatest(xml_bytes, $5), xml_total = coalesce($6, xml_total),
             records = records + $7, workouts = workouts + $8, stored = stored + $9,
             unchanged = unchanged + $10, rejected = rejected + $11, ignored = ignored + $12,
             resources = array(select distinct x from unnest(resources || $13::text[]) x order by x),
             range_start = least(range_start, $14), range_end = greatest(range_end, $15)
       where id = $1
      """;
  private static final String END =
      """
      update file_import set status = $2, error = $3, ended_at = now(), updated_at = now(),
             lease_expires_at = null
       where id = $1
      returning resources, range_start, range_end
      """;

  private final Db db;
  private final String node;
  private final Duration lease;

  ImportRepo(Db db, String node, Duration lease) {
    this.db = db;
    this.node = node;
    this.lease = lease;
  }

  /** Progress made by one batch. */
  record ImportProgress(
      long xmlBytes,
      Long xmlTotal,
      long records,
      long workouts,
      long stored,
      long unchanged,
      long rejected,
      long ignored,
      Set<Resource> resources,
      Instant from,
      Instant to) {}

  /** Data range and resources of an import when it ends. */
  record ImportedRange(Set<Resource> resources, Optional<Instant> from, Optional<Instant> to) {}

  /** Returns whether the user has demo connections; empty for an unknown user. */
  Future<Optional<Boolean>> hasDemoConnections(Tenant t, UUID user) {
    return db.read(USER, user, t.team(), t.environment().wire())
        .map(rows -> RowMapping.first(rows, r -> r.getBoolean("demo")));
  }

  /** Returns false if the user does not exist. */
  boolean insert(
      Tx tx, UUID id, Tenant t, UUID user, String provider, ExportFormat format, long bytes) {
    boolean made =
        tx.update(
                INSERT,
                id,
                user,
                t.team(),
                t.environment().wire(),
                provider,
                node,
                format.wire(),
                bytes)
            > 0;
    tx.wakeAfterCommit(QUEUE);
    return made;
  }

  Future<Optional<ImportView>> find(Tenant t, UUID user, UUID id) {
    return db.read(ONE, user, t.team(), t.environment().wire(), id)
        .map(rows -> RowMapping.first(rows, ImportView::read));
  }

  Optional<ImportView> find(Tx tx, Tenant t, UUID user, UUID id) {
    return tx.first(ONE, user, t.team(), t.environment().wire(), id).map(ImportView::read);
  }

  /** Returns imports newest first, after the given position (null for the first page). */
  Future<List<ImportView>> page(Tenant t, UUID user, Instant before, UUID beforeId, int limit) {
    return db.read(PAGE, user, t.team(), t.environment().wire(), before, beforeId, (long) limit)
        .map(rows -> RowMapping.list(rows, ImportView::read));
  }

  /** Returns false if the import has already ended. */
  boolean cancel(Tx tx, UUID id) {
    tx.wakeAfterCommit(QUEUE);
    return tx.update(CANCEL, id) > 0;
  }

  /** Cancels the imports of deleted users. */
  void cancelOfDeleted() {
    db.tx(
        tx -> {
          for (Row r : tx.query(CANCEL_OF_DELETED, node)) {
            PendingRecordRepo.deleteAll(tx, r.getUUID("id"));
          }
          return null;
        });
  }

  /** Claims the next import of this node. */
  Optional<ClaimedImport> claim() {
    return db.tx(tx -> tx.first(CLAIM, node, lease.toMillis()).map(ClaimedImport::read));
  }

  /** Renews leases and returns the IDs of those that are still held. */
  Set<UUID> heartbeat(Collection<ClaimedImport> jobs) {
    UUID[] ids = jobs.stream().map(ClaimedImport::id).toArray(UUID[]::new);
    Integer[] numbers = jobs.stream().map(ClaimedImport::leaseNo).toArray(Integer[]::new);
    return Set.copyOf(
        RowMapping.list(db.query(HEARTBEAT, ids, numbers, lease.toMillis()), r -> r.getUUID("id")));
  }

  /** Releases imports claimed by an earlier process of this node. */
  void releaseOwn() {
    db.query(RELEASE_OWN, node);
  }

  /** Returns the imports whose files this node must keep. */
  Set<UUID> open() {
    return Set.copyOf(RowMapping.list(db.query(OPEN, node), r -> r.getUUID("id")));
  }

  /** Locks the claim until commit. Returns false if the import was canceled or claimed again. */
  boolean lockClaim(Tx tx, ClaimedImport job) {
    return tx.first(LOCK_CLAIM, job.id(), job.leaseNo()).isPresent();
  }

  /**
   * Releases the import; it resumes at its last commit.
   *
   * @param forgive whether this run does not count as one without progress
   */
  void release(ClaimedImport job, Duration wait, boolean forgive) {
    db.query(RELEASE, job.id(), job.leaseNo(), wait.toMillis(), forgive ? 1 : 0);
  }

  void advance(Tx tx, ClaimedImport job, ImportPhase phase, String position, ImportProgress p) {
    tx.update(
        ADVANCE,
        job.id(),
        phase.wire(),
        position,
        lease.toMillis(),
        p.xmlBytes(),
        p.xmlTotal(),
        p.records(),
        p.workouts(),
        p.stored(),
        p.unchanged(),
        p.rejected(),
        p.ignored(),
        p.resources().stream().map(Resource::wire).toArray(String[]::new),
        p.from(),
        p.to());
  }

  /** Ends the import, successfully or not, and deletes its pending records. */
  ImportedRange end(Tx tx, ClaimedImport job, String status, String error) {
    Row r = tx.first(END, job.id(), status, error).orElseThrow();
    PendingRecordRepo.deleteAll(tx, job.id());
    return new ImportedRange(
        RowMapping.texts(r, "resources").stream()
            .flatMap(w -> Resource.of(w).stream())
            .collect(Collectors.toSet()),
        Optional.ofNullable(RowMapping.instant(r, "range_start")),
        Optional.ofNullable(RowMapping.instant(r, "range_end")));
  }
}
