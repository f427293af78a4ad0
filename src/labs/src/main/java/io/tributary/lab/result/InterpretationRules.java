package io.tributary.lab.result;

import io.tributary.lab.protocol.LabReport.Interpretation;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** How grave a result is: labs.md §12. */
public final class InterpretationRules {
  private InterpretationRules() {}

  /**
   * The laboratory's word, else what the range says. Nothing is critical because of a number: only
   * the laboratory knows where danger begins.
   */
  public static Interpretation of(
      Optional<Interpretation> laboratory, Optional<Boolean> above, Optional<Boolean> below) {
    return laboratory.orElseGet(
        () ->
            above.orElse(false) || below.orElse(false)
                ? Interpretation.ABNORMAL
                : Interpretation.NORMAL);
  }

  /** The gravest; normal when there is nothing. What is not understood is graver than normal. */
  public static Interpretation worst(Collection<Interpretation> all) {
    return all.stream()
        .max(Comparator.comparingInt(InterpretationRules::gravity))
        .orElse(Interpretation.NORMAL);
  }

  private static int gravity(Interpretation of) {
    return switch (of) {
      case NORMAL -> 0;
      case UNKNOWN -> 1;
      case ABNORMAL -> 2;
      case CRITICAL -> 3;
    };
  }

  /** As it is written in JSON. */
  public static String text(Interpretation of) {
    return of.name().toLowerCase(Locale.ROOT);
  }
}
