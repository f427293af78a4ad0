package io.tributary.report.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.report.page.RawRow;
import io.tributary.report.page.ReportUnreadable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cell contents of a row, as opposed to text printed beside them. */
class RangeCellsTest {
  private static final String HEADING =
      "Test                Result         Flag   Units      Reference Range\n";

  private static void rows(String lines, String expected) {
    assertEquals(expected.strip(), TextPage.rows(TextPage.all(HEADING + lines)));
  }

  @Test
  void lettersOfBloodGroupsAreNoFlags() {
    rows(
        """
        Glucose             95                    mg/dL      70-99
        Blood Group         A1
        Blood Type          A Positive
        ABO Rh              B neg
        ABO/Rh Type         O Rh+
        ABO Group           A
        Blood Group         A2B
        Blood Group         B Rh (D) Positive
        """,
        """
        Glucose|95|mg/dL|70-99
        Blood Group|A1
        Blood Type|A Positive
        ABO Rh|B neg
        ABO/Rh Type|O Rh+
        ABO Group|A
        Blood Group|A2B
        Blood Group|B Rh (D) Positive
        """);
  }

  @Test
  void aLetterIsAFlagOnlyWhereItStandsAsOne() {
    rows(
        """
        Sodium              L 130                 mmol/L     135-145
        Potassium           H5.9                  mmol/L     3.5-5.3
        Calcium             A 12.5                mg/dL      8.5-10.5
        Chloride            (L) 90                mmol/L     98-107
        Influenza Antigen   Positive A
        Streptococcus Ag    Group A
        """,
        """
        Sodium|130|mmol/L|135-145|L
        Potassium|5.9|mmol/L|3.5-5.3|H
        Calcium|12.5|mg/dL|8.5-10.5|A
        Chloride|90|mmol/L|98-107|(L)
        Influenza Antigen|Positive|||A
        Streptococcus Ag|Group A
        """);
  }

  @Test
  void aLitreIsAUnitBehindAVolumeAndAFlagBehindAllElse() {
    rows(
        """
        Glucose             95                    mg/dL      70-99
        FEV1                1.8 L                            > 2.5
        FVC                 3.1                   L          > 2.5
        Urine Volume        1.8 L                            0.8-2.0
        Urine Volume        1800 mL                          800-2000
        Mean Cell Volume    72 L                             80-100
        Sodium              130 L                 mmol/L     135-145
        Chloride            90             L                 98-107
        """,
        """
        Glucose|95|mg/dL|70-99
        FEV1|1.8|L|> 2.5
        FVC|3.1|L|> 2.5
        Urine Volume|1.8|L|0.8-2.0
        Urine Volume|1800|mL|800-2000
        Mean Cell Volume|72||80-100|L
        Sodium|130|mmol/L|135-145|L
        Chloride|90||98-107|L
        """);
  }

  private static final String PAGE =
      """
      ACME LABORATORIES           Patient: Jo Roe
      Confidential                DOB: 01/02/1980
      """
          + HEADING
          + """
              Glucose             95                    mg/dL      70-99
              Sodium              140                   mmol/L     135-145

          Printed by the laboratory
          """;

  @Test
  void rowsThatAreTheSameOnTwoPagesAreTwoRows() {
    String rows = "Glucose|95|mg/dL|70-99\nSodium|140|mmol/L|135-145";
    assertEquals(rows + "\n" + rows, TextPage.rows(TextPage.all(PAGE, PAGE)));
    String other = PAGE.replace("Sodium ", "Calcium");
    assertEquals(
        rows + "\n" + rows.replace("Sodium", "Calcium"), TextPage.rows(TextPage.all(PAGE, other)));
  }

  @Test
  void ofResultsOfTwoDaysThatCannotBeToldApartNoneIsSure() throws ReportUnreadable {
    String table =
        """
        Test                Result         Result         Units      Reference Range
                            03/04/2024     04/03/2024
        Glucose             95             99             mg/dL      70-99
        Sodium              140            141            mmol/L     135-145
        """;
    List<RawRow> rows = ReportLayoutReader.read(TextPage.all(table)).rows();
    assertTrue(rows.stream().allMatch(r -> r.confidence() < 0.5));
    String said = "Collected: 04/03/2024       Patient: Jo Roe\n" + table;
    RawRow first = ReportLayoutReader.read(TextPage.all(said)).rows().getFirst();
    assertEquals("99", first.value().text());
    assertTrue(first.confidence() > 0.8);
  }

  @Test
  void aValueIsWholeOrIsNone() {
    rows(
        """
        Glucose             95                    mg/dL      70-99
        ANA Titer           1:160                            <1:40
        Bleeding Time       3:30                  min        2-7
        Nickel Ketones      +/-                              Negative
        Protein             3+             A                 Negative
        WBC                 0-2 /HPF                         0-5
        Platelets           250 000               /uL        150 000-400 000
        Potassium           TNP                   mmol/L     3.5-5.3
        Calcium             QNS                   mg/dL      8.5-10.5
        Ferritin            Pending               ng/mL      30-400
        AST                 Hemolyzed             U/L        0-40
        Vitamin D           See note              ng/mL      30-100
        Base Excess         −2.1                  mmol/L     -2.0-2.0
        """,
        """
        Glucose|95|mg/dL|70-99
        ANA Titer|1:160||<1:40
        Bleeding Time|3:30|min|2-7
        Nickel Ketones|+/-||Negative
        Protein|3+||Negative|A
        WBC|0-2|/HPF|0-5
        Platelets|250 000|/uL|150 000-400 000
        Base Excess|−2.1|mmol/L|-2.0-2.0
        """);
  }

  @Test
  void whatGermsAreSensitiveToIsNoResultAndNoWordOfThemIsCutOff() {
    String report =
        """
        MICROBIOLOGY     Patient: Jo Roe     Specimen: Urine
        Test                Result              Reference
        Urine Culture       No growth after 48 hours
        Gram Stain          Gram negative rods seen
        Colony Count        >100,000 CFU/mL
        Organism            Escherichia coli
        Antibiotic          MIC       Interpretation
        Ampicillin          >=32      R
        Gentamicin          4         I
        """;
    String expected =
        """
        Urine Culture|No growth after 48 hours
        Gram Stain|Gram negative rods seen
        Colony Count|>100,000|CFU/mL
        """;
    assertEquals(expected.strip(), TextPage.rows(TextPage.all(report)));
  }
}
