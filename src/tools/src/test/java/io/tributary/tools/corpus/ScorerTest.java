package io.tributary.tools.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScorerTest {
  private static final GroundTruth.Metadata NOTHING = new GroundTruth.Metadata(Map.of());

  private final ClassScore tally = new ClassScore();
  private final Scorer scorer = new Scorer(tally);

  private static GroundTruth.Row row(String name, String value, boolean optional) {
    return new GroundTruth.Row(
        name,
        value,
        "mg/dL",
        "70-99",
        List.of(new GroundTruth.Bounds(70.0, 99.0)),
        "",
        List.of("Panel"),
        "serum_plasma_blood",
        List.of("2345-7"),
        "numeric",
        Optional.of("normal"),
        optional);
  }

  private static ParsedDocument.Row read(String name, String value, String units, String doubts) {
    return new ParsedDocument.Row(
        name,
        value,
        units,
        "70-99",
        new GroundTruth.Bounds(70.0, 99.0),
        "",
        "normal",
        "PANEL:",
        "serum_plasma_blood",
        "numeric",
        List.of("2345-7"),
        true,
        !doubts.isEmpty(),
        doubts);
  }

  private void score(List<GroundTruth.Row> truths, ParsedDocument.Row... reads) {
    scorer.score(
        new GroundTruth("x", NOTHING, truths),
        new ParsedDocument(Map.of(), List.of(reads), 1, true));
  }

  @Test
  void signsOfTheSameMeaningAreTheSame() {
    score(
        List.of(row("Glucose", "<5.0", false), row("Urea", "7–9", false)),
        read("Glucose ....", "< 5.0", "mg/dl", ""),
        read("Urea", "7-9", "mg/dL", ""));
    assertEquals(2, tally.right);
    assertEquals(List.of(), scorer.errors());
  }

  @Test
  void aWrongDigitIsAWrongValue() {
    score(List.of(row("Glucose", "91", false)), read("Glucose", "97", "mg/dL", ""));
    assertEquals(1, tally.found);
    assertEquals(0, tally.right);
    assertEquals(1, tally.wrongValuesGiven);
    assertTrue(scorer.errors().get(0).startsWith("value |"), scorer.errors().toString());
  }

  @Test
  void aDoubtfulRowIsWithheldRightOrWrong() {
    score(
        List.of(row("Glucose", "91", false), row("Urea", "72", false)),
        read("Glucose", "97", "mg/dL", "outlier"),
        read("Urea", "72", "mg/dL", "reading"));
    assertEquals(2, tally.withheld);
    assertEquals(1, tally.withheldRight);
    assertEquals(0, tally.given);
    assertEquals(1, tally.wrongValues);
    assertEquals(0, tally.wrongValuesGiven);
  }

  @Test
  void whatStandsNowhereIsInventedAndWhatIsNotReadIsMissing() {
    score(
        List.of(row("Glucose", "91", false), row("Potassium", "4.5", false)),
        read("Phone", "555", "", ""),
        read("Glucose", "91", "mg/dL", ""));
    assertEquals(1, tally.invented);
    assertEquals(2, tally.rows);
    assertEquals(1, tally.found);
  }

  @Test
  void anOptionalRowIsNeitherMissedNorInvented() {
    List<GroundTruth.Row> truths = List.of(row("Glucose", "Pending", true));
    score(truths);
    score(truths, read("Glucose", "Pending", "", ""));
    assertEquals(0, tally.rows);
    assertEquals(0, tally.invented);
  }

  @Test
  void sameNamesFindTheirRowsByOrderAndValue() {
    List<GroundTruth.Row> truths = new ArrayList<>();
    truths.add(row("Protein", "7.1", false));
    truths.add(row("Protein", "Negative", false));
    score(truths, read("Protein", "Negative", "mg/dL", ""));
    assertEquals(1, tally.right);
    assertTrue(scorer.errors().get(0).contains("7.1"), scorer.errors().toString());
  }

  @Test
  void rowsReadInAnotherOrderAreFound() {
    score(
        List.of(row("Glucose", "91", false), row("Urea", "72", false), row("Iron", "88", false)),
        read("Iron", "88", "mg/dL", ""),
        read("Glucose", "91", "mg/dL", ""),
        read("Urea", "72", "mg/dL", ""));
    assertEquals(3, tally.right);
  }

  @Test
  void otherBoundsAreAnotherRange() {
    GroundTruth.Row truth = row("Glucose", "91", false);
    ParsedDocument.Row got = read("Glucose", "91", "mg/dL", "");
    ParsedDocument.Row other =
        new ParsedDocument.Row(
            got.name(),
            got.value(),
            got.units(),
            "70-99",
            new GroundTruth.Bounds(70.0, null),
            "",
            "normal",
            "",
            "unknown",
            "numeric",
            List.of(),
            false,
            false,
            "");
    score(List.of(truth), other);
    assertEquals(0, tally.right);
    assertTrue(scorer.errors().stream().anyMatch(e -> e.startsWith("range |")));
  }
}
