package io.tributary.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.testkit.MarkdownTables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks metric names against the naming conventions of Prometheus. The names come from the
 * documentation, which another test compares with the code and a running node.
 */
class MetricNamesTest {
  private static final Path DOC = Path.of("src/docs/metrics.md");

  /** Units that Prometheus replaces by a base unit. */
  private static final Pattern OTHER_UNIT =
      Pattern.compile(
          ".*_(ms|millis|milliseconds|us|micros|ns|nanos|minutes|hours|days|kb|kilobytes|mb"
              + "|megabytes|percent)(_total)?");

  /** Suffixes that Prometheus adds to other types. */
  private static final Pattern RESERVED = Pattern.compile(".*_(total|count|sum|bucket|max|info)");

  private static List<Finding> findings(Path document) {
    List<Finding> out = new ArrayList<>();
    for (List<String> row : MarkdownTables.rows(document, "Metric")) {
      problem(row.get(0), row.get(1), row.get(2))
          .ifPresent(p -> out.add(new Finding(document.toString(), 1, row.getFirst() + ": " + p)));
    }
    return out;
  }

  private static Optional<String> problem(String name, String type, String unit) {
    String base = name.replaceFirst("_total$", "");
    if (!name.matches("tributary_[a-z0-9]+(_[a-z0-9]+)*")) {
      return Optional.of("is not tributary_ and lower-case words");
    } else if (OTHER_UNIT.matcher(name).matches()) {
      return Optional.of("has no base unit");
    } else if (type.equals("counter") && base.equals(name)) {
      return Optional.of("is a counter without _total");
    } else if (!type.equals("counter") && RESERVED.matcher(name).matches()) {
      return Optional.of("is a " + type + " with the suffix of another type");
    } else if (type.matches("summary|histogram") && !base.matches(".*_(seconds|bytes)")) {
      return Optional.of("is a " + type + " without its unit");
    } else if (unit.equals("s") != base.endsWith("_seconds")) {
      return Optional.of("does not agree with its unit \"" + unit + "\"");
    } else if (unit.equals("bytes") != base.endsWith("_bytes")) {
      return Optional.of("does not agree with its unit \"" + unit + "\"");
    }
    return Optional.empty();
  }

  @Test
  void namesEndInTheSuffixOfTheirType() {
    Rule.METRIC_NAMES.check(findings(DOC));
  }

  @Test
  void plantedFaultsAreFound(@TempDir Path directory) throws Exception {
    Path document = directory.resolve("metrics.md");
    Files.writeString(
        document,
        """
        | Metric | Type | Unit | Labels | Meaning |
        |---|---|---|---|---|
        | `tributary_good_total` | counter | | | |
        | `tributary_size_bytes` | gauge | bytes | | |
        | `tributary_wait_seconds` | summary | s | | |
        | `tributary_bad` | counter | | | |
        | `tributary_bad_count` | gauge | | | |
        | `tributary_bad_ms` | gauge | ms | | |
        | `tributary_bad_duration` | histogram | s | | |
        | `tributary_bad_age` | gauge | s | | |
        | `tributary_bad_bytes` | gauge | rows | | |
        """);
    assertEquals(
        List.of(
            "tributary_bad",
            "tributary_bad_count",
            "tributary_bad_ms",
            "tributary_bad_duration",
            "tributary_bad_age",
            "tributary_bad_bytes"),
        findings(document).stream().map(f -> f.text().replaceFirst(":.*", "")).toList());
  }
}
