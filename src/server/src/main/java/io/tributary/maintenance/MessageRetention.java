package io.tributary.maintenance;

import io.tributary.config.HousekeepingConfig;
import io.tributary.core.Ids;
import io.tributary.db.Tx;
import io.tributary.event.MessagePartitions;
import io.tributary.event.MessagePartitions.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The end of messages, their deliveries and attempts. Bodies are taken out row by row, to the
 * second; whole parts go once nothing in them is to be kept ({@link MessagePartitions}); rows
 * outside of regular parts go one by one. Each statement names the tables of one part: over all
 * parts it would look for each row in every one.
 */
final class MessageRetention {
  // What still waits for an attempt has nothing left to send: it is canceled, so that the message
  // itself can go in its time.
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

  // A message goes with its deliveries once nothing can be told about it any more. Counted for each
  // one and handed on as an array: joined, the planner reads whole tables for a handful of rows.
  // Its deliveries go by a trigger of the whole table.
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

  private static final Duration CLOCKS = Duration.ofDays(1);

  private final HousekeepingConfig settings;
  private final Map<String, String> statements = new ConcurrentHashMap<>();

  MessageRetention(HousekeepingConfig settings) {
    this.settings = settings;
  }

  List<MaintenanceTask> steps() {
    Duration every = settings.retentionEvery();
    Duration keep = settings.attempts();
    return List.of(
        new MaintenanceTask(
            "parts of messages", every, tx -> MessagePartitions.ahead(tx, now(tx), keep)),
        new MaintenanceTask(
            "payloads", every, tx -> each(tx, p -> true, PAYLOADS, settings.payloads())),
        new MaintenanceTask("attempts", every, tx -> each(tx, Part::loose, ATTEMPTS, keep)),
        new MaintenanceTask("messages", every, tx -> each(tx, Part::loose, MESSAGES, keep)),
        new MaintenanceTask(
            "old parts of messages", every, tx -> MessagePartitions.drop(tx, now(tx), keep)));
  }

  /** By the clock of the database: one that is months ahead at a node would end what is young. */
  private static Instant now(Tx tx) {
    return tx.first("select now() as at").orElseThrow().getOffsetDateTime("at").toInstant();
  }

  /**
   * Oldest part first, those left out that began since then; whether there may be more. No clock
   * that made an id was a day ahead.
   */
  private boolean each(Tx tx, Predicate<Part> which, String sql, Duration age) {
    int left = settings.batch();
    String young = Ids.messagesFrom(now(tx).minus(age).plus(CLOCKS));
    String begin = "";
    for (Part p : MessagePartitions.present(tx)) {
      boolean old = p.loose() || begin.compareTo(young) < 0;
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
