package io.tributary.throttle;

import io.tributary.bus.Ack;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.config.ProviderAppConfig;
import io.tributary.config.ProviderQuota;
import io.tributary.config.ServiceConfig;
import io.tributary.core.SafeErrorMessage;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.lease.Fence;
import io.tributary.lease.Lease;
import io.tributary.provider.ThrottleMessages;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.MessageConsumer;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Owner of one provider's throttle: grants queued historical triggers and permits for provider
 * calls, per OAuth application.
 *
 * <p>The lease {@code throttle:<slug>} elects one owner per provider in the cluster; its epoch is
 * part of the address. Messages are processed one after another on a virtual thread.
 *
 * <p>Triggers: the in-memory rate limiters decide when to look at the queue. The transaction of
 * {@link TriggerGrantTransaction} is fenced by the lease, counts the window from the rows and makes
 * the decision. A stale memory or a second owner therefore cannot exceed the limit.
 *
 * <p>Permits: {@link ProviderRateLimits} counts calls in memory. Calls are reserved in {@code
 * permit_reserved} before they are permitted, with a write that requires the lease. A new owner
 * counts all recent reservations as made, so quotas also hold across a change of owner. It may
 * count calls that were reserved but never made.
 *
 * <p>When a write shows that the lease is lost, the verticle stops deciding until it is undeployed.
 */
