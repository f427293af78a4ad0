package io.tributary.bulk;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.kernel.Ids;
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

/** Takes bulk commands and ends operations that have nothing pending. Runs on virtual threads. */
public final class BulkVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(BulkVerticle.class.getName());
  private static final int AT_ONCE = 4;

  private final Db db;
  private final Bus bus;
  private final ServiceConfig.Bulk settings;
  private final BulkRepo repo;
  private MessageConsumer<String> wake;
  private boolean closing;
  private boolean again;

  public BulkVerticle(Db db, Bus bus, ServiceConfig.Bulk settings) {
    this.db = db;
    this.bus = bus;
    this.settings = settings;
    this.repo = new BulkRepo(db);
  }

  @Override
  public Future<?> start() {
    bus.register(BulkMessages.BulkFinished.class);
    vertx.setPeriodic(settings.closeEvery().toMillis(), id -> close());
    wake = db.wakeups().on("bulk", this::close);
    return bus.serve(Address.BULK, BulkMessages.TriggerPulls.class, AT_ONCE, this::open);
  }

  @Override
  public Future<?> stop() {
    return wake.unregister();
  }

  private BusMessage open(BulkMessages.TriggerPulls m) {
    // A user named twice is one entry: its connection can be triggered once.
    Collection<UUID> users = new LinkedHashSet<>(m.users());
    UUID op = Ids.uuid();
    record Opened(List<BulkRepo.Share> shares, Optional<BulkMessages.BulkFinished> finished) {}
    Opened opened =
        db.tx(
            tx -> {
              List<BulkRepo.Share> shares = repo.open(tx, op, m.tenant(), m.provider(), users);
              tx.wakeAfterCommit("trigger");
              return new Opened(shares, repo.close(tx, op));
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

  private void close() {
    if (closing) {
      again = true;
      return;
    }
    closing = true;
    try {
      do {
        again = false;
        for (BulkMessages.BulkFinished f : repo.closeAll()) {
          LOG.log(Level.INFO, "bulk_op=" + f.op() + " status=" + f.status());
          bus.publish(Address.BULK_FINISHED, f);
        }
      } while (again);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "bulk: operations not ended, next look soon: " + e.getMessage());
    } finally {
      closing = false;
    }
  }
}
