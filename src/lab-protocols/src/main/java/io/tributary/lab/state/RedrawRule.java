package io.tributary.lab.state;

import java.util.Collection;
import java.util.Collections;
import java.util.Set;

/** Whether markers that a final result lacks are drawn again. */
public final class RedrawRule {
  private static final Set<String> LABS = Set.of("labcorp", "quest", "bioreference");

  /** The ways of missing a result that are the laboratory's or the collector's fault. */
  private static final Set<String> FAULTS =
      Set.of(
          "internal_lab_failure",
          "quantity_not_sufficient_failure",
          "drop_off_failure",
          "collection_process_failure");

  private RedrawRule() {}

  /** Whether a result that is missing in this way is drawn again. */
  public static boolean isFault(String failure) {
    return FAULTS.contains(failure);
  }

  /**
   * @param lab the network of the order's laboratory
   * @param switchedOn whether the team has redraws
   * @param failures the failure types of the missing results
   */
  public static boolean applies(
      Modality modality,
      OrderOrigin origin,
      String lab,
      boolean switchedOn,
      Collection<String> failures) {
    return switchedOn
        && modality == Modality.WALK_IN
        && origin == OrderOrigin.INITIAL
        && LABS.contains(lab)
        && !Collections.disjoint(failures, FAULTS);
  }
}
