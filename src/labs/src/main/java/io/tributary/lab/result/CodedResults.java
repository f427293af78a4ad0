package io.tributary.lab.result;

import io.tributary.lab.protocol.LabReport.Interpretation;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Results whose values are codes. The only family so far is a cancer signal test: the signal itself
 * and, under the same number with a suffix, its origin and comments.
 */
final class CodedResults {
  private static final Pattern SIGNAL = Pattern.compile("86038987(_\\d{1,3})?");

  private CodedResults() {}

  static boolean isCoded(String providerId) {
    return SIGNAL.matcher(providerId).matches();
  }

  /** Interpretation that the code implies; empty when it implies none. */
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
