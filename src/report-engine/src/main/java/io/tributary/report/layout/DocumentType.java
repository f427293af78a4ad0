package io.tributary.report.layout;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Estimates from its words whether a document is a lab report. */
record DocumentType(int ofReports, int ofOthers) {
  private static final PhraseList REPORT = PhraseList.of("report-words");
  private static final List<String> OTHERS =
      PhraseList.lines("not-report").map(PhraseList::normalize).toList();

  static DocumentType of(List<TextLine> lines) {
    Set<String> report = new HashSet<>();
    Set<String> others = new HashSet<>();
    for (TextLine line : lines) {
      String text = " " + PhraseList.normalize(line.text().replaceAll("[,:;()/]", " ")) + " ";
      for (String word : text.strip().split(" ")) {
        if (REPORT.contains(word)) {
          report.add(word);
        }
      }
      OTHERS.stream().filter(o -> text.contains(" " + o + " ")).forEach(others::add);
    }
    return new DocumentType(report.size(), others.size());
  }

  /** Checks whether tables may be taken for results. */
  boolean mayHoldTables() {
    return ofOthers < 3 || ofReports > 2 * ofOthers;
  }

  /**
   * Checks whether lines without a heading may be taken for results.
   *
   * @param facts number of known facts about patient and sample
   */
  boolean mayHoldLines(int facts) {
    return ofReports + facts >= 2 && (ofOthers < 2 || ofReports > 3 * ofOthers);
  }
}
