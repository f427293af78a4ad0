package io.tributary.lab.notification;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.lab.state.LowStatus;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Queue of due messages. Any node claims them, together with the current state of their orders. */
final class NoticeQueue {
  static final String QUEUE = "lab-notice";

  private static final Duration RETENTION = Duration.ofDays(30);

  private static final String CLAIM =
      """
      with due as materialized (
        select id from patient_notification
         where state = 'waiting' and due_at <= now() and (lease_expires_at is null or lease_expires_at <= now())
         order by due_at limit $1 for update skip locked
      ), taken as (
        update patient_notification n set lease_expires_at = now() + make_interval(secs => $2), attempt = attempt + 1
          from due where n.id = due.id
        returning n.id, n.order_id, n.kind, n.channel, n.attempt, n.appointment_at
      )
      select t.id, t.kind, t.channel, t.attempt, t.appointment_at, o.id as order_id, o.team_id, o.environment,
             o.user_id, o.status, o.patient::text as patient, o.shipping::text as shipping,
             o.sms_enabled, u.deleted_at is not null as gone, l.name as lab, a.status as step, a.starts_at, a.time_zone
        from taken t join lab_order o on o.id = t.order_id join lab l on l.id = o.lab_id
        join app_user u on u.id = o.user_id
        left join lateral (
          select status, starts_at, time_zone from appointment
           where order_id = o.id and status not in ('completed', 'cancelled') limit 1) a on true
       order by t.id
      """;
  private static final String END =
      """
      update patient_notification set state = $2, error = $3, ended_at = now(), lease_expires_at = null
       where id = $1 and state = 'waiting'
      """;
  private static final String RETRY_LATER =
      """
      update patient_notification
         set due_at = now() + make_interval(secs => $2), error = $3, lease_expires_at = null
       where id = $1 and state = 'waiting'
      """;
  private static final String DELETE_OLD =
      "delete from patient_notification where ended_at < now() - make_interval(secs => $1)";

  private final Db db;

  NoticeQueue(Db db) {
    this.db = db;
  }

  /**
   * A message with the current state of its order. Personal data: never log it.
   *
   * @param userDeleted whether the user is deleted
   * @param appointmentStart start time of the appointment when the message was created
   * @param step step of the upcoming appointment; empty without one
   */
  record DueNotice(
      UUID id,
      NoticeKind kind,
      Channel channel,
      int attempt,
      Optional<Instant> appointmentStart,
      UUID order,
      Tenant tenant,
      UUID user,
      LowStatus status,
      JsonNode patient,
      JsonNode shipping,
      boolean smsEnabled,
      boolean userDeleted,
      String lab,
      Optional<String> step,
      Optional<Instant> start,
      Optional<String> zone) {
    static DueNotice read(Row r) {
      return new DueNotice(
          r.getUUID("id"),
          NoticeKind.fromWireName(r.getString("kind")),
          Channel.fromWireName(r.getString("channel")),
          r.getInteger("attempt"),
          Optional.ofNullable(RowMapping.instant(r, "appointment_at")),
          r.getUUID("order_id"),
          Tenant.of(r.getUUID("team_id"), r.getString("environment")),
          r.getUUID("user_id"),
          LowStatus.fromWireName(r.getString("status")).orElseThrow(),
          json(r.getString("patient")),
          json(r.getString("shipping")),
          r.getBoolean("sms_enabled"),
          r.getBoolean("gone"),
          r.getString("lab"),
          Optional.ofNullable(r.getString("step")),
          Optional.ofNullable(RowMapping.instant(r, "starts_at")),
          Optional.ofNullable(r.getString("time_zone")));
    }

    private static JsonNode json(String text) {
      return text == null ? Json.object() : Json.parse(text);
    }

    @Override
    public String toString() {
      return "Due[" + id + "]";
    }
  }

  List<DueNotice> claim(int most, Duration lease) {
    return RowMapping.list(db.query(CLAIM, most, (double) lease.toSeconds()), DueNotice::read);
  }

  /**
   * @param state sent, dropped or failed
   * @param error the reason; null = no error
   */
  void end(UUID id, String state, String error) {
    db.query(END, id, state, error);
  }

  void retryLater(UUID id, Duration wait, String error) {
    db.query(RETRY_LATER, id, (double) wait.toSeconds(), error);
  }

  /** Deletes messages that ended more than 30 days ago. */
  void deleteOld() {
    db.query(DELETE_OLD, (double) RETENTION.toSeconds());
  }
}
