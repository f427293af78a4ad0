package io.tributary.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads results from lines without columns that are known: what the words are tells. */
final class FreeRows {
  /** A line of more words is none of a result, and would take long to tell. */
  private static final int MOST = 80;

  private static final Pattern VALUE_AT =
      Pattern.compile(
          "(?<=[\\s:=(\\u2192])(?:[*!\\u2191\\u2193]{1,3}\\s?|(?:H|L)\\s)?(?:" + Signs.VALUE + ")");
  private static final Pattern RANGE_NEXT =
      Pattern.compile(
          "^\\s*[,;]?\\s*([(\\[]?\\s*(?:(?i:reference|ref|normal|range|nl|rr|ri)[a-zA-Z."
              + " ]*[:=]?\\s*)?(?:"
              + Signs.NUMBER
              + "\\s*[^\\s+]{0,12}?\\s*"
              + Signs.DASH
              + "\\s*"
              + Signs.NUMBER
              + "|"
              + Signs.COMPARATOR
              + "\\s*"
              + Signs.NUMBER
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

  private FreeRows() {}

  /** A result that a line holds, and whether a unit or a range stands with it. */
  record Found(RowDraft row, Run name, boolean supported, boolean ranged) {}

  static Optional<Found> of(Line line) {
    if (line.words().size() > MOST || Noise.line(line) || Noise.prose(line)) {
      return Optional.empty();
    }
    return of(line.run(), line);
  }

  /** A result whose label says where its name ends and its value begins. */
  static Optional<Found> of(Blocks block) {
    return name(block.name()).flatMap(n -> read(n, block.rest()));
  }

  private static Optional<Found> of(Run run, Line line) {
    Found best = null;
    double most = 0;
    for (int start : starts(run, line)) {
      Optional<Run> name = run.part(0, start).flatMap(FreeRows::name);
      Optional<Run> rest = run.part(start, run.text().length());
      if (name.isEmpty() || rest.isEmpty()) {
        continue;
      }
      Optional<Found> found = read(name.get(), rest.get());
      double score = found.map(f -> score(f, run.text(), start)).orElse(0.0);
      if (score > most) {
        most = score;
        best = found.get();
      }
    }
    return Optional.ofNullable(best);
  }

  /** How much speaks for a value beginning there; of several such places the first. */
  private static double score(Found found, String text, int start) {
    String name = found.name().text();
    double score = 1 - 0.001 * start;
    score += found.row().unit() ? 1 : 0;
    score += found.ranged() ? 0.7 : 0;
    score += text.substring(0, start).matches(".*[:=]\\s*") ? 0.5 : 0;
    boolean open =
        name.chars().filter(c -> c == '(').count() > name.chars().filter(c -> c == ')').count();
    return open ? 0.1 : score;
  }

  private static Optional<Run> name(Run run) {
    String text = run.text().replaceAll("[:=\\s\\u2192]+$", "");
    return text.isEmpty()
        ? Optional.empty()
        : run.part(0, text.length()).filter(r -> !Noise.noName(r.text()));
  }

  /** Where a value may begin: at cells first, after a colon or equals sign, then anywhere. */
  private static List<Integer> starts(Run run, Line line) {
    List<Integer> starts = new ArrayList<>();
    int at = 0;
    List<Run> cells = line.cells();
    for (Run cell : cells) {
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

  private static Optional<Found> read(Run name, Run rest) {
    Optional<ValueCell> cell = ValueCell.of(rest);
    if (cell.isEmpty()) {
      return Optional.empty();
    }
    if (!cell.get().numeric()) {
      return quality(name, rest);
    }
    List<Run> named = Line.of(name.page(), name.words()).cells();
    if (named.size() > 1 && Signs.numeric(named.getLast().text())) {
      // several numbers, and no heading says which one counts
      return Optional.empty();
    }
    Optional<Found> after = afterRange(name, cell.get());
    if (after.isPresent()) {
      return after;
    }
    RowDraft row = new RowDraft(cell.get(), 0.88);
    Matcher marked = MARK_FIRST.matcher(name.text());
    Run bare = name;
    if (marked.find()) {
      name.part(0, marked.end(1)).ifPresent(row::flag);
      bare = name.part(marked.end(), name.text().length()).orElse(name);
    } else {
      bare = unflagged(name, row);
    }
    row.name(bare);
    return numbers(row, bare, cell.get());
  }

  /** The name without the flag that stands in a column of its own before it; the row gets it. */
  private static Run unflagged(Run name, RowDraft row) {
    List<Run> cells = Line.of(name.page(), name.words()).cells();
    String first = cells.getFirst().text();
    int words = cells.getFirst().words().size();
    boolean flag = words == 1 && first.matches("HH?|LL?|A|\\*{1,2}|!{1,2}");
    if (cells.size() < 2 || !flag) {
      return name;
    }
    row.flag(cells.getFirst());
    return Run.of(name.page(), name.words().subList(words, name.words().size()));
  }

  /** A result that stands right of its range. */
  private static Optional<Found> afterRange(Run name, ValueCell cell) {
    Optional<ValueCell> value =
        cell.rest().filter(r -> Signs.numeric(r.text())).flatMap(ValueCell::of);
    if (value.isEmpty() || !Signs.span(cell.value().text())) {
      return Optional.empty();
    }
    RowDraft row = new RowDraft(value.get(), 0.8).name(name).range(cell.value());
    cell.units().ifPresent(row::units);
    return Optional.of(new Found(row, name, true, true));
  }

  private static Optional<Found> numbers(RowDraft row, Run name, ValueCell cell) {
    Optional<Run> left = cell.rest();
    for (int round = 0; round < 4 && left.isPresent(); round++) {
      Run rest = left.get();
      Matcher flag = FLAG_NEXT.matcher(rest.text());
      Matcher range = RANGE_NEXT.matcher(rest.text());
      int unit = ValueCell.unit(rest.text());
      boolean ranged = range.find();
      if (flag.find() && Sort.closed(flag.group(1))) {
        rest.part(flag.start(1), flag.end(1)).ifPresent(row::flag);
        left = rest.part(flag.end(), rest.text().length());
      } else if (!row.unit() && unit > 0) {
        rest.part(0, unit).ifPresent(row::units);
        left = rest.part(unit, rest.text().length());
      } else if (!row.ranged() && ranged) {
        Tail tail = Tail.of(rest.part(range.start(1), rest.text().length()).orElseThrow());
        row.range(tail.range());
        tail.flag().ifPresent(row::flag);
        tail.units().filter(u -> !row.unit()).ifPresent(row::units);
        left = tail.rest();
      } else {
        break;
      }
    }
    if (Names.withResult(name.text())) {
      row.lessSure(0.4);
    }
    boolean clutter = left.filter(r -> r.words().size() > 3).isPresent();
    if (clutter || left.filter(r -> Signs.hasDigit(r.text())).isPresent()) {
      row.lessSure(0.6);
    }
    if (clutter && !row.ranged()) {
      return Optional.empty();
    }
    left.ifPresent(row::note);
    return Optional.of(new Found(row, name, row.unit() || row.ranged(), row.ranged()));
  }

  private static Optional<Found> quality(Run name, Run rest) {
    Run value = rest;
    Optional<Run> range = Optional.empty();
    List<Run> cells = Line.of(rest.page(), rest.words()).cells();
    if (cells.size() > 1) {
      value = cells.getFirst();
      range = Optional.of(cells.get(1));
    } else {
      int bracket = rest.text().indexOf(" (");
      if (bracket > 0) {
        value = rest.part(0, bracket).orElse(rest);
        range = rest.part(bracket + 1, rest.text().length());
      }
    }
    Optional<ValueCell> cell = ValueCell.of(value);
    if (cell.isEmpty()
        || !cell.get().quality()
        || Sort.flag(value.text()) && value.text().length() < 3) {
      return Optional.empty();
    }
    RowDraft row = new RowDraft(cell.get(), 0.8);
    Run bare = unflagged(name, row);
    row.name(bare);
    boolean ranged = range.filter(r -> QUALITY_RANGE.matcher(r.text()).matches()).isPresent();
    for (Run other : cells.size() > 1 ? cells.subList(1, cells.size()) : range.stream().toList()) {
      if (Sort.flag(other.text())) {
        row.flag(other);
      } else if (!row.ranged() && QUALITY_RANGE.matcher(other.text()).matches()) {
        row.range(other);
      }
    }
    return Optional.of(new Found(row, bare, ranged, ranged));
  }
}
