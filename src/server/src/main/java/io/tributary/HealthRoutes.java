package io.tributary;

import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.metrics.Metrics;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * Liveness, readiness and metrics endpoints. They require no authentication and expose no team
 * data.
 */
final class HealthRoutes implements Routes.Source {
  private final WorkerExecutor metricsExecutor;
  private final Db db;
  private final Metrics meters;
  private final IntSupplier memberCount;
  private final BooleanSupplier serving;
  private final BooleanSupplier auditAvailable;

  /**
   * @param memberCount number of cluster members that this node sees; reported, but not a condition
   *     for readiness
   * @param serving whether the node has started and is not stopping
   * @param auditAvailable whether the audit trail can be written; the node is not ready without it
   */
  HealthRoutes(
      Vertx vertx,
      Db db,
      Metrics meters,
      IntSupplier memberCount,
      BooleanSupplier serving,
      BooleanSupplier auditAvailable) {
    this.metricsExecutor = vertx.createSharedWorkerExecutor("metrics", 1);
    this.db = db;
    this.meters = meters;
    this.memberCount = memberCount;
    this.serving = serving;
    this.auditAvailable = auditAvailable;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get(
            "/health/live",
            RouteAccess.OPEN,
            c -> Future.succeededFuture(Response.ok(Json.object().put("status", "live"))))
        .get("/health/ready", RouteAccess.OPEN, c -> Future.succeededFuture(readiness()))
        .get(
            "/metrics",
            RouteAccess.OPEN,
            // Rendering takes hundreds of lines and a disk access, so it must not block the event
            // loop.
            c -> metricsExecutor.executeBlocking(this::metricsPage, false));
  }

  private Response metricsPage() {
    byte[] text = meters.scrape().getBytes(StandardCharsets.UTF_8);
    return Response.ok(new Response.Raw("text/plain; version=0.0.4; charset=utf-8", text));
  }

  private Response readiness() {
    boolean database = !db.isUnavailable();
    boolean started = serving.getAsBoolean();
    boolean written = auditAvailable.getAsBoolean();
    boolean all = database && started && written;
    return Response.of(
        all ? 200 : 503,
        Json.object()
            .put("status", all ? "ready" : "not ready")
            .put("database", database ? "up" : "away")
            .put("audit", written ? "written" : "broken")
            .put("node", started ? "serving" : "starting or stopping")
            .put("members", memberCount.getAsInt()));
  }
}
