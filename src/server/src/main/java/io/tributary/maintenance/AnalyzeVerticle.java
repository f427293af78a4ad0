package io.tributary.maintenance;

import io.tributary.core.SafeErrorMessage;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.job.PeriodicTask;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Row;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Has tables analysed while they grow fast. A statement that is planned on an empty table, as all
 * are on a new installation, is planned to read the table whole; the plan is kept by its connection
 * until the table is analysed, which the server itself does once a minute at best. Until then every
 * read of a queue costs more with each row. Deploy it on a virtual thread.
 */
public final class AnalyzeVerticle extends VerticleBase {
  /** The lease of the one that runs in the cluster. */
  public static final String LEASE = "task:statistics";

  private static final System.Logger LOG = System.getLogger(AnalyzeVerticle.class.getName());
  private static final Duration EVERY = Duration.ofSeconds(1);

  /** Fewer pages than this are read whole in no time. */
  private static final int PAGES = 32;

  /** Rows of all parts below which nothing is known of them together. */
  private static final int WHOLE = 1_000;

  /** Grown by so much since it was analysed; slower growth is left to the server's own pace. */
  private static final int TIMES = 2;

  /** Or so many rows a page were written since, which an analysis before their commit left out. */
  private static final int ROWS_PER_PAGE = 4;

  // A table that was analysed while its first rows were not committed counts as one of many pages
  // and no row, for which any index is as good as the right one.
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

  // Of a table of parts the server itself never analyses more than the parts. What it knows of all
  // together is what joins are planned by.
  private static final String GROWN_WHOLES =
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
  private final PeriodicTask rounds = new PeriodicTask(this::round);

  public AnalyzeVerticle(Db db) {
    this.db = db;
  }

  @Override
  public Future<?> start() {
    rounds.start(vertx, EVERY, EVERY);
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    return rounds.stop();
  }

  private void round() {
    try {
      for (String table : grown(db)) {
        if (rounds.isStopping()) {
          return;
        }
        analyse(table);
      }
    } catch (ServiceException away) {
      LOG.log(Level.DEBUG, "statistics wait: " + away.getMessage());
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "tables not analysed, tried again", e);
    }
  }

  /** One that cannot be analysed, in the time of a statement at least, holds up no other. */
  private void analyse(String table) {
    try {
      // Whoever else works on the table has it analysed at its end or leaves it for later.
      db.query("analyze (skip_locked) " + table);
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "table=" + table + " not analysed, tried again: " + SafeErrorMessage.of(e));
    }
  }

  /**
   * Tables that have doubled or more since they were analysed, or of which more rows were written
   * since than were known; quoted where need be.
   */
  static List<String> grown(Db db) {
    List<String> out =
        new ArrayList<>(
            Rows.list(
                db.query(GROWN, PAGES, TIMES, ROWS_PER_PAGE), (Row r) -> r.getString("name")));
    out.addAll(Rows.list(db.query(GROWN_WHOLES, WHOLE, TIMES), (Row r) -> r.getString("name")));
    return out;
  }
}
