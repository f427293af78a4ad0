package io.tributary.report.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.report.page.Page;
import io.tributary.report.page.RawRow;
import io.tributary.report.page.ReportUnreadable;
import io.tributary.report.page.Word;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Headings in images: white on gray, in a shadow, or at an edge. */
class MisreadHeadingTest {
  /** Returns the rows of an image with barely legible heading words. */
  private static List<RawRow> rows(String text, double sure, String... misread) {
    Page page = TextPage.of(1, text);
    List<Word> words =
        page.words().stream()
            .map(
                w ->
                    List.of(misread).contains(w.text())
                        ? new Word(w.text(), w.box(), sure, false)
                        : w)
            .toList();
    Page scan = new Page(1, page.width(), page.height(), Page.Source.OCR, words);
    try {
      return ReportLayoutReader.read(List.of(scan)).rows();
    } catch (ReportUnreadable e) {
      throw new AssertionError(e);
    }
  }

  private static String shown(RawRow row) {
    return row.name().text()
        + "|"
        + row.value().text()
        + "|"
        + row.range().map(r -> r.text()).orElse("");
  }

  @Test
  void aWordThatHeadsAColumnIsNoDirtHoweverHardToRead() {
    List<RawRow> rows =
        rows(
            """
            Clinical Laboratory Report of Urine

            Test                  Result          Flag     Reference       Units
            Urobilinogen          Negative                 Negative
            Nitrite               Negative                 Negative
            Density               1.020                    1.005-1.030
            """,
            0,
            "Reference",
            "Flag");
    assertEquals(
        List.of(
            "Urobilinogen|Negative|Negative",
            "Nitrite|Negative|Negative",
            "Density|1.020|1.005-1.030"),
        rows.stream().map(MisreadHeadingTest::shown).toList());
  }

  @Test
  void dirtThatIsReadAsAHeadingOfFewSignsIsDirt() {
    for (String dirt : List.of("A", "f", "#", "no", "hl", "ri")) {
      List<RawRow> rows =
          rows(
              """
              Clinical Laboratory Report of Urine

              Test                  Result          Flag     Reference
              Urobilinogen  %-2s      Negative                 Negative
              Nitrite               Negative        %-2s       Negative
              Density               1.020           %-2s       1.005-1.030
              """
                  .formatted(dirt, dirt, dirt),
              0.05,
              dirt);
      assertEquals(
          List.of(
              "Urobilinogen|Negative|Negative",
              "Nitrite|Negative|Negative",
              "Density|1.020|1.005-1.030"),
          rows.stream().map(MisreadHeadingTest::shown).toList(),
          dirt);
      assertTrue(rows.stream().allMatch(r -> r.flag().isEmpty()), dirt);
    }
  }

  @Test
  void whatWasMisreadBeforeTheResultHeadsTheNames() {
    for (String number : List.of("Ef", "E:", "#")) {
      List<RawRow> rows =
          rows(
              """
              Clinical Laboratory Report

              %-2s   Anaiyie              Result      Flag   Units      Expected
              1.   Sodium               140                mmol/L     135-145
              2.   Potassium            4.1                mmol/L     3.5-5.1
              3.   Chloride             103                mmol/L     98-107
              """
                  .formatted(number),
              0.3,
              number,
              "Anaiyie");
      assertEquals(
          List.of("Sodium|140|135-145", "Potassium|4.1|3.5-5.1", "Chloride|103|98-107"),
          rows.stream().map(MisreadHeadingTest::shown).toList(),
          number);
    }
  }

  @Test
  void aNameWithASampleBeneathItIsNoPartOfTheNameAbove() {
    List<RawRow> rows =
        rows(
            """
            Clinical Laboratory Report

            Test                 Result     Reference     Units
            Sodium               140        135-145       mmol/L
            Calcium              9.4        8.6-10.3      mg/dL
            Albumin/Creatinine Ratio
            Sample: Urine
            Albumin              24.2       0-30          mg/L
            """,
            0.9,
            "Calcium");
    assertEquals(
        List.of("Sodium|140|135-145", "Calcium|9.4|8.6-10.3", "Albumin|24.2|0-30"),
        rows.stream().map(MisreadHeadingTest::shown).toList());
  }
}
