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
import static io.tributary.lab.state.LowStatus.FAILURE_TO_DELIVER_TO_CUSTOMER;
import static io.tributary.lab.state.LowStatus.FAILURE_TO_DELIVER_TO_LAB;
import static io.tributary.lab.state.LowStatus.LAB_PROCESSING_BLOCKED;
import static io.tributary.lab.state.LowStatus.LOST;
import static io.tributary.lab.state.LowStatus.ORDERED;
import static io.tributary.lab.state.LowStatus.OUT_FOR_DELIVERY;
import static io.tributary.lab.state.LowStatus.PARTIAL_RESULTS;
import static io.tributary.lab.state.LowStatus.PROBLEM_IN_TRANSIT_CUSTOMER;
import static io.tributary.lab.state.LowStatus.PROBLEM_IN_TRANSIT_LAB;
import static io.tributary.lab.state.LowStatus.REDRAW_AVAILABLE;
import static io.tributary.lab.state.LowStatus.REGISTERED;
import static io.tributary.lab.state.LowStatus.REQUISITION_BYPASSED;
import static io.tributary.lab.state.LowStatus.REQUISITION_CREATED;
import static io.tributary.lab.state.LowStatus.SAMPLE_ERROR;
import static io.tributary.lab.state.LowStatus.TRANSIT_CUSTOMER;
import static io.tributary.lab.state.LowStatus.TRANSIT_LAB;
import static io.tributary.lab.state.LowStatus.WITH_CUSTOMER;

import java.util.ArrayList;
import java.util.List;

/** Transition tables of the five modalities. */
final class OrderTransitions {
  private OrderTransitions() {}

  static TransitionTable<LowStatus> walkIn() {
    TransitionTable.Builder<LowStatus> rows =
        TransitionTable.startingAt(ORDERED)
            .from(ORDERED, REQUISITION_CREATED, REQUISITION_BYPASSED, CANCELLED)
            .from(PARTIAL_RESULTS, PARTIAL_RESULTS, COMPLETED, SAMPLE_ERROR, REDRAW_AVAILABLE)
            .from(COMPLETED, CORRECTED)
            .from(CORRECTED, CORRECTED);
    beforeDraw(rows, REQUISITION_CREATED, APPOINTMENT_PENDING);
    beforeDraw(rows, REQUISITION_BYPASSED, APPOINTMENT_PENDING);
    beforeDraw(rows, APPOINTMENT_PENDING, APPOINTMENT_SCHEDULED, APPOINTMENT_CANCELLED);
    beforeDraw(
        rows,
        APPOINTMENT_SCHEDULED,
        APPOINTMENT_PENDING,
        APPOINTMENT_SCHEDULED,
        APPOINTMENT_CANCELLED);
    beforeDraw(rows, APPOINTMENT_CANCELLED, APPOINTMENT_PENDING);
    return rows.build();
  }

  /**
   * Adds a row of the time before the draw. A patient may walk in at any time after the
   * requisition, regardless of appointments.
   */
  private static void beforeDraw(
      TransitionTable.Builder<LowStatus> rows, LowStatus from, LowStatus... appointments) {
    List<LowStatus> more = new ArrayList<>(List.of(appointments));
    more.addAll(List.of(COMPLETED, SAMPLE_ERROR, REDRAW_AVAILABLE, CANCELLED));
    rows.from(from, PARTIAL_RESULTS, more.toArray(LowStatus[]::new));
  }

  /**
   * Table for home visits: no sample reaches the laboratory before the draw. A reviewer may assert
   * a draw that was not reported.
   */
  static TransitionTable<LowStatus> phlebotomy() {
    return TransitionTable.startingAt(ORDERED)
        .from(ORDERED, REQUISITION_CREATED, REQUISITION_BYPASSED, CANCELLED)
        .from(REQUISITION_CREATED, APPOINTMENT_PENDING, DRAW_COMPLETED, CANCELLED)
        .from(REQUISITION_BYPASSED, APPOINTMENT_PENDING, DRAW_COMPLETED, CANCELLED)
        .from(
            APPOINTMENT_PENDING,
            APPOINTMENT_SCHEDULED,
            APPOINTMENT_CANCELLED,
            DRAW_COMPLETED,
            CANCELLED)
        .from(
            APPOINTMENT_SCHEDULED,
            APPOINTMENT_SCHEDULED,
            APPOINTMENT_CANCELLED,
            DRAW_COMPLETED,
            CANCELLED)
        .from(
            APPOINTMENT_CANCELLED,
            APPOINTMENT_PENDING,
            APPOINTMENT_SCHEDULED,
            DRAW_COMPLETED,
            CANCELLED)
        .from(DRAW_COMPLETED, PARTIAL_RESULTS, COMPLETED, SAMPLE_ERROR, CANCELLED)
        .from(PARTIAL_RESULTS, PARTIAL_RESULTS, COMPLETED, SAMPLE_ERROR)
        .from(COMPLETED, CORRECTED)
        .from(CORRECTED, CORRECTED)
        .build();
  }

