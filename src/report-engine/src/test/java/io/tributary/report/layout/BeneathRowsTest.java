package io.tributary.report.layout;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What stands beneath a row and belongs to it. */
class BeneathRowsTest {
  @Test
  void whatMustBeTheRestOfANameIsTold() {
    assertTrue(TestNames.broken("Protein (Total", "and Free)"));
    assertTrue(TestNames.broken("Ratio of", "Albumin"));
    assertTrue(TestNames.broken("Albumin", "(Urine)"));
    assertTrue(TestNames.broken("Alanine", "aminotransferase"));
    assertFalse(TestNames.broken("Calcium", "Albumin/Creatinine Ratio"));
  }
}
