package io.tributary.maintenance;

import io.tributary.core.SafeErrorMessage;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.job.PeriodicTask;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Row;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Analyzes fast-growing tables every second.
 *
 * <p>On a new installation all statements are planned for empty tables, that is with sequential
 * scans. Connections keep these plans until the table is analyzed, which autovacuum does once a
 * minute at best. Until then each read of a queue becomes slower with every row. Must be deployed
 * on a virtual thread.
 */
public final class AnalyzeVerticle extends VerticleBase {
  /** Lease of the single instance in the cluster. */
  public static final String LEASE = "task:statistics";

  private static final System.Logger LOG = System.getLogger(AnalyzeVerticle.class.getName());
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /** Tables with fewer pages are skipped, because scanning them is cheap. */
  private static final int MIN_PAGES = 32;

  /** Minimum number of rows of all partitions together. */
  private static final int MIN_ROWS = 1_000;

  /**
   * Growth factor since the last analysis that triggers a new one; slower growth is left to
   * autovacuum.
   */
  private static final int GROWTH_FACTOR = 2;

  /**
   * Rows per page written since the last analysis that also trigger one, because an analysis before
   * their commit did not see them.
   */
  private static final int ROWS_PER_PAGE = 4;

  // A table analyzed before its first rows were committed counts as having many pages and no rows,
  // for which the planner considers any index equally good.
  private static final String GROWN =
      """
      select c.oid::regclass::text as name from pg_class c
       where c.relkind = 'r' and c.relpersistence = 'p' and pg_has_role(c.relowner, 'member')
         and c.relnamespace = current_schema()::regnamespace
         and (pg_relation_size(c.oid) / current_setting('block_size')::int
                >= greatest($1::int, $2::bigint * c.relpages)
              or c.relpages >= $1::int
                 and pg_stat_get_mod_since_analyze(c.oid) > greatest(c.reltuples, $3::bigint * c.relpages))
       order by c.oid
      """;

  // Autovacuum never analyzes a partitioned table itself, only its partitions. Joins are planned
  // with the statistics of the whole table.
  private static final String GROWN_PARTITIONED =
      """
      select c.oid::regclass::text as name
        from pg_class c cross join lateral (
          select sum(greatest(p.reltuples, 0)) as rows
            from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid) n
       where c.relkind = 'p' and pg_has_role(c.relowner, 'member')
         and c.relnamespace = current_schema()::regnamespace
         and n.rows >= greatest($1::int, $2::bigint * c.reltuples)
       order by c.oid
      """;

  private final Db db;
  private final PeriodicTask task = new PeriodicTask(this::runOnce);

  public AnalyzeVerticle(Db db) {
    this.db = db;
  }

  @Override
  public Future<?> start() {
    task.start(vertx, INTERVAL, INTERVAL);
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    return task.stop();
  }

  private void runOnce() {
    try {
      for (String table : grownTables(db)) {
        if (task.isStopping()) {
          return;
        }
        analyze(table);
      }
    } catch (ServiceException away) {
      LOG.log(Level.DEBUG, "analyze waits: " + away.getMessage());
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "tables not analyzed, retrying", e);
    }
  }

  /** Analyzes one table; a failure, including a statement timeout, does not block the others. */
  private void analyze(String table) {
    try {
      // A table that is locked is analyzed by the lock holder or in a later run.
      db.query("analyze (skip_locked) " + table);
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING, "table=" + table + " not analyzed, retrying: " + SafeErrorMessage.of(e));
    }
  }

  /**
   * Returns the tables that have at least doubled since they were analyzed, or into which more rows
   * were written than were known; quoted if necessary.
   */
  static List<String> grownTables(Db db) {
    List<String> out =
        new ArrayList<>(
            RowMapping.list(
                db.query(GROWN, MIN_PAGES, GROWTH_FACTOR, ROWS_PER_PAGE),
                (Row r) -> r.getString("name")));
    out.addAll(
        RowMapping.list(
            db.query(GROWN_PARTITIONED, MIN_ROWS, GROWTH_FACTOR), (Row r) -> r.getString("name")));
    return out;
  }
}
