package io.tributary.erasure;

import io.tributary.audit.SystemAuditEvents;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Tenant;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.lab.exchange.SplitMessages;
import io.tributary.lab.order.ErasedSampleIds;
import io.tributary.user.UserDeletionHooks;
import io.vertx.sqlclient.Row;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;

/**
 * Erases users whose deletion grace period has ended, with all their data.
 *
 * <p>The work is split into batches that keep transactions short. A batch lost to a crash is
 * repeated; the last batch deletes the user and writes the receipt.
 */
public final class UserErasure {
  private static final System.Logger LOG = System.getLogger(UserErasure.class.getName());

  /**
   * Time after the grace period for which a user waits for providers or laboratories that must be
   * notified. After that, erasure proceeds without them and the receipt records it.
   */
  private static final Duration NOTIFICATION_TIMEOUT = Duration.ofDays(3);

  /** Shared laboratory messages split per batch; each must be parsed. */
  private static final int SPLIT_PER_BATCH = 20;

  /** Time for which a user whose erasure failed is skipped, so that it does not block others. */
  private static final long FAILURE_SKIP_NANOS = Duration.ofMinutes(1).toNanos();

  /** Time for which a user is skipped while one of its messages is locked. */
  private static final long BUSY_SKIP_NANOS = Duration.ofSeconds(1).toNanos();

  // Demo users have no grace period: the deletion time is set one grace period back, so that
  // erasure is due at once.
  private static final String DEMO_USERS =
      """
      select id from app_user
       where demo_expires_at <= now() and deleted_at is null
       order by demo_expires_at limit $1 for update skip locked
      """;
  // The strongest row lock: waits for transactions that are writing data of the user.
  private static final String TEAM_USERS =
      """
      select id from app_user
       where team_id = $1
         and (deleted_at is null or deleted_at > now() - make_interval(secs => $2))
       order by id limit $3 for update
      """;
  private static final String MARK_DELETED =
      """
      with was as (
        insert into erasure (user_id, reason, requested_at)
        select id, $3, coalesce(deleted_at, now()) from app_user where id = $1
        on conflict (user_id) do nothing
      )
      update app_user set deleted_at = now() - make_interval(secs => $2), updated_at = now()
       where id = $1
      """;

  // Partly erased users come first, even if the grace period has been extended since.
  private static final String DUE =
      """
      select u.id, u.team_id, u.environment from app_user u
       where u.deleted_at is not null
         and (u.deleted_at <= now() - make_interval(secs => $1)
              or exists (select 1 from erasure e where e.user_id = u.id))
         and u.id <> all ($3)
         and (u.deleted_at <= now() - make_interval(secs => $1 + $2)
              or not exists (select 1 from deregistration d where d.user_id = u.id)
             and not exists (
               select 1 from lab_order o
                 join lab_order_dispatch d on d.order_id = o.id and d.kind = 'cancel'
                where o.user_id = u.id
                  and (d.state = 'waiting' or d.state = 'sent' and exists (
                    select 1 from lab_message m
                     where m.order_id = o.id and m.direction = 'out' and m.kind = 'cancel'
                       and m.state = 'waiting'))))
       order by u.deleted_at limit 1 for update of u skip locked
      """;
  private static final String DELETE_USER =
      "delete from app_user where id = $1 returning team_id, environment";

  private final double graceSeconds;
  private final UserDeletionHooks deletionHooks;
  private final ErasedSampleIds erasedSamples;
  private final Receipts receipts;
  private final SharedLabMessages sharedMessages;
  private final Map<UUID, Long> skippedUntil = new HashMap<>();

  /**
   * @param without removes the tests at the given positions from a laboratory message; empty if it
   *     cannot be split
   */
  public UserErasure(
      ServiceConfig.Users settings,
      UserDeletionHooks endings,
      ErasedSampleIds samples,
      Receipts receipts,
      BiFunction<SplitMessages.Stored, Set<Integer>, Optional<byte[]>> without) {
    this.graceSeconds = settings.deletionGracePeriod().toMillis() / 1000.0;
    this.deletionHooks = endings;
    this.erasedSamples = samples;
    this.receipts = receipts;
    this.sharedMessages = new SharedLabMessages(without);
  }

