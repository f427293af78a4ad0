package io.tributary.event;

import io.tributary.core.Ids;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Creates and drops the time partitions of the tables message, delivery and delivery_attempt.
 *
 * <p>All three tables have partitions with the same names and bounds. Bounds are message IDs, which
 * begin with their creation time, so all rows of a message are in partitions of the same name.
 *
 * <p>Two partitions are special. {@code p0} holds the rows of the first weeks of an installation.
 * {@code default} is the default partition and holds rows that arrived while no partition for their
 * time existed. Rows of these two are deleted one by one. Every other partition is dropped as a
 * whole.
 */
public final class MessagePartitions {
  private static final System.Logger LOG = System.getLogger(MessagePartitions.class.getName());

  private static final List<String> TABLES = List.of("message", "delivery", "delivery_attempt");
  private static final List<String> KEYS = List.of("id", "message_id", "message_id");

  /** Number of partitions per retention period. A query without a time bound scans all of them. */
  private static final int PARTITIONS_PER_RETENTION = 13;

  /** Number of partitions that are created in advance. */
  private static final int PARTITIONS_AHEAD = 3;

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyyMMdd").withZone(ZoneOffset.UTC);

  private static final String LIST =
      """
      select name, until
        from (select substr(c.relname, length('message_') + 1) as name,
                     substring(pg_get_expr(c.relpartbound, c.oid)
                               from 'TO \\(''(msg_[0-9A-Za-z]+)''') collate "C" as until
                from pg_inherits i join pg_class c on c.oid = i.inhrelid
               where i.inhparent = 'message'::regclass) p
       order by until
      """;

  // Other queries on these tables queue behind the pending lock, so the wait for it must be short.
  private static final String LOCK_TIMEOUT = "set local lock_timeout = '500ms'";

  // Parent tables are locked before their partitions, the order in which readers and writers lock
  // them. The locks are released at the end of the transaction.
  private static final String LOCK_PARENTS =
      "lock table only message, only delivery, only delivery_attempt";

  private static final String HAS_BODY = "select 1 from message_%s where body is not null limit 1";

  // Uses the index for reading the attempts of an endpoint. An index on time alone would have to be
  // maintained on every attempt just for this check. Attempts of endpoints that no longer exist do
  // not count.
  private static final String HAS_RECENT_ATTEMPT =
      """
      select 1 from webhook_endpoint e
       cross join lateral (
         select 1 from delivery_attempt_%s a
          where a.endpoint_id = e.id and a.started_at > $1 limit 1) a
       limit 1
      """;

  /**
   * Partition of all three tables.
   *
   * @param name suffix of the partition names
   * @param until exclusive upper bound of the message IDs; null for {@code default}
   */
  public record MessagePartition(String name, String until) {
    /** Returns whether rows are deleted one by one instead of dropping the partition. */
    public boolean isDeletedByRow() {
      return name.equals("p0") || until == null;
    }
  }

  private MessagePartitions() {}

  /**
   * Returns the length of a partition in whole days, chosen so that the number of partitions hardly
   * depends on the retention period.
   */
  public static Duration partitionLength(Duration retention) {
    return Duration.ofDays(
        Math.max(1, Math.round(retention.toHours() / 24.0 / PARTITIONS_PER_RETENTION)));
  }

  /** Returns the existing partitions, oldest first; partitions without bounds come last. */
  public static List<MessagePartition> list(Tx tx) {
    return RowMapping.list(
        tx.query(LIST), r -> new MessagePartition(r.getString("name"), r.getString("until")));
  }

  /**
   * Creates the next partition that must exist in advance. If {@code default} already holds rows in
   * its range, the partition can't be created and those rows stay in {@code default}.
   *
   * @param retention retention period of messages
   * @return whether there may be more partitions to create
   */
  public static boolean createNext(Tx tx, Instant now, Duration retention) {
    Duration span = partitionLength(retention);
    Instant enough = now.plus(span.multipliedBy(PARTITIONS_AHEAD));
    String from = lastBound(list(tx));
    while (Ids.messageCreatedAt(from).isBefore(enough)) {
      Instant begin = Ids.messageCreatedAt(from);
      String until = Ids.messageIdBound(begin.plus(span));
      if (hasDefaultRows(tx, from, until)) {
        LOG.log(
            Level.WARNING,
            "messages arrived before their partition was created, kept in the default partition:"
                + " from="
                + begin
                + " for="
                + span);
        from = until;
      } else {
        create(tx, from, until);
        return true;
      }
    }
    return false;
  }

  private static String lastBound(List<MessagePartition> parts) {
    return parts.stream()
        .filter(p -> p.until() != null)
        .reduce((a, b) -> b)
        .map(MessagePartition::until)
        .orElseThrow();
  }

  private static boolean hasDefaultRows(Tx tx, String from, String until) {
    for (int i = 0; i < TABLES.size(); i++) {
      String sql =
          "select 1 from %1$s_default where %2$s >= $1 and %2$s < $2 limit 1"
              .formatted(TABLES.get(i), KEYS.get(i));
      if (tx.first(sql, from, until).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Creates a partition. The tables are created first and attached afterwards, so readers and
   * writers are not blocked; only queries that access {@code default} may wait briefly.
   *
   * @param from inclusive lower bound of the message IDs
   * @param until exclusive upper bound of the message IDs
   */
  public static void create(Tx tx, String from, String until) {
    String name = "p" + DAY.format(Ids.messageCreatedAt(from));
    tx.query(LOCK_TIMEOUT);
    for (String table : TABLES) {
      tx.query(
          "create table %1$s_%2$s (like %1$s including defaults including constraints including indexes)"
              .formatted(table, name));
    }
    for (String table : TABLES) {
      tx.query(
          "alter table %1$s attach partition %1$s_%2$s for values from ('%3$s') to ('%4$s')"
              .formatted(table, name, from, until));
    }
    LOG.log(Level.INFO, "message partition created: name=" + name);
  }

  /**
   * Drops the oldest partition if it has expired.
   *
   * <p>It has expired when none of its messages or attempts must be kept and it contains no message
   * body, so that no delivery from it is pending.
   *
   * @param retention retention period of messages and attempts
   * @return whether there may be more partitions to drop
   */
  public static boolean dropExpired(Tx tx, Instant now, Duration retention) {
    String bound = Ids.messageIdBound(now.minus(retention));
    for (MessagePartition p : list(tx)) {
      if (p.until() == null || p.until().compareTo(bound) > 0) {
        return false;
      }
      // Checked twice: before taking a lock that blocks others, and again under the lock, when
      // nothing can be written to the partition.
      if (!isNeeded(tx, p, now.minus(retention))) {
        String own = TABLES.stream().map(t -> t + "_" + p.name()).collect(Collectors.joining(", "));
        tx.query(LOCK_TIMEOUT);
        tx.query(LOCK_PARENTS + ", " + own + " in access exclusive mode");
        if (!isNeeded(tx, p, now.minus(retention))) {
          tx.query("drop table " + own);
          LOG.log(Level.INFO, "message partition dropped: name=" + p.name());
        }
        return true;
      }
    }
    return false;
  }

  private static boolean isNeeded(Tx tx, MessagePartition p, Instant since) {
    return tx.first(HAS_BODY.formatted(p.name())).isPresent()
        || tx.first(HAS_RECENT_ATTEMPT.formatted(p.name()), since).isPresent();
  }
}
