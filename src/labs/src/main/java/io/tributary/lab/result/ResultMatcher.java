package io.tributary.lab.result;

import io.tributary.lab.state.Action;
import io.tributary.lab.state.HighStatus;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import java.util.Optional;

/** The table of labs.md §13. Nobody else decides whose a result is. */
public final class ResultMatcher {
  private ResultMatcher() {}

  /**
   * The order whose sample it is.
   *
   * @param samePatient whether the demographics agree
   * @param sameAccession whether the laboratory's number is one that this order's results have
   */
  public record OfSample(
      Modality modality, LowStatus status, boolean samePatient, boolean sameAccession) {}

  /** How many users the patient may be; several are all alike here. */
  public enum Users {
    NONE,
    ONE,
    SEVERAL
  }

  /** Where the one user that fits has orders which wait for results. */
  public enum OpenOrders {
    NONE,
    HERE,
    /** At another central laboratory, and none here. */
    ELSEWHERE
  }

  /**
   * @param sample empty when no order of the laboratory has this sample
   * @param users told apart only when there is no sample
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
    if (Action.ATTACH_RESULT.allowed(order.modality(), order.status())) {
      return MatchDecision.MATCH_SAMPLE_ID;
    }
    if (Action.CORRECT_RESULT.allowed(order.modality(), order.status())) {
      return order.sameAccession() ? MatchDecision.MATCH_SAMPLE_ID : MatchDecision.MATCH_COMPLETED;
    }
    return order.status().high(order.modality()) == HighStatus.CANCELLED
        ? MatchDecision.MATCH_CANCELLED
        : MatchDecision.WRONG_COLLECTION;
  }
}
