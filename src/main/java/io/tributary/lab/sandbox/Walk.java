package io.tributary.lab.sandbox;

import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import java.util.List;
import java.util.Optional;

/** The way of an order of the sandbox to the status it is driven to: labs.md §7 and §17. */
final class Walk {
  /** Who makes a step. */
  enum Maker {
    /** The order is sent to the laboratory, whose answer moves it. */
    DISPATCH,
    /** The laboratory sends partial, final or corrected results. */
    RESULTS,
    /** A person registers the kit; nobody does it for him. */
    CUSTOMER,
    /** Whatever else happens in the world: it is said to have happened. */
    WORLD
  }

  private final Modality modality;
  private final LowStatus target;
  private final List<LowStatus> path;

  Walk(Modality modality, LowStatus target) {
    this.modality = modality;
    this.target = target;
    this.path = modality.simulationPath();
  }

  /** Whether there is a way at all; it may begin with the first step only. */
  boolean isPossible() {
    return path.contains(target) || lastBefore().isPresent();
  }

  /** The latest step of the path that leads aside to the target. */
  private Optional<LowStatus> lastBefore() {
    return path.reversed().stream().filter(s -> modality.moves().allows(s, target)).findFirst();
  }

  /** The next step; empty when the order is there, or has gone past it. */
  Optional<LowStatus> next(LowStatus now) {
    if (now == target) {
      return Optional.empty();
    }
    boolean aside = !path.contains(target);
    LowStatus end = aside ? lastBefore().orElse(target) : target;
    if (aside && now == end) {
      return Optional.of(target);
    }
    int at = path.indexOf(now);
    if (at >= 0) {
      return at < path.indexOf(end) ? Optional.of(path.get(at + 1)) : Optional.empty();
    }
    return path.stream()
        .limit(path.indexOf(end) + 1L)
        .filter(s -> modality.moves().allows(now, s))
        .findFirst()
        .or(
            () ->
                aside && modality.moves().allows(now, target)
                    ? Optional.of(target)
                    : Optional.empty());
  }

  static Maker maker(LowStatus step) {
    return switch (step) {
      case REQUISITION_CREATED, AWAITING_REGISTRATION -> Maker.DISPATCH;
      case PARTIAL_RESULTS, COMPLETED, CORRECTED, REDRAW_AVAILABLE -> Maker.RESULTS;
      case REGISTERED -> Maker.CUSTOMER;
      case ORDERED,
          REQUISITION_BYPASSED,
          APPOINTMENT_PENDING,
          APPOINTMENT_SCHEDULED,
          APPOINTMENT_CANCELLED,
          DRAW_COMPLETED,
          TRANSIT_CUSTOMER,
          PROBLEM_IN_TRANSIT_CUSTOMER,
          OUT_FOR_DELIVERY,
          WITH_CUSTOMER,
          TRANSIT_LAB,
          PROBLEM_IN_TRANSIT_LAB,
          DELIVERED_TO_LAB,
          LAB_PROCESSING_BLOCKED,
          SAMPLE_ERROR,
          FAILURE_TO_DELIVER_TO_CUSTOMER,
          FAILURE_TO_DELIVER_TO_LAB,
          LOST,
          CANCELLED,
          DO_NOT_PROCESS ->
          Maker.WORLD;
    };
  }
}
