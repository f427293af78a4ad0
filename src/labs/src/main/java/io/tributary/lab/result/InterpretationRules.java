package io.tributary.lab.result;

import io.tributary.lab.protocol.LabReport.Interpretation;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Severity of a result. */
public final class InterpretationRules {
  private InterpretationRules() {}

  /**
   * Uses the laboratory's interpretation, or without one the reference range. A number alone never
   * makes a result critical, because critical limits are specific to the laboratory.
   */
  public static Interpretation interpret(
      Optional<Interpretation> laboratory, Optional<Boolean> above, Optional<Boolean> below) {
    return laboratory.orElseGet(
        () ->
            above.orElse(false) || below.orElse(false)
                ? Interpretation.ABNORMAL
                : Interpretation.NORMAL);
  }

  /**
   * Returns the most severe interpretation; normal for an empty list. An unknown one is more severe
   * than normal.
   */
  public static Interpretation worst(Collection<Interpretation> all) {
    return all.stream()
        .max(Comparator.comparingInt(InterpretationRules::severity))
        .orElse(Interpretation.NORMAL);
  }

  private static int severity(Interpretation of) {
    return switch (of) {
      case NORMAL -> 0;
      case UNKNOWN -> 1;
      case ABNORMAL -> 2;
      case CRITICAL -> 3;
    };
  }

  public static String wireName(Interpretation of) {
    return of.name().toLowerCase(Locale.ROOT);
  }
}
