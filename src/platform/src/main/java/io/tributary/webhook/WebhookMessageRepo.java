package io.tributary.webhook;

import io.tributary.core.Ids;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Reads the message log of an endpoint: rows of delivery and message, and of the view attempt.
 *
 * <p>Message IDs sort by time. Every window and page is therefore a range of the primary key of
 * delivery, of its partial index delivery_undelivered, or of index message_user.
 */
final class WebhookMessageRepo {
  /** Sorts after every message ID. */
  private static final String AFTER_ALL_IDS = "msg_~";

  /**
   * Scans rows of a range, newest first, until enough of them match the filter.
   *
   * <p>The number of scanned rows and the oldest one are computed only if there were too few
   * matches. The message of each row is looked up individually ({@code offset 0}); a generic plan
   * would read all messages.
   */
  private static final String SEARCH =
      """
      with hit as materialized (
        select d.message_id, d.state, d.attempt, d.due_at, m.event_type, m.user_id
          from (%1$s) d
         cross join lateral (select event_type, user_id from message where id = d.message_id offset 0) m
         where d.state is not null and ($5::text[] is null or d.state = any ($5))
           and ($6::text is null or m.event_type = $6)
           and ($7::text is null or m.event_type ^@ $7)
           and ($8::uuid is null or m.user_id = $8)
         order by d.message_id desc limit $9
      ), looked as (
        select count(*)::int as seen, min(message_id) as last
          from (%1$s) scan where (select count(*) from hit) < $9
      )
      select s.seen, s.last, h.message_id, h.state, h.attempt, h.due_at, h.event_type, h.user_id
        from looked s left join hit h on true
       order by h.message_id desc
      """;

  static final String ALL =
      SEARCH.formatted(
          """
          select message_id, state, attempt, due_at from delivery
           where endpoint_id = $1 and message_id >= $2 and message_id < $3
           order by message_id desc limit $4
          """);

  static final String UNDELIVERED =
      SEARCH.formatted(
          """
          select message_id, state, attempt, due_at from delivery
           where endpoint_id = $1 and message_id >= $2 and message_id < $3
             and state in ('failed', 'canceled')
           order by message_id desc limit $4
          """);

  /**
   * A user belongs to one team, and so do all messages of the user: these are read from the index
   * alone.
   */
  static final String OF_USER =
      SEARCH.formatted(
          """
          select u.message_id, d.state, d.attempt, d.due_at
            from (select id as message_id from message
                   where user_id = $8 and id >= $2 and id < $3
                     and (select (u.team_id, u.environment) = (e.team_id, e.environment)
                            from webhook_endpoint e, app_user u where e.id = $1 and u.id = $8)
                   order by id desc limit $4) u
            left join delivery d on d.endpoint_id = $1 and d.message_id = u.message_id
          """);

  private static final String ONE =
      """
      select d.message_id, d.state, d.attempt, d.due_at, m.event_type, m.user_id, m.body
        from delivery d join message m on m.id = d.message_id
       where d.endpoint_id = $1 and d.message_id = $2
      """;

  /**
   * Reads all attempts of the message before sorting ({@code offset 0}). A plan made while there
   * are few attempts would scan the endpoint's attempts by time, and would be kept when there are
   * many.
   */
  static final String ATTEMPTS =
      """
      select * from (select * from delivery_attempt_all where endpoint_id = $1 and message_id = $2 offset 0) a
       order by started_at desc, id desc limit $3
      """;

  private static final String STATS =
      """
      select state, count(*)::int as n from delivery
       where endpoint_id = $1 and message_id >= $2 and message_id < $3 group by state
      """;

  /**
   * Result of scanning a part of the log.
   *
   * @param scanned number of scanned rows; 0 also if the requested number of hits was reached
   * @param last the oldest scanned row; null if there is none or the requested number of hits was
   *     reached
   */
  record ScanResult(List<MessageLog.Entry> hits, int scanned, String last) {}

  /** Message with its payload. */
  record MessageWithBody(MessageLog.Entry entry, byte[] body) {}

  /** Number of messages with a status. */
  record StatusCount(MessageStatus status, int count) {}

  private final Db db;

  WebhookMessageRepo(Db db) {
    this.db = db;
  }

  /** Returns the lowest message ID of a window. */
  static String lowestId(Instant since) {
    return since == null ? "" : Ids.messageIdBound(since);
  }

  /** Returns the exclusive upper bound of the message IDs of a window. */
  static String upperBoundId(Instant until) {
    return until == null ? AFTER_ALL_IDS : Ids.messageIdBound(until);
  }

  Future<ScanResult> search(
      String endpoint, MessageFilter filter, String low, String high, int scan, int limit) {
    String sql = filter.user() != null ? OF_USER : isUndelivered(filter) ? UNDELIVERED : ALL;
    return db.readPage(
            sql,
            endpoint,
            low,
            high,
            scan,
            filter.status() == null ? null : filter.status().states(),
            filter.exactType(),
            filter.typePrefix(),
            filter.user(),
            limit)
        .map(WebhookMessageRepo::found);
  }

  private static boolean isUndelivered(MessageFilter filter) {
    return filter.status() != null && filter.status().isUndelivered();
  }

  private static ScanResult found(RowSet<Row> rows) {
    Row first = rows.iterator().next();
    return new ScanResult(
        RowMapping.list(rows, r -> r).stream()
            .filter(r -> r.getString("message_id") != null)
            .map(WebhookMessageRepo::entry)
            .toList(),
        first.getInteger("seen"),
        first.getString("last"));
  }

  Future<Optional<MessageWithBody>> find(String endpoint, String message) {
    return db.read(ONE, endpoint, message)
        .map(
            rows ->
                RowMapping.first(
                    rows, r -> new MessageWithBody(entry(r), RowMapping.bytes(r, "body"))));
  }

  /** Returns the newest attempts of a message, newest first. */
  Future<List<MessageLog.AttemptView>> attempts(String endpoint, String message, int limit) {
    return db.readPage(ATTEMPTS, endpoint, message, limit)
        .map(rows -> RowMapping.list(rows, WebhookMessageRepo::attempt));
  }

  Future<List<StatusCount>> stats(String endpoint, String low, String high) {
    return db.readSlow(STATS, endpoint, low, high)
        .map(
            rows ->
                RowMapping.list(
                    rows,
                    r ->
                        new StatusCount(
                            MessageStatus.ofState(r.getString("state")), r.getInteger("n"))));
  }

  private static MessageLog.Entry entry(Row r) {
    String id = r.getString("message_id");
    String state = r.getString("state");
    return new MessageLog.Entry(
        id,
        r.getString("event_type"),
        r.getUUID("user_id"),
        Ids.messageCreatedAt(id),
        MessageStatus.ofState(state).wire(),
        r.getInteger("attempt"),
        state.equals("pending") ? RowMapping.instant(r, "due_at") : null);
  }

  private static MessageLog.AttemptView attempt(Row r) {
    ResponseBodyText body = ResponseBodyText.of(RowMapping.bytes(r, "response_body"));
    return new MessageLog.AttemptView(
        r.getUUID("id"),
        r.getInteger("number"),
        RowMapping.instant(r, "started_at"),
        r.getInteger("duration_ms"),
        r.getInteger("response_status_code"),
        r.getString("error_class"),
        body.text(),
        body.encoding());
  }
}
