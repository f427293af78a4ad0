package io.tributary.throttle;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.bus.Done;
import io.tributary.config.ProviderAppConfig;
import io.tributary.config.Quota;
import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.kernel.FaultText;
import io.tributary.kernel.Refusal;
import io.tributary.lease.Fence;
import io.tributary.lease.Lease;
import io.tributary.provider.CallMessages;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.MessageConsumer;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The owner of one provider's pace: grants queued historical triggers and provider calls, per OAuth
 * app. Its memory decides when to look, the transaction of {@link Granter} decides what happens.
 * Runs on a virtual thread; all messages come one after another.
 */
public final class ThrottleVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(ThrottleVerticle.class.getName());
  private static final int TRIES = 3;
  private static final ServiceConfig.TriggerRate CONTRACT_DEFAULT =
      new ServiceConfig.TriggerRate(8, Duration.ofMinutes(1), 0);

  private final Db db;
  private final Bus bus;
  private final ServiceConfig.Throttle settings;
  private final ServiceConfig.TriggerRate rate;
  private final Lease lease;
  private final String slug;
  private final String address;
  private final TriggerRepo triggers;
  private final Granter granter;
  private final ThrottleMeters meters;
  private final Map<UUID, RateBucket> buckets = new HashMap<>();
  private final CallRepo calls;
  private final CallBudgets budgets;
  private final Map<UUID, Integer> failures = new HashMap<>();
  // Failed just now; tried again after the next sweep.
  private final Set<UUID> resting = new HashSet<>();
  private final List<MessageConsumer<?>> consumers = new ArrayList<>();
  private final Promise<Void> idle = Promise.promise();
  private boolean told;
  private boolean ended;
  private boolean busy;
  private boolean failing;
  private long sweptAt;
  private long alarm = -1;

  /**
   * @param lease named as {@link ThrottledProviders#leaseName} says
   */
  public ThrottleVerticle(
      Db db,
      Bus bus,
      ServiceConfig config,
      StageStarter starter,
      ThrottleMeters meters,
      Lease lease) {
    this.db = db;
    this.bus = bus;
    this.settings = config.throttle();
    this.lease = lease;
    this.slug = ThrottledProviders.slug(lease.name());
    this.rate =
        config
            .trigger()
            .getOrDefault(slug, config.trigger().getOrDefault("default", CONTRACT_DEFAULT));
    List<Quota> quotas =
        Optional.ofNullable(config.providers().get(slug))
            .map(ProviderAppConfig::quotas)
            .orElse(List.of());
    this.calls = new CallRepo(db, slug, lease, CallBudgets.longest(quotas), Reserve.life(quotas));
    this.budgets = new CallBudgets(quotas, calls);
    this.address = Address.throttle(slug, lease.epoch());
    this.triggers = new TriggerRepo(db, slug);
    this.granter = new Granter(db, triggers, lease, rate, starter);
    this.meters = meters;
  }

  @Override
  public Future<?> start() {
    recall();
    budgets.recall(calls.past(), calls.pauses(), Moment.now());
    sweptAt = System.nanoTime() - settings.sweepEvery().toNanos();
    consumers.add(bus.serveOwned(address, CallMessages.class, this::on));
    consumers.add(db.wakeups().on("trigger", this::nudge));
    vertx.setPeriodic(
        settings.tick().toMillis(),
        id -> {
          // A tick may have got lost, unless it is being worked on.
          told &= busy;
          nudge();
        });
    nudge();
    return Future.succeededFuture();
  }

  /** Completes when the round under way has ended: a transaction is not to be cut off. */
  @Override
  public Future<?> stop() {
    ended = true;
    meters.of(slug).depth(0, 0, 0);
    if (!busy) {
      idle.tryComplete();
    }
    // A cluster that is gone has nothing to be told, and keeps nobody from ending.
    return Future.join(
        idle.future(),
        Future.join(consumers.stream().map(c -> c.unregister().otherwiseEmpty()).toList()));
  }

  /** The windows, from the rows. */
  private void recall() {
    buckets.clear();
    triggers.grantedWithin(RateBucket.span(rate)).forEach(g -> bucket(g.app()).granted(g.at(), 1));
  }

  private BusMessage on(CallMessages message) {
    return switch (message) {
      case CallMessages.AskCalls a -> calls(a);
      case CallMessages.BackOff b -> {
        pause(b.app(), b.user(), Duration.ofMillis(b.pauseMs()));
        yield new Done();
      }
      case CallMessages.PullFinished f -> {
        nudge();
        yield new Done();
      }
      case CallMessages.Tick t -> {
        told = false;
        round();
        yield new Done();
      }
    };
  }

  /** Held at once, and kept for the next owner. */
  private void pause(UUID app, UUID user, Duration pause) {
    UUID who = budgets.pause(app, user, pause, Moment.now());
    calls.pause(app, who, pause);
  }

  private CallMessages.CallsGranted calls(CallMessages.AskCalls ask) {
    CallBudgets.Leave leave;
    try {
      leave = budgets.take(ask.app(), ask.user(), ask.calls(), ask.backfill(), Moment::now);
    } catch (Fence.Lost e) {
      ended = true;
      throw Refusal.unavailable("the pace has another owner", settings.tick());
    }
    meters.of(slug).calls(leave.granted(), ask.calls());
    return new CallMessages.CallsGranted(
        leave.granted(), (leave.nanos() + 999_999) / 1_000_000, leave.onlyUser());
  }

  /** Many reasons within one period make one tick. */
  private void nudge() {
    if (!told && !ended) {
      told = true;
      bus.tellSelf(address, new CallMessages.Tick());
    }
  }

  private void round() {
    if (ended) {
      return;
    }
    busy = true;
    try {
      sweep();
      if (serve()) {
        nudge();
      }
      failing = false;
    } catch (Fence.Lost e) {
      // The lease keeper ends this actor; until then it must not decide anything.
      ended = true;
      LOG.log(Level.WARNING, "throttle=" + slug + " " + e.getMessage());
    } catch (RuntimeException e) {
      if (!failing) {
        LOG.log(Level.WARNING, "throttle=" + slug + " rounds fail: " + FaultText.of(e));
      }
      failing = true;
    } finally {
      busy = false;
      if (ended) {
        idle.tryComplete();
      }
    }
  }

  /** A batch for every app whose window is open; true when another one at once makes sense. */
  private boolean serve() {
    boolean more = false;
    Duration next = settings.tick();
    for (TriggerRepo.Waiting w : triggers.look(rate.unfinished() > 0)) {
      RateBucket bucket = bucket(w.app());
      bucket.unfinished(w.unfinished());
      int free = bucket.free(w.now());
      more |= free > 0 && grant(w.app(), bucket, free);
      Duration opens = bucket.opens(w.now()).map(at -> Duration.between(w.now(), at)).orElse(next);
      next = opens.compareTo(next) < 0 ? opens : next;
    }
    if (!more) {
      wakeIn(next);
    }
    return more;
  }

  /** One transaction; true when another one at once makes sense. */
  private boolean grant(UUID app, RateBucket bucket, int free) {
    Granter.Outcome done;
    try {
      done = granter.grant(app, Math.min(free, settings.batch()), settings.batch(), resting);
    } catch (Granter.StageFailed e) {
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
  private boolean failed(Granter.StageFailed e) {
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

  private void sweep() {
    if (System.nanoTime() - sweptAt < settings.sweepEvery().toNanos()) {
      return;
    }
    sweptAt = System.nanoTime();
    resting.clear();
    budgets.sweep(Moment.now());
    calls.sweep();
    granter.sweep();
    TriggerRepo.Depth depth = triggers.depth();
    meters.of(slug).depth(depth.queued(), depth.oldestSeconds(), depth.unfinished());
  }

  private void wakeIn(Duration wait) {
    vertx.cancelTimer(alarm);
    alarm = vertx.setTimer(Math.max(1, wait.toMillis() + 1), id -> nudge());
  }

  private RateBucket bucket(UUID app) {
    return buckets.computeIfAbsent(app, a -> new RateBucket(rate));
  }
}
