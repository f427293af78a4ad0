package io.tributary.report.layout;

import io.tributary.report.layout.MetadataLabels.Fact;
import io.tributary.report.page.RawReport.MetadataField;
import io.tributary.report.page.TextSpan;
import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Extracts report metadata: labels and the texts to the right of or below them. */
final class MetadataFields {
  private final Map<MetadataField, TextSpan> found = new EnumMap<>(MetadataField.class);

  private record LabelPosition(Fact fact, int from, int to, boolean colon) {}

  /** Reads the lines of a page. Known values are kept. */
  void read(List<TextLine> lines) {
    for (int i = 0; i < lines.size(); i++) {
      TextLine line = lines.get(i);
      List<LabelPosition> places = places(line);
      for (int p = 0; p < places.size(); p++) {
        LabelPosition place = places.get(p);
        int end = p + 1 < places.size() ? places.get(p + 1).from() : line.words().size();
        if (place.fact() != Fact.OTHER
            && !readRight(lines, i, place, end)
            && !(place.fact() == Fact.SPECIMEN_NUMBER && hasTextAfterColon(line, place, end))) {
          readBelow(lines, i, place);
        }
      }
    }
  }

  private static boolean hasTextAfterColon(TextLine line, LabelPosition place, int end) {
    return place.colon() && place.to() < end && line.gapBefore(place.to()) <= TextLine.CELL_GAP;
  }

  private boolean readRight(List<TextLine> lines, int at, LabelPosition place, int end) {
    TextLine line = lines.get(at);
    int stop = place.to();
    while (stop < end && (stop == place.to() || line.gapBefore(stop) <= maxGap(place.fact()))) {
      stop++;
    }
    if (stop == place.to()) {
      return false;
    }
    TextRun run = line.run(place.to(), stop);
    boolean broken =
        run.text().endsWith(",")
            || TextPatterns.isMonth(run.words().getLast().text())
            || run.text().matches("(?i)[a-z]{3,9} \\d{1,2},");
    if (place.fact() == Fact.SPECIMEN_NUMBER && run.text().matches("\\S*\\d\\S*-")) {
      Optional<TextRun> more = continuation(lines, at, line.words().get(place.from()).box().left());
      return MetadataText.store(
          place.fact(), more.map(e -> joinHyphenated(run, e)).orElse(run), found);
    }
    Optional<TextRun> rest =
        broken
            ? continuation(lines, at, line.words().get(place.from()).box().left())
            : Optional.empty();
    return MetadataText.store(place.fact(), rest.map(run::with).orElse(run), found);
  }

  private static TextRun joinHyphenated(TextRun number, TextRun end) {
    List<Word> words = new ArrayList<>(number.words());
    words.addAll(end.words());
    return new TextRun(number.page(), words, number.text() + end.text());
  }

  /**
   * Returns the text on the next lines that starts at the position of the label: the remainder of a
   * wrapped text.
   */
  private static Optional<TextRun> continuation(List<TextLine> lines, int at, double left) {
    TextLine line = lines.get(at);
    for (int j = at + 1; j < Math.min(lines.size(), at + 3); j++) {
      TextLine next = lines.get(j);
      for (TextRun cell : next.cells()) {
        boolean near = next.middle() - line.middle() < 2.2 * line.height();
        if (near
            && Math.abs(cell.left() - left) < 2 * line.charWidth()
            && !cell.text().contains(":")) {
          return Optional.of(cell);
        }
      }
    }
    return Optional.empty();
  }

  private static double maxGap(Fact fact) {
    return switch (fact) {
      case PATIENT_NAME, LAB_NAME -> 2.2;
      case AGE, SEX, AGE_SEX, SEX_AGE, SEX_DOB -> 4;
      default -> 3;
    };
  }

  private void readBelow(List<TextLine> lines, int i, LabelPosition place) {
    TextLine line = lines.get(i);
    TextRun label = line.run(place.from(), place.to());
    for (int j = i + 1; j < Math.min(lines.size(), i + 3); j++) {
      TextLine under = lines.get(j);
      if (under.middle() - line.middle() > 3.2 * Math.max(line.height(), under.height())) {
        return;
      }
      for (TextRun cell : under.cells()) {
        boolean aligned = Math.abs(cell.left() - label.left()) < 3 * line.charWidth();
        boolean centred =
            cell.left() < label.right()
                && cell.right() > label.left()
                && cell.box().width() < 4 * label.box().width() + 60;
        if ((aligned || centred)
            && !MetadataLabels.label(cell.text().replaceAll(":.*", ""))
            && MetadataText.store(place.fact(), cell, found)) {
          return;
        }
      }
    }
  }

  private static List<LabelPosition> places(TextLine line) {
    List<LabelPosition> places = new ArrayList<>();
    int at = 0;
    while (at < line.words().size()) {
      Optional<LabelPosition> place = place(line, at);
      place.ifPresent(places::add);
      at = place.map(LabelPosition::to).orElse(at + 1);
    }
    return places;
  }

  private static Optional<LabelPosition> place(TextLine line, int from) {
    boolean start = from == 0 || line.gapBefore(from) > 1.2 || hasSeparator(line, from);
    int n = line.words().size();
    for (int to = Math.min(n, from + MetadataLabels.LONGEST); to > from; to--) {
      if (isSplit(line, from, to)) {
        continue;
      }
      String text = line.run(from, to).text();
      Optional<Fact> fact = MetadataLabels.fact(text);
      if (fact.isEmpty()) {
        continue;
      }
      boolean next = to < n && line.words().get(to).text().equals(":");
      boolean colon = text.endsWith(":") || text.endsWith("#") || next;
      boolean alone = to == n || line.gapBefore(to) > TextLine.CELL_GAP;
      boolean strong =
          start
              && fact.get() != Fact.OTHER
              && (to - from > 1
                  || text.matches(
                      "(?i)dob|sex|gender|age|mrn|collected|reported|received|accession"));
      boolean bold =
          start
              && fact.get() != Fact.OTHER
              && to < n
              && line.run(from, to).bold()
              && !line.words().get(to).bold();
      if (colon || start && alone || strong || bold) {
        return Optional.of(new LabelPosition(fact.get(), from, next ? to + 1 : to, colon));
      }
    }
    return Optional.empty();
  }

  private static boolean isSplit(TextLine line, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      if (line.gapBefore(i) > TextLine.CELL_GAP) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasSeparator(TextLine line, int from) {
    return line.words().get(from - 1).text().matches(".*[,;|/)\\u2022\\u00b7-]$");
  }

  void readLetterhead(List<TextLine> lines) {
    if (!found.containsKey(MetadataField.LAB_NAME)) {
      Letterhead.findLabName(lines).ifPresent(r -> found.put(MetadataField.LAB_NAME, r.printed()));
    }
  }

  void readAddress(List<TextLine> lines) {
    if (!found.containsKey(MetadataField.LAB_ADDRESS)) {
      Letterhead.findAddress(lines)
          .ifPresent(r -> found.put(MetadataField.LAB_ADDRESS, r.printed()));
    }
  }

  Optional<RangeSex> sex() {
    return Optional.ofNullable(found.get(MetadataField.SEX)).flatMap(p -> RangeSex.of(p.text()));
  }

  Map<MetadataField, TextSpan> found() {
    return found;
  }
}
