package io.tributary.report.layout;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads laboratory name and address from the top of the first page. */
final class Letterhead {
  private static final PhraseList WORDS = PhraseList.of("lab-words");
  private static final PhraseList TITLES = PhraseList.of("titles");
  private static final int TOP_LINES = 8;

  /** Number of lines at either end of a page that may contain the address. */
  private static final int NEAR = 12;

  private static final int BOTTOM = 6;

  private static final Pattern PLACE =
      Pattern.compile(
          "\\b(?:CLIA|NABL|NATA|UKAS|NHS)\\b|\\b[A-Z]{1,2}\\d[A-Z\\d]? \\d[A-Z]{2}\\b|\\+\\d{2}["
              + " (-]|\\b(?:NSW|VIC|QLD|TAS|ACT) \\d{4}\\b|\\b[A-Z]\\p{L}+ ?[-,]"
              + " ?\\d{6}\\b|\\b(?:India|Australia|United"
              + " Kingdom|UK|England|Scotland|Wales|Ireland|New Zealand|Singapore|Malaysia|South"
              + " Africa|Kenya|Nigeria|Pakistan|Bangladesh|Sri Lanka|UAE|Germany|USA|United"
              + " States)$");

  private Letterhead() {}

  static Optional<TextRun> findAddress(List<TextLine> lines) {
    Optional<TextRun> out = Optional.empty();
    for (int i = 0; i < lines.size(); i++) {
      if (i >= NEAR && i < lines.size() - BOTTOM) {
        continue;
      }
      for (TextRun cell : lines.get(i).cells()) {
        String text = cell.text();
        if (PLACE.matcher(text).find() || NonResultFilter.address(text)) {
          out = Optional.of(out.map(o -> o.with(cell)).orElse(cell));
        }
      }
    }
    return out;
  }

  /**
   * Returns the laboratory name: a line at the top that mentions a laboratory, otherwise the
   * largest text there.
   */
  static Optional<TextRun> findLabName(List<TextLine> lines) {
    Optional<TextRun> best = Optional.empty();
    double most = 0;
    double usual =
        lines.stream()
            .mapToDouble(TextLine::height)
            .sorted()
            .skip(lines.size() / 2)
            .findFirst()
            .orElse(10);
    for (int i = 0; i < Math.min(TOP_LINES, lines.size()); i++) {
      for (TextRun cell : lines.get(i).cells()) {
        double score = score(cell, lines.get(i), usual, i);
        if (score > most) {
          most = score;
          best = Optional.of(cell);
        }
      }
    }
    return best;
  }

  private static double score(TextRun cell, TextLine line, double usual, int at) {
    String text = cell.text();
    boolean no =
        TITLES.contains(text)
            || text.contains(":")
            || MetadataLabels.label(text)
            || !TextPatterns.hasLetter(text)
            || text.length() < 4
            || text.matches(".*\\d{3}.*")
            || cell.words().size() > 9
            || NonResultFilter.countStopWords(text) > 2;
    if (no) {
      return 0;
    }
    double score = WORDS.containsPhraseOf(text) ? 3 : 0;
    score += text.toLowerCase().matches(".*(?:laborator|diagnost|patholog|labs?\\b).*") ? 1.5 : 0;
    double size = cell.box().height() / Math.max(usual, 1);
    score += size > 1.15 ? Math.min(3, 2 * (size - 1)) : 0;
    score += cell.bold() ? 0.3 : 0;
    return score < 0.5 ? 0 : score - 0.25 * at;
  }
}
