package io.tributary.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.Eventually;
import io.tributary.testkit.MarkdownTables;
import io.tributary.testkit.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the metrics documentation is complete and lists no unknown metric. */
class MetricsDocTest {
  private static final Path DOC = Path.of("src/docs/metrics.md");
  private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (tributary_\\S+) (\\S+)$");

  private static final Pattern QUEUE = Pattern.compile("(?m)^tributary_jobs_due\\{queue=");
  private static final Pattern LIBRARY_METRICS =
      Pattern.compile("(?m)^# TYPE ((?!tributary_)\\S+) (\\S+)$");

  /** Every string literal with this prefix is a metric name, except the notification channel. */
  private static final Pattern METRIC_LITERAL = Pattern.compile("\"(tributary_(?!wake)[a-z_]+)\"");

  private static final Pattern ENDING = Pattern.compile("(_total|_seconds|_seconds_max)$");

  /** Returns the documented rows by scraped name. */
  private static Map<String, List<String>> documented() {
    return MarkdownTables.rows(DOC, "Metric").stream()
        .collect(Collectors.toMap(List::getFirst, row -> row, (a, b) -> a, TreeMap::new));
  }

  @Test
  void whatANodeShowsIsDocumentedWithItsKind() {
    try (TestNode node = TestNode.start()) {
      node.get("/v2/user");
      // These metrics appear after a node has measured for the cluster.
      Eventually.eventually(
          Duration.ofSeconds(60),
          () ->
              assertEquals(
                  11, QUEUE.matcher(node.get("/metrics").expect(200).text()).results().count()));
      String page = node.get("/metrics").expect(200).text();
      Map<String, List<String>> doc = documented();
      Matcher m = TYPE.matcher(page);
      Set<String> seen = new TreeSet<>();
      while (m.find()) {
        String name = m.group(1).replaceAll("_seconds_max$", "_seconds");
        if (!name.equals(m.group(1))) {
          continue; // the maximum of a timer belongs to it
        }
        assertTrue(doc.containsKey(name), "not in " + DOC + ": " + name);
        assertEquals(doc.get(name).get(1), m.group(2), name);
        seen.add(name);
      }
      assertTrue(seen.contains("tributary_http_requests_active"), page);
      assertLibraryMetricsListed(page);
    }
  }

  /** Checks the metrics of libraries. */
  private static void assertLibraryMetricsListed(String page) {
    Map<String, String> listed =
        MarkdownTables.rows(DOC, "JVM metric").stream()
            .collect(
                Collectors.toMap(List::getFirst, row -> row.get(1), (a, b) -> a, TreeMap::new));
    Map<String, String> shown = new TreeMap<>();
    Matcher m = LIBRARY_METRICS.matcher(page);
    while (m.find()) {
      shown.put(m.group(1), m.group(2));
    }
    shown.keySet().removeIf(n -> n.endsWith("_seconds_max"));
    shown.forEach((name, kind) -> assertEquals(kind, listed.get(name), name));
    listed.keySet().removeAll(shown.keySet());
    listed.keySet().removeIf(n -> n.startsWith("jvm_gc_")); // present after a garbage collection
    assertEquals(Set.of(), listed.keySet());
  }

  @Test
  void theListIsWhatTheCodeMakes() throws IOException {
    Set<String> made = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      for (Path file :
          files
              .filter(f -> f.toString().endsWith(".java") && f.toString().contains("src/main/java"))
              .toList()) {
        Matcher m = METRIC_LITERAL.matcher(Files.readString(file));
        while (m.find()) {
          made.add(base(m.group(1)));
        }
      }
    }
    Set<String> listed =
        documented().keySet().stream()
            .map(MetricsDocTest::base)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(made, listed);
  }

  /** Returns the name without the suffix that the scrape adds. */
  private static String base(String name) {
    return ENDING.matcher(name).replaceAll("");
  }
}
