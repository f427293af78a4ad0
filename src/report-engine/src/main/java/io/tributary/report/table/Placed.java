package io.tributary.report.table;

import java.util.Optional;

/** A line of a table with its words in columns, and what it is. */
record Placed(Line line, Assignment found, Role role, Optional<RowDraft> draft) {
  /** What a line of a table is. */
  enum Role {
    /** Has a value, or says that there is none. */
    RESULT,
    /** Part of the row above or below it, or a heading. */
    PART,
    /** A remark. */
    TALK,
    NOISE
  }

  private static final java.util.regex.Pattern FLAGGED =
      java.util.regex.Pattern.compile(
          "^(HH|LL|[HLA]|(?i:high|low|abnormal|critical)|\\*{1,3}|[\\u2191\\u2193]{1,2})\\s+(?=[<>(\\[\\u2264\\u2265\\d])");

  static Placed of(Line line, java.util.List<Column> columns, boolean talking) {
    return of(line, columns, talking, false);
  }

  /**
   * @param talking whether the line above is a remark
   * @param marks whether lines of the table mark results by signs that stand apart
   */
  static Placed of(Line line, java.util.List<Column> columns, boolean talking, boolean marks) {
    Assignment plain = Assignment.of(line, columns);
    Assignment placed = LoneSign.parted(plain, marks);
    Assignment found = bounded(columns, measured(titled(whole(SpiltValue.whole(placed)), columns)));
    if (Noise.line(line) && !whole(found.cells())) {
      return new Placed(line, found, Role.NOISE, Optional.empty());
    }
    Optional<Run> note = found.cell(Kind.NAME).filter(n -> Panels.method(n).isPresent());
    if (note.isPresent() && found.cell(Kind.VALUE).isEmpty()) {
      return new Placed(line, found, Role.PART, Optional.empty());
    }
    boolean alone =
        Ranges.labelled(line.text()) && Signs.hasDigit(line.text())
            || Signs.span(line.text()) && found.cell(Kind.VALUE).isEmpty();
    Optional<Assignment> told = ToldRange.of(line, found);
    if (told.isPresent()) {
      return new Placed(line, told.get(), Role.PART, Optional.empty());
    }
    if (line.cells().size() == 1 && alone) {
      Assignment range =
          new Assignment(line, java.util.Map.of(Kind.RANGE, line.run()), found.chosen(), 0);
      return new Placed(line, range, Role.PART, Optional.empty());
    }
    if (line.cells().size() == 1 && Noise.classRange(line.text())) {
      Assignment range =
          new Assignment(line, java.util.Map.of(Kind.RANGE, line.run()), found.chosen(), 0);
      return new Placed(line, range, Role.PART, Optional.empty());
    }
    boolean complete = line.cells().size() > 2 && whole(found.cells());
    if (!complete && Noise.prose(line)
        || Panels.method(line.run()).isPresent()
        || talking && goesOn(line)) {
      return new Placed(line, found, Role.TALK, Optional.empty());
    }
    found = negated(found);
    Optional<Run> value = value(found);
    Optional<Run> name = found.cell(Kind.NAME);
    if (value.isEmpty() && blank(found)) {
      return new Placed(line, found, Role.RESULT, Optional.empty());
    }
    if (value.isEmpty() || name.isPresent() && rangeLine(found, name.get())) {
      return new Placed(line, found, Role.PART, Optional.empty());
    }
    Optional<ValueCell> cell = ValueCell.of(value.get());
    if (line.cells().size() == 1 && line.words().size() > 4 && Noise.stops(line.text()) > 0) {
      return new Placed(line, found, Role.TALK, Optional.empty());
    }
    if (cell.isEmpty()) {
      boolean result = name.isPresent() && !name.get().text().endsWith(":");
      return new Placed(line, found, result ? Role.RESULT : Role.PART, Optional.empty());
    }
    if (cell.get().numeric() && !plausible(cell.get())
        || name.isPresent() && Noise.noName(name.get().text())
        || !cell.get().numeric() && !worded(found, cell.get())) {
      boolean label = name.isPresent() && Labels.label(name.get().text());
      return new Placed(line, found, label ? Role.NOISE : Role.PART, Optional.empty());
    }
    RowDraft row = draft(found, cell.get());
    if (placed != plain) {
      placed.cell(Kind.FLAG).ifPresent(row::flag);
    }
    if (!row.unit() && cell.get().numeric()) {
      columns.stream()
          .filter(c -> c.kind() == Kind.VALUE)
          .findFirst()
          .flatMap(Column::unit)
          .ifPresent(row::units);
    }
    return Stray.is(row, found, columns)
        ? new Placed(line, found, Role.NOISE, Optional.empty())
        : new Placed(line, found, Role.RESULT, Optional.of(row));
  }

