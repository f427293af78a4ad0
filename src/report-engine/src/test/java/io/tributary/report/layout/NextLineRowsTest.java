package io.tributary.report.layout;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Text below a row that belongs to it. */
class NextLineRowsTest {
  @Test
  void theContinuationOfANameIsRecognized() {
    assertTrue(TestNames.isContinuation("Protein (Total", "and Free)"));
    assertTrue(TestNames.isContinuation("Ratio of", "Albumin"));
    assertTrue(TestNames.isContinuation("Albumin", "(Urine)"));
    assertTrue(TestNames.isContinuation("Alanine", "aminotransferase"));
    assertFalse(TestNames.isContinuation("Calcium", "Albumin/Creatinine Ratio"));
  }
}
