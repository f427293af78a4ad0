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
  static final List<Duration> KIT = List.of(Duration.ofDays(2), Duration.ofDays(7));

  /** Reminder delays after the requisition, while there is no appointment. */
  static final List<Duration> BOOKING =
      List.of(Duration.ofHours(24), Duration.ofHours(72), Duration.ofDays(7));

  /** Reminder lead times before an appointment. */
  static final List<Duration> APPOINTMENT = List.of(Duration.ofHours(24), Duration.ofHours(2));

  private static final List<Channel> SMS = List.of(Channel.SMS);
  private static final List<Channel> BOTH = List.of(Channel.SMS, Channel.EMAIL);

  private NoticeRules() {}

  /** A message and the channels on which it is sent. */
  record Told(NoticeKind kind, List<Channel> ways) {
    Told {
      ways = List.copyOf(ways);
    }
  }

  /** Message for a status of an order; empty when patients are not notified. */
  static Optional<Told> of(Modality modality, LowStatus status) {
    boolean kit = modality.isKit();
    boolean drawn = modality == Modality.PHLEBOTOMY || modality == Modality.ON_SITE;
    return switch (status) {
      case ORDERED -> told(true, NoticeKind.ORDERED, SMS);
      case COMPLETED -> told(true, NoticeKind.COMPLETED, SMS);
      case CANCELLED -> told(true, NoticeKind.CANCELLED, SMS);
      case REQUISITION_CREATED -> told(!kit, NoticeKind.REQUISITION_CREATED, BOTH);
      case DRAW_COMPLETED -> told(drawn, NoticeKind.DRAW_COMPLETED, SMS);
      case TRANSIT_CUSTOMER -> told(kit, NoticeKind.TRANSIT_CUSTOMER, SMS);
      case OUT_FOR_DELIVERY -> told(kit, NoticeKind.OUT_FOR_DELIVERY, SMS);
      case DELIVERED_TO_LAB -> told(kit, NoticeKind.DELIVERED_TO_LAB, SMS);
      case REDRAW_AVAILABLE ->
          told(modality == Modality.WALK_IN, NoticeKind.REDRAW_AVAILABLE, BOTH);
      default -> Optional.empty();
    };
  }

  /**
   * @param visit true for a home visit, false for an appointment at a site
   */
  static Optional<Told> of(boolean visit, AppointmentStep step) {
    List<Channel> ways = visit ? List.of(Channel.EMAIL_ELSE_SMS) : SMS;
    return switch (step) {
      case PENDING -> told(visit, NoticeKind.APPOINTMENT_PENDING, ways);
      case SCHEDULED -> told(true, NoticeKind.APPOINTMENT_CONFIRMED, ways);
      case CANCELLED -> told(true, NoticeKind.APPOINTMENT_CANCELLED, ways);
      case RESERVED, IN_PROGRESS, COMPLETED -> Optional.empty();
    };
  }

  private static Optional<Told> told(boolean so, NoticeKind kind, List<Channel> ways) {
    return so ? Optional.of(new Told(kind, ways)) : Optional.empty();
  }
}
