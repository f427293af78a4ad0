package io.tributary.lab.state;

import static io.tributary.lab.state.LowStatus.APPOINTMENT_PENDING;
import static io.tributary.lab.state.LowStatus.APPOINTMENT_SCHEDULED;
import static io.tributary.lab.state.LowStatus.AWAITING_REGISTRATION;
import static io.tributary.lab.state.LowStatus.COMPLETED;
import static io.tributary.lab.state.LowStatus.DELIVERED_TO_LAB;
import static io.tributary.lab.state.LowStatus.DRAW_COMPLETED;
import static io.tributary.lab.state.LowStatus.ORDERED;
import static io.tributary.lab.state.LowStatus.OUT_FOR_DELIVERY;
import static io.tributary.lab.state.LowStatus.PARTIAL_RESULTS;
import static io.tributary.lab.state.LowStatus.REGISTERED;
import static io.tributary.lab.state.LowStatus.REQUISITION_CREATED;
import static io.tributary.lab.state.LowStatus.TRANSIT_CUSTOMER;
import static io.tributary.lab.state.LowStatus.TRANSIT_LAB;
import static io.tributary.lab.state.LowStatus.WITH_CUSTOMER;

import java.util.List;

/**
 * Process of an order: its collection method and, for kits, whether a later registration is needed.
 * Fixed when the order is created.
 */
public enum Modality {
  WALK_IN(
      "walk_in_test",
      OrderTransitions.walkIn(),
      List.of(ORDERED, REQUISITION_CREATED, PARTIAL_RESULTS, COMPLETED)),
  PHLEBOTOMY(
      "at_home_phlebotomy",
      OrderTransitions.phlebotomy(),
      List.of(
          ORDERED,
          REQUISITION_CREATED,
          APPOINTMENT_PENDING,
          APPOINTMENT_SCHEDULED,
          DRAW_COMPLETED,
          PARTIAL_RESULTS,
          COMPLETED)),
  ON_SITE(
      "on_site_collection",
      OrderTransitions.onSite(),
      List.of(ORDERED, REQUISITION_CREATED, DRAW_COMPLETED, PARTIAL_RESULTS, COMPLETED)),
  KIT(
      "testkit",
      OrderTransitions.kit(),
      List.of(
          ORDERED,
          REQUISITION_CREATED,
          TRANSIT_CUSTOMER,
          OUT_FOR_DELIVERY,
          WITH_CUSTOMER,
          TRANSIT_LAB,
          DELIVERED_TO_LAB,
          COMPLETED)),
  REGISTRABLE_KIT(
      "testkit",
      OrderTransitions.registrableKit(),
      List.of(
          ORDERED,
          AWAITING_REGISTRATION,
          TRANSIT_CUSTOMER,
          OUT_FOR_DELIVERY,
          WITH_CUSTOMER,
          REGISTERED,
          REQUISITION_CREATED,
          TRANSIT_LAB,
          DELIVERED_TO_LAB,
          COMPLETED));

  private final String collectionMethod;
  private final TransitionTable<LowStatus> transitions;
  private final List<LowStatus> simulationPath;

  Modality(String method, TransitionTable<LowStatus> moves, List<LowStatus> simulationPath) {
    this.collectionMethod = method;
    this.transitions = moves;
    this.simulationPath = simulationPath;
  }

  /** Collection method in JSON: the middle part of a full status. Two modalities share one. */
  public String collectionMethod() {
    return collectionMethod;
  }

  public TransitionTable<LowStatus> transitions() {
    return transitions;
  }

  /** Statuses of a sandbox order that is driven to its end. */
  public List<LowStatus> simulationPath() {
    return simulationPath;
  }

  public boolean isKit() {
    return this == KIT || this == REGISTRABLE_KIT;
  }
}
