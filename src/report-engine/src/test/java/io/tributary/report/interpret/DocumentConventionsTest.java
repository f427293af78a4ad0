package io.tributary.report.interpret;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.report.loinc.LoincMatcher;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.Page;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.RawRow;
import io.tributary.report.page.TextSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rows of scanned reports that deviate from the surrounding rows. */
class DocumentConventionsTest {
  private static final ReportInterpreter MEANING =
      new ReportInterpreter(LoincMatcher.bundled(), Thresholds.DEFAULT);

  /** Correct rows with units and decimal points. */
  private static final List<String> OTHERS =
      List.of(
          "Sodium|140|mmol/L|135-145",
          "Potassium|4.1|mmol/L|3.5-5.1",
          "Chloride|103|mmol/L|98-107",
          "Calcium|9.4|mg/dL|8.6-10.2",
          "Albumin|4.2|g/dL|3.5-5.0",
          "Ferritin|127|ng/mL|30-400",
          "Magnesium|2.1|mg/dL|1.6-2.6");

  private static RawRow row(String line) {
    String[] c = line.split("\\|", -1);
    double sure = c.length > 4 ? Double.parseDouble(c[4]) : 0.97;
    return new RawRow(
        printed(c[0], 0.97),
        printed(c[1], sure),
        some(c[2]),
        some(c[3]),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        1);
  }

  private static TextSpan printed(String text, double confidence) {
    return new TextSpan(text, 1, new BoundingBox(1, 2, 3, 4), confidence);
  }

  private static Optional<TextSpan> some(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(printed(text, 0.97));
  }

  /** Returns the warnings of the first of these lines. */
  private static List<WarningReason> doubts(Page.Source source, List<String> lines) {
    RawReport report =
        new RawReport(
            List.of(new RawReport.PageInfo(1, 612, 792, source)),
            Map.of(),
            lines.stream().map(DocumentConventionsTest::row).toList());
    return MEANING.interpret(report, Synonyms.NONE).results().getFirst().warnings();
  }

  private static List<WarningReason> beside(String line, List<String> others) {
    List<String> lines = new ArrayList<>(List.of(line));
    lines.addAll(others);
    return doubts(Page.Source.OCR, lines);
  }

  @Test
  void aUnitThatOnlyOneRowLacksWasNotRead() {
    assertEquals(List.of(WarningReason.WEAK_UNITS), beside("Glucose|95||70-99", OTHERS));
    assertEquals(List.of(WarningReason.WEAK_UNITS), beside("Monocytes %|7||2-10", OTHERS));
    assertEquals(List.of(), beside("Glucose|95|mg/dL|70-99", OTHERS));
    assertEquals(List.of(), beside("Urine pH|6.1||5.0-8.0", OTHERS), "it has none");
    assertEquals(List.of(), beside("INR|1.1||0.9-1.2", OTHERS));
    List<String> bare = OTHERS.stream().map(l -> l.replaceAll("\\|[^|]*L\\|", "||")).toList();
    assertEquals(List.of(), beside("Glucose|95||70-99", bare), "the report prints none");
    List<String> lines = new ArrayList<>(List.of("Glucose|95||70-99"));
    lines.addAll(OTHERS);
    assertEquals(List.of(), doubts(Page.Source.TEXT_LAYER, lines), "what is printed is so");
  }

  @Test
  void decimalsOfAnotherSignAreDoubted() {
    assertEquals(List.of(WarningReason.RANGE_ODD), beside("Phosphate|3.1|mg/dL|2.5-4,5", OTHERS));
    assertEquals(
        List.of(WarningReason.NUMBER_UNCLEAR), beside("Phosphate|3,1|mg/dL|2.5-4.5", OTHERS));
    assertEquals(
        List.of(WarningReason.NUMBER_UNCLEAR, WarningReason.RANGE_ODD),
        beside("Phosphate|3.1|mg/dL|2,5-4,5", List.of()),
        "nobody tells which is usual");
    assertEquals(
        List.of(), beside("Platelets|250|x10E3/uL|150-400", List.of("WBC|5,400|/uL|4,000-11,000")));
  }

  @Test
  void aRangeReadIntoTheValueOrTheNameIsDoubted() {
    assertEquals(List.of(WarningReason.WEAK_VALUE), beside("Ketones|Absent Absent||", OTHERS));
    assertEquals(List.of(), beside("Ketones|Absent||Absent", OTHERS));
    assertEquals(
        true, beside("Sodium 135-145|140|mmol/L|", OTHERS).contains(WarningReason.WEAK_NAME));
    assertEquals(false, beside("CA 19-9|14|U/mL|", OTHERS).contains(WarningReason.WEAK_NAME));
  }

  @Test
  void aPointMissesBesideARangeThatLacksOne() {
    assertEquals(true, beside("Quux|12|mg/L|0.2-16", OTHERS).contains(WarningReason.POINT_MISSING));
    assertEquals(List.of(), beside("Quux|1.2|mg/L|0.2-16", OTHERS));
    List<String> bare = OTHERS.stream().map(l -> l.replace("5.0", "5")).toList();
    assertEquals(List.of(), beside("Quux|2|mg/L|0.4 - 4", bare), "whole ends have no decimals");
    assertEquals(
        true,
        beside("Quux|2|mg/L|0.4 - 4|0.94", bare).contains(WarningReason.POINT_MISSING),
        "not sure");
    assertEquals(List.of(), beside("Quux|0|mg/L|0-0.5", OTHERS));
  }

  @Test
  void amongNumbersThatCannotBeOthersMustBeReadWell() {
    List<String> muddled = new ArrayList<>(OTHERS);
    muddled.add("Creatinine|9.1|mg/dL|9.6-1.2");
    muddled.add("Bilirubin, Total|6.8|mg/dL|29-1.2");
    muddled.add("Uric Acid|4.@|mg/dL|3.5-7.2");
    assertEquals(List.of(WarningReason.WEAK_VALUE), beside("Glucose|96|mg/dL|70-99|0.91", muddled));
    assertEquals(List.of(), beside("Glucose|96|mg/dL|70-99|0.97", muddled), "read well");
    assertEquals(List.of(), beside("Glucose|75|mg/dL|70-99|0.91", muddled), "no such figures");
    assertEquals(List.of(), beside("Glucose|96|mg/dL|70-99|0.91", OTHERS));
  }
}
