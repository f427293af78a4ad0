package io.tributary.lab.state;

import static io.tributary.lab.state.LowStatus.APPOINTMENT_CANCELLED;
import static io.tributary.lab.state.LowStatus.APPOINTMENT_PENDING;
import static io.tributary.lab.state.LowStatus.APPOINTMENT_SCHEDULED;
import static io.tributary.lab.state.LowStatus.AWAITING_REGISTRATION;
import static io.tributary.lab.state.LowStatus.CANCELLED;
import static io.tributary.lab.state.LowStatus.COMPLETED;
import static io.tributary.lab.state.LowStatus.CORRECTED;
import static io.tributary.lab.state.LowStatus.DELIVERED_TO_LAB;
import static io.tributary.lab.state.LowStatus.DO_NOT_PROCESS;
import static io.tributary.lab.state.LowStatus.DRAW_COMPLETED;
import static io.tributary.lab.state.LowStatus.LAB_PROCESSING_BLOCKED;
import static io.tributary.lab.state.LowStatus.ORDERED;
import static io.tributary.lab.state.LowStatus.PARTIAL_RESULTS;
import static io.tributary.lab.state.LowStatus.REGISTERED;
import static io.tributary.lab.state.LowStatus.REQUISITION_BYPASSED;
import static io.tributary.lab.state.LowStatus.REQUISITION_CREATED;

/** Actions on an order, with the statuses that allow them. Feature flags are checked elsewhere. */
public enum LabOrderAction {
  /** Cancellation by the customer. */
  CANCEL,
  /** Operator's instruction that the laboratory must not process this kit. */
  STOP_PROCESSING,
  /** Setting, changing or clearing the activation day of a scheduled order. */
  CHANGE_ACTIVATE_BY,
  /** Registration of a kit by the patient. */
  REGISTER,
  /** Report of a draw by the collection site. */
  REPORT_DRAW,
  /** First appointment, or a new one after a canceled one. */
  BOOK,
  /** Appointment before the requisition exists; the order does not move. */
  BOOK_AHEAD,
  RESCHEDULE,
  /** Result that arrives without review. A result that is not allowed goes to review. */
  ATTACH_RESULT,
  /** Change to results that are already complete. */
  CORRECT_RESULT;

  /** Returns whether the action is allowed for an order of this modality and status. */
  public boolean isAllowed(Modality modality, LowStatus status) {
    TransitionTable<LowStatus> moves = modality.transitions();
    if (!moves.states().contains(status)) {
      return false;
    }
    return switch (this) {
      case CANCEL -> moves.allows(status, CANCELLED);
      case STOP_PROCESSING -> moves.allows(status, DO_NOT_PROCESS);
      case CHANGE_ACTIVATE_BY -> status == ORDERED || status == AWAITING_REGISTRATION;
      case REGISTER -> moves.allows(status, REGISTERED);
      case REPORT_DRAW -> modality == Modality.ON_SITE && hasFreshRequisition(status);
      case BOOK ->
          takesAppointments(modality)
              && (hasFreshRequisition(status) || status == APPOINTMENT_CANCELLED);
      case BOOK_AHEAD -> takesAppointments(modality) && status == ORDERED;
      case RESCHEDULE -> takesAppointments(modality) && hasAppointment(status);
      case ATTACH_RESULT -> awaitsResult(modality, status);
      case CORRECT_RESULT -> status == COMPLETED || status == CORRECTED;
    };
  }

  private static boolean takesAppointments(Modality modality) {
    return modality == Modality.WALK_IN || modality == Modality.PHLEBOTOMY;
  }

  private static boolean hasFreshRequisition(LowStatus status) {
    return status == REQUISITION_CREATED || status == REQUISITION_BYPASSED;
  }

  private static boolean hasAppointment(LowStatus status) {
    return status == APPOINTMENT_PENDING || status == APPOINTMENT_SCHEDULED;
  }

  private static boolean awaitsResult(Modality modality, LowStatus status) {
    return switch (modality) {
      case WALK_IN ->
          hasFreshRequisition(status)
              || hasAppointment(status)
              || status == APPOINTMENT_CANCELLED
              || status == PARTIAL_RESULTS;
      case PHLEBOTOMY -> status == DRAW_COMPLETED || status == PARTIAL_RESULTS;
      case ON_SITE ->
          hasFreshRequisition(status) || status == DRAW_COMPLETED || status == PARTIAL_RESULTS;
      case KIT, REGISTRABLE_KIT -> status == DELIVERED_TO_LAB || status == LAB_PROCESSING_BLOCKED;
    };
  }
}
