package io.tributary.report.interpret;

import static io.tributary.report.interpret.ReportFixtures.MEANING;
import static io.tributary.report.interpret.ReportFixtures.doubts;
import static io.tributary.report.interpret.ReportFixtures.report;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.Page;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfidenceChecksTest {
  @Test
  void textLayersAreDoubtedOnlyForContradictions() {
    Page.Source text = Page.Source.TEXT_LAYER;
    assertEquals(List.of(), doubts(text, "Ferritin|4910|ng/mL|30-400|H"));
    assertEquals(List.of(), doubts(text, "CRP|210|mg/L|<5|"));
    assertEquals(List.of(), doubts(text, "Glucose|99|mg/dL|65-99|H"));
    assertEquals(List.of(), doubts(text, "Quux|3|fish/pond|1-2|"));
    assertEquals(List.of(WarningReason.RANGE_ODD), doubts(text, "Potassium|4.1|mmol/L|5.3-3.5|"));
    assertEquals(
        List.of(WarningReason.FLAG_CONTRADICTS), doubts(text, "Potassium|2.1|mmol/L|3.5-5.3|H"));
    assertEquals(
        List.of(WarningReason.FAR_FROM_RANGE),
        doubts(text, "Quux|491|mmol/L|3.5-5.3|", "Sodium|160|mmol/L|135-145|H"));
    assertEquals(List.of(WarningReason.IMPLAUSIBLE), doubts(text, "Potassium|41|mmol/L|3.5-5.3|H"));
  }

  @Test
  void scansAreHeldAgainstAllTheyCanBeHeldAgainst() {
    Page.Source scan = Page.Source.OCR;
    Page.Source text = Page.Source.TEXT_LAYER;
    assertEquals(List.of(), doubts(scan, "Potassium|4.1|mmol/L|3.5-5.3||0.95"));
    assertEquals(
        List.of(
            WarningReason.FAR_FROM_RANGE, WarningReason.IMPLAUSIBLE, WarningReason.POINT_MISSING),
        doubts(scan, "Potassium|491|mmol/L|3.5-5.3|"));
    assertEquals(
        List.of(WarningReason.IMPLAUSIBLE, WarningReason.POINT_MISSING),
        doubts(scan, "Potassium|49|mmol/L|3.5-5.3|H"));
    assertEquals(
        List.of(WarningReason.FLAG_CONTRADICTS), doubts(scan, "Potassium|4.1|mmol/L|3.5-5.3|H"));
    assertEquals(
        List.of(WarningReason.WEAK_VALUE), doubts(scan, "Potassium|4.1|mmol/L|3.5-5.3||0.5"));
    assertEquals(
        List.of(WarningReason.FLAG_CONTRADICTS),
        doubts(scan, "Potassium|5.9|mmol/L|3.5-5.3|", "Sodium|150|mmol/L|135-145|H"));
    assertEquals(
        List.of(WarningReason.LETTERS_IN_VALUE), doubts(scan, "Potassium|4.l|mmol/L|3.5-5.3|"));
    assertEquals(
        List.of(WarningReason.LETTERS_IN_VALUE), doubts(scan, "Potassium|AL|mmol/L|3.5-5.3|"));
    assertEquals(
        List.of(WarningReason.LETTERS_IN_VALUE), doubts(scan, "Potassium|O.1L|mmol/L|3.5-5.3|"));
    assertEquals(List.of(WarningReason.RANGE_ODD), doubts(scan, "D-Dimer|< 0.50|mg/L FEU|<0.03|"));
    assertEquals(List.of(WarningReason.WEAK_RANGE), doubts(scan, "Potassium|4.1|mmol/L|Q-5|"));
    assertEquals(List.of(WarningReason.WEAK_VALUE), doubts(scan, "Rubella IgG|immune||Immune|"));
    assertEquals(
        List.of(WarningReason.WEAK_NAME), doubts(scan, "3.5-5.2 Potassium|4.1|mmol/L|3.5-5.3|"));
    assertEquals(
        List.of(WarningReason.WEAK_NAME),
        doubts(text, "Calcium Standard range: 8.7 - 10.2|9.3|mg/dL||"));
    assertEquals(List.of(), doubts(scan, "CA 19-9|12|U/mL|<37|"));
    assertEquals(List.of(WarningReason.RANGE_ODD), doubts(scan, "BUN|15|mg/dL|1-25|"));
    assertEquals(List.of(), doubts(scan, "BUN|15|mg/dL|7-25|"));
    assertEquals(List.of(WarningReason.UNIT_UNFIT), doubts(scan, "Potassium|4.1|fL|3.5-5.3|"));
  }

  @Test
  void aFlagThatWasHardlyReadIsDoubtedUnlessTheRangeSaysTheSame() {
    Page.Source scan = Page.Source.OCR;
    assertEquals(
        List.of(WarningReason.WEAK_ROW), doubts(scan, "Potassium|4.1|mmol/L|3.5-5.3|A|1|0.2"));
    assertEquals(List.of(WarningReason.WEAK_ROW), doubts(scan, "Potassium|4.1|mmol/L||H|1|0.2"));
    assertEquals(List.of(), doubts(scan, "Potassium|5.9|mmol/L|3.5-5.3|H|1|0.2"));
    assertEquals(List.of(), doubts(scan, "Potassium|4.1|mmol/L||H|1|0.9"));
  }

  @Test
  void whatDoesNotAddUpIsDoubtedWhereOneWasHardToRead() {
    String[] off = {
      "Neutrophils|58|%|40-70||0.72",
      "Lymphocytes|80|%|20-90|",
      "Monocytes|7|%|2-10|",
      "Eosinophils|4|%|1-6|",
      "Basophils|1|%|0-2|"
    };
    assertEquals(List.of(WarningReason.SUM_OFF), doubts(Page.Source.OCR, off));
    assertEquals(List.of(), doubts(Page.Source.TEXT_LAYER, off));
    off[1] = "Lymphocytes|30|%|20-90|";
    off[0] = "Neutrophils|58|%|40-70||0.6";
    assertEquals(List.of(), doubts(Page.Source.OCR, off), "five that agree hold up a weak one");
  }

  @Test
  void doubtsNeverChangeAValue() {
    DraftResult r =
        MEANING
            .interpret(
                report(Page.Source.OCR, Map.of(), "", "Potassium|491|mmol/L|3.5-5.3||0.2"),
                Synonyms.NONE)
            .results()
            .getFirst();
    assertEquals("491", r.value());
    assertTrue(r.aboveMax().orElseThrow());
    assertEquals(0.2, r.confidence());
  }

  @Test
  void aValueWithRoomInItMayBeTwo() {
    Page.Source text = Page.Source.TEXT_LAYER;
    List<WarningReason> unclear = List.of(WarningReason.NUMBER_UNCLEAR);
    assertTrue(doubts(text, "Glucose|112 180|mg/dL|70-110|").containsAll(unclear));
    assertEquals(unclear, doubts(text, "Quux|112 180|||"));
    assertEquals(List.of(), doubts(text, "Quux|250 000||150 000-400 000|"));
    assertEquals(List.of(), doubts(text, "Quux|5 800||4000-11000|"));
    assertEquals(List.of(), doubts(text, "Quux|112\u202f180|||"));
    assertEquals(List.of(), doubts(text, "Quux|112'180|||"));
  }

  @Test
  void aLongRemarkIsNoMisreadNumber() {
    assertEquals(List.of(), doubts(Page.Source.TEXT_LAYER, "Quux|" + "1l".repeat(25) + "|||"));
  }

  @Test
  void theTableOfLimitsIsReadWhole() {
    assertTrue(PlausibleRange.size() >= 80, "codes: " + PlausibleRange.size());
  }
}
