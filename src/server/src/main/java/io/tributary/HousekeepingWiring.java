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
  private final Platform platform;
  private final String buildVersion;

  /**
   * @param buildVersion version of the build, recorded in erasure receipts
   */
  HousekeepingWiring(Platform platform, String buildVersion) {
    this.platform = platform;
    this.buildVersion = buildVersion;
  }

  void wire() {
    Receipts receipts =
        new Receipts(
            platform.db, platform.encryption, new ReceiptKey(platform.encryption), buildVersion);
    platform.routes.add(new ReceiptRoutes(receipts));
    UserErasure erasure =
        new UserErasure(
            platform.config.users(),
            platform.userDeletionHooks,
            new ErasedSampleIds(platform.encryption),
            receipts,
            (message, places) ->
                platform.labExchange.splitMessages().withoutTests(message, places));
    VacuumJob sweep = new VacuumJob(platform.db, platform.config.maintenance().vacuumInterval());
    platform.leasedActors.add(
        new LeaseVerticle.ActorKind(
            Set.of(VacuumVerticle.LEASE),
            ThreadingModel.VIRTUAL_THREAD,
            lease -> new VacuumVerticle(sweep, platform.config.maintenance().interval())));
    AuditRetention audit =
        new AuditRetention(platform.encryption, platform.config.audit().retention());
    platform.leasedActors.add(
        new LeaseVerticle.ActorKind(
            Set.of(MaintenanceVerticle.LEASE),
            ThreadingModel.VIRTUAL_THREAD,
            lease ->
                new MaintenanceVerticle(
                    platform.db,
                    lease,
                    platform.config,
                    erasure,
                    platform.connectionLifecycle,
                    audit,
                    platform.metrics)));
    platform.leasedActors.add(
        new LeaseVerticle.ActorKind(
            Set.of(AnalyzeVerticle.LEASE),
            ThreadingModel.VIRTUAL_THREAD,
            lease -> new AnalyzeVerticle(platform.db)));
    QueueMetricsVerticle.QueueGauges queues =
        new QueueMetricsVerticle.QueueGauges(platform.metrics);
    platform.leasedActors.add(
        new LeaseVerticle.ActorKind(
            Set.of(QueueMetricsVerticle.LEASE),
            ThreadingModel.VIRTUAL_THREAD,
            lease -> new QueueMetricsVerticle(platform.db, queues)));
  }
}
