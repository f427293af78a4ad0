package io.tributary.report.parsing;

import io.tributary.report.interpret.ParsedReport;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.RawReport;

/**
 * Interprets printed results; implemented by {@link
 * io.tributary.report.interpret.ReportInterpreter} except in tests.
 */
interface PrintedReportInterpreter {
  /**
   * Interprets a report. CPU-bound, so call it on a worker.
   *
   * @param checkpoint runs between steps and aborts the work by throwing
   */
  ParsedReport interpret(RawReport printed, Synonyms team, Runnable checkpoint);
}
