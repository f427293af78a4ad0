package io.tributary.lab.exchange;

import io.tributary.config.LabExchangeConfig;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.lab.exchange.LabMessageRepo.StoredMessage;
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
  private static final String LEASE_PREFIX = "lablink:";

  private static final String BACKLOG =
      """
      with open as materialized (
        select state, created_at, due_at from lab_message
         where connection_name = $1 and direction = 'out' and state in ('waiting', 'awaiting')
      )
      select count(*) as waiting,
             coalesce(extract(epoch from now() - min(created_at) filter (where state = 'waiting')), 0)::float8
               as oldest,
             count(*) filter (where state = 'awaiting' and due_at < now()) as overdue,
             (select count(*) from lab_message where state = 'parked' and connection_name = $1) as parked
        from open
      """;

  private final Db db;
  private final LabExchangeConfig settings;
  private final Lease lease;
  private final String link;
  private final LabTransport transport;
  private final LabAckHandler ackHandler;
  private final ExchangeMetrics meters;
  private MessageConsumer<String> wakeConsumer;
  private long pausedUntil;
  private int failures;
  private boolean sending;
  private boolean moreWork;
  private boolean stopping;
  private Promise<Void> idle;

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
    this.link = lease.name().substring(LEASE_PREFIX.length());
    this.transport = wire;
    this.ackHandler = desk;
    this.meters = meters;
  }

  static String leaseName(String link) {
    return LEASE_PREFIX + link;
  }

  static String linkOf(Lease lease) {
    return lease.name().substring(LEASE_PREFIX.length());
  }

  @Override
  public Future<?> start() {
    transport.start();
    wakeConsumer = db.queueNotifier().onWake(LabMessageRepo.outQueue(link), this::trigger);
    vertx.setPeriodic(settings.claimInterval().toMillis(), id -> trigger());
    vertx.setPeriodic(Math.max(1000, settings.claimInterval().toMillis()), id -> publishBacklog());
    trigger();
    return Future.succeededFuture();
  }

  /** Stops sending; a message in flight may still be answered. */
  @Override
  public Future<?> stop() {
    stopping = true;
    wakeConsumer.unregister();
    meters.removeGauges(link);
    idle = Promise.promise();
    Future<Void> closed = transport.close();
    if (!sending) {
      idle.tryComplete();
    }
    return idle.future().compose(v -> closed);
  }

  private void trigger() {
    if (stopping) {
      return;
    }
    moreWork = true;
    if (!sending) {
      sending = true;
      context.runOnContext(v -> sendLoop());
    }
  }

  private void sendLoop() {
    try {
      while (moreWork && !stopping) {
        moreWork = false;
        while (!stopping && System.nanoTime() >= pausedUntil && sendNext()) {
          // until nothing is due
        }
      }
    } catch (Fence.LeaseLostException lost) {
      LOG.log(Level.INFO, "link=" + link + " lease moved to another node");
    } catch (ServiceException away) {
      LOG.log(Level.DEBUG, "link=" + link + " waits: " + SafeErrorKind.describe(away));
      pauseLink();
    } catch (Exception e) {
      // Any exception, otherwise sending would stop for good: await rethrows checked exceptions.
      LOG.log(
          Level.ERROR, "link=" + link + " failed, will be retried: " + SafeErrorKind.describe(e));
      meters.countFault("send");
      pauseLink();
    } finally {
      sending = false;
      if (idle != null) {
        idle.tryComplete();
      }
    }
  }

  /** Sends the next due message; returns false if there was none. */
  private boolean sendNext() {
    Optional<LabMessageRepo.NextMessage> due = inFencedTx(tx -> LabMessageRepo.claimNext(tx, link));
    if (due.isEmpty()) {
      return false;
    }
    StoredMessage message = due.get().message();
    if (due.get().mustNotBeSent()) {
      writeFenced(tx -> ackHandler.withdrawDeletedUser(tx, message));
      return true;
    }
    LabAck heard;
    try {
      heard =
          Tracing.on(vertx)
              .traceRoot("lab message", message.id(), () -> transport.send(message))
              .await();
    } catch (IllegalArgumentException e) {
      // The link is fine: this message cannot be sent on it.
      delayMessage(message, e);
      return true;
    } catch (Exception e) {
      onNoAnswer(message, e);
      return true;
    }
    failures = 0;
    try {
      writeFenced(tx -> ackHandler.apply(tx, message, heard));
    } catch (RuntimeException e) {
      if (e instanceof Fence.LeaseLostException || SafeErrorKind.isTransient(e)) {
        // The lease is lost or the database unavailable: the next attempt sends the message again.
        throw e;
      }
      delayMessage(message, e);
    }
    return true;
  }

  private <T> T inFencedTx(Function<Tx, T> work) {
    return db.tx(
        tx -> {
          Fence.lockLease(tx, lease);
          return work.apply(tx);
        });
  }

  private void writeFenced(Consumer<Tx> work) {
    inFencedTx(
        tx -> {
          work.accept(tx);
          return null;
        });
  }

  /** Delays a message that failed on its own; the others continue. */
  private void delayMessage(StoredMessage message, RuntimeException e) {
    LOG.log(
        Level.ERROR,
        "message="
            + message.id()
            + " link="
            + link
            + " answer not written: "
            + SafeErrorKind.describe(e));
    meters.countFault("answer");
    Duration pause = jittered(settings.retryDelay(message.attempt()));
    writeFenced(tx -> ackHandler.recordFailure(tx, message, pause, SafeErrorKind.kind(e)));
  }

  /** Adds jitter, so that retries do not coincide. */
  private static Duration jittered(Duration pause) {
    double part = 0.8 + 0.4 * ThreadLocalRandom.current().nextDouble();
    return Duration.ofMillis(Math.max(1, Math.round(pause.toMillis() * part)));
  }

  private void pauseLink() {
    failures++;
    pausedUntil = System.nanoTime() + jittered(settings.retryDelay(failures)).toNanos();
  }

  private void onNoAnswer(StoredMessage message, Exception e) {
    String why = SafeErrorKind.kind(e);
    LOG.log(
        Level.WARNING,
        "message=%s link=%s attempt=%d no answer: %s"
            .formatted(message.id(), link, message.attempt(), why));
    // An error of the link affects all waiting messages.
    pauseLink();
    writeFenced(tx -> ackHandler.scheduleRetry(tx, message, why));
  }

  private void publishBacklog() {
    if (stopping) {
      return;
    }
    try {
      Row r = RowMapping.first(db.query(BACKLOG, link), x -> x).orElseThrow();
      meters.publishGauges(
          link,
          new ExchangeMetrics.LinkBacklog(
              r.getLong("waiting"),
              r.getDouble("oldest"),
              r.getLong("overdue"),
              r.getLong("parked")),
          transport.isConnected());
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "link=" + link + " queue depth not read: " + SafeErrorKind.describe(e));
    }
  }
}
