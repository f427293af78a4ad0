package io.tributary.eventlog;

import io.tributary.core.Ids;
import io.tributary.core.ServiceException;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the event log in the order of transaction numbers.
 *
 * <p>It stops at the oldest transaction that is still open. No row can appear below that number any
 * more, so a client that follows the log never misses an event that is committed late.
 *
 * <p>Transaction numbers restart when the database is restored or copied. A cursor therefore
 * carries an era ID. If the era has changed, reading continues by time, with an overlap of one
 * hour; clients may then receive some events twice.
 */
final class EventReader {
  /**
   * Overlap that is read again after transaction numbers have restarted. It exceeds the duration of
   * any transaction and any clock difference.
   */
  private static final Duration OVERLAP = Duration.ofHours(1);

  private static final String STATE =
      """
      select pg_snapshot_xmin(pg_current_snapshot()) as horizon, now() as now, %s as era,
             (select since from event_log where team_id = $1 and environment = $2) as since
      """;

  /**
   * Finds the first message with an ID of a given time or later. Index message_log covers the
   * query.
   */
  private static final String FIRST_FROM =
      """
      with a as (
      %s)
      select a.horizon::text, a.now, a.era, a.since, f.tx::text, f.id
        from a left join lateral (
          select tx, id from message
           where team_id = $1 and environment = $2 and tx < a.horizon and id collate "C" >= $3
           order by tx, id limit 1) f on true
      """;

  /**
   * Reads one page and the open transactions in one snapshot.
   *
   * <p>Messages are read one by one until the page is full and one more is found. Only if the page
   * did not fill up is the end of the scan computed, from index message_log alone except for the
   * time of the last message. The check for open messages is a single lookup in index order. As an
   * {@code exists} test for each row of the page, the planner would scan the table.
   */
  private static final String PAGE =
      """
      with a as (
      %s), hit as materialized (
        select tx, id, event_type, created_at, user_id, row_number() over w as n, sum(size) over w as bytes
          from (
            select tx, id, event_type, created_at, user_id, streams_only, coalesce(octet_length(body), 0) as size
              from message
             where team_id = $1 and environment = $2 and (tx, id) > ($3::text::xid8, $4)
               and tx < (select horizon from a)
             order by tx, id limit $5) scan
         where not streams_only
           and ($6 or event_type = any ($7::text[]) or event_type ^@ any ($8::text[]))
           and ($9::uuid is null or user_id = $9)
           and not event_type ^@ any ($13::text[])
           and ($10::timestamptz is null or created_at >= $10)
        window w as (order by tx, id)
         order by tx, id limit $11::int + 1
      ), page as (
        select * from hit where n <= $11 and (n = 1 or bytes <= $12)
      ), looked as (
        select tx, id, n, (select created_at from message where id = last.id) as created_at
          from (
            select tx, id, n
              from (
                select tx, id, row_number() over (order by tx, id) as n
                  from message
                 where team_id = $1 and environment = $2 and (tx, id) > ($3::text::xid8, $4)
                   and tx < (select horizon from a)
                 order by tx, id limit $5) scan
             where (select count(*) from hit) = (select count(*) from page)
             order by n desc limit 1) last
      )
      select a.horizon::text, a.now, a.era, a.since,
             (select count(*) from hit) as hits, coalesce(l.n, 0) as scanned,
             l.tx::text as last_tx, l.id as last_id, l.created_at as last_at,
             coalesce((select true from message
                        where team_id = $1 and environment = $2 and tx >= (select horizon from a)
                        order by tx desc, id desc limit 1), false) as open,
             p.tx::text, p.id, p.event_type, p.created_at, p.user_id, m.body
        from a
        left join looked l on true
        left join page p on true
        left join message m on m.id = p.id
       order by p.tx, p.id
      """;

  private final Db db;
  private final int scanRows;
  private final Duration retention;
  private volatile String from;
  private volatile String page;

  /**
   * @param retention retention period of messages
   */
  EventReader(Db db, int scanRows, Duration retention) {
    this.db = db;
    this.scanRows = scanRows;
    this.retention = retention;
  }

  /**
   * Sets the SQL expression of the era; must be called before the first read.
   *
   * @param era SQL expression whose text changes when transaction numbers have restarted
   */
  void setEra(String era) {
    String state = STATE.formatted(era);
    from = FIRST_FROM.formatted(state);
    page = PAGE.formatted(state);
  }

