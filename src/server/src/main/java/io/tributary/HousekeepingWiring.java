package io.tributary;

import io.tributary.audit.AuditRetention;
import io.tributary.erasure.Erasure;
import io.tributary.erasure.ReceiptKey;
import io.tributary.erasure.ReceiptRoutes;
import io.tributary.erasure.Receipts;
import io.tributary.erasure.Sweep;
import io.tributary.housekeeping.HousekeepingVerticle;
import io.tributary.housekeeping.QueueVerticle;
import io.tributary.housekeeping.StatisticsVerticle;
import io.tributary.housekeeping.SweepVerticle;
import io.tributary.lab.order.ErasedSamples;
import io.tributary.lease.LeaseVerticle;
import io.vertx.core.ThreadingModel;
import java.util.Set;

/** What goes on by itself, on one node of the cluster: erasure, tidying, statistics, queues. */
final class HousekeepingWiring {
  private final Parts parts;
  private final String release;

  /**
   * @param release the build's version, for receipts of erasures
   */
  HousekeepingWiring(Parts parts, String release) {
    this.parts = parts;
    this.release = release;
  }

  void wire() {
    Receipts receipts =
        new Receipts(parts.db, parts.secrets, new ReceiptKey(parts.secrets), release);
    parts.routes.add(new ReceiptRoutes(receipts));
    Erasure erasure =
        new Erasure(
            parts.config.users(),
            parts.endings,
            new ErasedSamples(parts.secrets),
            receipts,
            (message, places) -> parts.exchange.parted().without(message, places));
    Sweep sweep = new Sweep(parts.db, parts.config.housekeeping().sweepEvery());
    parts.owned.add(
        new LeaseVerticle.Kind(
            Set.of(SweepVerticle.LEASE),
            ThreadingModel.VIRTUAL_THREAD,
            lease -> new SweepVerticle(sweep, parts.config.housekeeping().every())));
    AuditRetention audit = new AuditRetention(parts.secrets, parts.config.audit().keep());
    parts.owned.add(
        new LeaseVerticle.Kind(
            Set.of(HousekeepingVerticle.LEASE),
            ThreadingModel.VIRTUAL_THREAD,
            lease ->
                new HousekeepingVerticle(
                    parts.db,
                    lease,
                    parts.config,
                    erasure,
                    parts.connectionStates,
                    audit,
                    parts.meters)));
    parts.owned.add(
        new LeaseVerticle.Kind(
            Set.of(StatisticsVerticle.LEASE),
            ThreadingModel.VIRTUAL_THREAD,
            lease -> new StatisticsVerticle(parts.db)));
    QueueVerticle.Gauges queues = new QueueVerticle.Gauges(parts.meters);
    parts.owned.add(
        new LeaseVerticle.Kind(
            Set.of(QueueVerticle.LEASE),
            ThreadingModel.VIRTUAL_THREAD,
            lease -> new QueueVerticle(parts.db, queues)));
  }
}
