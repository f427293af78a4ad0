package io.tributary.report.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads results from lines without known columns, based only on word types. */
final class UnheadedRows {
  /** Maximum number of words in a line; longer lines hold no result and are slow to analyze. */
  private static final int MAX_WORDS = 80;

  private static final Pattern VALUE_AT =
      Pattern.compile(
          "(?<=[\\s:=(\\u2192])(?:[*!\\u2191\\u2193]{1,3}\\s?|(?:H|L)\\s)?(?:"
              + TextPatterns.VALUE
              + ")");
  private static final Pattern RANGE_NEXT =
      Pattern.compile(
          "^\\s*[,;]?\\s*([(\\[]?\\s*(?:(?i:reference|ref|normal|range|nl|rr|ri)[a-zA-Z."
              + " ]*[:=]?\\s*)?(?:"
              + TextPatterns.NUMBER
              + "\\s*[^\\s+]{0,12}?\\s*"
              + TextPatterns.DASH
              + "\\s*"
              + TextPatterns.NUMBER
              + "|"
              + TextPatterns.COMPARATOR
              + "\\s*"
              + TextPatterns.NUMBER
              + ").*)$");
  private static final Pattern FLAG_NEXT =
      Pattern.compile(
          "^\\s*[,;-]?\\s*([(\\[]?(?:HH|LL|H|L|A|\\*{1,2}|[\\u2191\\u2193]{1,2}|(?i:above"
              + " range|below range|high|low|critical|abnormal|normal))[)\\]]?)(?=$|[\\s,;(])");
  private static final Pattern QUALITY_RANGE =
      Pattern.compile(
          "^\\s*[(\\[]?\\s*(?:(?i:reference|ref|normal|expected)[a-zA-Z."
              + " ]*[:=]?\\s*)?([\\p{L}-]+(?: [\\p{L}-]+){0,2})\\s*[)\\]]?\\s*$");

  private static final Pattern MARK_FIRST =
      Pattern.compile("^([!\\u2191\\u2193\\u25b2\\u25bc]{1,2})\\s*(?=\\p{L})");

  private UnheadedRows() {}

  /** Result of a line, and whether a unit or range accompanies it. */
  record DetectedRow(RowDraft row, TextRun name, boolean supported, boolean ranged) {}

  static Optional<DetectedRow> of(TextLine line) {
    if (line.words().size() > MAX_WORDS
        || NonResultFilter.isNonResultLine(line)
        || NonResultFilter.isProse(line)) {
      return Optional.empty();
    }
    return of(line.run(), line);
  }

  /** Reads a result whose label separates name and value. */
  static Optional<DetectedRow> of(LabelBlocks block) {
    return name(block.name()).flatMap(n -> read(n, block.rest()));
  }

  private static Optional<DetectedRow> of(TextRun run, TextLine line) {
    DetectedRow best = null;
    double most = 0;
    for (int start : valueStarts(run, line)) {
      Optional<TextRun> name = run.substring(0, start).flatMap(UnheadedRows::name);
      Optional<TextRun> rest = run.substring(start, run.text().length());
      if (name.isEmpty() || rest.isEmpty()) {
        continue;
      }
      Optional<DetectedRow> found = read(name.get(), rest.get());
      double score = found.map(f -> score(f, run.text(), start)).orElse(0.0);
      if (score > most) {
        most = score;
        best = found.get();
      }
    }
    return Optional.ofNullable(best);
  }

  /** Scores a candidate start of the value; the first of the best candidates wins. */
  private static double score(DetectedRow found, String text, int start) {
    String name = found.name().text();
    double score = 1 - 0.001 * start;
    score += found.row().unit() ? 1 : 0;
    score += found.ranged() ? 0.7 : 0;
    score += text.substring(0, start).matches(".*[:=]\\s*") ? 0.5 : 0;
    boolean open =
        name.chars().filter(c -> c == '(').count() > name.chars().filter(c -> c == ')').count();
    return open ? 0.1 : score;
  }

  private static Optional<TextRun> name(TextRun run) {
    String text = run.text().replaceAll("[:=\\s\\u2192]+$", "");
    return text.isEmpty()
        ? Optional.empty()
        : run.substring(0, text.length()).filter(r -> !NonResultFilter.isNotName(r.text()));
  }

  /**
   * Returns possible starts of the value: cells first, then positions after a colon or equals sign,
   * then all others.
   */
  private static List<Integer> valueStarts(TextRun run, TextLine line) {
    List<Integer> starts = new ArrayList<>();
    int at = 0;
    List<TextRun> cells = line.cells();
    for (TextRun cell : cells) {
      int start = run.text().indexOf(cell.text(), at);
      if (start > 0) {
        starts.add(start);
      }
      at = Math.max(at, start + cell.text().length());
    }
    for (String sign : List.of("= ", ": ")) {
      int after = run.text().indexOf(sign) + sign.length();
      if (after > sign.length() && !starts.contains(after)) {
        starts.addFirst(after);
      }
    }
    Matcher m = VALUE_AT.matcher(run.text());
    while (m.find()) {
      if (!starts.contains(m.start())) {
        starts.add(m.start());
      }
    }
    return starts;
  }