  /** Database state at the time of the query. */
  private record LogState(String horizon, Instant now, String era, long log) {
    /**
     * @throws ServiceException if the team has no event log
     */
    static LogState of(Row row) {
      Instant since = RowMapping.instant(row, "since");
      if (since == null) {
        throw ServiceException.featureDisabled(
            "the event log of this team and environment is disabled; enable it with PUT"
                + " /v1/org/{org_id}/team/{team_id}/{environment}/event_log");
      }
      return new LogState(
          row.getString("horizon"),
          RowMapping.instant(row, "now"),
          row.getString("era"),
          since.getEpochSecond() * 1_000_000 + since.getNano() / 1000);
    }

    LogPosition position(String tx, String id, Instant at) {
      return new LogPosition(tx, id, era, log, at);
    }
  }

  /** Returns the position to begin at without a cursor. */
  Future<LogPosition> startPosition(EventFilter f) {
    return f.since() == null
        ? positionAt(f, Instant.EPOCH)
        : positionAt(f, f.since().minus(OVERLAP));
  }

  private Future<LogPosition> positionAt(EventFilter f, Instant at) {
    return db.readPage(
            from, f.tenant().team(), f.tenant().environment().wire(), Ids.messageIdBound(at))
        .map(
            rows -> {
              Row row = rows.iterator().next();
              LogState state = LogState.of(row);
              String id = row.getString("id");
              // The position just before that message. If there is none, all later messages belong
              // to transactions that are still open.
              return id == null
                  ? state.position(state.horizon(), "", state.now())
                  : state.position(
                      row.getString("tx"), id.substring(0, id.length() - 1), state.now());
            });
  }

  /** Reads the events after a position, which is mapped to the current era if necessary. */
  Future<EventPage> read(EventFilter f, LogPosition after, int limit, int bytes) {
    return db.readPage(
            page,
            f.tenant().team(),
            f.tenant().environment().wire(),
            after.tx(),
            after.id(),
            scanRows,
            f.requestsAllTypes(),
            f.types().toArray(String[]::new),
            f.prefixes().toArray(String[]::new),
            f.user(),
            f.since(),
            limit,
            bytes,
            f.hiddenPrefixes().toArray(String[]::new))
        .compose(
            rows -> {
              LogState state = LogState.of(rows.iterator().next());
              requireValidCursor(after, state);
              return after.era().equals(state.era())
                  ? Future.succeededFuture(page(rows, state))
                  : positionAt(f, after.unreadSince().minus(OVERLAP))
                      .compose(begin -> read(f, begin, limit, bytes));
            });
  }

  private void requireValidCursor(LogPosition after, LogState state) {
    if (after.enabledAtMicros() != state.log()) {
      throw ServiceException.gone(
          "the event log was disabled after this cursor was created, and events of that time were"
              + " not kept; continue without a cursor, with since="
              + Times.format(after.unreadSince())
              + " for the available events");
    }
    Instant oldest = state.now().minus(retention);
    if (after.unreadSince().isBefore(oldest)) {
      throw ServiceException.gone(
          "this cursor is older than the event retention; continue without a cursor to start at the"
              + " oldest available event, or with since");
    }
  }

  private EventPage page(RowSet<Row> rows, LogState state) {
    List<EventPage.Row> found = new ArrayList<>();
    for (Row r : rows) {
      if (r.getString("id") != null) {
        found.add(
            new EventPage.Row(
                r.getString("tx"),
                r.getString("id"),
                r.getString("event_type"),
                RowMapping.instant(r, "created_at"),
                r.getUUID("user_id"),
                r.getBuffer("body")));
      }
    }
    Row any = rows.iterator().next();
    boolean open = any.getBoolean("open");
    if (any.getLong("hits") > found.size()) {
      return new EventPage(found, after(found.getLast(), state), true, open);
    }
    if (any.getLong("scanned") == scanRows) {
      LogPosition last =
          state.position(
              any.getString("last_tx"),
              any.getString("last_id"),
              RowMapping.instant(any, "last_at"));
      return new EventPage(found, last, true, open);
    }
    return new EventPage(found, state.position(state.horizon(), "", state.now()), false, open);
  }

  private static LogPosition after(EventPage.Row row, LogState state) {
    return state.position(row.tx(), row.id(), row.createdAt());
  }

  /** Returns the position after one event of a page, for clients that read event by event. */
  static LogPosition after(EventPage page, EventPage.Row row) {
    LogPosition p = page.next();
    return new LogPosition(row.tx(), row.id(), p.era(), p.enabledAtMicros(), row.createdAt());
  }
}
