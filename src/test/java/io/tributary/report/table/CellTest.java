package io.tributary.report.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What stands in the cells of a row, and what is only printed beside it. */
class CellTest {
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
}
