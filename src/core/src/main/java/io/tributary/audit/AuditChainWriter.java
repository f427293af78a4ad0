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
  static final int NOTES_BATCH = 500;

  private static final System.Logger LOG = System.getLogger(AuditChainWriter.class.getName());
  private static final Duration RETRY_PAUSE = Duration.ofMillis(100);

  private final Vertx vertx;
  private final AuditChainRepo repo;
  private final String node;
  private AuditChainRepo.Head head;

  /** Batch that is being stored; still set after an error with an unknown outcome. */
  private AuditChainRepo.Batch pendingRows;

  /** Notes of a transaction whose outcome is unknown. */
  private AuditChainRepo.Batch pendingNotes;

  private long anchoredSeq;

  AuditChainWriter(Vertx vertx, AuditChainRepo repo, String node) {
    this.vertx = vertx;
    this.repo = repo;
    this.node = node;
  }

  /**
   * Stores rows and retries until the database is back. Meanwhile the HTTP layer answers the
   * waiting requests with 503.
   *
   * @return false if the node is stopping and the rows cannot be stored
   */
  boolean store(List<AuditEntry> rows, BooleanSupplier stopping) {
    if (pendingRows != null && !pendingRows.entries().equals(rows)) {
      pendingRows = null;
    }
    AuditChainRepo.HeadMovedException elsewhere = null;
    boolean told = false;
    while (true) {
      try {
        if (pendingRows != null && repo.isStored(pendingRows)) {
          return acceptPending();
        }
        if (elsewhere != null) {
          abandonChain(elsewhere);
          elsewhere = null;
          pendingRows = null;
        }
        if (pendingRows == null) {
          pendingRows = repo.buildBatch(currentHead(), rows);
        }
        repo.append(pendingRows);
        return acceptPending();
      } catch (AuditChainRepo.HeadMovedException moved) {
        // A statement that timed out earlier may have moved the head itself, later.
        elsewhere = moved;
      } catch (Exception e) {
        // Catches Exception, because await() also rethrows checked network exceptions.
        if (stopping.getAsBoolean()) {
          LOG.log(Level.ERROR, "audit rows=" + rows.size() + " not stored at shutdown", e);
          return false;
        }
        if (!told) {
          LOG.log(Level.WARNING, "audit: write failed, retrying: " + SafeErrorMessage.of(e));
          told = true;
        }
        vertx.timer(RETRY_PAUSE.toMillis(), TimeUnit.MILLISECONDS).await();
      }
    }
  }

  private boolean acceptPending() {
    head = pendingRows.after();
    pendingRows = null;
    return true;
  }

  private AuditChainRepo.Head currentHead() {
    if (pendingNotes != null) {
      head = repo.isStored(pendingNotes) ? pendingNotes.after() : head;
      pendingNotes = null;
    }
    if (head == null) {
      head = repo.open(node);
      anchoredSeq = -1;
    }
    return head;
  }

  private void abandonChain(AuditChainRepo.HeadMovedException moved) {
    LOG.log(
        Level.ERROR,
        "audit "
            + moved.getMessage()
            + " head changed by another writer: run scripts/tributary audit verify");
    head = null;
  }

  /**
   * Moves pending notes of transactions into the chain, if the database is available.
   *
   * @return number of notes moved
   */
  long moveNotes() {
    long[] moved = {0};
    runLogged(
        "notes",
        () -> {
          if (repo.hasNotes()) {
            AuditChainRepo.Head before = currentHead();
            head = repo.moveNotes(before, NOTES_BATCH, batch -> pendingNotes = batch);
            pendingNotes = null;
            moved[0] = head.seq() - before.seq();
          }
        });
    return moved[0];
  }

  /** Stores the head as an anchor and logs it, unless that was done before. */
  void anchor() {
    runLogged(
        "anchor",
        () -> {
          if (head != null && head.seq() != anchoredSeq) {
            int chains = repo.storeAnchor(head);
            anchoredSeq = head.seq();
            LOG.log(
                Level.INFO,
                new ChainCheckpoint(head.chain().number(), head.seq(), head.hash(), chains)
                    .toLogLine());
          }
        });
  }

  private void runLogged(String what, Runnable step) {
    try {
      step.run();
    } catch (AuditChainRepo.HeadMovedException moved) {
      abandonChain(moved);
    } catch (Exception e) {
      // Catches Exception, because await() also rethrows checked network exceptions.
      Level level = e instanceof ServiceException ? Level.DEBUG : Level.WARNING;
      LOG.log(level, "audit " + what + " waits: " + SafeErrorMessage.of(e));
    }
  }
}
