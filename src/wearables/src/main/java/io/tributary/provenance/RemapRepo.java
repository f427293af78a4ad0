package io.tributary.provenance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** SQL access to the table {@code remap_job}. */
final class RemapRepo {
  private static final String COLUMNS =
      "r.id, r.user_id, r.provider, r.first_day, r.last_day, r.mapping, r.state, r.feeds_done,"
          + " r.next_window_end, r.documents, r.unusable, r.created, r.updated, r.unchanged,"
          + " r.error_details, r.scheduled_at, r.started_at, r.ended_at, r.attempt, r.lease_epoch";

  private static final String ADD =
      """
      insert into remap_job (id, user_id, provider, first_day, last_day, mapping, state)
      values ($1, $2, $3, $4, $5, $6, 'scheduled') on conflict do nothing
      """;
  private static final String BY_ID = "select " + COLUMNS + " from remap_job r where r.id = $1";
  private static final String OPEN =
      "select "
          + COLUMNS
          + """
           from remap_job r
          where r.user_id = $1 and r.provider = $2 and r.state in ('scheduled', 'in_progress')
          """;
  private static final String OF_TENANT =
      "select "
          + COLUMNS
          + """
           from remap_job r join app_user u on u.id = r.user_id
          where r.id = $1 and u.id = $2 and u.team_id = $3 and u.environment = $4
            and u.deleted_at is null
          """;
  private static final String CLAIM =
      """
      with due as materialized (
        select id from remap_job
         where state in ('scheduled', 'in_progress') and due_at <= now()
           and (lease_expires_at is null or lease_expires_at < now())
         order by due_at limit $1 for update skip locked
      )
      update remap_job r
         set state = 'in_progress', started_at = coalesce(started_at, now()),
             lease_expires_at = now() + $2::bigint * interval '1 millisecond', lease_epoch = lease_epoch + 1
        from due where r.id = due.id
      returning\
      """
          + " "
          + COLUMNS;
  private static final String HEARTBEAT =
      """
      update remap_job set lease_expires_at = now() + $2::bigint * interval '1 millisecond'
       where id = any ($1) and state = 'in_progress'
      """;
  private static final String LOCK_CLAIM =
      """
      select 1 from remap_job where id = $1 and lease_epoch = $2 and state = 'in_progress'
         for no key update
      """;
  private static final String ADVANCE =
      """
      update remap_job
         set feeds_done = $2, next_window_end = $3, documents = documents + $4, unusable = unusable + $5,
             created = created + $6, updated = updated + $7, unchanged = unchanged + $8,
             lease_expires_at = now() + $9::bigint * interval '1 millisecond', attempt = 0
       where id = $1
      """;
  private static final String END =
      """
      update remap_job
         set state = $3, error_details = $4, ended_at = now(), lease_expires_at = null
       where id = $1 and lease_epoch = $2 and state = 'in_progress'
      """;
  private static final String RELEASE =
      """
      update remap_job
         set due_at = now() + $3::bigint * interval '1 millisecond', lease_expires_at = null,
             attempt = attempt + $4, lease_epoch = lease_epoch + 1
       where id = $1 and lease_epoch = $2 and state = 'in_progress'
      """;

  private final Db db;
  private final Duration lease;

  RemapRepo(Db db, Duration lease) {
    this.db = db;
    this.lease = lease;
  }

  /** Run as stored; {@code nextLast} is null for the newest window of the next feed. */
  record RemapRun(
      UUID id,
      UUID user,
      String provider,
      LocalDate first,
      LocalDate last,
      String mapping,
      String state,
      int feedsDone,
      LocalDate nextLast,
      RemapCounts counts,
      String error,
      Instant scheduledAt,
      Instant startedAt,
      Instant endedAt,
      int attempt,
      int leaseNo) {

    ObjectNode view() {
      ObjectNode out =
          Json.object()
              .put("id", id.toString())
              .put("user_id", user.toString())
              .put("provider", provider)
              .put("start_date", first.toString())
              .put("end_date", last.toString())
              .put("mapping", mapping)
              .put("status", state)
              .put("documents", counts.documents())
              .put("unusable_documents", counts.unusable())
              .put("created", counts.created())
              .put("updated", counts.updated())
              .put("unchanged", counts.unchanged())
              .put("error_details", error);
      out.set("scheduled_at", Json.tree(scheduledAt));
      out.set("started_at", Json.tree(startedAt));
      out.set("ended_at", Json.tree(endedAt));
      return out;
    }
  }

  /** Numbers of documents read and unusable, and of records created, updated and unchanged. */
  record RemapCounts(int documents, int unusable, int created, int updated, int unchanged) {}

  /** Returns false if the connection already has an active run. */
  boolean add(
      Tx tx, UUID id, UUID user, String provider, LocalDate first, LocalDate last, String mapping) {
    return tx.update(ADD, id, user, provider, first, last, mapping) == 1;
  }

  Optional<RemapRun> find(Tx tx, UUID id) {
    return tx.first(BY_ID, id).map(RemapRepo::run);
  }

  /** Returns the unfinished run of a connection. */
  Optional<RemapRun> findUnfinished(Tx tx, UUID user, String provider) {
    return tx.first(OPEN, user, provider).map(RemapRepo::run);
  }

  Future<Optional<RemapRun>> find(Tenant tenant, UUID user, UUID id) {
    return db.read(OF_TENANT, id, user, tenant.team(), tenant.environment().wire())
        .map(rows -> RowMapping.first(rows, RemapRepo::run));
  }

  List<RemapRun> claim(int free) {
    return db.tx(tx -> RowMapping.list(tx.query(CLAIM, free, lease.toMillis()), RemapRepo::run));
  }

  void heartbeat(Collection<UUID> runs) {
    db.query(HEARTBEAT, runs.toArray(UUID[]::new), lease.toMillis());
  }

  /** Locks the claim until commit. Returns false if another node holds it. */
  boolean lockClaim(Tx tx, RemapRun run) {
    return tx.first(LOCK_CLAIM, run.id(), run.leaseNo()).isPresent();
  }

  void advance(Tx tx, RemapRun run, int feedsDone, LocalDate nextLast, RemapCounts more) {
    tx.update(
        ADVANCE,
        run.id(),
        feedsDone,
        nextLast,
        more.documents(),
        more.unusable(),
        more.created(),
        more.updated(),
        more.unchanged(),
        lease.toMillis());
  }

  void end(RemapRun run, String state, String error) {
    db.query(END, run.id(), run.leaseNo(), state, error);
  }

  /** Releases the run; it resumes at its last commit. */
  void release(RemapRun run, Duration wait, boolean counts) {
    db.query(RELEASE, run.id(), run.leaseNo(), wait.toMillis(), counts ? 1 : 0);
  }

  private static RemapRun run(Row r) {
    return new RemapRun(
        r.getUUID("id"),
        r.getUUID("user_id"),
        r.getString("provider"),
        r.getLocalDate("first_day"),
        r.getLocalDate("last_day"),
        r.getString("mapping"),
        r.getString("state"),
        r.getInteger("feeds_done"),
        r.getLocalDate("next_window_end"),
        new RemapCounts(
            r.getInteger("documents"),
            r.getInteger("unusable"),
            r.getInteger("created"),
            r.getInteger("updated"),
            r.getInteger("unchanged")),
        r.getString("error_details"),
        RowMapping.instant(r, "scheduled_at"),
        RowMapping.instant(r, "started_at"),
        RowMapping.instant(r, "ended_at"),
        r.getInteger("attempt"),
        r.getInteger("lease_epoch"));
  }
}
