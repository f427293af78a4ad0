package io.tributary.delivery;

import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.event.Outbox;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Secrets;
import io.tributary.lease.Lease;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.MessageConsumer;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Delivers the messages of one shard while it holds the shard's lease. Rows are the truth: what is
 * in memory is a window on the due ones, and a delivery leaves it when its result is written. An
 * event-loop verticle.
 */
public final class WebhookVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(WebhookVerticle.class.getName());
  private static final String LEASE = "deliver:";
  private static final long FULL_NODE_MS = 5;
  private static final int DEPTH_POLLS = 10;

  /** What a node's shards share. */
  public record Shared(
      Db db,
      Secrets secrets,
      Outbox outbox,
      Sender sender,
      DeliveryMeters meters,
      ServiceConfig.Webhook settings) {}

  private final Shared shared;
  private final ServiceConfig.Webhook settings;
  private final Lease lease;
  private final int shard;
  private final Retry retry;
  private final DeliveryRepo deliveries;
  private final DueWindow window;
  private final List<MessageConsumer<String>> wakes = new ArrayList<>();
  private ResultWriter writer;
  private boolean reading;
  private boolean again;
  private boolean stopping;
  private long readBegan;
  private long targetsAt;
  private boolean targetsKnown;
  private long readTimer = -1;
  private long pumpTimer = -1;
  private int polls;
  private Promise<Void> quiet;

  public WebhookVerticle(Shared shared, Lease lease) {
    this.shared = shared;
    this.settings = shared.settings();
    this.lease = lease;
    this.shard = Integer.parseInt(lease.name().substring(LEASE.length()));
    this.retry = new Retry(settings);
    this.deliveries =
        new DeliveryRepo(shared.db(), shared.secrets(), lease, shard, retry.attempts());
    this.window = new DueWindow(settings);
  }

  /** Wakes the owner of a shard to read changed endpoints. */
  public static String changes(int shard) {
    return "endpoints-" + shard;
  }

  /** The leases of all shards. */
  public static Set<String> leases(ServiceConfig.Webhook settings) {
    Set<String> names = new TreeSet<>();
    for (int i = 0; i < settings.shards(); i++) {
      names.add(LEASE + i);
    }
    return names;
  }

  @Override
  public Future<?> start() {
    writer =
        new ResultWriter(
            vertx,
            shared.db(),
            deliveries,
            shared.outbox(),
            lease,
            shard,
            settings,
            window,
            new ResultWriter.Listener() {
              @Override
              public void written(List<Result> results) {
                results.forEach(r -> window.forget(r.delivery()));
                pump();
              }

              @Override
              public void lost() {
                window.clear();
                stopping = true;
              }
            });
    wakes.add(shared.db().wakeups().on(Outbox.queue(shard), this::read));
    wakes.add(
        shared
            .db()
            .wakeups()
            .on(
                changes(shard),
                () -> {
                  targetsKnown = false;
                  read();
                }));
    // Spread, so that the shards of a node do not all ask at the same moment.
    long every = settings.pollEvery().toMillis();
    vertx.setTimer(
        1 + ThreadLocalRandom.current().nextLong(every),
        id -> vertx.setPeriodic(every, p -> poll()));
    read();
    return Future.succeededFuture();
  }

  /** Starts nothing more; completes when what is in flight has ended and is written. */
  @Override
  public Future<?> stop() {
    stopping = true;
    wakes.forEach(MessageConsumer::unregister);
    vertx.cancelTimer(readTimer);
    vertx.cancelTimer(pumpTimer);
    window.clear();
    shared.meters().released(shard);
    quiet = Promise.promise();
    checkQuiet();
    return quiet.future().compose(v -> writer.drain());
  }

  private void checkQuiet() {
    if (quiet != null && window.inFlight() == 0) {
      quiet.tryComplete();
    }
  }

  private void poll() {
    read();
    if (polls++ % DEPTH_POLLS == 0) {
      deliveries
          .depth()
          .onSuccess(
              d -> {
                if (!stopping) {
                  shared.meters().depth(shard, d);
                }
              })
          .onFailure(t -> LOG.log(Level.DEBUG, "depth not read", t));
    }
  }

  /** Reads due rows, and the endpoints when what is known of them is getting old. */
  private void read() {
    if (stopping) {
      return;
    }
    if (reading) {
      again = true;
      return;
    }
    long gap = settings.readGap().toNanos() - (System.nanoTime() - readBegan);
    if (readBegan != 0 && gap > 0) {
      if (readTimer < 0) {
        readTimer = vertx.setTimer(Math.max(1, gap / 1_000_000), id -> readLate());
      }
      return;
    }
    reading = true;
    again = false;
    readBegan = System.nanoTime();
    String[] full = window.full();
    deliveries
        .due(window.held(), full, window.perEndpoint(), settings.slice())
        .compose(due -> freshTargets(due).map(due))
        .onComplete(
            r -> {
              reading = false;
              if (r.failed()) {
                LOG.log(
                    Level.WARNING,
                    "actor=" + lease.name() + " not read: " + r.cause().getMessage());
              } else if (!stopping) {
                cancel(window.add(r.result()));
                window.noteRead(r.result(), full);
                pump();
              }
              if (again) {
                read();
              }
            });
  }

  private void readLate() {
    readTimer = -1;
    read();
  }

  private Future<Void> freshTargets(List<Delivery> due) {
    boolean needed = window.waiting() > 0 || !due.isEmpty();
    boolean young =
        targetsKnown && System.nanoTime() - targetsAt < settings.settingsLife().toNanos() / 2;
    if (!needed || young && due.stream().allMatch(d -> window.knows(d.endpointId()))) {
      return Future.succeededFuture();
    }
    long asked = System.nanoTime();
    targetsKnown = true;
    return deliveries
        .targets()
        .map(
            found -> {
              targetsAt = asked;
              cancel(window.targets(found));
              return null;
            });
  }

  private void cancel(List<Delivery> off) {
    off.forEach(d -> record(Result.canceled(d)));
  }

  private void record(Result result) {
    shared.meters().count(result);
    writer.add(result);
  }

  /** Starts what may start now; what it needs from the database it asks for. */
  private void pump() {
    if (stopping || writer.behind()) {
      return;
    }
    boolean old = System.nanoTime() - targetsAt > settings.settingsLife().toNanos();
    if (!targetsKnown || old) {
      if (window.waiting() > 0) {
        read();
      }
      return;
    }
    long pause = 0;
    while (pause == 0) {
      if (!shared.sender().take()) {
        pause = FULL_NODE_MS;
        break;
      }
      var next = window.next(System.nanoTime());
      if (next.isEmpty()) {
        shared.sender().release();
        break;
      }
      send(next.get());
    }
    later(pause);
    if (window.wantsMore()) {
      read();
    }
  }

  private void later(long pause) {
    long ms =
        pause > 0
            ? pause
            : window.pause(System.nanoTime()).map(n -> Math.max(1, n / 1_000_000)).orElse(0L);
    vertx.cancelTimer(pumpTimer);
    pumpTimer = ms == 0 ? -1 : vertx.setTimer(ms, id -> pump());
  }

  private void send(EndpointLane.Started started) {
    shared
        .sender()
        .send(started.target(), started.delivery())
        .onComplete(
            r -> {
              long now = System.nanoTime();
              shared.sender().release();
              window.end(started, r.result(), now);
              record(
                  Result.of(
                      started.delivery(),
                      r.result(),
                      Ids.uuid(),
                      retry,
                      ThreadLocalRandom.current().nextDouble(),
                      now));
              checkQuiet();
              pump();
            });
  }
}
