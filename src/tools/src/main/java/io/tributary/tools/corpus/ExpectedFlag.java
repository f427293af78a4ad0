package io.tributary.tools.corpus;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * Derives the expected interpretation of a printed result from its flag or, without a flag, from
 * its bounds.
 */
final class ExpectedFlag {
  private ExpectedFlag() {}

  static Optional<String> of(
      ReportContent.Line line, String type, List<GroundTruth.Bounds> bounds) {
    if (line.flag().matches("Normal|In Range")) {
      return Optional.of("normal");
    }
    if (!line.flag().isEmpty()) {
      return Optional.of(line.flag().matches("HH|LL|Critical .*") ? "critical" : "abnormal");
    }
    if (bounds.size() > 1 || type.isEmpty()) {
      return Optional.empty();
    }
    GroundTruth.Bounds b = bounds.get(0);
    String text = line.value().replace(',', '.');
    if (type.equals("numeric")) {
      double v = new BigDecimal(text).doubleValue();
      boolean out = b.high() != null && v > b.high() || b.low() != null && v < b.low();
      return Optional.of(out ? "abnormal" : "normal");
    }
    return type.equals("range") ? Optional.empty() : Optional.of("unknown");
  }
}
