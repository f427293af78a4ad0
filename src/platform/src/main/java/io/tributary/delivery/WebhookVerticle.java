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
  private final PendingDeliveryRepo due;
  private final DeliveryBuffer window;
  private final List<MessageConsumer<String>> wakes = new ArrayList<>();
  private DeliveryFetcher reader;
  private AttemptDispatcher pump;
  private ResultWriter writer;
  private OrderedDeliveryReleaser promoter;
  private OrphanedDeliveries leftovers;
  private boolean stopping;
  private int polls;
  private Promise<Void> quiet;

  public WebhookVerticle(Shared shared, Lease lease) {
    this.shared = shared;
    this.settings = shared.settings();
    this.lease = lease;
    this.shard = DeliveryShards.of(lease);
    this.due = new PendingDeliveryRepo(shared.db(), shard);
    this.window = new DeliveryBuffer(settings, shared.sender().slots(), shared.sender().memory());
  }

  @Override
  public Future<?> start() {
    reader = reader();
    pump = new AttemptDispatcher(vertx, settings, shared.sender(), window, attempts());
    promoter = new OrderedDeliveryReleaser(vertx, shared.db(), shard, reader::read);
    leftovers = new OrphanedDeliveries(vertx, shared.db(), shard);
    writer = new ResultWriter(vertx, shared, lease, shard, window, results());
    wakes.add(shared.db().wakeups().on(Outbox.queue(shard), reader::read));
    wakes.add(shared.db().wakeups().on(DeliveryShards.changes(shard), this::changed));
    // Timers start at random offsets, so that the shards of a node do not query at the same moment.
    every(settings.pollEvery().toMillis(), this::poll);
    every(settings.limits().sweepEvery().toMillis(), this::sweep);
    every(Math.max(1, settings.limits().slowAfter().toMillis() / 4), pump::giveBack);
    reader.read();
    promoter.sweep();
    return Future.succeededFuture();
  }

  private void every(long millis, Runnable action) {
    vertx.setTimer(
        1 + ThreadLocalRandom.current().nextLong(millis),
        id -> vertx.setPeriodic(millis, p -> action.run()));
  }

  private DeliveryFetcher reader() {
    return new DeliveryFetcher(
        vertx,
        lease.name(),
        settings,
        due,
        new EndpointSnapshotRepo(shared.db(), shared.secrets()),
        window,
        shared.sender().memory(),
        new DeliveryFetcher.Listener() {
          @Override
          public void cancel(List<PendingDelivery> off) {
            off.forEach(d -> record(DeliveryResult.canceled(d)));
          }

          @Override
          public void read() {
            pump();
          }
        });
  }

  private ResultWriter.Listener results() {
    return new ResultWriter.Listener() {
      @Override
      public void written(List<DeliveryResult> results) {
        taken(results);
      }

      @Override
      public void lost() {
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
    wakes.forEach(MessageConsumer::unregister);
    shared.meters().released(shard);
    quiet = Promise.promise();
    checkQuiet();
    return quiet
        .future()
        .compose(v -> writer.drain())
        .compose(v -> promoter.drain())
        .compose(v -> leftovers.drain())
        .onComplete(r -> window.release());
  }

  private void stopSending() {
    stopping = true;
    pump.stop();
    reader.stop();
    window.clear();
  }

  private void checkQuiet() {
    if (quiet != null && window.inFlight() == 0) {
      quiet.tryComplete();
    }
  }

  private void changed() {
    window.distrust(System.nanoTime());
    reader.read();
  }

  private void poll() {
    if (stopping) {
      return;
    }
    reader.restart();
    reader.read();
    shared.meters().unreadable(shard, window.unreadable());
    if (polls++ % DEPTH_POLLS == 0) {
      due.depth()
          .onSuccess(
              d -> {
                if (!stopping) {
                  shared.meters().depth(shard, d);
                }
              })
          .onFailure(t -> LOG.log(Level.DEBUG, "depth not read", t));
    }
  }

  private void sweep() {
    if (!stopping) {
      promoter.sweep();
      leftovers.sweep();
      reader.retryIn(0);
      window.tidy(System.nanoTime());
    }
  }

  /**
   * Handles written results: frees their memory and schedules retries and releases of held
   * messages.
   */
  private void taken(List<DeliveryResult> results) {
    Set<OrderedDelivery.Place> ended = new LinkedHashSet<>();
    long now = System.nanoTime();
    for (DeliveryResult r : results) {
      window.forget(r.due());
      if (r.endsTurn()) {
        ended.add(new OrderedDelivery.Place(r.delivery().userId(), r.endpoint()));
      }
      if (r.state() == DeliveryResult.State.RETRY) {
        r.attempt().ifPresent(m -> reader.retryIn(m.pause().toNanos() - (now - m.endedAt())));
      }
    }
    if (!ended.isEmpty()) {
      promoter.ended(ended);
    }
    pump();
  }

  private void record(DeliveryResult result) {
    shared.meters().count(result);
    writer.add(result);
  }

  /** Starts due attempts, and reads more rows if needed. */
  private void pump() {
    pump.run();
    if (!stopping && !writer.behind() && reader.wantsMore()) {
      reader.read();
    }
  }

  private AttemptDispatcher.Listener attempts() {
    return new AttemptDispatcher.Listener() {
      @Override
      public boolean halted() {
        return stopping || writer.behind();
      }

      @Override
      public void ended(DeliveryResult result) {
        record(result);
        checkQuiet();
        if (!halted() && reader.wantsMore()) {
          reader.read();
        }
      }

      @Override
      public void starved() {
        reader.read();
      }
    };
  }
}
