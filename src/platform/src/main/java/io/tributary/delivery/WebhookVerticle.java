package io.tributary.delivery;

import io.tributary.config.WebhookConfig;
import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.tributary.event.Outbox;
import io.tributary.lease.Lease;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.MessageConsumer;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Delivers the messages of one shard while it holds the shard's lease. Runs on an event loop.
 *
 * <p>The rows in the database are authoritative. {@link DeliveryFetcher} reads due rows into a
 * {@link DeliveryBuffer}, {@link AttemptDispatcher} starts attempts, and {@link ResultWriter}
 * records results; a delivery leaves the buffer only after its result is written. If the lease is
 * lost, the next owner reads the rows again. Results written under the old epoch have no effect
 * except for successful deliveries, so that a message may be sent twice but never lost.
 */
public final class WebhookVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(WebhookVerticle.class.getName());
  private static final int DEPTH_POLLS = 10;

  /** Objects shared by all shards of a node. */
  public record Shared(
      Db db,
      Encryption secrets,
      Outbox outbox,
      TransportRegistry sender,
      ResultBatcher results,
      DeliveryMetrics meters,
      WebhookConfig settings) {}

  private final Shared shared;
  private final WebhookConfig settings;
  private final Lease lease;
  private final int shard;
  private final PendingDeliveryRepo pending;
  private final DeliveryBuffer buffer;
  private final List<MessageConsumer<String>> wakeups = new ArrayList<>();
  private DeliveryFetcher fetcher;
  private AttemptDispatcher dispatcher;
  private ResultWriter writer;
  private OrderedDeliveryReleaser orderedReleaser;
  private OrphanedDeliveries orphaned;
  private boolean stopping;
  private int polls;
  private Promise<Void> inFlightDone;

  public WebhookVerticle(Shared shared, Lease lease) {
    this.shared = shared;
    this.settings = shared.settings();
    this.lease = lease;
    this.shard = DeliveryShards.shardOf(lease);
    this.pending = new PendingDeliveryRepo(shared.db(), shard);
    this.buffer = new DeliveryBuffer(settings, shared.sender().slots(), shared.sender().memory());
  }

  @Override
  public Future<?> start() {
    fetcher = newFetcher();
    dispatcher = new AttemptDispatcher(vertx, settings, shared.sender(), buffer, attemptListener());
    orderedReleaser = new OrderedDeliveryReleaser(vertx, shared.db(), shard, fetcher::read);
    orphaned = new OrphanedDeliveries(vertx, shared.db(), shard);
    writer = new ResultWriter(vertx, shared, lease, shard, buffer, resultListener());
    wakeups.add(shared.db().queueNotifier().onWake(Outbox.deliveryQueue(shard), fetcher::read));
    wakeups.add(
        shared
            .db()
            .queueNotifier()
            .onWake(DeliveryShards.endpointChangesChannel(shard), this::onEndpointsChanged));
    // Timers start at random offsets, so that the shards of a node do not query at the same moment.
    schedule(settings.pollInterval().toMillis(), this::poll);
    schedule(settings.limits().sweepInterval().toMillis(), this::sweep);
    schedule(
        Math.max(1, settings.limits().slowAttemptThreshold().toMillis() / 4),
        dispatcher::releaseSlow);
    fetcher.read();
    orderedReleaser.sweep();
    return Future.succeededFuture();
  }

  private void schedule(long millis, Runnable action) {
    vertx.setTimer(
        1 + ThreadLocalRandom.current().nextLong(millis),
        id -> vertx.setPeriodic(millis, p -> action.run()));
  }

  private DeliveryFetcher newFetcher() {
    return new DeliveryFetcher(
        vertx,
        lease.name(),
        settings,
        pending,
        new EndpointSnapshotRepo(shared.db(), shared.secrets()),
        buffer,
        shared.sender().memory(),
        new DeliveryFetcher.Listener() {
          @Override
          public void cancel(List<PendingDelivery> off) {
            off.forEach(d -> record(DeliveryResult.canceled(d)));
          }

          @Override
          public void readCompleted() {
            startDue();
          }
        });
  }

  private ResultWriter.Listener resultListener() {
    return new ResultWriter.Listener() {
      @Override
      public void written(List<DeliveryResult> results) {
        onWritten(results);
      }

      @Override
      public void leaseLost() {
        stopSending();
      }
    };
  }

  /**
   * Starts no more attempts. Completes when in-flight attempts have ended and their results are
   * written.
   */
  @Override
  public Future<?> stop() {
    stopSending();
    wakeups.forEach(MessageConsumer::unregister);
    shared.meters().released(shard);
    inFlightDone = Promise.promise();
    checkInFlightDone();
    return inFlightDone
        .future()
        .compose(v -> writer.drain())
        .compose(v -> orderedReleaser.drain())
        .compose(v -> orphaned.drain())
        .onComplete(r -> buffer.release());
  }

  private void stopSending() {
    stopping = true;
    dispatcher.stop();
    fetcher.stop();
    buffer.clear();
  }

  private void checkInFlightDone() {
    if (inFlightDone != null && buffer.inFlight() == 0) {
      inFlightDone.tryComplete();
    }
  }

  private void onEndpointsChanged() {
    buffer.markSettingsStale(System.nanoTime());
    fetcher.read();
  }

  private void poll() {
    if (stopping) {
      return;
    }
    fetcher.resetPositions();
    fetcher.read();
    shared.meters().unreadable(shard, buffer.unreadableCount());
    if (polls++ % DEPTH_POLLS == 0) {
      pending
          .depth()
          .onSuccess(
              d -> {
                if (!stopping) {
                  shared.meters().depth(shard, d);
                }
              })
          .onFailure(t -> LOG.log(Level.DEBUG, "queue depth not read", t));
    }
  }

  private void sweep() {
    if (!stopping) {
      orderedReleaser.sweep();
      orphaned.sweep();
      fetcher.retryIn(0);
      buffer.removeIdleEndpoints(System.nanoTime());
    }
  }

  /**
   * Handles written results: frees their memory and schedules retries and releases of held
   * messages.
   */
  private void onWritten(List<DeliveryResult> results) {
    Set<OrderedDelivery.UserEndpoint> ended = new LinkedHashSet<>();
    long now = System.nanoTime();
    for (DeliveryResult r : results) {
      buffer.remove(r.due());
      if (r.releasesNext()) {
        ended.add(new OrderedDelivery.UserEndpoint(r.delivery().userId(), r.endpoint()));
      }
      if (r.state() == DeliveryResult.State.RETRY) {
        r.attempt().ifPresent(m -> fetcher.retryIn(m.pause().toNanos() - (now - m.endedAt())));
      }
    }
    if (!ended.isEmpty()) {
      orderedReleaser.release(ended);
    }
    startDue();
  }

  private void record(DeliveryResult result) {
    shared.meters().count(result);
    writer.add(result);
  }

  /** Starts due attempts, and reads more rows if needed. */
  private void startDue() {
    dispatcher.startDue();
    if (!stopping && !writer.isBacklogged() && fetcher.shouldReadMore()) {
      fetcher.read();
    }
  }

  private AttemptDispatcher.Listener attemptListener() {
    return new AttemptDispatcher.Listener() {
      @Override
      public boolean isSuspended() {
        return stopping || writer.isBacklogged();
      }

      @Override
      public void ended(DeliveryResult result) {
        record(result);
        checkInFlightDone();
        if (!isSuspended() && fetcher.shouldReadMore()) {
          fetcher.read();
        }
      }

      @Override
      public void refillNeeded() {
        fetcher.read();
      }
    };
  }
}
