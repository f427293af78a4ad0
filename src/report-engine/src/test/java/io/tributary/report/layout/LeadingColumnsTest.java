package io.tributary.report.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Text tables with columns left of the names: counters, flags, orders or a sidebar. */
class LeadingColumnsTest {
  private static String rows(String text) {
    return TextPage.rows(List.of(TextPage.of(1, text)));
  }

  @Test
  void headingsAboveTheCountersOfATableAreKept() {
    assertEquals(
        """
        Sodium|140|mmol/L|135-145||BLOOD
        Glucose|95|mg/dL|70-99||BLOOD
        Glucose|2|mg/dL|0-15||URINE
        Protein|5|mg/dL|0-14||URINE
        Glucose|60|mg/dL|40-70||CSF
        Lactate|1.8|mmol/L|1.1-2.4||CSF
        Fat|2|g/24h|0-7||STOOL\
        """,
        rows(
            """
            Clinical Laboratory Report

            S.No     Test                  Result     Units      Reference Range
            BLOOD
            1        Sodium                140        mmol/L     135-145
            2        Glucose               95         mg/dL      70-99
            URINE
            3        Glucose               2          mg/dL      0-15
            4        Protein               5          mg/dL      0-14
            CSF
            5        Glucose               60         mg/dL      40-70
            6        Lactate               1.8        mmol/L     1.1-2.4
            STOOL
            7        Fat                   2          g/24h      0-7
            """));
  }

  @Test
  void flagsBeforeTheNamesAndTheHeadingsAboveThemAreKept() {
    assertEquals(
        """
        Sodium|140|mmol/L|135-145||CBC
        Glucose|115|mg/dL|70-99|H|CBC
        Glucose|2|mg/dL|0-15||URINE
        Protein|25|mg/dL|0-14|H|URINE
        Glucose|30|mg/dL|40-70|L|CSF\
        """,
        rows(
            """
            Clinical Laboratory Report

            Flag     Test                  Result     Units      Reference Range
            CBC
                     Sodium                140        mmol/L     135-145
            H        Glucose               115        mg/dL      70-99
            URINE
                     Glucose               2          mg/dL      0-15
            H        Protein               25         mg/dL      0-14
            CSF
            L        Glucose               30         mg/dL      40-70
            """));
  }

  @Test
  void whatStandsBesideIsCutAndTheTitlesAmongItAreKept() {
    assertEquals(
        """
        Zinc, Serum|81|ug/dL|60 - 120||BLOOD
        Copper, Serum|95|ug/dL|70 - 140||BLOOD
        Albumin|3|mg/dL|0 - 20||URINE\
        """,
        rows(
            """
            Clinical Laboratory Report

            02-03-2021 14:05  Test                  Result     Units      Reference Range
            BLOOD
            Ordered by        Zinc, Serum           81         ug/dL      60 - 120
            Dr. Vale          Copper, Serum         95         ug/dL      70 - 140
            URINE
            North East        Albumin               3          mg/dL      0 - 20
            """));
  }

  @Test
  void aWordNobodyKnowsBeforeTheResultHeadsNamesOnlyWhereRowsAreCountedLeftOfIt() {
    assertEquals(
        """
        Sodium|140|mmol/L|135-145
        Glucose|95|mg/dL|70-99
        Chloride|103|mmol/L|98-107\
        """,
        rows(
            """
            Clinical Laboratory Report

            Order                 Accession    Result     Units      Reference Range
            Sodium                A12345       140        mmol/L     135-145
            Glucose               A12346       95         mg/dL      70-99
            Chloride              A12347       103        mmol/L     98-107
            """));
    assertEquals(
        """
        Sodium|140|mmol/L|135-145
        Glucose|95|mg/dL|70-99
        Chloride|103|mmol/L|98-107\
        """,
        rows(
            """
            Clinical Laboratory Report

            S.No     Dosage                Result     Units      Reference Range
            1        Sodium                140        mmol/L     135-145
            2        Glucose               95         mg/dL      70-99
            3        Chloride              103        mmol/L     98-107
            """));
  }
}