  /** The word that turns a result round is part of it, however near it stands to the name. */
  private static Assignment negated(Assignment found) {
    Run name = found.cells().get(Kind.NAME);
    Run value = found.cells().get(Kind.VALUE);
    if (name == null
        || value == null
        || name.words().size() < 2
        || !name.words().getLast().text().matches("(?i)not|non|no|none")
        || !Signs.hasLetter(value.text())) {
      return found;
    }
    int last = name.words().size() - 1;
    java.util.Map<Kind, Run> cells = new java.util.EnumMap<>(found.cells());
    cells.put(Kind.NAME, Run.of(name.page(), name.words().subList(0, last)));
    cells.put(Kind.VALUE, Run.of(name.page(), name.words().subList(last, last + 1)).with(value));
    return new Assignment(found.line(), cells, found.chosen(), found.cost());
  }

  /** A unit in the place of the name belongs to a name on the line above. */
  private static Assignment measured(Assignment found) {
    Run name = found.cells().get(Kind.NAME);
    boolean unit =
        name != null
            && found.cells().containsKey(Kind.VALUE)
            && !found.cells().containsKey(Kind.UNIT)
            && Units.is(name.text())
            && Names.unit(name).isEmpty()
            && !Noise.perField(name.text())
            && (name.text().contains("/") || !Names.known(name.text()));
    if (!unit) {
      return found;
    }
    java.util.Map<Kind, Run> cells = new java.util.EnumMap<>(found.cells());
    cells.remove(Kind.NAME);
    cells.put(Kind.UNIT, name);
    return new Assignment(found.line(), cells, found.chosen(), found.cost());
  }

  /** A range alone in the place of a value, in a table without a column of ranges. */
  private static Assignment bounded(java.util.List<Column> columns, Assignment found) {
    Run value = found.cells().get(Kind.VALUE);
    boolean range =
        value != null
            && found.cells().size() == 1
            && columns.stream().noneMatch(c -> c.kind() == Kind.RANGE)
            && Signs.range(value.text());
    return range
        ? new Assignment(found.line(), java.util.Map.of(Kind.RANGE, value), found.chosen(), 0)
        : found;
  }

  /** A text alone at the left edge is a title, also where the names stand elsewhere. */
  private static Assignment titled(Assignment found, java.util.List<Column> columns) {
    Line line = found.line();
    String text = line.text();
    boolean alone = line.cells().size() == 1 && !found.cells().containsKey(Kind.NAME);
    boolean edge =
        line.box().left() < columns.getFirst().right() && columns.getFirst().kind() != Kind.NAME;
    if (!alone
        || !edge
        || Signs.hasDigit(text)
        || Sort.quality(text)
        || Units.is(text)
        || Noise.guideline(text)) {
      return found;
    }
    return new Assignment(
        line, java.util.Map.of(Kind.NAME, line.run()), found.chosen(), found.cost());
  }

  /** A text without a gap that only reaches into the column of values is all name. */
  private static Assignment whole(Assignment found) {
    Run name = found.cells().get(Kind.NAME);
    Run value = found.cells().get(Kind.VALUE);
    if (name != null && onlyName(found)) {
      return new Assignment(
          found.line(),
          java.util.Map.of(Kind.NAME, found.line().run()),
          found.chosen(),
          found.cost());
    }
    if (name == null || value == null) {
      return found;
    }
    double gap = (value.left() - name.right()) / found.line().sign();
    Optional<Assignment> marked = FootMark.atName(found, name, value, gap);
    if (marked.isPresent()) {
      return marked.get();
    }
    boolean mark = value.text().matches("0\\d") && gap < 2 * Line.CELL_GAP;
    if (gap > Line.CELL_GAP && !mark) {
      return found;
    }
    Optional<ValueCell> cell = ValueCell.of(value);
    if (!mark && (cell.isEmpty() || cell.get().numeric() || cell.get().quality())) {
      return found;
    }
    java.util.Map<Kind, Run> cells = new java.util.EnumMap<>(found.cells());
    cells.remove(Kind.VALUE);
    cells.put(Kind.NAME, name.with(value));
    return new Assignment(found.line(), cells, found.chosen(), found.cost());
  }

