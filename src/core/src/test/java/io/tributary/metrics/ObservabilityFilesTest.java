package io.tributary.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.testkit.MarkdownTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that alert rules and dashboards use existing metrics and that alerts link to the runbook.
 */
class ObservabilityFilesTest {
  private static final Path METERS = Path.of("src/docs/metrics.md");
  private static final Path FOLDER = Path.of("src/docs/observability");
  private static final Path RUNBOOK = Path.of("src/docs/runbook.md");
  private static final Pattern NAME =
      Pattern.compile("\\b(tributary|jvm|process|system)_[a-z0-9_]+");
  private static final Pattern RULE =
      Pattern.compile(
          "- alert: (\\w+)\\n"
              + " +expr: '(.*)'\\n"
              + " +for: (\\w+)\\n"
              + " +labels:\\n"
              + " +severity: (warning|critical)\\n"
              + " +annotations:\\n"
              + " +summary: '.+'\\n"
              + " +runbook_url: '(runbook\\.md#[a-z-]+)'\\n");

  private record AlertRule(String name, String expression, String pending, String location) {}

  private static List<AlertRule> rules() throws IOException {
    Matcher m = RULE.matcher(Files.readString(FOLDER.resolve("alerts.yml")));
    List<AlertRule> out = new ArrayList<>();
    while (m.find()) {
      out.add(
          new AlertRule(m.group(1) + " (" + m.group(4) + ")", m.group(2), m.group(3), m.group(5)));
    }
    return out;
  }

  /** Returns every metric name that a scrape may contain. */
  private static Set<String> exportedNames() {
    Set<String> out = new HashSet<>();
    Stream.of("Metric", "JVM metric")
        .flatMap(heading -> MarkdownTables.rows(METERS, heading).stream())
        .forEach(
            row -> {
              String name = row.getFirst();
              out.add(name);
              if (row.get(1).equals("summary") || row.get(1).equals("histogram")) {
                out.addAll(List.of(name + "_sum", name + "_count", name + "_max"));
              }
              if (row.get(1).equals("histogram")) {
                out.add(name + "_bucket");
              }
            });
    return out;
  }

  private static void known(String where, String expression) {
    Set<String> unknown = new TreeSet<>();
    Matcher m = NAME.matcher(expression);
    boolean any = false;
    while (m.find()) {
      any = true;
      if (!exportedNames().contains(m.group())) {
        unknown.add(m.group());
      }
    }
    assertEquals(Set.of(), unknown, where);
    assertTrue(any || expression.contains("up{"), where + " asks for no meter of ours");
    assertEquals(depth(expression, '(', ')'), 0, where);
    assertEquals(depth(expression, '{', '}'), 0, where);
  }

  private static int depth(String text, char open, char close) {
    return (int) (text.chars().filter(c -> c == open).count())
        - (int) (text.chars().filter(c -> c == close).count());
  }

  @Test
  void rulesAskForMetersThatThereAre() throws IOException {
    List<AlertRule> rules = rules();
    long alerts =
        Files.readAllLines(FOLDER.resolve("alerts.yml")).stream()
            .filter(l -> l.contains("- alert:"))
            .count();
    assertEquals(alerts, rules.size(), "a rule that this test cannot read");
    rules.forEach(r -> known(r.name(), r.expression()));
  }

  @Test
  void dashboardsShowMetersThatThereAre() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<Path> boards = files.filter(f -> f.toString().endsWith(".json")).toList();
      assertTrue(boards.size() >= 5, boards.toString());
      for (Path board : boards) {
        JsonNode b = Json.parse(Files.readAllBytes(board));
        assertTrue(b.get("panels").size() > 0);
        for (JsonNode panel : b.get("panels")) {
          for (JsonNode target : panel.get("targets")) {
            known(board + " " + panel.get("title").asText(), target.get("expr").asText());
          }
        }
      }
    }
  }

  @Test
  void theTableOfAlarmsIsThatOfTheRules() throws IOException {
    Set<String> listed =
        MarkdownTables.rows(METERS, "Alert").stream()
            .map(row -> String.join(" / ", row.get(0), row.get(1), row.get(2), link(row.get(4))))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> made =
        rules().stream()
            .map(r -> String.join(" / ", r.name(), r.expression(), r.pending(), r.location()))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(made, listed);
  }

  private static String link(String cell) {
    return cell.substring(cell.indexOf('(') + 1, cell.lastIndexOf(')'));
  }

  @Test
  void everyAlarmLeadsToAPartOfTheRunbook() throws IOException {
    Set<String> parts =
        Files.readAllLines(RUNBOOK).stream()
            .filter(l -> l.startsWith("## "))
            .map(l -> "runbook.md#" + anchor(l.substring(3)))
            .collect(Collectors.toSet());
    rules().forEach(r -> assertTrue(parts.contains(r.location()), r.location() + " of " + parts));
  }

  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").strip().replace(' ', '-');
  }
}
