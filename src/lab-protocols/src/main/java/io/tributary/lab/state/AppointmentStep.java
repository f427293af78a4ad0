package io.tributary.lab.state;

import java.util.Locale;
import java.util.Optional;

/** The steps of a visit, as its events tell them. */
public enum AppointmentStep {
  PENDING,
  RESERVED,
  SCHEDULED,
  IN_PROGRESS,
  COMPLETED,
  CANCELLED;

  /** A visit may start at any of three steps, so only the moves are a table. */
  private static final TransitionTable<AppointmentStep> MOVES =
      TransitionTable.startingAt(PENDING)
          .from(PENDING, RESERVED, SCHEDULED, CANCELLED)
          .from(RESERVED, SCHEDULED, CANCELLED)
          .from(SCHEDULED, SCHEDULED, IN_PROGRESS, COMPLETED, CANCELLED)
          .from(IN_PROGRESS, COMPLETED, CANCELLED)
          .build();

  /** Which step may follow which. Being under way is told by visits at home only. */
  public static TransitionTable<AppointmentStep> moves() {
    return MOVES;
  }

  /** As an event of the visit is written in JSON. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** As the visit itself is written in JSON, which says confirmed for scheduled. */
  public String appointmentStatus() {
    return this == SCHEDULED ? "confirmed" : text();
  }

  /**
   * The step of the order that this one brings about, once there is a requisition; without one the
   * order stays where it is.
   */
  public Optional<LowStatus> orderStep(Modality modality) {
    return switch (this) {
      case PENDING -> Optional.of(LowStatus.APPOINTMENT_PENDING);
      case SCHEDULED -> Optional.of(LowStatus.APPOINTMENT_SCHEDULED);
      case CANCELLED -> Optional.of(LowStatus.APPOINTMENT_CANCELLED);
      case COMPLETED ->
          modality == Modality.PHLEBOTOMY
              ? Optional.of(LowStatus.DRAW_COMPLETED)
              : Optional.empty();
      case RESERVED, IN_PROGRESS -> Optional.empty();
    };
  }
}
