package io.tributary.delivery;

import io.tributary.config.WebhookConfig;
import io.tributary.db.Db;
import io.tributary.delivery.FailureStreakRepo.StreakMove;
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
  private final DeliveryBuffer window;

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
    this.window = window;
  }

  /**
   * Applies attempts that are already recorded. Never fails: a lost update is repaired by the next
   * attempt.
   */
  Future<Void> apply(List<DeliveryResult> batch) {
    Map<String, StreakMove> moves = new HashMap<>();
    for (DeliveryResult r : batch) {
      r.attempt()
          .ifPresent(
              made ->
                  moves.merge(r.endpoint(), move(r.endpoint(), made.outcome()), StreakMove::then));
    }
    moves.values().removeIf(m -> !matters(m));
    if (moves.isEmpty()) {
      return Future.succeededFuture();
    }
    return streaks
        .apply(List.copyOf(moves.values()), settings.disablePairMin(), settings.disablePairMax())
        .compose(now -> taken(now, moves))
        .recover(
            fault -> {
              LOG.log(Level.WARNING, "actor=" + lease.name() + " streaks not written: " + fault);
              return Future.succeededFuture();
            });
  }

  private static StreakMove move(String endpoint, AttemptOutcome outcome) {
    return outcome.success()
        ? new StreakMove(endpoint, true, null, null)
        : new StreakMove(endpoint, false, outcome.startedAt(), outcome.startedAt());
  }

  private boolean matters(StreakMove m) {
    Optional<FailureStreak> known = window.lane(m.endpoint()).map(lane -> lane.target().streak());
    if (known.isEmpty()) {
      return false;
    }
    FailureStreak s = known.get();
    Instant failure = m.lastFailure();
    return m.success() && s.since().isPresent()
        || failure != null
            && (s.movesBy(failure, settings.disablePairMin())
                || s.disablesAt(failure, settings.disableAfter()));
  }

  private Future<Void> taken(Map<String, FailureStreak> now, Map<String, StreakMove> moves) {
    Future<Void> all = Future.succeededFuture();
    for (Map.Entry<String, FailureStreak> e : now.entrySet()) {
      window.lane(e.getKey()).ifPresent(lane -> lane.streak(e.getValue()));
      Instant failure = moves.get(e.getKey()).lastFailure();
      if (failure != null && e.getValue().disablesAt(failure, settings.disableAfter())) {
        all = all.compose(v -> disable(e.getKey()));
      }
    }
    return all;
  }

  private Future<Void> disable(String endpoint) {
    return db.txAside(
            tx -> {
              Fence.hold(tx, lease);
              boolean off = streaks.disable(tx, endpoint);
              if (off) {
                DeliveryCancellation.of(tx, endpoint, shard);
                tx.wakeAfterCommit(DeliveryShards.changes(shard));
              }
              return off;
            })
        .map(
            off -> {
              if (off) {
                LOG.log(
                    Level.WARNING,
                    "endpoint=" + endpoint + " disabled: it failed for " + settings.disableAfter());
                Thread.ofVirtual().name("cancel-rest").start(() -> cancelRest(endpoint));
              }
              return null;
            });
  }

  /** Runs outside the lease, whose renewal it would delay, and is not awaited. */
  private void cancelRest(String endpoint) {
    try {
      DeliveryCancellation.rest(db, endpoint, shard);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "endpoint=" + endpoint + " canceled one by one from here: " + e);
    }
  }
}
