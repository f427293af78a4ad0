package io.tributary.delivery;

import io.tributary.config.WebhookConfig;
import io.tributary.db.Db;
import io.tributary.delivery.FailureStreakRepo.StreakChange;
import io.tributary.lease.Fence;
import io.tributary.lease.Lease;
import io.vertx.core.Future;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tracks failure streaks of endpoints and disables those that have failed for too long.
 *
 * <p>Only attempts that start, extend or end a streak cost a statement. Runs on the event loop of
 * the shard's verticle.
 */
final class EndpointAutoDisabler {
  private static final System.Logger LOG = System.getLogger(EndpointAutoDisabler.class.getName());

  private final Db db;
  private final FailureStreakRepo streaks;
  private final Lease lease;
  private final int shard;
  private final WebhookConfig settings;
  private final DeliveryBuffer buffer;

  EndpointAutoDisabler(
      Db db,
      FailureStreakRepo streaks,
      Lease lease,
      int shard,
      WebhookConfig settings,
      DeliveryBuffer window) {
    this.db = db;
    this.streaks = streaks;
    this.lease = lease;
    this.shard = shard;
    this.settings = settings;
    this.buffer = window;
  }

  /**
   * Applies attempts that are already recorded. Never fails: a lost update is repaired by the next
   * attempt.
   */
  Future<Void> apply(List<DeliveryResult> batch) {
    Map<String, StreakChange> moves = new HashMap<>();
    for (DeliveryResult r : batch) {
      r.attempt()
          .ifPresent(
              made ->
                  moves.merge(
                      r.endpoint(),
                      streakChange(r.endpoint(), made.outcome()),
                      StreakChange::then));
    }
    moves.values().removeIf(m -> !changesStreak(m));
    if (moves.isEmpty()) {
      return Future.succeededFuture();
    }
    return streaks
        .apply(
            List.copyOf(moves.values()),
            settings.disableMinFailureGap(),
            settings.disableMaxFailureGap())
        .compose(now -> applied(now, moves))
        .recover(
            fault -> {
              LOG.log(
                  Level.WARNING,
                  "actor=" + lease.name() + " failure streaks not written: " + fault);
              return Future.succeededFuture();
            });
  }

  private static StreakChange streakChange(String endpoint, AttemptOutcome outcome) {
    return outcome.success()
        ? new StreakChange(endpoint, true, null, null)
        : new StreakChange(endpoint, false, outcome.startedAt(), outcome.startedAt());
  }

  private boolean changesStreak(StreakChange m) {
    Optional<FailureStreak> known = buffer.queue(m.endpoint()).map(lane -> lane.target().streak());
    if (known.isEmpty()) {
      return false;
    }
    FailureStreak s = known.get();
    Instant failure = m.lastFailure();
    return m.success() && s.since().isPresent()
        || failure != null
            && (s.isChangedBy(failure, settings.disableMinFailureGap())
                || s.isDisabledBy(failure, settings.disableAfter()));
  }

  private Future<Void> applied(Map<String, FailureStreak> now, Map<String, StreakChange> moves) {
    Future<Void> all = Future.succeededFuture();
    for (Map.Entry<String, FailureStreak> e : now.entrySet()) {
      buffer.queue(e.getKey()).ifPresent(lane -> lane.streak(e.getValue()));
      Instant failure = moves.get(e.getKey()).lastFailure();
      if (failure != null && e.getValue().isDisabledBy(failure, settings.disableAfter())) {
        all = all.compose(v -> disable(e.getKey()));
      }
    }
    return all;
  }

  private Future<Void> disable(String endpoint) {
    return db.txAsync(
            tx -> {
              Fence.lockLease(tx, lease);
              boolean off = streaks.disable(tx, endpoint);
              if (off) {
                DeliveryCancellation.cancelFirst(tx, endpoint, shard);
                tx.wakeAfterCommit(DeliveryShards.endpointChangesChannel(shard));
              }
              return off;
            })
        .map(
            off -> {
              if (off) {
                LOG.log(
                    Level.WARNING,
                    "endpoint="
                        + endpoint
                        + " disabled: all attempts failed for "
                        + settings.disableAfter());
                Thread.ofVirtual().name("cancel-rest").start(() -> cancelRemaining(endpoint));
              }
              return null;
            });
  }

  /** Runs outside the lease, whose renewal it would delay, and is not awaited. */
  private void cancelRemaining(String endpoint) {
    try {
      DeliveryCancellation.cancelRemaining(db, endpoint, shard);
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "endpoint=" + endpoint + " bulk cancellation failed, canceling one by one: " + e);
    }
  }
}
