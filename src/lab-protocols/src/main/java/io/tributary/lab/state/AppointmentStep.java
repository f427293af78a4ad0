package io.tributary.lab.state;

import java.util.Locale;
import java.util.Optional;

/** Steps of an appointment, as in its events. */
public enum AppointmentStep {
  PENDING,
  RESERVED,
  SCHEDULED,
  IN_PROGRESS,
  COMPLETED,
  CANCELLED;

  /** Table of the moves only, because an appointment may start at any of three steps. */
  private static final TransitionTable<AppointmentStep> TRANSITIONS =
      TransitionTable.startingAt(PENDING)
          .from(PENDING, RESERVED, SCHEDULED, CANCELLED)
          .from(RESERVED, SCHEDULED, CANCELLED)
          .from(SCHEDULED, SCHEDULED, IN_PROGRESS, COMPLETED, CANCELLED)
          .from(IN_PROGRESS, COMPLETED, CANCELLED)
          .build();

  /** Allowed moves. Only home visits use in_progress. */
  public static TransitionTable<AppointmentStep> transitions() {
    return TRANSITIONS;
  }

  /** Name in an event's JSON. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Name in the appointment's JSON, which uses confirmed for scheduled. */
  public String appointmentStatus() {
    return this == SCHEDULED ? "confirmed" : wireName();
  }

  /**
   * Order status that this step causes, once there is a requisition. Before that the order does not
   * move.
   */
  public Optional<LowStatus> orderStatus(Modality modality) {
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
