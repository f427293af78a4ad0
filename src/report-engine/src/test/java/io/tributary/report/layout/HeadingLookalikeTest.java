package io.tributary.report.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.report.page.RawRow;
import io.tributary.report.page.ReportUnreadable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines that look like table headings or results but are neither. */
class HeadingLookalikeTest {
  private static List<RawRow> rows(String page) throws ReportUnreadable {
    return ReportLayoutReader.read(TextPage.all(page)).rows();
  }

  @Test
  void datesBehindLabelsAreNoHeading() {
    String page =
        """
        Patient     : Vance, Odile
        RECEIVED    : 03/02/2024 08:15          RESULTED   : 03/04/2024 11:00

        Lipid Panel
             Triglycerides            88     mg/dL      [0 - 149]
        HH   Potassium               7.1     mmol/L     [3.5 - 5.2]
             Sodium                  140     mmol/L     [134 - 144]
        """;
    assertEquals(
        """
        Triglycerides|88|mg/dL|0 - 149||Lipid Panel
        Potassium|7.1|mmol/L|3.5 - 5.2|HH|Lipid Panel
        Sodium|140|mmol/L|134 - 144||Lipid Panel\
        """
            .strip(),
        TextPage.rows(TextPage.all(page)));
  }

  @Test
  void datesBehindLabelsWithoutColonsAreNoHeading() {
    String page =
        """
        Patient       VANCE, Odile           Laboratory No     40071
        D.o.B.        3 Feb 1961             Sample Date       4 Mar 2024 09:30

        RENAL PROFILE
             Urea                      5.1   mmol/L (2.5-7.8)
             Chloride                  101   mmol/L (95-108)
        """;
    assertEquals(
        """
        Urea|5.1|mmol/L|2.5-7.8||RENAL PROFILE
        Chloride|101|mmol/L|95-108||RENAL PROFILE\
        """,
        TextPage.rows(TextPage.all(page)));
  }

  @Test
  void aHeadingSaidAgainInAnotherScriptIsNoRow() {
    String page =
        """
        Test                Result         Units          Reference Range
        Анализ              Результат      Единицы        Норма
        Ferritin            81             ug/L           30-400
        Potassium           4.4            mmol/L         3.5-5.3
        """;
    assertEquals(
        """
        Ferritin|81|ug/L|30-400
        Potassium|4.4|mmol/L|3.5-5.3\
        """,
        TextPage.rows(TextPage.all(page)));
  }

  @Test
  void aWordBesideANameOfAnotherScriptIsInDoubt() throws ReportUnreadable {
    List<RawRow> rows =
        rows(
            """
            Test                Result         Units          Reference Range
            Ferritin            81             ug/L           30-400
            Анализ              Результат                     Норма
            Potassium           4.4            mmol/L         3.5-5.3
            """);
    assertTrue(
        rows.stream()
            .filter(r -> !r.name().text().matches("[A-Za-z]+"))
            .allMatch(r -> r.confidence() < 0.4));
  }

  @Test
  void aRangeInThePlaceOfTheValueIsInDoubt() throws ReportUnreadable {
    List<RawRow> rows =
        rows(
            """
            Test                Result         Comment
            Ferritin            [30 - 400]
            eGFR                [> 59]
            Potassium           3.5 - 5.3
            Sodium              140 mmol/L
            """);
    assertTrue(
        rows.stream()
            .filter(r -> !r.name().text().equals("Sodium"))
            .allMatch(r -> r.confidence() < 0.4),
        () -> rows.toString());
    assertTrue(rows.stream().anyMatch(r -> r.value().text().equals("140")));
  }

  @Test
  void signsApartFromNumbersMarkThem() {
    String page =
        """
              Result   Unit      Test              Reference
                 5.2   mmol/L    Glucose           3.9 - 5.5
        +        6.1   mmol/L    Potassium         3.5 - 5.3
        -        120   mmol/L    Sodium            133 - 146
                  99   mmol/L    Chloride          95 - 108
        """;
    assertEquals(
        """
        Glucose|5.2|mmol/L|3.9 - 5.5
        Potassium|6.1|mmol/L|3.5 - 5.3|+
        Sodium|120|mmol/L|133 - 146|-
        Chloride|99|mmol/L|95 - 108\
        """,
        TextPage.rows(TextPage.all(page)));
  }

  @Test
  void aSignThatMayBelongToItsNumberIsInDoubt() throws ReportUnreadable {
    List<RawRow> rows =
        rows(
            """
            Test                Result         Units          Reference Range
            Base Excess         - 4            mmol/L         -2 to 2
            Potassium           4.4            mmol/L         3.5-5.3
            """);
    assertTrue(rows.getFirst().confidence() < 0.4, () -> rows.toString());
  }

  @Test
  void linesCountWhereALegendLooksLikeATableAndHoldsNoResult() {
    String lines =
        """
        Patient: Roe, Jo             Collected: 04/03/2024
        Laboratory report

        Oxalate                      31     mg/L       (20-45)
        Citrate                      320    mg/L       (200-900)
        Sodium                       140    mmol/L     (135-145)
        """;
    String legend =
        """
        Class                kU/L                       Level
        0                    <  0.30                    Absent
        1                    0.30 - 0.70                Low
        """;
    assertEquals(TextPage.rows(TextPage.all(lines)), TextPage.rows(TextPage.all(lines, legend)));
  }
}