  private static Optional<DetectedRow> read(TextRun name, TextRun rest) {
    Optional<ValueCell> cell = ValueCell.parse(rest);
    if (cell.isEmpty()) {
      return Optional.empty();
    }
    if (!cell.get().isNumeric()) {
      return quality(name, rest);
    }
    List<TextRun> named = TextLine.of(name.page(), name.words()).cells();
    if (named.size() > 1 && TextPatterns.isNumeric(named.getLast().text())) {
      // Several numbers, and no heading identifies the current one.
      return Optional.empty();
    }
    Optional<DetectedRow> after = readAfterRange(name, cell.get());
    if (after.isPresent()) {
      return after;
    }
    RowDraft row = new RowDraft(cell.get(), 0.88);
    Matcher marked = MARK_FIRST.matcher(name.text());
    TextRun bare = name;
    if (marked.find()) {
      name.substring(0, marked.end(1)).ifPresent(row::flag);
      bare = name.substring(marked.end(), name.text().length()).orElse(name);
    } else {
      bare = splitFlag(name, row);
    }
    row.name(bare);
    return numbers(row, bare, cell.get());
  }

  /** Removes a flag in a separate column before the name and adds it to the row. */
  private static TextRun splitFlag(TextRun name, RowDraft row) {
    List<TextRun> cells = TextLine.of(name.page(), name.words()).cells();
    String first = cells.getFirst().text();
    int words = cells.getFirst().words().size();
    boolean flag = words == 1 && first.matches("HH?|LL?|A|\\*{1,2}|!{1,2}");
    if (cells.size() < 2 || !flag) {
      return name;
    }
    row.flag(cells.getFirst());
    return TextRun.of(name.page(), name.words().subList(words, name.words().size()));
  }

  private static Optional<DetectedRow> readAfterRange(TextRun name, ValueCell cell) {
    Optional<ValueCell> value =
        cell.rest().filter(r -> TextPatterns.isNumeric(r.text())).flatMap(ValueCell::parse);
    if (value.isEmpty() || !TextPatterns.isSpan(cell.value().text())) {
      return Optional.empty();
    }
    RowDraft row = new RowDraft(value.get(), 0.8).name(name).range(cell.value());
    cell.units().ifPresent(row::units);
    return Optional.of(new DetectedRow(row, name, true, true));
  }

  private static Optional<DetectedRow> numbers(RowDraft row, TextRun name, ValueCell cell) {
    Optional<TextRun> left = cell.rest();
    for (int round = 0; round < 4 && left.isPresent(); round++) {
      TextRun rest = left.get();
      Matcher flag = FLAG_NEXT.matcher(rest.text());
      Matcher range = RANGE_NEXT.matcher(rest.text());
      int unit = ValueCell.unitLength(rest.text());
      boolean ranged = range.find();
      if (flag.find() && TokenType.hasClosedBrackets(flag.group(1))) {
        rest.substring(flag.start(1), flag.end(1)).ifPresent(row::flag);
        left = rest.substring(flag.end(), rest.text().length());
      } else if (!row.unit() && unit > 0) {
        rest.substring(0, unit).ifPresent(row::units);
        left = rest.substring(unit, rest.text().length());
      } else if (!row.hasRange() && ranged) {
        RangeSuffix tail =
            RangeSuffix.of(rest.substring(range.start(1), rest.text().length()).orElseThrow());
        row.range(tail.range());
        tail.flag().ifPresent(row::flag);
        tail.units().filter(u -> !row.unit()).ifPresent(row::units);
        left = tail.rest();
      } else {
        break;
      }
    }
    if (TestNames.endsWithResult(name.text())) {
      row.reduceConfidence(0.4);
    }
    boolean clutter = left.filter(r -> r.words().size() > 3).isPresent();
    if (clutter || left.filter(r -> TextPatterns.hasDigit(r.text())).isPresent()) {
      row.reduceConfidence(0.6);
    }
    if (clutter && !row.hasRange()) {
      return Optional.empty();
    }
    left.ifPresent(row::note);
    return Optional.of(new DetectedRow(row, name, row.unit() || row.hasRange(), row.hasRange()));
  }

  private static Optional<DetectedRow> quality(TextRun name, TextRun rest) {
    TextRun value = rest;
    Optional<TextRun> range = Optional.empty();
    List<TextRun> cells = TextLine.of(rest.page(), rest.words()).cells();
    if (cells.size() > 1) {
      value = cells.getFirst();
      range = Optional.of(cells.get(1));
    } else {
      int bracket = rest.text().indexOf(" (");
      if (bracket > 0) {
        value = rest.substring(0, bracket).orElse(rest);
        range = rest.substring(bracket + 1, rest.text().length());
      }
    }
    Optional<ValueCell> cell = ValueCell.parse(value);
    if (cell.isEmpty()
        || !cell.get().isQualitative()
        || TokenType.isFlag(value.text()) && value.text().length() < 3) {
      return Optional.empty();
    }
    RowDraft row = new RowDraft(cell.get(), 0.8);
    TextRun bare = splitFlag(name, row);
    row.name(bare);
    boolean ranged = range.filter(r -> QUALITY_RANGE.matcher(r.text()).matches()).isPresent();
    for (TextRun other :
        cells.size() > 1 ? cells.subList(1, cells.size()) : range.stream().toList()) {
      if (TokenType.isFlag(other.text())) {
        row.flag(other);
      } else if (!row.hasRange() && QUALITY_RANGE.matcher(other.text()).matches()) {
        row.range(other);
      }
    }
    return Optional.of(new DetectedRow(row, bare, ranged, ranged));
  }
}
