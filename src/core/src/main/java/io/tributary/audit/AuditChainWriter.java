package io.tributary.audit;

import io.tributary.core.SafeErrorMessage;
import io.tributary.core.ServiceException;
import io.vertx.core.Vertx;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Writes one chain after another: the next one is opened when the head of this one is not where it
 * was left. For one caller at a time, on a virtual thread.
 */
final class AuditChainWriter {
  /** Notes that are moved at once. */
  static final int NOTES = 500;

  private static final System.Logger LOG = System.getLogger(AuditChainWriter.class.getName());
  private static final Duration AGAIN = Duration.ofMillis(100);

  private final Vertx vertx;
  private final AuditChainRepo store;
  private final String node;
  private AuditChainRepo.Head head;

  /** What is being stored; left behind by an error in the middle of it. */
  private AuditChainRepo.Batch open;

  /** Notes of a transaction that ended in nobody knows what. */
  private AuditChainRepo.Batch notes;

  private long anchored;

  AuditChainWriter(Vertx vertx, AuditChainRepo store, String node) {
    this.vertx = vertx;
    this.store = store;
    this.node = node;
  }

  /**
   * Stores rows, however long the database is away: whoever waits for them is answered 503 by the
   * edge meanwhile.
   *
   * @return false when the node stops and they cannot be stored
   */
  boolean store(List<AuditEntry> rows, BooleanSupplier stopping) {
    if (open != null && !open.entries().equals(rows)) {
      open = null;
    }
    AuditChainRepo.Moved elsewhere = null;
    boolean told = false;
    while (true) {
      try {
        if (open != null && store.stored(open)) {
          return done();
        }
        if (elsewhere != null) {
          moved(elsewhere);
          elsewhere = null;
          open = null;
        }
        if (open == null) {
          open = store.chained(head(), rows);
        }
        store.append(open);
        return done();
      } catch (AuditChainRepo.Moved moved) {
        // A statement that was given up may have moved the head itself, later.
        elsewhere = moved;
      } catch (Exception e) {
        // Of any kind: await passes checked faults of the network through.
        if (stopping.getAsBoolean()) {
          LOG.log(Level.ERROR, "audit rows=" + rows.size() + " not stored at the end", e);
          return false;
        }
        if (!told) {
          LOG.log(Level.WARNING, "audit waits: " + SafeErrorMessage.of(e));
          told = true;
        }
        vertx.timer(AGAIN.toMillis(), TimeUnit.MILLISECONDS).await();
      }
    }
  }

  private boolean done() {
    head = open.after();
    open = null;
    return true;
  }

  private AuditChainRepo.Head head() {
    if (notes != null) {
      head = store.stored(notes) ? notes.after() : head;
      notes = null;
    }
    if (head == null) {
      head = store.open(node);
      anchored = -1;
    }
    return head;
  }

  private void moved(AuditChainRepo.Moved moved) {
    LOG.log(
        Level.ERROR,
        "audit " + moved.getMessage() + " is not where it was left: run scripts/audit verify");
    head = null;
  }

  /**
   * Moves notes of transactions into the chain, if there are any and the database is there.
   *
   * @return how many
   */
  long notes() {
    long[] moved = {0};
    trying(
        "notes",
        () -> {
          if (store.notes()) {
            AuditChainRepo.Head before = head();
            head = store.takeNotes(before, NOTES, batch -> notes = batch);
            notes = null;
            moved[0] = head.seq() - before.seq();
          }
        });
    return moved[0];
  }

  /** Keeps and prints the head, unless it has been before. */
  void anchor() {
    trying(
        "anchor",
        () -> {
          if (head != null && head.seq() != anchored) {
            int chains = store.anchor(head);
            anchored = head.seq();
            LOG.log(
                Level.INFO,
                new ChainCheckpoint(head.chain().number(), head.seq(), head.hash(), chains).line());
          }
        });
  }

  private void trying(String what, Runnable step) {
    try {
      step.run();
    } catch (AuditChainRepo.Moved moved) {
      moved(moved);
    } catch (Exception e) {
      // as above
      Level level = e instanceof ServiceException ? Level.DEBUG : Level.WARNING;
      LOG.log(level, "audit " + what + " waits: " + SafeErrorMessage.of(e));
    }
  }
}
