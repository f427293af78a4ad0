package io.tributary.report.layout;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Detects whether a report is written in English. */
final class EnglishDetector {
  private static final PhraseList FOREIGN = PhraseList.of("foreign");
  private static final PhraseList STOP = PhraseList.of("stop-words");
  private static final PhraseList HEADINGS = PhraseList.of("header-words");
  private static final PhraseList REPORT = PhraseList.of("report-words");
  private static final int FEW = 4;

  private EnglishDetector() {}

  static boolean isEnglish(List<TextLine> lines) {
    Set<String> foreign = new HashSet<>();
    Set<String> english = new HashSet<>();
    long latin = 0;
    long other = 0;
    for (TextLine line : lines) {
      for (String word : line.text().split("[^\\p{L}'-]+")) {
        String plain = TextPatterns.lower(word);
        if (plain.length() > 1 && FOREIGN.contains(plain)) {
          foreign.add(plain);
        } else if (plain.length() > 2
            && (STOP.contains(plain) || HEADINGS.contains(plain) || REPORT.contains(plain))) {
          english.add(plain);
        }
      }
      latin += line.text().chars().filter(c -> Character.isLetter(c) && c < 0x250).count();
      other += line.text().chars().filter(c -> Character.isLetter(c) && c >= 0x400).count();
    }
    if (other > latin) {
      return false;
    }
    return foreign.size() < FEW || foreign.size() <= english.size();
  }
}
