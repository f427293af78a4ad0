package io.tributary.report.table;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What kind of paper it is, by the words on it. */
record Paper(int ofReports, int ofOthers) {
  private static final Phrases REPORT = Phrases.of("report-words");
  private static final List<String> OTHERS =
      Phrases.lines("not-report").map(Phrases::plain).toList();

  static Paper of(List<Line> lines) {
    Set<String> report = new HashSet<>();
    Set<String> others = new HashSet<>();
    for (Line line : lines) {
      String text = " " + Phrases.plain(line.text().replaceAll("[,:;()/]", " ")) + " ";
      for (String word : text.strip().split(" ")) {
        if (REPORT.has(word)) {
          report.add(word);
        }
      }
      OTHERS.stream().filter(o -> text.contains(" " + o + " ")).forEach(others::add);
    }
    return new Paper(report.size(), others.size());
  }

  /** Whether tables on it may be taken for results. */
  boolean mayHoldTables() {
    return ofOthers < 3 || ofReports > 2 * ofOthers;
  }

  /**
   * Whether lines without a heading may be taken for results.
   *
   * @param facts how many are known of patient and sample
   */
  boolean mayHoldLines(int facts) {
    return ofReports + facts >= 2 && (ofOthers < 2 || ofReports > 3 * ofOthers);
  }
}