  /**
   * Deletes expired demo users and cancels their pending work. Clients no longer see them.
   *
   * @return whether there may be more
   */
  public boolean deleteExpiredDemoUsers(Tx tx, int limit) {
    List<UUID> due = RowMapping.list(tx.query(DEMO_USERS, limit), r -> r.getUUID("id"));
    due.forEach(id -> deleteUser(tx, id, "demo_ended"));
    return due.size() == limit;
  }

  /**
   * Deletes users of a team that is being erased and cancels their pending work. This cannot be
   * undone.
   *
   * @return whether there may be more
   */
  public boolean deleteUsersOfTeam(Tx tx, UUID team, int limit) {
    List<UUID> due =
        RowMapping.list(tx.query(TEAM_USERS, team, graceSeconds, limit), r -> r.getUUID("id"));
    due.forEach(id -> deleteUser(tx, id, "team_ended"));
    return !due.isEmpty();
  }

  private void deleteUser(Tx tx, UUID user, String reason) {
    deletionHooks.runAll(tx, user);
    tx.update(MARK_DELETED, user, graceSeconds, reason);
  }

  /**
   * Erases at most the given number of rows of the user that has been due longest and waits for no
   * notification. The last batch deletes the user.
   *
   * @return whether there may be more
   */
  public boolean eraseNextBatch(Tx tx, int rows) {
    long now = System.nanoTime();
    skippedUntil.values().removeIf(until -> until - now <= 0);
    UUID[] without = skippedUntil.keySet().toArray(UUID[]::new);
    Optional<Row> due =
        tx.first(DUE, graceSeconds, (double) NOTIFICATION_TIMEOUT.toSeconds(), without);
    if (due.isEmpty()) {
      return false;
    }
    UUID user = due.get().getUUID("id");
    try {
      eraseBatch(tx, user, rows);
    } catch (RuntimeException e) {
      skippedUntil.put(user, now + FAILURE_SKIP_NANOS);
      throw e;
    }
    return true;
  }

  /**
   * Splits shared laboratory messages and returns whether that is complete. It must be complete
   * before the links to the messages are deleted and before the remaining messages are emptied.
   * Runs once per user.
   */
  private boolean splitSharedMessages(Tx tx, UUID user, ErasureProgress progress) {
    if (progress.isMessagesSplit()) {
      return true;
    }
    switch (sharedMessages.splitBatch(tx, user, SPLIT_PER_BATCH, progress)) {
      case ALL -> progress.markMessagesSplit();
      case BUSY -> skippedUntil.put(user, System.nanoTime() + BUSY_SKIP_NANOS);
      case MORE -> {}
    }
    return progress.isMessagesSplit();
  }

  private void eraseBatch(Tx tx, UUID user, int rows) {
    ErasureProgress progress = ErasureProgress.load(tx, user);
    int left = rows;
    erasedSamples.remember(tx, user);
    for (ErasureStep kind : ErasurePlan.STEPS) {
      if (kind == ErasurePlan.FIRST_LAB_STEP && !splitSharedMessages(tx, user, progress)) {
        progress.save(tx);
        return;
      }
      if (progress.isDone(kind)) {
        continue;
      }
      Row gone = tx.first(kind.sql(), user, left).orElseThrow();
      left -= gone.getLong("rows").intValue();
      progress.add(kind.counterName(), gone.getLong("n"));
      if (left <= 0) {
        progress.save(tx);
        return;
      }
      progress.markDone(kind);
    }
    VacuumJob.markTables(tx, progress.tables());
    ErasureReceipt receipt = receipts.write(tx, progress);
    tx.first(DELETE_USER, user)
        .ifPresent(
            r ->
                SystemAuditEvents.recordUserEvent(
                    tx,
                    "housekeeping",
                    Tenant.of(r.getUUID("team_id"), r.getString("environment")),
                    user,
                    "user erased"));
    tx.afterCommit(
        () ->
            LOG.log(Level.INFO, "team=" + receipt.team() + " user erased receipt=" + receipt.id()));
  }
}
