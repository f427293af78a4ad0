package io.tributary.bench.report;

/** The head of a page that a browser prints: the laboratory and whom the report is of. */
interface PageHead {
  String of(Paper paper);
}
