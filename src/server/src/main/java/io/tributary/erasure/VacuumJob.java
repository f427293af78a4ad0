package io.tributary.erasure;

import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Cleans tables that rows of users were erased from. The server's own statistics hold values of
 * rows that are gone until the table is analysed, and dead rows lie in its pages until it is
 * vacuumed; by itself it does both when a fifth of a table has changed, which a single user never
 * is.
 */
public final class VacuumJob {
  private static final System.Logger LOG = System.getLogger(VacuumJob.class.getName());

  // A note of before is written anew: a cleaning that goes on takes away only the one it knows.
  private static final String NOTE =
      """
      insert into erasure_sweep (table_name) select unnest($1::text[])
      on conflict (table_name) do update set table_name = excluded.table_name
      """;
  private static final String DUE =
      """
      select table_name, quote_ident(table_name) as name, xmin::text as version from erasure_sweep
       where since <= now() - make_interval(secs => $1) order by since limit 1
      """;
  private static final String DONE =
      "delete from erasure_sweep where table_name = $1 and xmin::text = $2";
  // Others come first.
  private static final String LATER =
      "update erasure_sweep set since = now() where table_name = $1";

  // A table of parts is cleaned with them; statistics are kept of each and of all together.
  private static final String TABLES =
      """
      select c.relname::text as name, quote_ident(c.relname) as quoted
        from pg_class c
       where c.oid = to_regclass($1) or c.oid in (select relid from pg_partition_tree(to_regclass($1)))
      """;

  // Of a table without rows an analysis leaves what was known before; servers before 18 keep it.
  private static final String EMPTY =
      """
      select 1 where not exists (select from %s)
         and to_regproc('pg_catalog.pg_clear_attribute_stats') is not null
      """;
  private static final String FORGET =
      """
      select pg_clear_attribute_stats(schemaname, tablename, attname, inherited) from pg_stats
       where schemaname = current_schema() and tablename = $1
      """;

  private final Db db;
  private final double seconds;

  /**
   * @param every a table is cleaned at most once in so long
   */
  public VacuumJob(Db db, Duration every) {
    this.db = db;
    this.seconds = every.toMillis() / 1000.0;
  }

  /** In the transaction that erases. */
  static void note(Tx tx, Collection<String> tables) {
    tx.update(NOTE, (Object) tables.toArray(String[]::new));
  }

  /**
   * Cleans one table that is due; false when there is none. Takes as long as the table is large.
   */
  public boolean run() {
    Optional<Row> due = Rows.first(db.query(DUE, seconds), r -> r);
    if (due.isEmpty()) {
      return false;
    }
    String table = due.get().getString("table_name");
    try {
      // Of its own: statements of the pool may not take so long, nor run inside of a transaction.
      clean(due.get().getString("name"));
      // Not before: the note outlives a process that dies meanwhile.
      db.query(DONE, table, due.get().getString("version"));
    } catch (RuntimeException e) {
      db.query(LATER, table);
      LOG.log(Level.WARNING, "table=" + table + " not cleaned after an erasure, tried again", e);
      return false;
    }
    return true;
  }

  private void clean(String name) {
    db.unlimited(
        connection -> {
          for (String sql :
              List.of("set lock_timeout = '10s'", "vacuum (analyze, truncate false) " + name)) {
            connection.query(sql).execute().await();
          }
          for (Row t : connection.preparedQuery(TABLES).execute(Tuple.of(name)).await()) {
            if (connection.query(EMPTY.formatted(t.getString("quoted"))).execute().await().size()
                > 0) {
              connection.preparedQuery(FORGET).execute(Tuple.of(t.getString("name"))).await();
            }
          }
          return null;
        });
  }
}
