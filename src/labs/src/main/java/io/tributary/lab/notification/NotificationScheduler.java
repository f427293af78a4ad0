package io.tributary.lab.notification;

import io.tributary.core.Ids;
import io.tributary.db.Tx;
import io.tributary.lab.appointment.AppointmentListener;
import io.tributary.lab.order.OrderListener;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.AppointmentStep;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;

/**
 * Stores patient messages in the transaction of the step that causes them. Consent and feature
 * flags are checked on delivery.
 */
final class NotificationScheduler implements OrderListener, AppointmentListener {
  private static final String INSERT_NOTICE =
      """
      insert into patient_notification (id, order_id, kind, channel, due_at, appointment_at)
      values ($1, $2, $3, $4, now() + make_interval(secs => $5), $6)
      """;
  // No reminders for times in the past.
  private static final String INSERT_REMINDER =
      """
      insert into patient_notification (id, order_id, kind, channel, due_at, appointment_at)
      select $1, $2, $3, 'sms', $4, $5 where $4 > now()
      """;

  @Override
  public void onCreated(Tx tx, OrderRow order) {
    if (!order.imported()) {
      scheduleAll(tx, order.id(), NoticeRules.noticeFor(order.modality(), LowStatus.ORDERED), null);
    }
  }

  @Override
  public void onMoved(Tx tx, OrderRow before, Status after) {
    LowStatus low = after.low();
    scheduleAll(tx, before.id(), NoticeRules.noticeFor(before.modality(), low), null);
    if (before.modality().isKit() && low == LowStatus.WITH_CUSTOMER) {
      NoticeRules.KIT_REMINDERS.forEach(
          d -> insertNotice(tx, before.id(), NoticeKind.REMINDER_KIT, Channel.SMS, d, null));
    }
    if (before.modality() == Modality.WALK_IN
        && (low == LowStatus.REQUISITION_CREATED || low == LowStatus.REQUISITION_BYPASSED)) {
      NoticeRules.BOOKING_REMINDERS.forEach(
          d -> insertNotice(tx, before.id(), NoticeKind.REMINDER_BOOKING, Channel.SMS, d, null));
    }
  }

  @Override
  public void onMoved(
      Tx tx, UUID order, boolean visit, AppointmentStep step, Optional<Instant> start) {
    OffsetDateTime about = start.map(s -> s.atOffset(ZoneOffset.UTC)).orElse(null);
    scheduleAll(tx, order, NoticeRules.noticeFor(visit, step), about);
    if (!visit && step == AppointmentStep.SCHEDULED && about != null) {
      for (Duration before : NoticeRules.APPOINTMENT_REMINDERS) {
        tx.update(
            INSERT_REMINDER,
            Ids.uuid(),
            order,
            NoticeKind.REMINDER_APPOINTMENT.wireName(),
            about.minus(before),
            about);
      }
    }
  }

  private static void scheduleAll(
      Tx tx, UUID order, Optional<NoticeRules.PlannedNotice> told, OffsetDateTime about) {
    told.ifPresent(
        t ->
            t.channels()
                .forEach(way -> insertNotice(tx, order, t.kind(), way, Duration.ZERO, about)));
  }

  private static void insertNotice(
      Tx tx, UUID order, NoticeKind kind, Channel way, Duration after, OffsetDateTime about) {
    tx.update(
        INSERT_NOTICE,
        Ids.uuid(),
        order,
        kind.wireName(),
        way.wireName(),
        (double) after.toSeconds(),
        about);
    if (after.isZero()) {
      tx.wakeAfterCommit(NoticeQueue.QUEUE);
    }
  }
}
