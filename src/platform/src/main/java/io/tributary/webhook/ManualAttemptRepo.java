package io.tributary.webhook;

import io.tributary.core.Ids;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.util.Optional;
import java.util.UUID;

/** Rows of manual_attempt: extra delivery attempts requested by users. */
final class ManualAttemptRepo {
  /** The share lock prevents removal of the payload before the transaction ends. */
  private static final String PAYLOAD_STORED =
      """
      select m.body is not null as kept from delivery d join message m on m.id = d.message_id
       where d.endpoint_id = $1 and d.message_id = $2 for share of m
      """;

  private static final String ADD =
      """
      insert into manual_attempt (id, endpoint_id, message_id, shard) values ($1, $2, $3, $4)
      on conflict (endpoint_id, message_id) do nothing
      """;

  /**
   * Scans rows of an index range, oldest first, and queues an extra attempt for each matching
   * message.
   *
   * <p>The attempt IDs count up from the base ID, because attempts are sent in ID order. Messages
   * that already have a queued attempt are skipped. Messages that wait for a scheduled attempt are
   * skipped too.
   */
  private static final String ADD_MANY =
      """
      with scan as materialized (%s), wanted as (
        select d.message_id, row_number() over (order by d.message_id) as place
          from scan d join message m on m.id = d.message_id
         where d.state in ('delivered', 'failed', 'canceled') and m.body is not null
           and ($7::text is null or m.event_type = $7)
           and ($8::text is null or m.event_type ^@ $8)
           and ($9::uuid is null or m.user_id = $9)
      ), added as (
        insert into manual_attempt (id, endpoint_id, message_id, shard)
        select ($5::text || lpad(to_hex(place), 12, '0'))::uuid, $1, message_id, $6
          from wanted order by place
        on conflict (endpoint_id, message_id) do nothing
        returning 1
      )
      select (select count(*) from scan)::int as seen, (select max(message_id) from scan) as last,
             (select count(*) from added)::int as added
      """;

  /** Uses the partial index delivery_undelivered. */
  private static final String ADD_UNDELIVERED =
      ADD_MANY.formatted(
          """
          select message_id, state from delivery
           where endpoint_id = $1 and message_id > $2 and message_id < $3
             and state in ('failed', 'canceled')
           order by message_id limit $4
          """);

  /** Uses the primary key. */
  private static final String ADD_ALL =
      ADD_MANY.formatted(
          """
          select message_id, state from delivery
           where endpoint_id = $1 and message_id > $2 and message_id < $3
           order by message_id limit $4
          """);

  /** Messages to which {@link #addMany} adds attempts. */
  enum MessageRange {
    UNDELIVERED(ADD_UNDELIVERED),
    ALL(ADD_ALL);

    private final String sql;

    MessageRange(String sql) {
      this.sql = sql;
    }
  }

  /**
   * Result of one step through a range.
   *
   * @param last message to continue after; null if this was the last step
   */
  record BatchStep(int added, String last) {}

  /**
   * Returns whether the payload of an endpoint's message is still stored; empty if there is no such
   * message.
   */
  Optional<Boolean> isPayloadStored(Tx tx, String endpoint, String message) {
    return tx.first(PAYLOAD_STORED, endpoint, message).map(r -> r.getBoolean("kept"));
  }

  void add(Tx tx, String endpoint, int shard, String message) {
    tx.update(ADD, Ids.uuid(), endpoint, message, shard);
  }

  /**
   * Adds attempts for messages after {@code low} and before {@code high}.
   *
   * @param maxRows maximum number of rows to scan
   */
  BatchStep addMany(
      Tx tx,
      MessageRange range,
      String endpoint,
      int shard,
      MessageFilter filter,
      String low,
      String high,
      int maxRows) {
    Row r =
        tx.first(
                range.sql,
                endpoint,
                low,
                high,
                maxRows,
                idPrefix(Ids.uuid()),
                shard,
                filter.exactType(),
                filter.typePrefix(),
                filter.user())
            .orElseThrow();
    return new BatchStep(
        r.getInteger("added"), r.getInteger("seen") < maxRows ? null : r.getString("last"));
  }

  /** Returns the time and random part of an ID; the last twelve digits are used as a counter. */
  private static String idPrefix(UUID id) {
    return id.toString().substring(0, 24);
  }
}
