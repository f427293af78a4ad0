package io.tributary.report.table;

import java.util.List;
import java.util.Optional;

/** What stands at the top of the first page. */
final class Letterhead {
  private static final Phrases WORDS = Phrases.of("lab-words");
  private static final Phrases TITLES = Phrases.of("titles");
  private static final int LOOKED_AT = 8;

  private Letterhead() {}

  /** The name of the laboratory: a line at the top that speaks of one, else the largest there. */
  static Optional<Run> lab(List<Line> lines) {
    Optional<Run> best = Optional.empty();
    double most = 0;
    double usual =
        lines.stream()
            .mapToDouble(Line::height)
            .sorted()
            .skip(lines.size() / 2)
            .findFirst()
            .orElse(10);
    for (int i = 0; i < Math.min(LOOKED_AT, lines.size()); i++) {
      for (Run cell : lines.get(i).cells()) {
        double score = score(cell, lines.get(i), usual, i);
        if (score > most) {
          most = score;
          best = Optional.of(cell);
        }
      }
    }
    return best;
  }

  private static double score(Run cell, Line line, double usual, int at) {
    String text = cell.text();
    boolean no =
        TITLES.has(text)
            || text.contains(":")
            || Labels.label(text)
            || !Signs.hasLetter(text)
            || text.length() < 4
            || text.matches(".*\\d{3}.*")
            || cell.words().size() > 9
            || Noise.stops(text) > 2;
    if (no) {
      return 0;
    }
    double score = WORDS.within(text) ? 3 : 0;
    score += text.toLowerCase().matches(".*(?:laborator|diagnost|patholog|labs?\\b).*") ? 1.5 : 0;
    double size = cell.box().height() / Math.max(usual, 1);
    score += size > 1.15 ? Math.min(3, 2 * (size - 1)) : 0;
    score += cell.bold() ? 0.3 : 0;
    return score < 0.5 ? 0 : score - 0.25 * at;
  }
}
