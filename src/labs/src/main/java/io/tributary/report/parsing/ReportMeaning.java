package io.tributary.report.parsing;

import io.tributary.report.interpret.ParsedReport;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.RawReport;

/**
 * Who understands what is printed: {@link io.tributary.report.interpret.ReportInterpreter}, but for
 * tests.
 */
interface ReportMeaning {
  /**
   * For workers: it computes.
   *
   * @param between is run again and again, and stops the work by what it throws
   */
  ParsedReport of(RawReport printed, Synonyms team, Runnable between);
}
