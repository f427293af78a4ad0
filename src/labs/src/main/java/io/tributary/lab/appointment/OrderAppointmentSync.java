package io.tributary.lab.appointment;

import io.tributary.db.Tx;
import io.tributary.lab.order.OrderListener;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.AppointmentStep;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import java.time.Duration;
import java.util.Optional;

/** Updates an appointment when its order moves. */
final class OrderAppointmentSync implements OrderListener {
  private final AppointmentLifecycle lifecycle;
  private final Duration confirmAfter;

  OrderAppointmentSync(AppointmentLifecycle diary, Duration confirmAfter) {
    this.lifecycle = diary;
    this.confirmAfter = confirmAfter;
  }

  @Override
  public void onMoved(Tx tx, OrderRow before, Status after) {
    if (before.modality() != Modality.PHLEBOTOMY && before.modality() != Modality.WALK_IN) {
      return;
    }
    LowStatus low = after.low();
    Optional<Appointment> active = AppointmentRepo.active(tx, before.id());
    if (active.isEmpty()) {
      return;
    }
    Appointment a = active.get();
    boolean first = before.status().low() == LowStatus.ORDERED;
    if (low == LowStatus.CANCELLED) {
      // Site appointments stay: an order that was canceled by mistake can be reopened.
      if (before.modality() == Modality.PHLEBOTOMY) {
        lifecycle.cancel(tx, a, null, null, true);
      }
    } else if (first
        && (low == LowStatus.REQUISITION_CREATED || low == LowStatus.REQUISITION_BYPASSED)) {
      onRequisition(tx, before, a);
    } else if (isSampleTaken(low)
        && AppointmentStep.transitions().allows(a.step(), AppointmentStep.COMPLETED)) {
      lifecycle.moveTo(tx, a, AppointmentStep.COMPLETED, null);
    }
  }

  private void onRequisition(Tx tx, OrderRow order, Appointment a) {
    if (a.confirmation() == Confirmation.DIRECT) {
      lifecycle.confirm(tx, order, a);
      return;
    }
    AppointmentRepo.setConfirmAt(tx, a.id(), lifecycle.now().plus(confirmAfter));
    if (a.confirmation() == Confirmation.LATER) {
      lifecycle.moveOrder(tx, order, LowStatus.APPOINTMENT_PENDING);
    }
  }

  /** Returns whether the sample has been taken, regardless of the appointment's step. */
  private static boolean isSampleTaken(LowStatus low) {
    return low == LowStatus.DRAW_COMPLETED
        || low == LowStatus.PARTIAL_RESULTS
        || low == LowStatus.COMPLETED;
  }
}
