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
 * Appends rows to the node's audit chain. When the head is not where this node left it, the writer
 * opens a new chain.
 *
 * <p>For one caller at a time, on a virtual thread.
 *
 * <p>A statement may end without a known outcome, for example when the connection breaks. The batch
 * then stays in a field. Before it writes again, the writer checks whether the head already matches
 * that batch, so that no row is stored twice.
 */
final class AuditChainWriter {
  /** Maximum number of notes moved per transaction. */
  static final int NOTES = 500;

  private static final System.Logger LOG = System.getLogger(AuditChainWriter.class.getName());
  private static final Duration AGAIN = Duration.ofMillis(100);

  private final Vertx vertx;
  private final AuditChainRepo store;
  private final String node;
  private AuditChainRepo.Head head;

  /** Batch that is being stored; still set after an error with an unknown outcome. */
  private AuditChainRepo.Batch open;

  /** Notes of a transaction whose outcome is unknown. */
  private AuditChainRepo.Batch notes;

  private long anchored;

  AuditChainWriter(Vertx vertx, AuditChainRepo store, String node) {
    this.vertx = vertx;
    this.store = store;
    this.node = node;
  }

  /**
   * Stores rows and retries until the database is back. Meanwhile the HTTP layer answers the
   * waiting requests with 503.
   *
   * @return false if the node is stopping and the rows cannot be stored
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
        // A statement that timed out earlier may have moved the head itself, later.
        elsewhere = moved;
      } catch (Exception e) {
        // Catches Exception, because await() also rethrows checked network exceptions.
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
   * Moves pending notes of transactions into the chain, if the database is available.
   *
   * @return number of notes moved
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

  /** Stores the head as an anchor and logs it, unless that was done before. */
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
      // Catches Exception, because await() also rethrows checked network exceptions.
      Level level = e instanceof ServiceException ? Level.DEBUG : Level.WARNING;
      LOG.log(level, "audit " + what + " waits: " + SafeErrorMessage.of(e));
    }
  }
}
