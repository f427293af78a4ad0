package io.tributary.maintenance;

import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.job.PeriodicTask;
import io.tributary.metrics.Metrics;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Measures the cluster's queues: number of due unclaimed rows and age of the oldest. One node
 * measures for all. Must be deployed on a virtual thread.
 */
public final class QueueMetricsVerticle extends VerticleBase {
  /** Lease of the single instance in the cluster. */
  public static final String LEASE = "task:queues";

  private static final System.Logger LOG = System.getLogger(QueueMetricsVerticle.class.getName());
  private static final Duration INTERVAL = Duration.ofSeconds(15);

  // Each subquery reads an index ordered by time. Counting stops at a limit above which the exact
  // length is not informative.
  private static final String POLLS =
      """
      (select poll_due_at as due_at from connection
        where status = 'connected' and poll_due_at <= now()
          and (poll_lease_expires_at is null or poll_lease_expires_at < now())) p
      """;

  private static String depthsSql() {
    String free = "due_at <= now() and (lease_expires_at is null or lease_expires_at < now())";
    Map<String, String> queues =
        Map.ofEntries(
            Map.entry("bulk-import", "bulk_import_batch where " + free),
            Map.entry("continuous", "continuous_query_task where status = 'scheduled' and " + free),
            Map.entry("deregister", "deregistration where " + free),
            Map.entry("import", "file_import where status in ('queued', 'running') and " + free),
            Map.entry("lab-dispatch", "lab_order_dispatch where state = 'waiting' and " + free),
            Map.entry(
                "lab-in", "lab_message where direction = 'in' and state = 'waiting' and " + free),
            Map.entry("lab-notice", "patient_notification where state = 'waiting' and " + free),
            Map.entry("poll", POLLS),
            Map.entry(
                "renormalise", "remap_job where state in ('scheduled', 'in_progress') and " + free),
            Map.entry("report", "parsing_job where status = 'started' and " + free),
            Map.entry("subscribe", "provider_subscription where " + free));
    return queues.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(
            q ->
                """
                select '%s' as queue, count(*) as due,
                       coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as oldest
                  from (select due_at from %s order by due_at limit 10000) q
                """
                    .formatted(q.getKey(), q.getValue()))
        .collect(Collectors.joining(" union all "));
  }

  private static final String DEPTHS = depthsSql();

  /** Depth of one queue. */
  record MeasuredQueue(String queue, long due, double oldestSeconds) {}

  /** Queue gauges of a node; 0 on nodes that do not measure. */
  public static final class QueueGauges {
    private volatile Map<String, MeasuredQueue> depths = Map.of();
    private final Metrics meters;
    private final Set<String> known = new HashSet<>();

    public QueueGauges(Metrics meters) {
      this.meters = meters;
    }

    private synchronized void update(List<MeasuredQueue> now) {
      depths = now.stream().collect(Collectors.toMap(MeasuredQueue::queue, Function.identity()));
      for (MeasuredQueue d : now) {
        if (known.add(d.queue())) {
          MeasuredQueue none = new MeasuredQueue(d.queue(), 0, 0);
          meters.gauge(
              "tributary_jobs_due",
              () -> depths.getOrDefault(d.queue(), none).due(),
              "queue",
              d.queue());
          meters.gauge(
              "tributary_jobs_oldest_due_seconds",
              () -> depths.getOrDefault(d.queue(), none).oldestSeconds(),
              "queue",
              d.queue());
        }
      }
    }
  }

  private final Db db;
  private final QueueGauges gauges;
  private final PeriodicTask task = new PeriodicTask(this::measure);

  public QueueMetricsVerticle(Db db, QueueGauges gauges) {
    this.db = db;
    this.gauges = gauges;
  }

  @Override
  public Future<?> start() {
    task.start(vertx, Duration.ofMillis(100), INTERVAL);
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    return task.stop().onComplete(r -> gauges.update(List.of()));
  }

  private void measure() {
    try {
      gauges.update(
          RowMapping.list(
              db.query(DEPTHS),
              r ->
                  new MeasuredQueue(
                      r.getString("queue"), r.getLong("due"), r.getDouble("oldest"))));
    } catch (ServiceException away) {
      LOG.log(Level.DEBUG, "queues not measured: " + away.getMessage());
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "queues not measured, retrying", e);
    }
  }
}
