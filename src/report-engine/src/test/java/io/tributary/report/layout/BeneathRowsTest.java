package io.tributary.report.layout;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What stands beneath a row and belongs to it. */
class BeneathRowsTest {
  @Test
  void whatMustBeTheRestOfANameIsTold() {
    assertTrue(TestNames.isContinuation("Protein (Total", "and Free)"));
    assertTrue(TestNames.isContinuation("Ratio of", "Albumin"));
    assertTrue(TestNames.isContinuation("Albumin", "(Urine)"));
    assertTrue(TestNames.isContinuation("Alanine", "aminotransferase"));
    assertFalse(TestNames.isContinuation("Calcium", "Albumin/Creatinine Ratio"));
  }
}
