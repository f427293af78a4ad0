package io.tributary.lab.notification;

import io.tributary.lab.state.AppointmentStep;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Who is told of what, and reminded when: the table of labs.md §16. Pure. */
final class NoticeRules {
  /** After a kit has come. */
  static final List<Duration> KIT = List.of(Duration.ofDays(2), Duration.ofDays(7));

  /** After the requisition, until there is an appointment. */
  static final List<Duration> BOOKING =
      List.of(Duration.ofHours(24), Duration.ofHours(72), Duration.ofDays(7));

  /** Before an appointment. */
  static final List<Duration> APPOINTMENT = List.of(Duration.ofHours(24), Duration.ofHours(2));

  private static final List<Channel> SMS = List.of(Channel.SMS);
  private static final List<Channel> BOTH = List.of(Channel.SMS, Channel.EMAIL);

  private NoticeRules() {}

  /** Something to tell, once for each way. */
  record Told(NoticeKind kind, List<Channel> ways) {
    Told {
      ways = List.copyOf(ways);
    }
  }

  /** Empty when patients are not told of it. */
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
   * @param visit at home, otherwise at a site
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
