package io.tributary.report.table;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What stands beneath a row and belongs to it. */
class BeneathRowsTest {
  @Test
  void whatMustBeTheRestOfANameIsTold() {
    assertTrue(Names.broken("Protein (Total", "and Free)"));
    assertTrue(Names.broken("Ratio of", "Albumin"));
    assertTrue(Names.broken("Albumin", "(Urine)"));
    assertTrue(Names.broken("Alanine", "aminotransferase"));
    assertFalse(Names.broken("Calcium", "Albumin/Creatinine Ratio"));
  }
}
