package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.db.Tx;
import io.tributary.event.Event;
import io.tributary.event.Outbox;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.AppointmentStep;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Status;
import io.tributary.lab.state.Transitions;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Creates appointments and moves them between steps. Each step writes one appointment event and one
 * customer event in the caller's transaction, which holds the lock on the order's row.
 */
final class AppointmentLifecycle {
  private static final String CREATED = "labtest.appointment.created";
  private static final String UPDATED = "labtest.appointment.updated";

  private final OrderLifecycle orders;
  private final Outbox outbox;
  private final SchedulingProvider scheduling;
  private final Clock clock;
  private final List<AppointmentListener> listeners = new CopyOnWriteArrayList<>();

  AppointmentLifecycle(
      OrderLifecycle orders, Outbox outbox, SchedulingProvider scheduling, Clock clock) {
    this.orders = orders;
    this.outbox = outbox;
    this.scheduling = scheduling;
    this.clock = clock;
  }

  void addListener(AppointmentListener listener) {
    listeners.add(listener);
  }

  Instant now() {
    return clock.instant();
  }

  /**
   * Returns whether the laboratory has the order. Before that, no step of the appointment moves the
   * order.
   */
  static boolean hasRequisition(OrderRow order) {
    return order.status().low() != LowStatus.ORDERED;
  }

  /**
   * @param confirmAt when a pending confirmation is due; null = no confirmation is needed
   */
  void create(Tx tx, Appointment a, Instant confirmAt) {
    AppointmentRepo.insert(tx, a, confirmAt);
    AppointmentRepo.insertEvent(tx, a.id(), a.step(), null);
    publishEvent(tx, a.id(), CREATED);
  }

  void moveTo(Tx tx, Appointment a, AppointmentStep to, ObjectNode data) {
    AppointmentRepo.setStep(tx, a.id(), to);
    AppointmentRepo.insertEvent(tx, a.id(), to, data);
    publishEvent(tx, a.id(), UPDATED);
  }

  /**
   * Cancels an appointment and releases its slot.
   *
   * @param reason null when none was given
   */
  void cancel(
      Tx tx, Appointment a, CancellationReason reason, String notes, boolean mayBeRefunded) {
    a.calendar().ifPresent(c -> scheduling.releaseSlot(tx, c, a.slot().orElseThrow().start()));
    boolean refund =
        mayBeRefunded
            && a.slot()
                .map(s -> s.start().isAfter(now().plus(Appointments.REFUND_DEADLINE)))
                .orElse(true);
    AppointmentRepo.setEnded(tx, a.id(), reason == null ? null : reason.id(), notes, refund);
    moveTo(tx, a, AppointmentStep.CANCELLED, null);
  }

  private void publishEvent(Tx tx, java.util.UUID id, String type) {
    Appointment a = AppointmentRepo.byId(tx, id);
    outbox.add(
        tx,
        new Event(
            type,
            a.tenant(),
            a.user(),
            AppointmentRepo.clientUserId(tx, a.user()),
            AppointmentRepo.toJson(tx, a, now())));
    boolean visit = a.type() == AppointmentType.PHLEBOTOMY;
    listeners.forEach(l -> l.onMoved(tx, a.order(), visit, a.step(), a.slot().map(Slot::start)));
  }

  /** Moves the order for a booking; fails with 400 when the transition is not allowed. */
  void requireOrderMove(Tx tx, OrderRow order, LowStatus to) {
    orders.require(tx, order, Status.of(to));
  }

  /** Moves the order along with its appointment; ignores transitions that are not allowed. */
  Transitions.Verdict moveOrder(Tx tx, OrderRow order, LowStatus to) {
    return orders.move(tx, order, Status.of(to));
  }

  /** Confirms a reserved or pending appointment and moves the order with it. */
  void confirm(Tx tx, OrderRow order, Appointment a) {
    moveOrder(tx, order, LowStatus.APPOINTMENT_PENDING);
    if (moveOrder(tx, order, LowStatus.APPOINTMENT_SCHEDULED) == Transitions.Verdict.FORBIDDEN) {
      cancel(tx, a, null, null, true);
    } else {
      moveTo(tx, a, AppointmentStep.SCHEDULED, null);
    }
  }
}
