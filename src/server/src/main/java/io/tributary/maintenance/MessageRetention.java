package io.tributary.maintenance;

import io.tributary.config.MaintenanceConfig;
import io.tributary.core.Ids;
import io.tributary.db.Tx;
import io.tributary.event.MessagePartitions;
import io.tributary.event.MessagePartitions.MessagePartition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Retention of messages, deliveries and attempts.
 *
 * <p>Bodies are removed row by row, precisely on time. Whole partitions are dropped once nothing in
 * them must be kept ({@link MessagePartitions}); rows outside regular partitions are deleted
 * individually. Each statement names the tables of a single partition, because on the partitioned
 * table it would probe every partition for each row.
 */
final class MessageRetention {
  // Pending deliveries of these messages have nothing left to send. They are canceled, so that the
  // message itself can be deleted later.
  private static final String PAYLOADS =
      """
      with gone as (
        update message_%1$s set body = null where id = any (array(
          select id from message_%1$s
           where body is not null and created_at <= now() - make_interval(secs => $2)
           order by created_at limit $1))
        returning id, team_id, environment
      ), here as materialized (
        select e.id as endpoint_id, g.id as message_id
          from gone g join webhook_endpoint e on e.team_id = g.team_id and e.environment = g.environment
      ), canceled as (
        update delivery_%1$s d set state = 'canceled', ended_at = now() from here h
         where d.endpoint_id = h.endpoint_id and d.message_id = h.message_id
           and d.state in ('pending', 'held')
      ), dropped as (
        delete from manual_attempt a using here h
         where a.endpoint_id = h.endpoint_id and a.message_id = h.message_id
      )
      select count(*)::int as n from gone
      """;

  private static final String ATTEMPTS =
      """
      with gone as (
        delete from delivery_attempt_%1$s where ctid = any (array(
          select ctid from delivery_attempt_%1$s
           where started_at <= now() - make_interval(secs => $2) limit $1))
        returning 1
      )
      select count(*)::int as n from gone
      """;

  // Deletes a message with its deliveries once the API no longer shows it. Counting per message and
  // passing an array is deliberate: with joins the planner scans whole tables for a few rows. A
  // trigger of the partitioned table deletes the deliveries.
  private static final String MESSAGES =
      """
      with gone as (
        delete from message where id = any (array(
          select id from message_%1$s m
           where m.created_at <= now() - make_interval(secs => $2) and m.body is null
             and 0 = (
               select count(*) from webhook_endpoint e join delivery_attempt_%1$s a on a.endpoint_id = e.id
                where e.team_id = m.team_id and e.environment = m.environment and a.message_id = m.id)
             and 0 = (
               select count(*) from webhook_endpoint e join delivery_%1$s d on d.endpoint_id = e.id
                where e.team_id = m.team_id and e.environment = m.environment and d.message_id = m.id
                  and d.state in ('pending', 'held'))
           limit $1))
        returning 1
      )
      select count(*)::int as n from gone
      """;

  private static final Duration CLOCK_SKEW = Duration.ofDays(1);

  private final MaintenanceConfig settings;
  private final Map<String, String> statements = new ConcurrentHashMap<>();

  MessageRetention(MaintenanceConfig settings) {
    this.settings = settings;
  }

  List<MaintenanceTask> tasks() {
    Duration every = settings.retentionInterval();
    Duration keep = settings.attemptRetention();
    return List.of(
        new MaintenanceTask(
            "parts of messages", every, tx -> MessagePartitions.createNext(tx, now(tx), keep)),
        new MaintenanceTask(
            "payloads",
            every,
            tx -> runPerPartition(tx, p -> true, PAYLOADS, settings.payloadRetention())),
        new MaintenanceTask(
            "attempts",
            every,
            tx -> runPerPartition(tx, MessagePartition::isDeletedByRow, ATTEMPTS, keep)),
        new MaintenanceTask(
            "messages",
            every,
            tx -> runPerPartition(tx, MessagePartition::isDeletedByRow, MESSAGES, keep)),
        new MaintenanceTask(
            "old parts of messages",
            every,
            tx -> MessagePartitions.dropExpired(tx, now(tx), keep)));
  }

  /** Returns the database time; a node's clock that is months ahead would delete recent data. */
  private static Instant now(Tx tx) {
    return tx.first("select now() as at").orElseThrow().getOffsetDateTime("at").toInstant();
  }

  /**
   * Runs a statement for each partition, oldest first, except those that began too recently.
   * Returns whether there may be more. The margin assumes that no clock that generated an ID was a
   * day ahead.
   */
  private boolean runPerPartition(
      Tx tx, Predicate<MessagePartition> which, String sql, Duration age) {
    int left = settings.batchSize();
    String young = Ids.messageIdBound(now(tx).minus(age).plus(CLOCK_SKEW));
    String begin = "";
    for (MessagePartition p : MessagePartitions.list(tx)) {
      boolean old = p.isDeletedByRow() || begin.compareTo(young) < 0;
      begin = p.until();
      if (old && which.test(p)) {
        String own = statements.computeIfAbsent(p.name() + sql, k -> sql.formatted(p.name()));
        left -= tx.first(own, left, age.toMillis() / 1000.0).orElseThrow().getInteger("n");
        if (left <= 0) {
          return true;
        }
      }
    }
    return false;
  }
}
