package io.tributary.eventlog;

import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.lang.System.Logger.Level;

/**
 * Repairs the event log at startup if transaction numbers have restarted.
 *
 * <p>A database that was restored from a dump starts counting transactions from the beginning. The
 * stored messages may then carry numbers that lie in the future. Readers stop at the oldest open
 * transaction, so such a log would not advance for years. The repair sets the number of all
 * messages to 0, which keeps their order and places them before everything that is written later.
 */
final class EventLogSequenceRepair extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(EventLogSequenceRepair.class.getName());

  /** Advisory lock key, used only here. */
  private static final long LOCK_KEY = 0x6576656e746c6f67L;

  /**
   * Identifies server, database and timeline. At least one of them differs in a copy, after a
   * point-in-time recovery, and after a failover.
   */
  private static final String ERA =
      """
      left(md5(concat_ws('-', %s, (select oid from pg_database where datname = current_database()),
                         left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))), 12)
      """;

  private static final String SYSTEM_ID = "(select system_identifier from pg_control_system())";
  private static final String HAS_PRIVILEGE =
      "select has_function_privilege('pg_control_system()', 'execute') as may";

  private static final String HAS_FUTURE_NUMBERS =
      """
      select 1 from team_environment e
       cross join lateral (
         select tx from message m where m.team_id = e.team_id and m.environment = e.environment
          order by tx desc, id desc limit 1) m
       where m.tx >= pg_snapshot_xmax(pg_current_snapshot()) limit 1
      """;

  /**
   * Updates all messages so that they keep their order: they come before all messages written
   * later.
   */
  private static final String REPAIR = "update message set tx = '0' where tx > '0'";

  private final Db db;
  private final EventReader reader;

  EventLogSequenceRepair(Db db, EventReader reader) {
    this.db = db;
    this.reader = reader;
  }

  @Override
  public Future<?> start() {
    boolean may = db.query(HAS_PRIVILEGE).iterator().next().getBoolean("may");
    reader.setEra(ERA.formatted(may ? SYSTEM_ID : "''"));
    if (db.query(HAS_FUTURE_NUMBERS).size() > 0) {
      int rows = db.txWithoutTimeout(EventLogSequenceRepair::repair);
      LOG.log(Level.WARNING, "event log: transaction numbers reset: messages=" + rows);
    }
    return Future.succeededFuture();
  }

  private static int repair(Tx tx) {
    tx.query("select pg_advisory_xact_lock($1)", LOCK_KEY);
    // Another node may have done the repair meanwhile, and new messages must keep their numbers.
    return tx.first(HAS_FUTURE_NUMBERS).isEmpty() ? 0 : tx.update(REPAIR);
  }
}
