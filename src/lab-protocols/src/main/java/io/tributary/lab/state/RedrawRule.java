package io.tributary.lab.state;

import java.util.Collection;
import java.util.Collections;
import java.util.Set;

/** Decides whether markers missing from a final result are drawn again. */
public final class RedrawRule {
  private static final Set<String> LABS = Set.of("labcorp", "quest", "bioreference");

  /** Failure types caused by the laboratory or the collector. */
  private static final Set<String> REDRAW_FAILURES =
      Set.of(
          "internal_lab_failure",
          "quantity_not_sufficient_failure",
          "drop_off_failure",
          "collection_process_failure");

  private RedrawRule() {}

  /** Returns whether a result with this failure type is drawn again. */
  public static boolean isRedrawFailure(String failure) {
    return REDRAW_FAILURES.contains(failure);
  }

  /**
   * @param lab network of the order's laboratory
   * @param switchedOn whether the team's feature flag for redraws is on
   * @param failures failure types of the missing results
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
        && !Collections.disjoint(failures, REDRAW_FAILURES);
  }
}