  /** Whether a line is a name that is wider than its column. */
  private static boolean onlyName(Assignment found) {
    Line line = found.line();
    return line.cells().size() == 1
        && line.words().size() > 3
        && found.cells().size() > 1
        && line.words().stream().allMatch(w -> Sort.of(w.text()) == Sort.TEXT)
        && Names.known(line.text())
        && !line.text().endsWith(".");
  }

  /** The cell with the value; where two columns hold values, the one that is filled. */
  private static Optional<Run> value(Assignment found) {
    Optional<Run> in =
        found.cell(Kind.VALUE).filter(v -> v.text().matches(".*[\\p{L}\\p{N}+*-].*"));
    Optional<Run> out = found.cell(Kind.OUT).filter(v -> v.text().matches(".*[\\p{L}\\p{N}+].*"));
    if (in.isPresent() && out.isPresent() && ValueCell.of(in.get()).isEmpty()) {
      return out;
    }
    return in.isPresent() ? in : out;
  }

  /** Whether a line has all that a result has, whatever words are in it. */
  private static boolean whole(java.util.Map<Kind, Run> cells) {
    return cells.containsKey(Kind.NAME)
        && cells.containsKey(Kind.VALUE)
        && ValueCell.of(cells.get(Kind.VALUE)).filter(ValueCell::numeric).isPresent()
        && cells.containsKey(Kind.UNIT)
        && Units.is(cells.get(Kind.UNIT).text())
        && cells.containsKey(Kind.RANGE)
        && Signs.hasDigit(cells.get(Kind.RANGE).text());
  }

  /** Whether a row has everything but a value. */
  private static boolean blank(Assignment found) {
    boolean unit = found.cell(Kind.UNIT).filter(u -> Units.is(u.text())).isPresent();
    boolean range = found.cell(Kind.RANGE).filter(r -> Signs.hasDigit(r.text())).isPresent();
    boolean named = found.cell(Kind.NAME).filter(n -> !Noise.guideline(n.text())).isPresent();
    return named && range && (unit || found.cell(Kind.PREVIOUS).isPresent());
  }

  /** Whether it only says which range is for whom. */
  private static boolean rangeLine(Assignment found, Run name) {
    return Noise.guideline(name.text());
  }

  private static boolean goesOn(Line line) {
    String text = line.text();
    return line.cells().size() == 1
        && (Character.isLowerCase(text.charAt(0))
            || text.endsWith(".") && line.words().size() > 2
            || line.words().size() >= 5 && Noise.stops(text) > 0);
  }

  private static boolean plausible(ValueCell cell) {
    return cell.rest().isEmpty() || cell.rest().get().words().size() <= 2;
  }

  /** Whether words can be a value: known ones, or few beside a name. */
  private static boolean worded(Assignment found, ValueCell cell) {
    if (found.cell(Kind.NAME).isEmpty()) {
      return cell.quality();
    }
    if (BloodGroup.is(cell.value().text())
        && BloodGroup.asked(found.cell(Kind.NAME).get().text())) {
      return true;
    }
    if (Units.is(cell.value().text()) && !Sort.quality(cell.value().text())) {
      return false;
    }
    String first = cell.value().words().getFirst().text();
    if (first.contains("/") && Units.is(first)
        || found.cell(Kind.RANGE).filter(r -> Signs.date(r.words().getLast().text())).isPresent()) {
      return cell.quality();
    }
    boolean likely =
        cell.quality()
            || found.cell(Kind.RANGE).isPresent()
            || found.cell(Kind.FLAG).filter(f -> Sort.flag(f.text())).isPresent()
            || Names.known(found.cell(Kind.NAME).get().text());
    return likely
        && cell.value().words().size() <= 8
        && (cell.quality() || HeaderWords.exactly(cell.value().text()).isEmpty());
  }

