package io.tributary.lab.sandbox;

import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sequence of statuses that takes a sandbox order to its target status.
 *
 * <p>The base is the modality's simulation path. If the target is not on it, the order leaves the
 * path at the step with the shortest branch to the target; of several such steps, the latest is
 * used.
 */
final class SandboxPath {
  /** Actor of a step. */
  enum StepActor {
    /** The order is sent to the laboratory, whose answer moves it. */
    DISPATCH,
    /** The laboratory sends partial, final or corrected results. */
    RESULTS,
    /** The customer registers the kit; the sandbox waits. */
    CUSTOMER,
    /** External events, which the sandbox sets directly. */
    EXTERNAL
  }

  private final Modality modality;
  private final LowStatus target;
  private final List<LowStatus> path;

  SandboxPath(Modality modality, LowStatus target) {
    this.modality = modality;
    this.target = target;
    this.path = modality.simulationPath();
  }

  /** Returns whether the target can be reached. */
  boolean isPossible() {
    return path.contains(target) || branchPoint().isPresent();
  }

  /**
   * Step of the path at which the order leaves for the target: the one with the shortest branch,
   * the latest of several.
   */
  private Optional<LowStatus> branchPoint() {
    return path.reversed().stream()
        .filter(s -> !shortestBranch(s).isEmpty())
        .min(Comparator.comparingInt(s -> shortestBranch(s).size()));
  }

  /** Next step; empty when the order has reached or passed its target. */
  Optional<LowStatus> next(LowStatus now) {
    if (now == target) {
      return Optional.empty();
    }
    LowStatus end = path.contains(target) ? target : branchPoint().orElse(target);
    int at = path.indexOf(now);
    if (at >= 0 && now != end) {
      return at < path.indexOf(end) ? Optional.of(path.get(at + 1)) : Optional.empty();
    }
    Optional<LowStatus> back =
        now == end
            ? Optional.empty()
            : path.stream()
                .limit(path.indexOf(end) + 1L)
                .filter(s -> modality.transitions().allows(now, s))
                .findFirst();
    List<LowStatus> aside = shortestBranch(now);
    // An order that has left the path for the target does not return to it.
    boolean leaves = !path.contains(target) && !aside.isEmpty();
    return leaves || back.isEmpty() ? aside.stream().findFirst() : back;
  }

  /**
   * Steps of the shortest sequence of moves to the target (breadth-first search); empty when there
   * is none.
   */
  private List<LowStatus> shortestBranch(LowStatus from) {
    Map<LowStatus, List<LowStatus>> ways = new EnumMap<>(LowStatus.class);
    Deque<LowStatus> open = new ArrayDeque<>(List.of(from));
    ways.put(from, List.of());
    while (!open.isEmpty() && !ways.containsKey(target)) {
      LowStatus at = open.remove();
      for (LowStatus s : modality.transitions().successors(at)) {
        if (!ways.containsKey(s)) {
          List<LowStatus> way = new ArrayList<>(ways.get(at));
          way.add(s);
          ways.put(s, way);
          open.add(s);
        }
      }
    }
    return ways.getOrDefault(target, List.of());
  }

  static StepActor actorOf(LowStatus step) {
    return switch (step) {
      case REQUISITION_CREATED, AWAITING_REGISTRATION -> StepActor.DISPATCH;
      case PARTIAL_RESULTS, COMPLETED, CORRECTED, REDRAW_AVAILABLE -> StepActor.RESULTS;
      case REGISTERED -> StepActor.CUSTOMER;
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
          StepActor.EXTERNAL;
    };
  }
}
