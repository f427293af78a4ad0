package io.tributary.lab.exchange;

import io.tributary.config.LabExchangeConfig;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.tributary.lab.exchange.LabMessageRepo.Kept;
import io.tributary.lease.Fence;
import io.tributary.lease.Lease;
import io.tributary.telemetry.Tracing;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.sqlclient.Row;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Sends the messages of one link, one after another, while it holds the link's lease.
 *
 * <p>Every write runs in a transaction fenced by the lease, so a former owner cannot record an
 * answer. A message in flight when the verticle stops is sent again by the next owner with the same
 * control ID, which the laboratory deduplicates. Errors of the link pause the whole link; errors of
 * a single message delay only that message. Deploy on a virtual thread.
 */
final class LabConnectionVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(LabConnectionVerticle.class.getName());
  private static final String LEASE = "lablink:";

  private static final String DEPTH =
      """
      with open as materialized (
        select state, created_at, due_at from lab_message
         where link = $1 and direction = 'out' and state in ('waiting', 'awaiting')
      )
      select count(*) as waiting,
             coalesce(extract(epoch from now() - min(created_at) filter (where state = 'waiting')), 0)::float8
               as oldest,
             count(*) filter (where state = 'awaiting' and due_at < now()) as overdue,
             (select count(*) from lab_message where state = 'parked' and link = $1) as parked
        from open
      """;

  private final Db db;
  private final LabExchangeConfig settings;
  private final Lease lease;
  private final String link;
  private final LabTransport wire;
  private final LabAckHandler desk;
  private final ExchangeMetrics meters;
  private MessageConsumer<String> wake;
  private long pausedUntil;
  private int failures;
  private boolean busy;
  private boolean again;
  private boolean stopping;
  private Promise<Void> quiet;

  LabConnectionVerticle(
      Db db,
      LabExchangeConfig settings,
      Lease lease,
      LabTransport wire,
      LabAckHandler desk,
      ExchangeMetrics meters) {
    this.db = db;
    this.settings = settings;
    this.lease = lease;
    this.link = lease.name().substring(LEASE.length());
    this.wire = wire;
    this.desk = desk;
    this.meters = meters;
  }

  static String lease(String link) {
    return LEASE + link;
  }

  static String linkOf(Lease lease) {
    return lease.name().substring(LEASE.length());
  }

  @Override
  public Future<?> start() {
    wire.start();
    wake = db.wakeups().on(LabMessageRepo.outQueue(link), this::look);
    vertx.setPeriodic(settings.claimEvery().toMillis(), id -> look());
    vertx.setPeriodic(Math.max(1000, settings.claimEvery().toMillis()), id -> measure());
    look();
    return Future.succeededFuture();
  }

  /** Stops sending; a message in flight may still be answered. */
  @Override
  public Future<?> stop() {
    stopping = true;
    wake.unregister();
    meters.released(link);
    quiet = Promise.promise();
    Future<Void> closed = wire.close();
    if (!busy) {
      quiet.tryComplete();
    }
    return quiet.future().compose(v -> closed);
  }

  private void look() {
    if (stopping) {
      return;
    }
    again = true;
    if (!busy) {
      busy = true;
      context.runOnContext(v -> rounds());
    }
  }

  private void rounds() {
    try {
      while (again && !stopping) {
        again = false;
        while (!stopping && System.nanoTime() >= pausedUntil && one()) {
          // until nothing is due
        }
      }
    } catch (Fence.Lost lost) {
      LOG.log(Level.INFO, "link=" + link + " is another owner's now");
    } catch (ServiceException away) {
      LOG.log(Level.DEBUG, "link=" + link + " waits: " + SafeErrorKind.of(away));
      rest();
    } catch (Exception e) {
      // Any exception, otherwise sending would stop for good: await rethrows checked exceptions.
      LOG.log(Level.ERROR, "link=" + link + " failed, tried again: " + SafeErrorKind.of(e));
      meters.fault("send");
      rest();
    } finally {
      busy = false;
      if (quiet != null) {
        quiet.tryComplete();
      }
    }
  }

  /** Sends the next due message; returns false if there was none. */
  private boolean one() {
    Optional<LabMessageRepo.Next> due = fenced(tx -> LabMessageRepo.next(tx, link));
    if (due.isEmpty()) {
      return false;
    }
    Kept message = due.get().message();
    if (due.get().unwanted()) {
      write(tx -> desk.withdraw(tx, message));
      return true;
    }
    LabAck heard;
    try {
      heard = Tracing.on(vertx).trip("lab message", message.id(), () -> wire.send(message)).await();
    } catch (IllegalArgumentException e) {
      // The link is fine: this message cannot be sent on it.
      failed(message, e);
      return true;
    } catch (Exception e) {
      silent(message, e);
      return true;
    }
    failures = 0;
    try {
      write(tx -> desk.apply(tx, message, heard));
    } catch (RuntimeException e) {
      if (e instanceof Fence.Lost || SafeErrorKind.passes(e)) {
        // The lease is lost or the database unavailable: the next attempt sends the message again.
        throw e;
      }
      failed(message, e);
    }
    return true;
  }

  private <T> T fenced(Function<Tx, T> work) {
    return db.tx(
        tx -> {
          Fence.hold(tx, lease);
          return work.apply(tx);
        });
  }

  private void write(Consumer<Tx> work) {
    fenced(
        tx -> {
          work.accept(tx);
          return null;
        });
  }

  /** Delays a message that failed on its own; the others continue. */
  private void failed(Kept message, RuntimeException e) {
    LOG.log(
        Level.ERROR,
        "message="
            + message.id()
            + " link="
            + link
            + " answer not written: "
            + SafeErrorKind.of(e));
    meters.fault("answer");
    Duration pause = jittered(settings.waitAfter(message.attempt()));
    write(tx -> desk.fault(tx, message, pause, SafeErrorKind.kind(e)));
  }

  /** Adds jitter, so that retries do not coincide. */
  private static Duration jittered(Duration pause) {
    double part = 0.8 + 0.4 * ThreadLocalRandom.current().nextDouble();
    return Duration.ofMillis(Math.max(1, Math.round(pause.toMillis() * part)));
  }

  private void rest() {
    failures++;
    pausedUntil = System.nanoTime() + jittered(settings.waitAfter(failures)).toNanos();
  }

  private void silent(Kept message, Exception e) {
    String why = SafeErrorKind.kind(e);
    LOG.log(
        Level.WARNING,
        "message=%s link=%s attempt=%d no answer: %s"
            .formatted(message.id(), link, message.attempt(), why));
    // An error of the link affects all waiting messages.
    rest();
    write(tx -> desk.silence(tx, message, why));
  }

  private void measure() {
    if (stopping) {
      return;
    }
    try {
      Row r = Rows.first(db.query(DEPTH, link), x -> x).orElseThrow();
      meters.owned(
          link,
          new ExchangeMetrics.Depth(
              r.getLong("waiting"),
              r.getDouble("oldest"),
              r.getLong("overdue"),
              r.getLong("parked")),
          wire.isConnected());
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "link=" + link + " depth not read: " + SafeErrorKind.of(e));
    }
  }
}