  private static RowDraft draft(Assignment found, ValueCell value) {
    double sure = 0.98 - Math.min(0.4, Math.max(0, found.cost() - 0.35) * 0.5);
    RowDraft row = new RowDraft(value, sure);
    found.cell(Kind.NAME).ifPresent(n -> name(row, n, found.line().sign()));
    found.cell(Kind.UNIT).filter(u -> Units.is(u.text())).ifPresent(u -> row.hoursAreHigh());
    found.cell(Kind.UNIT).ifPresent(u -> unit(row, u));
    found.cell(Kind.RANGE).ifPresent(r -> range(row, r));
    found.cell(Kind.FLAG).filter(f -> Sort.flag(f.text())).ifPresent(row::flag);
    found.cell(Kind.METHOD).ifPresent(row::method);
    found.cell(Kind.LOINC).filter(l -> l.text().matches("\\d{1,5}-\\d")).ifPresent(row::loinc);
    value.rest().ifPresent(r -> row.note(r).lessSure(Signs.hasDigit(r.text()) ? 0.3 : 0.7));
    if (found.cell(Kind.VALUE).isPresent() && found.cell(Kind.OUT).isPresent()) {
      row.lessSure(0.7);
    }
    Doubts.cells(row, found, value);
    return row;
  }

  /** The name, and the flag that may stand before it. */
  private static void name(RowDraft row, Run name, double sign) {
    java.util.List<io.tributary.report.page.Word> words = name.words();
    boolean flagged =
        words.size() > 1
            && words.get(0).text().matches("[*!\\u2191\\u2193]{1,3}|HH?|LL?|A")
            && (words.get(0).text().matches("[!\\u2191\\u2193]{1,2}")
                || words.get(1).box().left() - words.get(0).box().right() > 1.2 * sign);
    if (flagged) {
      row.flag(Run.of(name.page(), words.subList(0, 1)));
      row.name(Run.of(name.page(), words.subList(1, words.size())));
    } else {
      row.name(name);
    }
  }

  /** A range, and the flag that may stand before it. */
  private static void range(RowDraft row, Run cell) {
    java.util.regex.Matcher m = FLAGGED.matcher(cell.text());
    Optional<Run> range =
        m.find() ? cell.part(m.end(), cell.text().length()) : Optional.<Run>empty();
    if (range.isPresent()) {
      cell.part(m.start(1), m.end(1)).ifPresent(row::flag);
    }
    row.range(range.orElse(cell));
  }

  /** Units, and the flag that may stand before or after them. */
  private static void unit(RowDraft row, Run cell) {
    String text = cell.text();
    java.util.regex.Matcher m =
        java.util.regex.Pattern.compile(
                "^(?:(HH|LL|H|L|A|\\*+)\\s+)?(.*?)(?:\\s+(HH|LL|H|L|A|\\*+))?$")
            .matcher(text);
    if (m.matches()
        && (m.group(1) != null || m.group(3) != null)
        && !m.group(2).endsWith("/")
        && Sort.flag(text.substring(0, 1)) | m.group(3) != null) {
      int group = m.group(1) != null ? 1 : 3;
      cell.part(m.start(group), m.end(group)).ifPresent(row::flag);
      cell.part(m.start(2), m.end(2)).ifPresent(row::units);
    } else if (Sort.flag(text) && !Units.is(text)) {
      row.flag(cell);
    } else if (text.matches(".*[\\p{L}\\p{N}%].*")) {
      row.units(cell);
    }
  }

  Optional<Run> cell(Kind kind) {
    return found.cell(kind);
  }

  Optional<Run> method() {
    return Panels.method(line.run());
  }

  /** Whether nothing in it can be a result of its own. */
  boolean onlyNames() {
    return cell(Kind.VALUE).filter(v -> !Units.is(v.text())).isEmpty()
        && cell(Kind.PREVIOUS).isEmpty()
        && line.words().stream().noneMatch(w -> Signs.date(w.text()));
  }

  boolean onlyRange() {
    return cell(Kind.NAME).isEmpty() && cell(Kind.RANGE).isPresent()
        || cell(Kind.NAME).filter(n -> Noise.guideline(n.text())).isPresent()
            && Signs.hasDigit(line.text());
  }
}
