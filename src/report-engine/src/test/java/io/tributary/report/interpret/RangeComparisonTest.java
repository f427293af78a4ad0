package io.tributary.report.interpret;

import static io.tributary.report.interpret.ReportFixtures.MEANING;
import static io.tributary.report.interpret.ReportFixtures.one;
import static io.tributary.report.interpret.ReportFixtures.report;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.Page;
import io.tributary.report.page.RawReport.MetadataField;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ranges and flags: classification of a value as normal or abnormal. */
class RangeComparisonTest {
  @Test
  void theRangeOfThePatientsSexIsTaken() {
    Map<MetadataField, String> she = Map.of(MetadataField.SEX, "F");
    DraftResult r =
        MEANING
            .interpret(
                report(
                    Page.Source.TEXT_LAYER,
                    she,
                    "CBC",
                    "Hb|12.5|g/dL|Male: 13.5-17.5 Female: 12.0-15.5|"),
                Synonyms.NONE)
            .results()
            .getFirst();
    assertEquals("12", r.bounds().min().orElseThrow().toPlainString());
    assertEquals(Interpretation.NORMAL, r.interpretation().orElseThrow());
  }

  @Test
  void criticalIsNeverInferred() {
    DraftResult r = one("", "Potassium|6.9|mmol/L|3.5-5.3|C");
    assertEquals(Interpretation.ABNORMAL, r.interpretation().orElseThrow());
  }

  @Test
  void aNoteInPlaceOfARangeLeavesAValueNormal() {
    assertEquals(
        Interpretation.NORMAL,
        one("", "Potassium|4.1|mmol/L|See note 2|").interpretation().orElseThrow());
    assertEquals(
        Interpretation.UNKNOWN,
        one("", "Potassium|4.1|mmol/L|40 or 50|").interpretation().orElseThrow());
  }
}
