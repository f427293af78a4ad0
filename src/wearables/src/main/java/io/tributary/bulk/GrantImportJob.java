package io.tributary.bulk;

import io.tributary.core.Ids;
import io.tributary.core.ServiceException;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.db.SqlErrors;
import io.tributary.db.Tx;
import io.tributary.link.GrantImporter;
import io.tributary.link.GrantImporter.Grant;
import io.tributary.link.GrantImporter.Outcome;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Imports grants that a team brings from elsewhere as connections.
 *
 * <p>The request only stores the encrypted grants. A node then claims part after part and commits a
 * few users at a time, each together with its entry. If the node dies, another node resumes the
 * part where it stopped, and no user is imported twice. Shared by all threads; a run blocks its
 * virtual thread.
 */
public final class GrantImportJob {
  /** Queue that wakes the import loop. */
  static final String QUEUE = "bulk_import";

  private static final System.Logger LOG = System.getLogger(GrantImportJob.class.getName());

  /** Users per transaction. */
  private static final int BATCH_SIZE = 25;

  private static final Duration LEASE = Duration.ofMinutes(2);
  private static final Duration RETRY_DELAY = Duration.ofSeconds(5);

  private final Db db;
  private final GrantImporter importer;
  private final BulkImportRepo repo;

  public GrantImportJob(Db db, Vault vault, GrantImporter links) {
    this.db = db;
    this.importer = links;
    this.repo = new BulkImportRepo(db, vault);
  }

  /**
   * Stores the operation with everything that the import needs.
   *
   * @throws ServiceException invalid, when the team has no application of its own for the provider
   */
  UUID submit(BulkMessages.ImportGrants m) {
    UUID app =
        importer
            .teamApplication(m.tenant(), m.provider())
            .orElseThrow(
                () ->
                    ServiceException.badRequest(
                        "the team has no application credentials for " + m.provider()));
    // For a duplicate user ID the last grant wins.
    Map<UUID, Grant> grants = new LinkedHashMap<>();
    m.grants().forEach(g -> grants.put(g.user(), g));
    UUID op = Ids.uuid();
    db.tx(
        tx -> {
          repo.createOperation(tx, op, m.tenant(), m.provider(), app, List.copyOf(grants.values()));
          tx.wakeAfterCommit(QUEUE);
          // Ends an operation that has no grants at all.
          tx.wakeAfterCommit("bulk");
          return null;
        });
    LOG.log(
        Level.INFO,
        "bulk_op="
            + op
            + " team="
            + m.tenant().team()
            + " provider="
            + m.provider()
            + " import="
            + grants.size());
    return op;
  }

  List<BulkImportRepo.ImportPart> claim(int free) {
    return repo.claim(free, LEASE);
  }

  /**
   * @param going turns false when the run must stop; the remaining grants are then released
   */
  void run(BulkImportRepo.ImportPart part, BooleanSupplier going) {
    try {
      List<Grant> grants = decrypt(part);
      Map<String, Integer> counts = new TreeMap<>();
      for (int from = 0; from < grants.size(); from += BATCH_SIZE) {
        if (!going.getAsBoolean()) {
          repo.release(part, Duration.ZERO);
          return;
        }
        importBatch(part, grants, from, counts);
      }
      db.tx(
          tx -> {
            repo.endRemaining(tx, part, "skipped", "aborted");
            repo.deletePart(tx, part);
            tx.wakeAfterCommit("bulk");
            return null;
          });
      LOG.log(
          Level.INFO,
          "bulk_op="
              + part.op()
              + " part="
              + part.part()
              + counts.entrySet().stream()
                  .map(e -> " " + e.getKey() + "=" + e.getValue())
                  .collect(Collectors.joining()));
    } catch (RuntimeException e) {
      if (!SqlErrors.isTransient(e)) {
        throw e;
      }
      LOG.log(Level.INFO, "bulk_op=" + part.op() + " part=" + part.part() + " waits");
      repo.release(part, RETRY_DELAY);
    }
  }

  /**
   * Returns the grants of a part. Empty when they can never be decrypted; their entries are then
   * marked as failed.
   */
  private List<Grant> decrypt(BulkImportRepo.ImportPart part) {
    try {
      return repo.decryptGrants(part);
    } catch (IllegalStateException lost) {
      LOG.log(Level.ERROR, "bulk_op=" + part.op() + " part=" + part.part() + " unreadable", lost);
      db.tx(
          tx -> {
            repo.endRemaining(tx, part, "failed", "unreadable");
            return null;
          });
      return List.of();
    }
  }

  private void importBatch(
      BulkImportRepo.ImportPart part, List<Grant> grants, int from, Map<String, Integer> counts) {
    // Users are locked in one order, whatever the order of the request, so that imports cannot
    // deadlock.
    List<Integer> indexes = new ArrayList<>();
    for (int i = from; i < Math.min(grants.size(), from + BATCH_SIZE); i++) {
      indexes.add(i);
    }
    indexes.sort(Comparator.comparing(i -> grants.get(i).user()));
    try {
      count(counts, db.tx(tx -> importEntries(tx, part, grants, indexes)));
    } catch (RuntimeException e) {
      if (SqlErrors.isTransient(e)) {
        throw e;
      }
      indexes.forEach(i -> count(counts, importSingly(part, grants, i)));
    }
  }

  private static void count(Map<String, Integer> counts, Collection<String> outcomes) {
    outcomes.forEach(o -> counts.merge(o, 1, Integer::sum));
  }

  /** Imports one grant in its own transaction, so that a failure does not affect the others. */
  private List<String> importSingly(BulkImportRepo.ImportPart part, List<Grant> grants, int index) {
    try {
      return db.tx(tx -> importEntries(tx, part, grants, List.of(index)));
    } catch (RuntimeException e) {
      if (SqlErrors.isTransient(e)) {
        throw e;
      }
      LOG.log(Level.ERROR, "bulk_op=" + part.op() + " position=" + part.position(index), e);
      return db.tx(
          tx -> {
            repo.endEntry(tx, part.op(), part.position(index), "internal_error");
            return List.of("internal_error");
          });
    }
  }

  private List<String> importEntries(
      Tx tx, BulkImportRepo.ImportPart part, List<Grant> grants, List<Integer> indexes) {
    if (!repo.lockIfInProgress(tx, part.op())) {
      return List.of();
    }
    Set<Integer> pending =
        repo.lockPending(tx, part.op(), indexes.stream().map(part::position).sorted().toList());
    List<String> outcomes = new ArrayList<>();
    for (int i : indexes) {
      if (pending.contains(part.position(i))) {
        Optional<String> refused = importGrant(tx, part, grants.get(i));
        repo.endEntry(tx, part.op(), part.position(i), refused.orElse(null));
        outcomes.add(refused.orElse("imported"));
      }
    }
    return outcomes;
  }

  private Optional<String> importGrant(Tx tx, BulkImportRepo.ImportPart part, Grant grant) {
    return switch (importer.importGrant(tx, part.tenant(), part.provider(), part.app(), grant)) {
      case Outcome.Linked(UUID connection) -> {
        repo.queueTrigger(tx, part.provider(), part.app(), connection);
        yield Optional.empty();
      }
      case Outcome.Unchanged k -> Optional.empty();
      case Outcome.Refused(String reason) -> Optional.of(reason);
    };
  }
}
