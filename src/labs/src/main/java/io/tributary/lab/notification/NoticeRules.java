package io.tributary.lab.notification;

import io.tributary.lab.state.AppointmentStep;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Rules that decide which steps produce patient messages and reminders. Stateless. */
final class NoticeRules {
  /** Reminder delays after the arrival of a kit. */
  static final List<Duration> KIT_REMINDERS = List.of(Duration.ofDays(2), Duration.ofDays(7));

  /** Reminder delays after the requisition, while there is no appointment. */
  static final List<Duration> BOOKING_REMINDERS =
      List.of(Duration.ofHours(24), Duration.ofHours(72), Duration.ofDays(7));

  /** Reminder lead times before an appointment. */
  static final List<Duration> APPOINTMENT_REMINDERS =
      List.of(Duration.ofHours(24), Duration.ofHours(2));

  private static final List<Channel> SMS_ONLY = List.of(Channel.SMS);
  private static final List<Channel> SMS_AND_EMAIL = List.of(Channel.SMS, Channel.EMAIL);

  private NoticeRules() {}

  /** A message and the channels on which it is sent. */
  record PlannedNotice(NoticeKind kind, List<Channel> channels) {
    PlannedNotice {
      channels = List.copyOf(channels);
    }
  }

  /** Message for a status of an order; empty when patients are not notified. */
  static Optional<PlannedNotice> noticeFor(Modality modality, LowStatus status) {
    boolean kit = modality.isKit();
    boolean drawn = modality == Modality.PHLEBOTOMY || modality == Modality.ON_SITE;
    return switch (status) {
      case ORDERED -> when(true, NoticeKind.ORDERED, SMS_ONLY);
      case COMPLETED -> when(true, NoticeKind.COMPLETED, SMS_ONLY);
      case CANCELLED -> when(true, NoticeKind.CANCELLED, SMS_ONLY);
      case REQUISITION_CREATED -> when(!kit, NoticeKind.REQUISITION_CREATED, SMS_AND_EMAIL);
      case DRAW_COMPLETED -> when(drawn, NoticeKind.DRAW_COMPLETED, SMS_ONLY);
      case TRANSIT_CUSTOMER -> when(kit, NoticeKind.TRANSIT_CUSTOMER, SMS_ONLY);
      case OUT_FOR_DELIVERY -> when(kit, NoticeKind.OUT_FOR_DELIVERY, SMS_ONLY);
      case DELIVERED_TO_LAB -> when(kit, NoticeKind.DELIVERED_TO_LAB, SMS_ONLY);
      case REDRAW_AVAILABLE ->
          when(modality == Modality.WALK_IN, NoticeKind.REDRAW_AVAILABLE, SMS_AND_EMAIL);
      default -> Optional.empty();
    };
  }

  /**
   * @param visit true for a home visit, false for an appointment at a site
   */
  static Optional<PlannedNotice> noticeFor(boolean visit, AppointmentStep step) {
    List<Channel> ways = visit ? List.of(Channel.EMAIL_ELSE_SMS) : SMS_ONLY;
    return switch (step) {
      case PENDING -> when(visit, NoticeKind.APPOINTMENT_PENDING, ways);
      case SCHEDULED -> when(true, NoticeKind.APPOINTMENT_CONFIRMED, ways);
      case CANCELLED -> when(true, NoticeKind.APPOINTMENT_CANCELLED, ways);
      case RESERVED, IN_PROGRESS, COMPLETED -> Optional.empty();
    };
  }

  private static Optional<PlannedNotice> when(boolean so, NoticeKind kind, List<Channel> ways) {
    return so ? Optional.of(new PlannedNotice(kind, ways)) : Optional.empty();
  }
}
