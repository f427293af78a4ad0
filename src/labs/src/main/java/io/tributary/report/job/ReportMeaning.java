package io.tributary.report.job;

import io.tributary.report.loinc.Synonyms;
import io.tributary.report.meaning.Draft;
import io.tributary.report.page.PrintedReport;

/** Who understands what is printed: {@link io.tributary.report.meaning.Meaning}, but for tests. */
interface ReportMeaning {
  /**
   * For workers: it computes.
   *
   * @param between is run again and again, and stops the work by what it throws
   */
  Draft of(PrintedReport printed, Synonyms team, Runnable between);
}
