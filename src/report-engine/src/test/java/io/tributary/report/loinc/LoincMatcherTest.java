package io.tributary.report.loinc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Test names from real reports against their LOINC codes. A row with several codes accepts any of
 * them.
 */
class LoincMatcherTest {
  private static final LoincMatcher MATCHER = LoincMatcher.bundled();

  /** A code with a valid check digit that no table contains. */
  private static final String UNKNOWN_CODE = "9999999-7";

  private record ObservedName(LoincQuery query, Set<String> expected) {}

  static LoincQuery query(String name, String unit, String panel) {
    return new LoincQuery(name, unit, panel, "", "", "", LoincQuery.ValueScale.NUMBER);
  }

  private static List<ObservedName> seen(String file) throws IOException {
    List<ObservedName> out = new ArrayList<>();
    try (var in =
        new BufferedReader(
            new InputStreamReader(
                LoincMatcherTest.class.getResourceAsStream("/report/" + file),
                StandardCharsets.UTF_8))) {
      Csv.read(in, l -> out.add(seen(l)));
    }
    return out;
  }

  private static ObservedName seen(Csv.CsvRecord l) {
    boolean number = l.get("value").matches("[<>]?[\\d.]+(-\\d+)?");
    return new ObservedName(
        new LoincQuery(
            l.get("name"),
            UnitParser.parse(l.get("unit")).map(UcumUnit::code).orElse(""),
            l.get("panel"),
            l.get("specimen"),
            l.get("method") + (l.get("unit").contains("calc") ? " calculated" : ""),
            "",
            number ? LoincQuery.ValueScale.NUMBER : LoincQuery.ValueScale.WORD),
        l.get("expected").isEmpty() ? Set.of() : Set.of(l.get("expected").split("\\|")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"loinc-tune.csv", "loinc-held-out.csv"})
  void theFirstCandidateIsTheRightOneForNearlyAllNamesSeenOnReports(String file)
      throws IOException {
    int rows = 0;
    int right = 0;
    int sure = 0;
    int surelyRight = 0;
    List<String> wrong = new ArrayList<>();
    for (ObservedName s : seen(file)) {
      List<LoincMatch> found = MATCHER.match(s.query, Synonyms.NONE);
      double best = found.isEmpty() ? 0 : found.getFirst().score();
      double second = found.size() > 1 ? found.get(1).score() : 0;
      boolean hit =
          s.expected.isEmpty()
              ? best < 0.5
              : best >= 0.5 && s.expected.contains(found.getFirst().code());
      rows++;
      right += hit ? 1 : 0;
      if (best >= 0.85 && best - second >= 0.1) {
        sure++;
        surelyRight += hit ? 1 : 0;
      }
      if (!hit) {
        wrong.add(s + " -> " + found.stream().map(m -> m.code() + "=" + m.score()).toList());
      }
    }
    String all =
        right
            + " of "
            + rows
            + " right, "
            + surelyRight
            + " of "
            + sure
            + " sure ones\n"
            + String.join("\n", wrong);
    assertTrue(rows >= 125, "rows: " + rows);
    assertTrue(right >= 0.95 * rows, all);
    assertTrue(surelyRight >= 0.99 * sure, all);
    assertTrue(sure >= 0.7 * rows, all);
    assertTrue(surelyRight == sure || file.equals("loinc-tune.csv"), all);
  }

  @Test
  void candidatesAreFewAndTheBestComesFirst() {
    List<LoincMatch> found = MATCHER.match(query("Glucose", "", ""), Synonyms.NONE);
    assertEquals(LoincMatcher.MAX_CANDIDATES, found.size());
    for (int i = 1; i < found.size(); i++) {
      assertTrue(found.get(i - 1).score() >= found.get(i).score());
    }
    // Mass or amount of substance: the name alone does not distinguish them.
    assertEquals(found.get(0).score(), found.get(1).score(), 0.05);
  }

  @Test
  void theHeadingAndTheSpecimenDecideBetweenBloodAndUrine() {
    assertEquals("2160-0", best(query("Creatinine", "mg/dL", "")));
    assertEquals("2161-8", best(query("Creatinine", "mg/dL", "Urine Chemistry")));
    assertEquals(
        "2161-8",
        best(
            new LoincQuery(
                "Creatinine", "mg/dL", "", "Random urine", "", "", LoincQuery.ValueScale.NUMBER)));
  }

  @Test
  void aPrintedCodeWinsIfItsLastDigitIsRight() {
    LoincQuery right = printed("Glucose", "2339-0");
    assertEquals("2339-0", MATCHER.match(right, Synonyms.NONE).getFirst().code());
    assertEquals(
        "2345-7", MATCHER.match(printed("Glucose", "2339-1"), Synonyms.NONE).getFirst().code());
    LoincMatch strange = MATCHER.match(printed("Glucose", "718-7"), Synonyms.NONE).getFirst();
    assertEquals("718-7", strange.code());
    assertTrue(strange.score() < 0.85, "a code of quite another name is looked at");
    LoincMatch unknown =
        MATCHER.match(printed("Some test", UNKNOWN_CODE), Synonyms.NONE).getFirst();
    assertEquals(UNKNOWN_CODE, unknown.code());
    assertTrue(unknown.score() < 0.85, "so is one that no table has");
  }

  private static LoincQuery printed(String name, String code) {
    return new LoincQuery(name, "mg/dL", "", "", "", code, LoincQuery.ValueScale.NUMBER);
  }

  @Test
  void whatTheTeamSaidBeforeWinsForRowsOfTheSameUnit() {
    Synonyms said =
        new Synonyms(List.of(new Synonyms.Synonym("sweetness  INDEX", "mg/dL", "", "2345-7", 2)));
    List<LoincMatch> found = MATCHER.match(query("Sweetness Index", "mg/dL", ""), said);
    assertEquals("2345-7", found.getFirst().code());
    assertTrue(found.getFirst().score() >= 0.85);
    assertTrue(MATCHER.match(query("Sweetness Index", "g/L/h", ""), said).isEmpty());
  }

  @Test
  void anOperatorsTableAddsItsTestsAndNeedNotFitIntoAnyLimit(@TempDir Path folder)
      throws IOException {
    StringBuilder table =
        new StringBuilder(
            "\uFEFF\"LOINC_NUM\",\"COMPONENT\",\"PROPERTY\",\"TIME_ASPCT\",\"SYSTEM\",\"SCALE_TYP\",\"METHOD_TYP\",\"CLASS\",\"STATUS\",\"CLASSTYPE\",\"SHORTNAME\",\"LONG_COMMON_NAME\",\"EXAMPLE_UCUM_UNITS\",\"COMMON_TEST_RANK\",\"RELATEDNAMES2\",\"DisplayName\"\n");
    row(table, "1952-1", "Beta-2-Microglobulin", "MCnc", "Ser", "ACTIVE", "mg/L", "700");
    row(table, "1952-2", "Wholly unused substance", "MCnc", "Ser", "DEPRECATED", "mg/L", "0");
    row(table, "2345-7", "Glucose", "MCnc", "Ser/Plas", "ACTIVE", "mg/dL", "4");
    for (int i = 0; i < 3000; i++) {
      row(table, i + "-x", "Substance q" + i + "z", "MCnc", "Ser", "ACTIVE", "mg/L", "0");
    }
    Path file = Files.writeString(folder.resolve("Loinc.csv"), table);
    LoincMatcher larger = LoincMatcher.withTable(file);
    LoincQuery query = query("Beta 2 Microglobulin", "mg/L", "");
    assertEquals("1952-1", larger.match(query, Synonyms.NONE).getFirst().code());
    assertTrue(larger.match(query, Synonyms.NONE).getFirst().score() >= 0.85);
    assertEquals(
        "2345-7", larger.match(query("Glucose", "mg/dL", ""), Synonyms.NONE).getFirst().code());
    assertTrue(larger.match(query("Wholly unused substance", "mg/L", ""), Synonyms.NONE).isEmpty());
    assertTrue(MATCHER.match(query, Synonyms.NONE).stream().noneMatch(m -> m.score() >= 0.5));
  }

  private static void row(
      StringBuilder out,
      String code,
      String component,
      String property,
      String system,
      String status,
      String unit,
      String rank) {
    out.append(
        "\"%s\",\"%s\",\"%s\",\"Pt\",\"%s\",\"Qn\",\"\",\"CHEM\",\"%s\",\"1\",\"\",\"%s [Mass/volume] in %s\",\"%s\",\"%s\",\"a;b\"\"c\",\"\"\n"
            .formatted(code, component, property, system, status, component, system, unit, rank));
  }

  @Test
  void aTableWithoutTheColumnsIsRefused(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("a.csv"), "code,name\n1,2\n");
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> LoincMatcher.withTable(file));
    assertTrue(e.getMessage().contains("LOINC_NUM"), e.getMessage());
  }

  private static String best(LoincQuery query) {
    return MATCHER.match(query, Synonyms.NONE).getFirst().code();
  }

  @Test
  void aPrintedCodeThatContradictsItsRowIsForAPerson() {
    // Glucose in mg/dL of blood: consistent rows confirm the code, inconsistent rows lower its
    // score.
    assertTrue(printed("Glucose", "mg/dL", "", "2345-7") >= 0.95);
    assertTrue(printed("Glucose", "mmol/L", "", "2345-7") < 0.85);
    assertTrue(printed("Glucose", "%", "", "2345-7") < 0.85);
    assertTrue(printed("Glucose", "mg/dL", "Urine", "2345-7") < 0.85);
    assertTrue(printed("Neutrophils", "10*3/uL", "", "770-8") < 0.85);
    assertTrue(printed("Neutrophils", "%", "", "770-8") >= 0.95);
    assertTrue(printed("Hemoglobin", "g/L", "", "718-7") >= 0.95);
    assertTrue(printed("Sodium", "", "", "2951-2") >= 0.95);
  }

  private static double printed(String name, String unit, String specimen, String code) {
    LoincMatch first =
        MATCHER
            .match(
                new LoincQuery(name, unit, "", specimen, "", code, LoincQuery.ValueScale.NUMBER),
                Synonyms.NONE)
            .getFirst();
    assertEquals(code, first.code());
    return first.score();
  }
}
