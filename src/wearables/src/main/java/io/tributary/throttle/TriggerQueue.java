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
 * The queued historical stages of one provider: grants them as the windows of their apps open. For
 * its throttle alone, which has one message at a time.
 */
final class TriggerQueue {
  private static final System.Logger LOG = System.getLogger(TriggerQueue.class.getName());
  private static final int TRIES = 3;

  private final String slug;
  private final ServiceConfig.Throttle settings;
  private final ServiceConfig.TriggerRate rate;
  private final TriggerRepo triggers;
  private final TriggerGrantTransaction granter;
  private final ThrottleMetrics meters;
  private final Map<UUID, TriggerRateLimiter> buckets = new HashMap<>();
  private final Map<UUID, Integer> failures = new HashMap<>();
  // Failed just now; tried again after the next sweep.
  private final Set<UUID> resting = new HashSet<>();

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

  /** The windows, from the rows. */
  void recall() {
    buckets.clear();
    triggers
        .grantedWithin(TriggerRateLimiter.span(rate))
        .forEach(g -> bucket(g.app()).granted(g.at(), 1));
  }

  /**
   * A batch for every app whose window is open.
   *
   * @return when to look again; empty when another round at once makes sense
   */
  Optional<Duration> serve() {
    boolean more = false;
    Duration next = settings.tick();
    for (TriggerRepo.Waiting w : triggers.look(rate.unfinished() > 0)) {
      TriggerRateLimiter bucket = bucket(w.app());
      bucket.unfinished(w.unfinished());
      int free = bucket.free(w.now());
      more |= free > 0 && grant(w.app(), bucket, free);
      Duration opens = bucket.opens(w.now()).map(at -> Duration.between(w.now(), at)).orElse(next);
      next = opens.compareTo(next) < 0 ? opens : next;
    }
    return more ? Optional.empty() : Optional.of(next);
  }

  /** One transaction; true when another one at once makes sense. */
  private boolean grant(UUID app, TriggerRateLimiter bucket, int free) {
    TriggerGrantTransaction.Outcome done;
    try {
      done = granter.grant(app, Math.min(free, settings.batch()), settings.batch(), resting);
    } catch (TriggerGrantTransaction.StageFailed e) {
      return failed(e);
    }
    if (done.granted() > 0) {
      bucket.granted(done.at(), done.granted());
      meters.of(slug).granted(done.granted());
    }
    done.dropped()
        .forEach(
            (reason, count) -> {
              meters.dropped(slug, reason, count);
              LOG.log(Level.INFO, "throttle=" + slug + " dropped=" + count + " reason=" + reason);
            });
    if (done.allowed() == 0 && rate.connections() > 0) {
      // The rows know grants that this memory does not.
      recall();
    }
    return done.shorter();
  }

  /** A stage that cannot be scheduled must not hold up the queue behind it. */
  private boolean failed(TriggerGrantTransaction.StageFailed e) {
    int count = failures.merge(e.trigger(), 1, Integer::sum);
    LOG.log(
        Level.ERROR,
        "throttle=" + slug + " trigger=" + e.trigger() + " stage failed, try " + count,
        e.getCause());
    resting.add(e.trigger());
    if (count >= TRIES) {
      granter.dropFailed(e.trigger());
      meters.dropped(slug, "stage_fault", 1);
      failures.remove(e.trigger());
    }
    return true;
  }

  /** What rested is tried again, and the depth of the queue is told. */
  void sweep() {
    resting.clear();
    granter.sweep();
    TriggerRepo.Depth depth = triggers.depth();
    meters.of(slug).depth(depth.queued(), depth.oldestSeconds(), depth.unfinished());
  }

  private TriggerRateLimiter bucket(UUID app) {
    return buckets.computeIfAbsent(app, a -> new TriggerRateLimiter(rate));
  }
}