  /** Results may arrive without a reported draw, because sites forget to report it. */
  static TransitionTable<LowStatus> onSite() {
    return TransitionTable.startingAt(ORDERED)
        .from(ORDERED, REQUISITION_CREATED, REQUISITION_BYPASSED, CANCELLED)
        .from(
            REQUISITION_CREATED,
            DRAW_COMPLETED,
            PARTIAL_RESULTS,
            COMPLETED,
            SAMPLE_ERROR,
            CANCELLED)
        .from(
            REQUISITION_BYPASSED,
            DRAW_COMPLETED,
            PARTIAL_RESULTS,
            COMPLETED,
            SAMPLE_ERROR,
            CANCELLED)
        .from(DRAW_COMPLETED, PARTIAL_RESULTS, COMPLETED, SAMPLE_ERROR, CANCELLED)
        .from(PARTIAL_RESULTS, PARTIAL_RESULTS, COMPLETED, SAMPLE_ERROR)
        .from(COMPLETED, CORRECTED)
        .from(CORRECTED, CORRECTED)
        .build();
  }

  /** A kit for a known patient: the requisition exists before the shipment. */
  static TransitionTable<LowStatus> kit() {
    TransitionTable.Builder<LowStatus> rows =
        TransitionTable.startingAt(ORDERED)
            .from(ORDERED, REQUISITION_CREATED, REQUISITION_BYPASSED, CANCELLED, DO_NOT_PROCESS)
            .from(REQUISITION_CREATED, TRANSIT_CUSTOMER, CANCELLED, DO_NOT_PROCESS)
            .from(REQUISITION_BYPASSED, TRANSIT_CUSTOMER, CANCELLED, DO_NOT_PROCESS)
            .from(
                TRANSIT_CUSTOMER,
                OUT_FOR_DELIVERY,
                WITH_CUSTOMER,
                PROBLEM_IN_TRANSIT_CUSTOMER,
                FAILURE_TO_DELIVER_TO_CUSTOMER,
                LOST)
            .from(
                OUT_FOR_DELIVERY,
                WITH_CUSTOMER,
                TRANSIT_CUSTOMER,
                PROBLEM_IN_TRANSIT_CUSTOMER,
                FAILURE_TO_DELIVER_TO_CUSTOMER,
                LOST)
            .from(
                PROBLEM_IN_TRANSIT_CUSTOMER,
                TRANSIT_CUSTOMER,
                OUT_FOR_DELIVERY,
                WITH_CUSTOMER,
                FAILURE_TO_DELIVER_TO_CUSTOMER,
                LOST)
            .from(WITH_CUSTOMER, TRANSIT_LAB, DELIVERED_TO_LAB, PROBLEM_IN_TRANSIT_LAB);
    return kitToTheLab(rows).build();
  }

  /**
   * A kit that its recipient registers, possibly before the carrier reports delivery. From the
   * registration on, scans of the outbound shipment affect the shipment only.
   */
  static TransitionTable<LowStatus> registrableKit() {
    TransitionTable.Builder<LowStatus> rows =
        TransitionTable.startingAt(ORDERED)
            .from(ORDERED, AWAITING_REGISTRATION, CANCELLED, DO_NOT_PROCESS)
            .from(AWAITING_REGISTRATION, TRANSIT_CUSTOMER, REGISTERED, CANCELLED, DO_NOT_PROCESS)
            .from(
                TRANSIT_CUSTOMER,
                OUT_FOR_DELIVERY,
                WITH_CUSTOMER,
                REGISTERED,
                PROBLEM_IN_TRANSIT_CUSTOMER,
                FAILURE_TO_DELIVER_TO_CUSTOMER,
                LOST)
            .from(
                OUT_FOR_DELIVERY,
                WITH_CUSTOMER,
                REGISTERED,
                TRANSIT_CUSTOMER,
                PROBLEM_IN_TRANSIT_CUSTOMER,
                FAILURE_TO_DELIVER_TO_CUSTOMER,
                LOST)
            .from(
                PROBLEM_IN_TRANSIT_CUSTOMER,
                TRANSIT_CUSTOMER,
                OUT_FOR_DELIVERY,
                WITH_CUSTOMER,
                REGISTERED,
                FAILURE_TO_DELIVER_TO_CUSTOMER,
                LOST)
            .from(WITH_CUSTOMER, REGISTERED)
            .from(REGISTERED, REQUISITION_CREATED, CANCELLED, DO_NOT_PROCESS)
            .from(
                REQUISITION_CREATED,
                TRANSIT_LAB,
                DELIVERED_TO_LAB,
                PROBLEM_IN_TRANSIT_LAB,
                CANCELLED,
                DO_NOT_PROCESS);
    return kitToTheLab(rows).build();
  }

  private static TransitionTable.Builder<LowStatus> kitToTheLab(
      TransitionTable.Builder<LowStatus> rows) {
    return rows.from(
            TRANSIT_LAB, DELIVERED_TO_LAB, PROBLEM_IN_TRANSIT_LAB, FAILURE_TO_DELIVER_TO_LAB, LOST)
        .from(
            PROBLEM_IN_TRANSIT_LAB, TRANSIT_LAB, DELIVERED_TO_LAB, FAILURE_TO_DELIVER_TO_LAB, LOST)
        .from(
            DELIVERED_TO_LAB, COMPLETED, LAB_PROCESSING_BLOCKED, SAMPLE_ERROR, LOST, DO_NOT_PROCESS)
        .from(
            LAB_PROCESSING_BLOCKED,
            LAB_PROCESSING_BLOCKED,
            DELIVERED_TO_LAB,
            COMPLETED,
            SAMPLE_ERROR,
            DO_NOT_PROCESS)
        .from(COMPLETED, CORRECTED)
        .from(CORRECTED, CORRECTED);
  }
}