public final class ThrottleVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(ThrottleVerticle.class.getName());
  private static final ServiceConfig.TriggerRate DEFAULT_TRIGGER_RATE =
      new ServiceConfig.TriggerRate(8, Duration.ofMinutes(1), 0);

  /** Maximum delay between the end of a call and its report. */
  private static final Duration MAX_REPORT_DELAY = Duration.ofSeconds(10);

  private final Db db;
  private final Bus bus;
  private final ServiceConfig.Throttle settings;
  private final Lease lease;
  private final String slug;
  private final String address;
  private final ThrottleMetrics meters;
  private final TriggerQueue triggerQueue;
  private final PermitRepo permits;
  private final ProviderRateLimits budgets;
  private final DatabaseClock clock;
  private final Duration maxFlightTime;
  private final List<MessageConsumer<?>> consumers = new ArrayList<>();
  private final Promise<Void> idle = Promise.promise();
  private long lastPermitId;
  private boolean tickPending;
  private boolean ended;
  private boolean busy;
  private boolean failing;
  private long sweptAt;
  private long timerId = -1;

  /**
   * @param lease named as {@link ThrottledProviders} defines
   */
  public ThrottleVerticle(
      Db db,
      Bus bus,
      ServiceConfig config,
      HistoricalPullStarter starter,
      ThrottleMetrics meters,
      Lease lease) {
    this.db = db;
    this.bus = bus;
    this.settings = config.throttle();
    this.lease = lease;
    this.slug = ThrottledProviders.slug(lease.name());
    ServiceConfig.TriggerRate rate =
        config
            .trigger()
            .getOrDefault(slug, config.trigger().getOrDefault("default", DEFAULT_TRIGGER_RATE));
    Optional<ProviderAppConfig> provider = Optional.ofNullable(config.providers().get(slug));
    List<ProviderQuota> quotas = provider.map(ProviderAppConfig::quotas).orElse(List.of());
    // A call may wait for a connection as long as for its answer.
    this.maxFlightTime =
        provider
            .map(p -> p.requestTimeout().multipliedBy(2).plus(MAX_REPORT_DELAY))
            .orElse(Duration.ZERO);
    // The epoch makes permit IDs unique across owners.
    this.lastPermitId = lease.epoch() << 32;
    this.permits =
        new PermitRepo(
            db,
            slug,
            lease,
            ProviderRateLimits.longestWindow(quotas),
            ReservedPermits.ttl(quotas),
            maxFlightTime);
    this.clock = new DatabaseClock(db);
    this.budgets = new ProviderRateLimits(quotas, permits);
    this.address = Address.throttle(slug, lease.epoch());
    TriggerRepo triggers = new TriggerRepo(db, slug);
    TriggerGrantTransaction granter =
        new TriggerGrantTransaction(db, triggers, lease, rate, starter);
    this.triggerQueue = new TriggerQueue(slug, settings, rate, triggers, granter, meters);
    this.meters = meters;
  }

  @Override
  public Future<?> start() {
    triggerQueue.restore();
    clock.synchronize();
    budgets.restore(permits.reservations(), permits.pauses(), clock.now());
    sweptAt = System.nanoTime() - settings.sweepInterval().toNanos();
    consumers.add(bus.serveOwned(address, ThrottleMessages.class, this::on));
    consumers.add(db.queueNotifier().onWake("trigger", this::requestRound));
    vertx.setPeriodic(
        settings.pollInterval().toMillis(),
        id -> {
          // Recovers from a lost tick, unless one is being processed.
          tickPending &= busy;
          requestRound();
        });
    requestRound();
    return Future.succeededFuture();
  }

  /**
   * Completes when the current round has ended, because its transaction must not be interrupted.
   */
  @Override
  public Future<?> stop() {
    ended = true;
    meters.of(slug).depth(0, 0, 0);
    if (!busy) {
      idle.tryComplete();
    }
    // Failures to unregister are ignored, because a cluster that is gone must not block the
    // shutdown.
    return Future.join(
        idle.future(),
        Future.join(consumers.stream().map(c -> c.unregister().otherwiseEmpty()).toList()));
  }

  private BusMessage on(ThrottleMessages message) {
    return switch (message) {
      case ThrottleMessages.PermitRequest a -> handlePermitRequest(a);
      case ThrottleMessages.ProviderRateLimited b -> {
        pause(b.app(), b.user(), Duration.ofMillis(b.pauseMs()));
        yield new Ack();
      }
      case ThrottleMessages.PermitReleased e -> {
        budgets.release(e.permit(), clock.now());
        yield new Ack();
      }
      case ThrottleMessages.PullFinished f -> {
        requestRound();
        yield new Ack();
      }
      case ThrottleMessages.Tick t -> {
        tickPending = false;
        runRound();
        yield new Ack();
      }
    };
  }

  /** Applies the pause at once and stores it for the next owner. */
  private void pause(UUID app, UUID user, Duration pause) {
    UUID who = budgets.pause(app, user, pause, clock.now());
    permits.pause(app, who, pause);
  }

  private ThrottleMessages.PermitsGranted handlePermitRequest(ThrottleMessages.PermitRequest ask) {
    ProviderRateLimits.PermitDecision leave;
    try {
      leave = budgets.acquire(ask.app(), ask.user(), ask.calls(), ask.backfill(), clock::now);
    } catch (Fence.LeaseLostException e) {
      ended = true;
      throw ServiceException.unavailable(
          "the throttle lease of the provider has moved to another node", settings.pollInterval());
    }
    meters.of(slug).calls(leave.granted(), ask.calls());
    long id = 0;
    if (leave.granted() && ask.willRelease()) {
      id = ++lastPermitId;
      budgets.markInFlight(id, ask.app(), ask.user(), ask.calls(), leave.at());
    }
    return new ThrottleMessages.PermitsGranted(
        leave.granted(), (leave.nanos() + 999_999) / 1_000_000, leave.onlyUser(), id);
  }

  /** Requests a round. Requests that arrive before it runs are merged. */
  private void requestRound() {
    if (!tickPending && !ended) {
      tickPending = true;
      bus.sendLocal(address, new ThrottleMessages.Tick());
    }
  }

  private void runRound() {
    if (ended) {
      return;
    }
    busy = true;
    try {
      sweep();
      triggerQueue.grantDue().ifPresentOrElse(this::scheduleRound, this::requestRound);
      failing = false;
    } catch (Fence.LeaseLostException e) {
      // The lease keeper undeploys this verticle. Until then it must not decide anything.
      ended = true;
      LOG.log(Level.WARNING, "throttle=" + slug + " " + e.getMessage());
    } catch (RuntimeException e) {
      if (!failing) {
        LOG.log(Level.WARNING, "throttle=" + slug + " round failed: " + SafeErrorMessage.of(e));
      }
      failing = true;
    } finally {
      busy = false;
      if (ended) {
        idle.tryComplete();
      }
    }
  }

  private void sweep() {
    if (System.nanoTime() - sweptAt < settings.sweepInterval().toNanos()) {
      return;
    }
    sweptAt = System.nanoTime();
    budgets.sweep(clock.now(), maxFlightTime);
    clock.synchronize();
    permits.deleteExpired();
    triggerQueue.sweep();
  }

  private void scheduleRound(Duration wait) {
    vertx.cancelTimer(timerId);
    timerId = vertx.setTimer(Math.max(1, wait.toMillis() + 1), id -> requestRound());
  }
}
