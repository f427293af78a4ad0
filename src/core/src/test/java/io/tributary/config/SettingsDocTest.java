package io.tributary.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.testkit.MarkdownTables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the operations manual lists every setting with its default. */
class SettingsDocTest {
  private static final Path DOC = Path.of("src/docs/configuration.md");
  private static final Pattern MILLIS = Pattern.compile("\\d+ms");

  @Test
  void everySettingIsListedWithItsDefault() {
    Map<String, String> code = new TreeMap<>();
    collect(ConfigLoader.defaults(), "TRIBUTARY", code);
    Map<String, String> doc = new TreeMap<>();
    for (List<String> row : MarkdownTables.rows(DOC, "Setting")) {
      doc.put(row.get(0), row.get(1));
    }
    assertEquals("", missingLines(code, doc), "to be written into " + DOC);
    assertEquals("", missingLines(doc, code), "to be taken out of " + DOC);
  }

  @Test
  void everySettingSaysWhatItDoes() {
    for (List<String> row : MarkdownTables.rows(DOC, "Setting")) {
      assertFalse(row.get(2).isEmpty(), row.get(0));
    }
  }

  /**
   * Returns the lines of the first map that are missing from the second, formatted as in the
   * document.
   */
  private static String missingLines(Map<String, String> lines, Map<String, String> others) {
    StringBuilder out = new StringBuilder();
    lines.forEach(
        (name, value) -> {
          if (!value.equals(others.get(name))) {
            out.append("\n| `").append(name).append("` | `").append(value).append("` | |");
          }
        });
    return out.toString();
  }

  private static void collect(JsonNode node, String name, Map<String, String> into) {
    if (node instanceof ObjectNode object) {
      object
          .fields()
          .forEachRemaining(
              f -> collect(f.getValue(), name + "_" + f.getKey().toUpperCase(Locale.ROOT), into));
    } else {
      into.put(name, formatted(node));
    }
  }

  private static String formatted(JsonNode value) {
    if (value.isArray()) {
      StringBuilder out = new StringBuilder();
      value.forEach(v -> out.append(out.isEmpty() ? "" : ",").append(formatted(v)));
      return out.isEmpty() ? "none" : out.toString();
    }
    String text = value.asText();
    if (text.isEmpty()) {
      return "empty";
    }
    return MILLIS.matcher(text).matches() ? duration(DurationCodec.parse(text)) : text;
  }

  /** Formats a duration in the largest unit that is exact. */
  private static String duration(Duration d) {
    long ms = d.toMillis();
    if (ms == 0) {
      return "0s";
    }
    if (ms % 86_400_000 == 0) {
      return ms / 86_400_000 + "d";
    }
    if (ms % 3_600_000 == 0) {
      return ms / 3_600_000 + "h";
    }
    if (ms % 60_000 == 0) {
      return ms / 60_000 + "m";
    }
    return ms % 1000 == 0 ? ms / 1000 + "s" : ms + "ms";
  }
}
