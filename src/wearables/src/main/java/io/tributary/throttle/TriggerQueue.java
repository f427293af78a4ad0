package io.tributary.throttle;

import io.tributary.config.ServiceConfig;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Queued historical triggers of one provider. Grants them as the rate limits of their applications
 * allow. Used by one throttle only, which processes one message at a time.
 */
final class TriggerQueue {
  private static final System.Logger LOG = System.getLogger(TriggerQueue.class.getName());
  private static final int MAX_ATTEMPTS = 3;

  private final String slug;
  private final ServiceConfig.Throttle settings;
  private final ServiceConfig.TriggerRate rate;
  private final TriggerRepo triggers;
  private final TriggerGrantTransaction granter;
  private final ThrottleMetrics meters;
  private final Map<UUID, TriggerRateLimiter> limiters = new HashMap<>();
  private final Map<UUID, Integer> failures = new HashMap<>();
  // Triggers that failed in this sweep interval; retried after the next sweep.
  private final Set<UUID> skipped = new HashSet<>();

  TriggerQueue(
      String slug,
      ServiceConfig.Throttle settings,
      ServiceConfig.TriggerRate rate,
      TriggerRepo triggers,
      TriggerGrantTransaction granter,
      ThrottleMetrics meters) {
    this.slug = slug;
    this.settings = settings;
    this.rate = rate;
    this.triggers = triggers;
    this.granter = granter;
    this.meters = meters;
  }

  /** Restores the rate limiters from the rows. */
  void restore() {
    limiters.clear();
    triggers
        .grantedWithin(TriggerRateLimiter.effectiveWindow(rate))
        .forEach(g -> limiter(g.app()).recordGrants(g.at(), 1));
  }

  /**
   * Grants a batch for every application whose rate limit allows it.
   *
   * @return wait until the next round; empty when another round is useful at once
   */
  Optional<Duration> grantDue() {
    boolean more = false;
    Duration next = settings.pollInterval();
    for (TriggerRepo.QueuedApp w : triggers.appsWithQueued(rate.maxUnfinished() > 0)) {
      TriggerRateLimiter bucket = limiter(w.app());
      bucket.setUnfinished(w.unfinished());
      int free = bucket.available(w.now());
      more |= free > 0 && grant(w.app(), bucket, free);
      Duration opens =
          bucket.opensAt(w.now()).map(at -> Duration.between(w.now(), at)).orElse(next);
      next = opens.compareTo(next) < 0 ? opens : next;
    }
    return more ? Optional.empty() : Optional.of(next);
  }

  /** Runs one transaction. Returns true when another one is useful at once. */
  private boolean grant(UUID app, TriggerRateLimiter bucket, int free) {
    TriggerGrantTransaction.Outcome done;
    try {
      done =
          granter.grant(app, Math.min(free, settings.batchSize()), settings.batchSize(), skipped);
    } catch (TriggerGrantTransaction.ScheduleFailed e) {
      return setAside(e);
    }
    if (done.granted() > 0) {
      bucket.recordGrants(done.at(), done.granted());
      meters.of(slug).granted(done.granted());
    }
    done.dropped()
        .forEach(
            (reason, count) -> {
              meters.dropped(slug, reason, count);
              LOG.log(Level.INFO, "throttle=" + slug + " dropped=" + count + " reason=" + reason);
            });
    if (done.allowed() == 0 && rate.connections() > 0) {
      // The rows contain grants that this memory does not know.
      restore();
    }
    return done.queueShrank();
  }

  /** Sets a failed trigger aside, so that it does not block the queue behind it. */
  private boolean setAside(TriggerGrantTransaction.ScheduleFailed e) {
    int count = failures.merge(e.trigger(), 1, Integer::sum);
    LOG.log(
        Level.ERROR,
        "throttle=" + slug + " trigger=" + e.trigger() + " pull not scheduled, attempt " + count,
        e.getCause());
    skipped.add(e.trigger());
    if (count >= MAX_ATTEMPTS) {
      granter.dropFailed(e.trigger());
      meters.dropped(slug, "stage_fault", 1);
      failures.remove(e.trigger());
    }
    return true;
  }

  /**
   * Makes failed triggers eligible again, finishes orphaned triggers and reports the queue depth.
   */
  void sweep() {
    skipped.clear();
    granter.finishOrphaned();
    TriggerRepo.Depth depth = triggers.depth();
    meters.of(slug).depth(depth.queued(), depth.oldestSeconds(), depth.unfinished());
  }

  private TriggerRateLimiter limiter(UUID app) {
    return limiters.computeIfAbsent(app, a -> new TriggerRateLimiter(rate));
  }
}
