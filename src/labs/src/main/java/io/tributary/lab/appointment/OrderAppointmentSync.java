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
  private final AppointmentLifecycle diary;
  private final Duration confirmAfter;

  OrderAppointmentSync(AppointmentLifecycle diary, Duration confirmAfter) {
    this.diary = diary;
    this.confirmAfter = confirmAfter;
  }

  @Override
  public void moved(Tx tx, OrderRow before, Status after) {
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
        diary.cancel(tx, a, null, null, true);
      }
    } else if (first
        && (low == LowStatus.REQUISITION_CREATED || low == LowStatus.REQUISITION_BYPASSED)) {
      requisition(tx, before, a);
    } else if (taken(low) && AppointmentStep.moves().allows(a.step(), AppointmentStep.COMPLETED)) {
      diary.step(tx, a, AppointmentStep.COMPLETED, null);
    }
  }

  private void requisition(Tx tx, OrderRow order, Appointment a) {
    if (a.confirmation() == Confirmation.DIRECT) {
      diary.confirm(tx, order, a);
      return;
    }
    AppointmentRepo.confirmAt(tx, a.id(), diary.now().plus(confirmAfter));
    if (a.confirmation() == Confirmation.LATER) {
      diary.follow(tx, order, LowStatus.APPOINTMENT_PENDING);
    }
  }

  /** Returns whether the sample has been taken, regardless of the appointment's step. */
  private static boolean taken(LowStatus low) {
    return low == LowStatus.DRAW_COMPLETED
        || low == LowStatus.PARTIAL_RESULTS
        || low == LowStatus.COMPLETED;
  }
}
