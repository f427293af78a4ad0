package io.tributary.tools.corpus;

/** The head of a page that a browser prints: the laboratory and whom the report is of. */
interface PageHead {
  String of(ReportContent paper);
}
