package io.tributary;

import io.tributary.audit.AuditRetention;
import io.tributary.erasure.ReceiptKey;
import io.tributary.erasure.ReceiptRoutes;
import io.tributary.erasure.Receipts;
import io.tributary.erasure.UserErasure;
import io.tributary.erasure.VacuumJob;
import io.tributary.lab.order.ErasedSampleIds;
import io.tributary.lease.LeaseVerticle;
import io.tributary.maintenance.AnalyzeVerticle;
import io.tributary.maintenance.MaintenanceVerticle;
import io.tributary.maintenance.QueueMetricsVerticle;
import io.tributary.maintenance.VacuumVerticle;
import io.vertx.core.ThreadingModel;
import java.util.Set;

/**
 * Wires the background work that runs on one node of the cluster: erasure, retention, vacuum,
 * statistics and queue metrics.
 */
final class HousekeepingWiring {
  private final Platform parts;
  private final String release;

  /**
   * @param release version of the build, recorded in erasure receipts
   */
  HousekeepingWiring(Platform parts, String release) {
    this.parts = parts;
    this.release = release;
  }

  void wire() {
    Receipts receipts =
        new Receipts(parts.db, parts.secrets, new ReceiptKey(parts.secrets), release);
    parts.routes.add(new ReceiptRoutes(receipts));
    UserErasure erasure =
        new UserErasure(
            parts.config.users(),
            parts.endings,
            new ErasedSampleIds(parts.secrets),
            receipts,
            (message, places) -> parts.exchange.parted().without(message, places));
    VacuumJob sweep = new VacuumJob(parts.db, parts.config.housekeeping().sweepEvery());
    parts.owned.add(
        new LeaseVerticle.Kind(
            Set.of(VacuumVerticle.LEASE),
            ThreadingModel.VIRTUAL_THREAD,
            lease -> new VacuumVerticle(sweep, parts.config.housekeeping().every())));
    AuditRetention audit = new AuditRetention(parts.secrets, parts.config.audit().keep());
    parts.owned.add(
        new LeaseVerticle.Kind(
            Set.of(MaintenanceVerticle.LEASE),
            ThreadingModel.VIRTUAL_THREAD,
            lease ->
                new MaintenanceVerticle(
                    parts.db,
                    lease,
                    parts.config,
                    erasure,
                    parts.connectionStates,
                    audit,
                    parts.meters)));
    parts.owned.add(
        new LeaseVerticle.Kind(
            Set.of(AnalyzeVerticle.LEASE),
            ThreadingModel.VIRTUAL_THREAD,
            lease -> new AnalyzeVerticle(parts.db)));
    QueueMetricsVerticle.Gauges queues = new QueueMetricsVerticle.Gauges(parts.meters);
    parts.owned.add(
        new LeaseVerticle.Kind(
            Set.of(QueueMetricsVerticle.LEASE),
            ThreadingModel.VIRTUAL_THREAD,
            lease -> new QueueMetricsVerticle(parts.db, queues)));
  }
}
