package io.tributary.lab.result;

import io.tributary.lab.protocol.LabReport.Interpretation;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Results whose values are codes. There is one family so far, a test for signals of cancer: the
 * signal itself, and under the same number with a suffix its origin and comments.
 */
final class CodedResults {
  private static final Pattern SIGNAL = Pattern.compile("86038987(_\\d{1,3})?");

  private CodedResults() {}

  static boolean isCoded(String providerId) {
    return SIGNAL.matcher(providerId).matches();
  }

  /** What the code itself says; empty when it says nothing of gravity. */
  static Optional<Interpretation> interpretation(String providerId, String value) {
    if (!isCoded(providerId)) {
      return Optional.empty();
    }
    return switch (value.strip().toUpperCase(Locale.ROOT).replace(' ', '_')) {
      case "NOT_DETECTED" -> Optional.of(Interpretation.NORMAL);
      case "DETECTED" -> Optional.of(Interpretation.CRITICAL);
      default -> Optional.empty();
    };
  }
}
