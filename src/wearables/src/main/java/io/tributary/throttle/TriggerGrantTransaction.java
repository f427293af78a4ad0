package io.tributary.throttle;

import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.lease.Fence;
import io.tributary.lease.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Transaction that grants triggers. It is fenced by the lease and serialized per application, and
 * it counts the rate limit from the rows.
 *
 * <p>Neither a stale memory nor a second owner can exceed the limit.
 */
final class TriggerGrantTransaction {
  private final Db db;
  private final TriggerRepo repo;
  private final Lease lease;
  private final ServiceConfig.TriggerRate rate;
  private final HistoricalPullStarter starter;

  /**
   * Result of a transaction.
   *
   * @param at time of the grants; null when nothing was granted
   * @param allowed what the rows allowed at the start
   * @param queueShrank true when the queue became shorter
   */
  record Outcome(
      int granted, Instant at, int allowed, boolean queueShrank, Map<String, Integer> dropped) {
    Outcome {
      dropped = Map.copyOf(dropped);
    }
  }

  /** Thrown when the historical pull of this trigger's connection cannot be scheduled. */
  static final class ScheduleFailed extends RuntimeException {
    private final UUID trigger;

    ScheduleFailed(UUID trigger, RuntimeException cause) {
      super("pull not scheduled for trigger " + trigger, cause);
      this.trigger = trigger;
    }

    UUID trigger() {
      return trigger;
    }
  }

  TriggerGrantTransaction(
      Db db,
      TriggerRepo repo,
      Lease lease,
      ServiceConfig.TriggerRate rate,
      HistoricalPullStarter starter) {
    this.db = db;
    this.repo = repo;
    this.lease = lease;
    this.rate = rate;
    this.starter = starter;
  }

  /**
   * Grants the oldest queued triggers of an application.
   *
   * @param want maximum number of grants
   * @param look maximum number of queued triggers to read, including those that are dropped
   * @param except triggers to skip
   * @throws Fence.LeaseLostException when the lease is lost; nothing was granted
   * @throws ScheduleFailed when scheduling one historical pull fails; nothing was granted
   */
  Outcome grant(UUID app, int want, int look, Collection<UUID> except) {
    return db.tx(
        tx -> {
          Fence.lockLease(tx, lease);
          repo.lockBucket(tx, app);
          int allowed = allowed(tx, app);
          return allowed == 0
              ? new Outcome(0, null, 0, false, Map.of())
              : grant(tx, app, Math.min(want, allowed), allowed, look, except);
        });
  }

  private Outcome grant(Tx tx, UUID app, int most, int allowed, int look, Collection<UUID> except) {
    List<TriggerDecision.QueuedTrigger> oldest = repo.oldestQueued(tx, app, look, except);
    Map<UUID, TriggerDecision.ConnectionState> connections =
        repo.lockConnections(
            tx,
            oldest.stream()
                .map(TriggerDecision.QueuedTrigger::connection)
                .filter(Objects::nonNull)
                .toList());
    Set<UUID> ours =
        new HashSet<>(
            repo.lockTriggers(tx, oldest.stream().map(TriggerDecision.QueuedTrigger::id).toList()));
    List<UUID> granted = new ArrayList<>();
    List<UUID> finished = new ArrayList<>();
    Map<String, List<UUID>> dropped = new TreeMap<>();
    boolean moved = false;
    for (TriggerDecision.QueuedTrigger c : oldest) {
      if (!ours.contains(c.id())) {
        continue;
      }
      TriggerDecision.ConnectionState state =
          c.connection() == null ? null : connections.get(c.connection());
      switch (TriggerDecision.decide(c, state, app)) {
        case TriggerDecision.Grant g -> {
          if (granted.size() < most) {
            granted.add(c.id());
            if (!startPull(tx, c)) {
              finished.add(c.id());
            }
          }
        }
        case TriggerDecision.Drop d ->
            dropped.computeIfAbsent(d.reason(), r -> new ArrayList<>()).add(c.id());
        case TriggerDecision.Move m -> {
          repo.move(tx, c.id(), m.app());
          moved = true;
        }
        case TriggerDecision.Skip l -> {
          // retried in the next round
        }
      }
    }
    dropped.forEach((reason, triggers) -> repo.drop(tx, triggers, reason));
    // Comes last, so that the grant time is as close to the commit as possible.
    Instant at = granted.isEmpty() ? null : repo.grant(tx, granted, lease.epoch(), finished);
    boolean shorter = moved || !granted.isEmpty() || !dropped.isEmpty();
    if (shorter) {
      tx.wakeAfterCommit("bulk");
    }
    Map<String, Integer> counts = new TreeMap<>();
    dropped.forEach((reason, triggers) -> counts.put(reason, triggers.size()));
    return new Outcome(granted.size(), at, allowed, shorter, counts);
  }

  private int allowed(Tx tx, UUID app) {
    Duration span = TriggerRateLimiter.effectiveWindow(rate);
    TriggerRepo.TriggerUsage used = repo.usage(tx, app, span, rate.maxUnfinished() > 0);
    int byTime = rate.connections() == 0 ? Integer.MAX_VALUE : rate.connections() - used.recent();
    int byPulls =
        rate.maxUnfinished() == 0 ? Integer.MAX_VALUE : rate.maxUnfinished() - used.unfinished();
    return Math.max(0, Math.min(byTime, byPulls));
  }

  private boolean startPull(Tx tx, TriggerDecision.QueuedTrigger c) {
    try {
      return starter.start(tx, c.connection(), c.id());
    } catch (RuntimeException e) {
      throw new ScheduleFailed(c.id(), e);
    }
  }

  /** Drops a trigger whose historical pull cannot be scheduled. */
  void dropFailed(UUID trigger) {
    db.tx(
        tx -> {
          Fence.lockLease(tx, lease);
          repo.drop(tx, List.of(trigger), "stage_fault");
          tx.wakeAfterCommit("bulk");
          return null;
        });
  }

  /** Finishes triggers whose connection has no open job. */
  void finishOrphaned() {
    db.tx(
        tx -> {
          Fence.lockLease(tx, lease);
          repo.finishWithoutJobs(tx);
          return null;
        });
  }
}
