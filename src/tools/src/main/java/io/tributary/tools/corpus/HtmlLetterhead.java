package io.tributary.tools.corpus;

/** Renders the head of an HTML page with the laboratory and the patient. */
interface HtmlLetterhead {
  String of(ReportContent paper);
}
