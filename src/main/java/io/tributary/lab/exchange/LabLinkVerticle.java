package io.tributary.lab.exchange;

import io.tributary.config.LabExchangeConfig;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.kernel.Refusal;
import io.tributary.lab.exchange.MessageRepo.Kept;
import io.tributary.lab.wire.mllp.MllpFault;
import io.tributary.lease.Fence;
import io.tributary.lease.Lease;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.sqlclient.Row;
import java.lang.System.Logger.Level;
import java.util.Optional;

/**
 * Sends the messages of one link, one after another, while it holds the link's lease. What it has
 * under way when it ends is sent again by the next owner, with the same control id. Deploy it on a
 * virtual thread.
 */
final class LabLinkVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(LabLinkVerticle.class.getName());
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
  private final Wire wire;
  private final AnswerDesk desk;
  private final ExchangeMeters meters;
  private MessageConsumer<String> wake;
  private long pausedUntil;
  private int failures;
  private boolean busy;
  private boolean again;
  private boolean stopping;
  private Promise<Void> quiet;

  LabLinkVerticle(
      Db db,
      LabExchangeConfig settings,
      Lease lease,
      Wire wire,
      AnswerDesk desk,
      ExchangeMeters meters) {
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
    wake = db.wakeups().on(MessageRepo.outQueue(link), this::look);
    vertx.setPeriodic(settings.claimEvery().toMillis(), id -> look());
    vertx.setPeriodic(Math.max(1000, settings.claimEvery().toMillis()), id -> measure());
    look();
    return Future.succeededFuture();
  }

  /** Sends nothing more; what is under way may still be answered. */
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
    } catch (Refusal away) {
      LOG.log(Level.DEBUG, "link=" + link + " waits: " + away.getMessage());
    } catch (Exception e) {
      // Of any kind, else nobody would look again: await passes checked faults through.
      LOG.log(Level.ERROR, "link=" + link + " failed, tried again", e);
      meters.fault("send");
    } finally {
      busy = false;
      if (quiet != null) {
        quiet.tryComplete();
      }
    }
  }

  /** Whether there was one to send. */
  private boolean one() {
    Optional<Kept> due =
        db.tx(
            tx -> {
              Fence.hold(tx, lease);
              return MessageRepo.next(tx, link);
            });
    if (due.isEmpty()) {
      return false;
    }
    Kept message = due.get();
    Heard heard;
    try {
      heard = wire.send(message.controlId(), message.body()).await();
    } catch (Exception e) {
      silent(message, e);
      return true;
    }
    failures = 0;
    db.tx(
        tx -> {
          Fence.hold(tx, lease);
          desk.apply(tx, message, heard);
          return null;
        });
    return true;
  }

  private void silent(Kept message, Exception e) {
    String why = e instanceof MllpFault fault ? fault.kind().name() : e.getClass().getSimpleName();
    LOG.log(
        Level.WARNING,
        "message=%s link=%s attempt=%d no answer: %s"
            .formatted(message.id(), link, message.attempt(), why));
    // What is wrong with the link is wrong for all that waits behind.
    failures++;
    pausedUntil = System.nanoTime() + settings.waitAfter(failures).toNanos();
    db.tx(
        tx -> {
          Fence.hold(tx, lease);
          desk.silence(tx, message, why);
          return null;
        });
  }

  private void measure() {
    if (stopping) {
      return;
    }
    try {
      Row r = Rows.first(db.query(DEPTH, link), x -> x).orElseThrow();
      meters.owned(
          link,
          new ExchangeMeters.Depth(
              r.getLong("waiting"),
              r.getDouble("oldest"),
              r.getLong("overdue"),
              r.getLong("parked")),
          wire.isConnected());
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "link=" + link + " depth not read: " + e.getMessage());
    }
  }
}
