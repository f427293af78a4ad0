package io.tributary.event;

import io.tributary.core.Ids;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The parts by time of message, delivery and delivery_attempt: the rows of a message lie in the
 * parts of the same name of all three, by its id, which begins with its time. What is older than
 * the migration to parts, or came within weeks of it, lies in {@code p0}; what came while nobody
 * had made its part, in {@code rest}. Only those two are emptied row by row, any other part goes as
 * a whole.
 */
public final class MessagePartitions {
  private static final System.Logger LOG = System.getLogger(MessagePartitions.class.getName());

  private static final List<String> TABLES = List.of("message", "delivery", "delivery_attempt");
  private static final List<String> KEYS = List.of("id", "message_id", "message_id");

  /** Time of keeping is about so many parts: who reads without a time looks into each of them. */
  private static final int PARTS = 13;

  /** Parts that are there before their time. */
  private static final int AHEAD = 3;

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyyMMdd").withZone(ZoneOffset.UTC);

  private static final String PRESENT =
      """
      select name, until
        from (select substr(c.relname, length('message_') + 1) as name,
                     substring(pg_get_expr(c.relpartbound, c.oid)
                               from 'TO \\(''(msg_[0-9A-Za-z]+)''') collate "C" as until
                from pg_inherits i join pg_class c on c.oid = i.inhrelid
               where i.inhparent = 'message'::regclass) p
       order by until
      """;

  // Whoever wants a row meanwhile waits behind this: shorter than anybody minds.
  private static final String PATIENCE = "set local lock_timeout = '500ms'";

  // Before their parts, as readers and writers do; they let go at the end of the transaction.
  private static final String LOCK_WHOLES =
      "lock table only message, only delivery, only delivery_attempt";

  private static final String BODY = "select 1 from message_%s where body is not null limit 1";

  // By the index that attempts of an endpoint are read by: one by time alone would be written with
  // each attempt for this look. Those of an endpoint that is gone are nobody's.
  private static final String ATTEMPT =
      """
      select 1 from webhook_endpoint e
       cross join lateral (
         select 1 from delivery_attempt_%s a
          where a.endpoint_id = e.id and a.started_at > $1 limit 1) a
       limit 1
      """;

  /**
   * One part.
   *
   * @param name the end of its tables' names
   * @param until ids of its messages sort before it; null of {@code rest}
   */
  public record Part(String name, String until) {
    /** Whether its rows go one by one. */
    public boolean loose() {
      return name.equals("p0") || until == null;
    }
  }

  private MessagePartitions() {}

  /**
   * How long a part is: whole days, so that there are about as many parts however long rows are
   * kept.
   */
  public static Duration span(Duration keep) {
    return Duration.ofDays(Math.max(1, Math.round(keep.toHours() / 24.0 / PARTS)));
  }

  /** Oldest first; what has no bounds comes last. */
  public static List<Part> present(Tx tx) {
    return Rows.list(tx.query(PRESENT), r -> new Part(r.getString("name"), r.getString("until")));
  }

  /**
   * Makes the next part that is to be there before its time. Where rows came to {@code rest}
   * already, no part can be made; they stay there.
   *
   * @param keep how long messages are kept
   * @return whether there may be more
   */
  public static boolean ahead(Tx tx, Instant now, Duration keep) {
    Duration span = span(keep);
    Instant enough = now.plus(span.multipliedBy(AHEAD));
    String from = last(present(tx));
    while (Ids.messageTime(from).isBefore(enough)) {
      Instant begin = Ids.messageTime(from);
      String until = Ids.messagesFrom(begin.plus(span));
      if (astray(tx, from, until)) {
        LOG.log(
            Level.WARNING,
            "messages came before their part was made, kept apart: from=" + begin + " for=" + span);
        from = until;
      } else {
        make(tx, from, until);
        return true;
      }
    }
    return false;
  }

  private static String last(List<Part> parts) {
    return parts.stream()
        .filter(p -> p.until() != null)
        .reduce((a, b) -> b)
        .map(Part::until)
        .orElseThrow();
  }

  private static boolean astray(Tx tx, String from, String until) {
    for (int i = 0; i < TABLES.size(); i++) {
      String sql =
          "select 1 from %1$s_rest where %2$s >= $1 and %2$s < $2 limit 1"
              .formatted(TABLES.get(i), KEYS.get(i));
      if (tx.first(sql, from, until).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Makes one part. Attached, not created in place: who writes or reads goes on, and only who looks
   * into {@code rest} may wait a moment.
   *
   * @param from its messages' ids do not sort before this
   * @param until but before this
   */
  public static void make(Tx tx, String from, String until) {
    String name = "p" + DAY.format(Ids.messageTime(from));
    tx.query(PATIENCE);
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
    LOG.log(Level.INFO, "part of messages made name=" + name);
  }

  /**
   * Drops the oldest part if it is past its time: no message or attempt of it is to be kept, and no
   * body is left in it, so nothing of it waits.
   *
   * @param keep how long messages and attempts are kept
   * @return whether there may be more
   */
  public static boolean drop(Tx tx, Instant now, Duration keep) {
    String bound = Ids.messagesFrom(now.minus(keep));
    for (Part p : present(tx)) {
      if (p.until() == null || p.until().compareTo(bound) > 0) {
        return false;
      }
      // Looked at twice: before anybody has to wait for it, and when nobody can write to it any
      // more.
      if (!needed(tx, p, now.minus(keep))) {
        String own = TABLES.stream().map(t -> t + "_" + p.name()).collect(Collectors.joining(", "));
        tx.query(PATIENCE);
        tx.query(LOCK_WHOLES + ", " + own + " in access exclusive mode");
        if (!needed(tx, p, now.minus(keep))) {
          tx.query("drop table " + own);
          LOG.log(Level.INFO, "part of messages dropped name=" + p.name());
        }
        return true;
      }
    }
    return false;
  }

  private static boolean needed(Tx tx, Part p, Instant since) {
    return tx.first(BODY.formatted(p.name())).isPresent()
        || tx.first(ATTEMPT.formatted(p.name()), since).isPresent();
  }
}
