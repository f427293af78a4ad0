package io.tributary.lab.result;

import io.tributary.lab.state.HighStatus;
import io.tributary.lab.state.LabOrderAction;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import java.util.Optional;

/** Decision table that assigns a result to an order. No other class makes this decision. */
public final class ResultMatcher {
  private ResultMatcher() {}

  /**
   * The order that the sample belongs to.
   *
   * @param samePatient whether the demographics match
   * @param sameAccession whether the laboratory's number is among those of the order's results
   */
  public record OfSample(
      Modality modality, LowStatus status, boolean samePatient, boolean sameAccession) {}

  /** Number of users that match the patient; several are treated alike. */
  public enum Users {
    NONE,
    ONE,
    SEVERAL
  }

  /** Laboratories at which the matching user has orders awaiting results. */
  public enum OpenOrders {
    NONE,
    HERE,
    /** Open orders at another central laboratory, and none at this one. */
    ELSEWHERE
  }

  /**
   * @param sample empty when no order of the laboratory has this sample
   * @param users considered only when there is no sample
   */
  public static MatchDecision decide(Optional<OfSample> sample, Users users, OpenOrders open) {
    if (sample.isPresent()) {
      return ofSample(sample.get());
    }
    return switch (users) {
      case NONE -> MatchDecision.NO_MATCH;
      case SEVERAL -> MatchDecision.MULTIPLE_DEMO_MATCH;
      case ONE ->
          switch (open) {
            case NONE, HERE -> MatchDecision.MATCH_DEMO;
            case ELSEWHERE -> MatchDecision.WRONG_LAB;
          };
    };
  }

  private static MatchDecision ofSample(OfSample order) {
    if (!order.samePatient()) {
      return MatchDecision.MATCH_SAMPLE_ID_MISMATCH_DEMO;
    }
    if (LabOrderAction.ATTACH_RESULT.isAllowed(order.modality(), order.status())) {
      return MatchDecision.MATCH_SAMPLE_ID;
    }
    if (LabOrderAction.CORRECT_RESULT.isAllowed(order.modality(), order.status())) {
      return order.sameAccession() ? MatchDecision.MATCH_SAMPLE_ID : MatchDecision.MATCH_COMPLETED;
    }
    return order.status().highStatus(order.modality()) == HighStatus.CANCELLED
        ? MatchDecision.MATCH_CANCELLED
        : MatchDecision.WRONG_COLLECTION;
  }
}
