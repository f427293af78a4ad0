package io.tributary.bulk;

import io.tributary.bus.Ack;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.core.Ids;
import io.tributary.core.SafeErrorMessage;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.job.JobRunner;
import io.tributary.link.GrantImporter;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.MessageConsumer;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Serves bulk commands, imports stored grants and ends operations that have no pending entry. Runs
 * on virtual threads.
 */
public final class BulkVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(BulkVerticle.class.getName());
  private static final int CONCURRENCY = 4;

  /** Import parts that one node processes at a time. */
  private static final int IMPORT_CONCURRENCY = 2;

  private final Db db;
  private final Bus bus;
  private final ServiceConfig.Bulk settings;
  private final BulkRepo repo;
  private final GrantImportJob imports;
  private final Vault vault;
  private final BulkPauseHandler pauses;
  private GrantExport exports;
  private JobRunner<BulkImportRepo.ImportPart> importing;
  private MessageConsumer<String> wake;
  private volatile boolean stopping;
  private boolean closing;
  private boolean closeAgain;

  public BulkVerticle(
      Db db,
      Bus bus,
      ServiceConfig.Bulk settings,
      Vault vault,
      ConnectionLifecycle states,
      GrantImporter links) {
    this.db = db;
    this.bus = bus;
    this.settings = settings;
    this.repo = new BulkRepo(db);
    this.imports = new GrantImportJob(db, vault, links);
    this.vault = vault;
    this.pauses = new BulkPauseHandler(db, states);
  }

  @Override
  public Future<?> start() {
    exports = new GrantExport(vertx, db, vault, settings.waitTimeout());
    bus.register(BulkMessages.BulkFinished.class);
    vertx.setPeriodic(settings.closeInterval().toMillis(), id -> endCompleteOperations());
    wake = db.queueNotifier().onWake("bulk", this::endCompleteOperations);
    importing =
        new JobRunner<>(
            vertx,
            db,
            GrantImportJob.QUEUE,
            IMPORT_CONCURRENCY,
            settings.closeInterval(),
            imports::claim,
            part -> imports.run(part, () -> !stopping));
    importing.start();
    return bus.serve(Address.BULK, BulkMessages.Command.class, CONCURRENCY, this::on);
  }

  @Override
  public Future<?> stop() {
    stopping = true;
    return wake.unregister().compose(v -> importing.stop());
  }

  private BusMessage on(BulkMessages.Command command) {
    return switch (command) {
      case BulkMessages.TriggerPulls m -> triggerPulls(m);
      case BulkMessages.ImportGrants m ->
          new BulkMessages.BulkAccepted(imports.submit(m), m.grants().isEmpty());
      case BulkMessages.ExportGrants m -> exports.read(m);
      case BulkMessages.PauseConnections m -> {
        pauses.pause(m);
        yield new Ack();
      }
    };
  }

  private BusMessage triggerPulls(BulkMessages.TriggerPulls m) {
    // A duplicate user ID yields one entry, because a connection can be triggered only once.
    Collection<UUID> users = new LinkedHashSet<>(m.users());
    UUID op = Ids.uuid();
    record Opened(
        List<BulkRepo.ReasonCount> shares, Optional<BulkMessages.BulkFinished> finished) {}
    Opened opened =
        db.tx(
            tx -> {
              List<BulkRepo.ReasonCount> shares =
                  repo.createTriggerOperation(tx, op, m.tenant(), m.provider(), users);
              tx.wakeAfterCommit("trigger");
              return new Opened(shares, repo.endIfComplete(tx, op));
            });
    LOG.log(
        Level.INFO,
        "bulk_op="
            + op
            + " team="
            + m.tenant().team()
            + " provider="
            + m.provider()
            + opened.shares().stream()
                .map(s -> " " + (s.reason().isEmpty() ? "queued" : s.reason()) + "=" + s.users())
                .sorted()
                .collect(Collectors.joining()));
    return new BulkMessages.BulkAccepted(op, opened.finished().isPresent());
  }

  private void endCompleteOperations() {
    if (closing) {
      closeAgain = true;
      return;
    }
    closing = true;
    try {
      do {
        closeAgain = false;
        for (BulkMessages.BulkFinished f : repo.endAllComplete()) {
          LOG.log(Level.INFO, "bulk_op=" + f.op() + " status=" + f.status());
          bus.publish(Address.BULK_FINISHED, f);
        }
      } while (closeAgain);
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "bulk: finished operations not closed, will be retried: " + SafeErrorMessage.of(e));
    } finally {
      closing = false;
    }
  }
}
