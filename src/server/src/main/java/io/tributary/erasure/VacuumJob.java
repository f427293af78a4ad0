package io.tributary.erasure;

import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Vacuums and analyzes tables from which user rows were erased.
 *
 * <p>The server's statistics contain values of deleted rows until the table is analyzed, and dead
 * rows stay in its pages until it is vacuumed. Autovacuum does both only after about a fifth of a
 * table has changed, which the data of a single user never reaches.
 */
public final class VacuumJob {
  private static final System.Logger LOG = System.getLogger(VacuumJob.class.getName());

  // An existing note is rewritten: a running job deletes only the version that it has read.
  private static final String MARK =
      """
      insert into erasure_vacuum (table_name) select unnest($1::text[])
      on conflict (table_name) do update set table_name = excluded.table_name
      """;
  private static final String DUE =
      """
      select table_name, quote_ident(table_name) as name, xmin::text as version from erasure_vacuum
       where since <= now() - make_interval(secs => $1) order by since limit 1
      """;
  private static final String DONE =
      "delete from erasure_vacuum where table_name = $1 and xmin::text = $2";
  // Moves the table to the end of the queue.
  private static final String POSTPONE =
      "update erasure_vacuum set since = now() where table_name = $1";

  // Partitions are vacuumed with their table; each has its own statistics, and the table has
  // combined ones.
  private static final String TABLES =
      """
      select c.relname::text as name, quote_ident(c.relname) as quoted
        from pg_class c
       where c.oid = to_regclass($1) or c.oid in (select relid from pg_partition_tree(to_regclass($1)))
      """;

  // Analyzing an empty table leaves its old statistics unchanged. They can be cleared only on
  // servers from version 18.
  private static final String IS_EMPTY =
      """
      select 1 where not exists (select from %s)
         and to_regproc('pg_catalog.pg_clear_attribute_stats') is not null
      """;
  private static final String CLEAR_STATISTICS =
      """
      select pg_clear_attribute_stats(schemaname, tablename, attname, inherited) from pg_stats
       where schemaname = current_schema() and tablename = $1
      """;

  private final Db db;
  private final double intervalSeconds;

  /**
   * @param every minimum interval between two runs for the same table
   */
  public VacuumJob(Db db, Duration every) {
    this.db = db;
    this.intervalSeconds = every.toMillis() / 1000.0;
  }

  /** Marks tables for cleaning, in the erasing transaction. */
  static void markTables(Tx tx, Collection<String> tables) {
    tx.update(MARK, (Object) tables.toArray(String[]::new));
  }

  /**
   * Cleans one due table. Returns false if none is due. The duration depends on the size of the
   * table.
   */
  public boolean run() {
    Optional<Row> due = RowMapping.first(db.query(DUE, intervalSeconds), r -> r);
    if (due.isEmpty()) {
      return false;
    }
    String table = due.get().getString("table_name");
    try {
      // Uses its own connection: pooled statements have a shorter timeout, and VACUUM cannot run in
      // a transaction.
      vacuum(due.get().getString("name"));
      // Deleted only afterwards, so that the note survives a crash.
      db.query(DONE, table, due.get().getString("version"));
    } catch (RuntimeException e) {
      db.query(POSTPONE, table);
      LOG.log(Level.WARNING, "table=" + table + " not vacuumed after an erasure, retrying", e);
      return false;
    }
    return true;
  }

  private void vacuum(String name) {
    db.withoutTimeout(
        connection -> {
          for (String sql :
              List.of("set lock_timeout = '10s'", "vacuum (analyze, truncate false) " + name)) {
            connection.query(sql).execute().await();
          }
          for (Row t : connection.preparedQuery(TABLES).execute(Tuple.of(name)).await()) {
            if (connection.query(IS_EMPTY.formatted(t.getString("quoted"))).execute().await().size()
                > 0) {
              connection
                  .preparedQuery(CLEAR_STATISTICS)
                  .execute(Tuple.of(t.getString("name")))
                  .await();
            }
          }
          return null;
        });
  }
}
