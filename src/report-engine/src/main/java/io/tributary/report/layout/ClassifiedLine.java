package io.tributary.report.layout;

import java.util.Optional;

/** Line of a table with its words assigned to columns and its role. */
record ClassifiedLine(TextLine line, ColumnAssignment found, Role role, Optional<RowDraft> draft) {
  /** Role of a line in a table. */
  enum Role {
    /** Holds a value or a statement that there is none. */
    RESULT,
    /** Part of the row above or below, or a heading. */
    PART,
    /** Remark of the laboratory. */
    REMARK,
    NOISE
  }

  private static final java.util.regex.Pattern FLAGGED =
      java.util.regex.Pattern.compile(
          "^(HH|LL|[HLA]|(?i:high|low|abnormal|critical)|\\*{1,3}|[\\u2191\\u2193]{1,2})\\s+(?=[<>(\\[\\u2264\\u2265\\d])");

  static ClassifiedLine of(TextLine line, java.util.List<TableColumn> columns, boolean talking) {
    return of(line, columns, talking, false);
  }

  /**
   * @param talking whether the line above is a remark
   * @param marks whether lines of the table mark results with separate signs
   */
  static ClassifiedLine of(
      TextLine line, java.util.List<TableColumn> columns, boolean talking, boolean marks) {
    ColumnAssignment plain = ColumnAssignment.of(line, columns);
    ColumnAssignment placed = AbnormalSign.separate(plain, marks);
    ColumnAssignment found =
        moveRangeFromValue(
            columns, moveUnitFromName(treatAsTitle(whole(OverflowValue.rejoin(placed)), columns)));
    if (NonResultFilter.isNonResultLine(line) && !whole(found.cells())) {
      return new ClassifiedLine(line, found, Role.NOISE, Optional.empty());
    }
    Optional<TextRun> note =
        found.cell(ColumnKind.NAME).filter(n -> PanelHeadings.method(n).isPresent());
    if (note.isPresent() && found.cell(ColumnKind.VALUE).isEmpty()) {
      return new ClassifiedLine(line, found, Role.PART, Optional.empty());
    }
    boolean alone =
        RangeCells.isLabeledRange(line.text()) && TextPatterns.hasDigit(line.text())
            || TextPatterns.isSpan(line.text()) && found.cell(ColumnKind.VALUE).isEmpty();
    Optional<ColumnAssignment> told = LabeledRange.of(line, found);
    if (told.isPresent()) {
      return new ClassifiedLine(line, told.get(), Role.PART, Optional.empty());
    }
    if (line.cells().size() == 1 && alone) {
      ColumnAssignment range =
          new ColumnAssignment(
              line, java.util.Map.of(ColumnKind.RANGE, line.run()), found.chosen(), 0);
      return new ClassifiedLine(line, range, Role.PART, Optional.empty());
    }
    if (line.cells().size() == 1 && NonResultFilter.isClassRange(line.text())) {
      ColumnAssignment range =
          new ColumnAssignment(
              line, java.util.Map.of(ColumnKind.RANGE, line.run()), found.chosen(), 0);
      return new ClassifiedLine(line, range, Role.PART, Optional.empty());
    }
    boolean complete = line.cells().size() > 2 && whole(found.cells());
    if (!complete && NonResultFilter.isProse(line)
        || PanelHeadings.method(line.run()).isPresent()
        || talking && continuesSentence(line)) {
      return new ClassifiedLine(line, found, Role.REMARK, Optional.empty());
    }
    found = attachNegation(found);
    Optional<TextRun> value = value(found);
    Optional<TextRun> name = found.cell(ColumnKind.NAME);
    if (value.isEmpty() && lacksValue(found)) {
      return new ClassifiedLine(line, found, Role.RESULT, Optional.empty());
    }
    if (value.isEmpty() || name.isPresent() && isRangeLabel(found, name.get())) {
      return new ClassifiedLine(line, found, Role.PART, Optional.empty());
    }
    Optional<ValueCell> cell = ValueCell.parse(value.get());
    if (line.cells().size() == 1
        && line.words().size() > 4
        && NonResultFilter.countStopWords(line.text()) > 0) {
      return new ClassifiedLine(line, found, Role.REMARK, Optional.empty());
    }
    if (cell.isEmpty()) {
      boolean result = name.isPresent() && !name.get().text().endsWith(":");
      return new ClassifiedLine(line, found, result ? Role.RESULT : Role.PART, Optional.empty());
    }
    if (cell.get().isNumeric() && !isPlausible(cell.get())
        || name.isPresent() && NonResultFilter.isNotName(name.get().text())
        || !cell.get().isNumeric() && !isWordValue(found, cell.get())) {
      boolean label = name.isPresent() && MetadataLabels.label(name.get().text());
      return new ClassifiedLine(line, found, label ? Role.NOISE : Role.PART, Optional.empty());
    }
    RowDraft row = draft(found, cell.get());
    if (placed != plain) {
      placed.cell(ColumnKind.FLAG).ifPresent(row::flag);
    }
    if (!row.unit() && cell.get().isNumeric()) {
      columns.stream()
          .filter(c -> c.kind() == ColumnKind.VALUE)
          .findFirst()
          .flatMap(TableColumn::unit)
          .ifPresent(row::units);
    }
    return StrayNumberFilter.isStrayNumber(row, found, columns)
        ? new ClassifiedLine(line, found, Role.NOISE, Optional.empty())
        : new ClassifiedLine(line, found, Role.RESULT, Optional.of(row));
  }

  private static ColumnAssignment attachNegation(ColumnAssignment found) {
    TextRun name = found.cells().get(ColumnKind.NAME);
    TextRun value = found.cells().get(ColumnKind.VALUE);
    if (name == null
        || value == null
        || name.words().size() < 2
        || !name.words().getLast().text().matches("(?i)not|non|no|none")
        || !TextPatterns.hasLetter(value.text())) {
      return found;
    }
    int last = name.words().size() - 1;
    java.util.Map<ColumnKind, TextRun> cells = new java.util.EnumMap<>(found.cells());
    cells.put(ColumnKind.NAME, TextRun.of(name.page(), name.words().subList(0, last)));
    cells.put(
        ColumnKind.VALUE,
        TextRun.of(name.page(), name.words().subList(last, last + 1)).with(value));
    return new ColumnAssignment(found.line(), cells, found.chosen(), found.cost());
  }

  /** Treats a unit in the name column as part of a name on the line above. */
  private static ColumnAssignment moveUnitFromName(ColumnAssignment found) {
    TextRun name = found.cells().get(ColumnKind.NAME);
    boolean unit =
        name != null
            && found.cells().containsKey(ColumnKind.VALUE)
            && !found.cells().containsKey(ColumnKind.UNIT)
            && UnitPatterns.isUnit(name.text())
            && TestNames.unit(name).isEmpty()
            && !NonResultFilter.isPerField(name.text())
            && (name.text().contains("/") || !TestNames.isKnown(name.text()));
    if (!unit) {
      return found;
    }
    java.util.Map<ColumnKind, TextRun> cells = new java.util.EnumMap<>(found.cells());
    cells.remove(ColumnKind.NAME);
    cells.put(ColumnKind.UNIT, name);
    return new ColumnAssignment(found.line(), cells, found.chosen(), found.cost());
  }

  /** Treats a single range in the value column as a range if the table has no range column. */
  private static ColumnAssignment moveRangeFromValue(
      java.util.List<TableColumn> columns, ColumnAssignment found) {
    TextRun value = found.cells().get(ColumnKind.VALUE);
    boolean range =
        value != null
            && found.cells().size() == 1
            && columns.stream().noneMatch(c -> c.kind() == ColumnKind.RANGE)
            && TextPatterns.isRange(value.text());
    return range
        ? new ColumnAssignment(
            found.line(), java.util.Map.of(ColumnKind.RANGE, value), found.chosen(), 0)
        : found;
  }

  /** Treats a single text at the left edge as a title, even if names begin elsewhere. */
  private static ColumnAssignment treatAsTitle(
      ColumnAssignment found, java.util.List<TableColumn> columns) {
    TextLine line = found.line();
    String text = line.text();
    boolean alone = line.cells().size() == 1 && !found.cells().containsKey(ColumnKind.NAME);
    boolean edge =
        line.box().left() < columns.getFirst().right()
            && columns.getFirst().kind() != ColumnKind.NAME;
    if (!alone
        || !edge
        || TextPatterns.hasDigit(text)
        || TokenType.isQualitativeResult(text)
        || UnitPatterns.isUnit(text)
        || NonResultFilter.isGuidelineClass(text)) {
      return found;
    }
    return new ColumnAssignment(
        line, java.util.Map.of(ColumnKind.NAME, line.run()), found.chosen(), found.cost());
  }

  /** Treats a text without gaps that only extends into the value column as a name. */
  private static ColumnAssignment whole(ColumnAssignment found) {
    TextRun name = found.cells().get(ColumnKind.NAME);
    TextRun value = found.cells().get(ColumnKind.VALUE);
    if (name != null && isWideName(found)) {
      return new ColumnAssignment(
          found.line(),
          java.util.Map.of(ColumnKind.NAME, found.line().run()),
          found.chosen(),
          found.cost());
    }
    if (name == null || value == null) {
      return found;
    }
    double gap = (value.left() - name.right()) / found.line().charWidth();
    Optional<ColumnAssignment> marked = FootnoteMarker.removeAtName(found, name, value, gap);
    if (marked.isPresent()) {
      return marked.get();
    }
    boolean mark = value.text().matches("0\\d") && gap < 2 * TextLine.CELL_GAP;
    if (gap > TextLine.CELL_GAP && !mark) {
      return found;
    }
    Optional<ValueCell> cell = ValueCell.parse(value);
    if (!mark && (cell.isEmpty() || cell.get().isNumeric() || cell.get().isQualitative())) {
      return found;
    }
    java.util.Map<ColumnKind, TextRun> cells = new java.util.EnumMap<>(found.cells());
    cells.remove(ColumnKind.VALUE);
    cells.put(ColumnKind.NAME, name.with(value));
    return new ColumnAssignment(found.line(), cells, found.chosen(), found.cost());
  }

  private static boolean isWideName(ColumnAssignment found) {
    TextLine line = found.line();
    return line.cells().size() == 1
        && line.words().size() > 3
        && found.cells().size() > 1
        && line.words().stream().allMatch(w -> TokenType.of(w.text()) == TokenType.TEXT)
        && TestNames.isKnown(line.text())
        && !line.text().endsWith(".");
  }

  /** Returns the cell with the value; if two columns hold values, the filled one. */
  private static Optional<TextRun> value(ColumnAssignment found) {
    Optional<TextRun> in =
        found.cell(ColumnKind.VALUE).filter(v -> v.text().matches(".*[\\p{L}\\p{N}+*-].*"));
    Optional<TextRun> out =
        found.cell(ColumnKind.OUT).filter(v -> v.text().matches(".*[\\p{L}\\p{N}+].*"));
    if (in.isPresent() && out.isPresent() && ValueCell.parse(in.get()).isEmpty()) {
      return out;
    }
    return in.isPresent() ? in : out;
  }

  /** Checks whether a line has all parts of a result, regardless of its words. */
  private static boolean whole(java.util.Map<ColumnKind, TextRun> cells) {
    return cells.containsKey(ColumnKind.NAME)
        && cells.containsKey(ColumnKind.VALUE)
        && ValueCell.parse(cells.get(ColumnKind.VALUE)).filter(ValueCell::isNumeric).isPresent()
        && cells.containsKey(ColumnKind.UNIT)
        && UnitPatterns.isUnit(cells.get(ColumnKind.UNIT).text())
        && cells.containsKey(ColumnKind.RANGE)
        && TextPatterns.hasDigit(cells.get(ColumnKind.RANGE).text());
  }

  private static boolean lacksValue(ColumnAssignment found) {
    boolean unit =
        found.cell(ColumnKind.UNIT).filter(u -> UnitPatterns.isUnit(u.text())).isPresent();
    boolean range =
        found.cell(ColumnKind.RANGE).filter(r -> TextPatterns.hasDigit(r.text())).isPresent();
    boolean named =
        found
            .cell(ColumnKind.NAME)
            .filter(n -> !NonResultFilter.isGuidelineClass(n.text()))
            .isPresent();
    return named && range && (unit || found.cell(ColumnKind.PREVIOUS).isPresent());
  }

  private static boolean isRangeLabel(ColumnAssignment found, TextRun name) {
    return NonResultFilter.isGuidelineClass(name.text());
  }

  private static boolean continuesSentence(TextLine line) {
    String text = line.text();
    return line.cells().size() == 1
        && (Character.isLowerCase(text.charAt(0))
            || text.endsWith(".") && line.words().size() > 2
            || line.words().size() >= 5 && NonResultFilter.countStopWords(text) > 0);
  }

  private static boolean isPlausible(ValueCell cell) {
    return cell.rest().isEmpty() || cell.rest().get().words().size() <= 2;
  }

  /** Checks whether words can be a value: known result words, or few words beside a name. */
  private static boolean isWordValue(ColumnAssignment found, ValueCell cell) {
    if (found.cell(ColumnKind.NAME).isEmpty()) {
      return cell.isQualitative();
    }
    if (BloodGroup.isBloodGroup(cell.value().text())
        && BloodGroup.isBloodGroupTest(found.cell(ColumnKind.NAME).get().text())) {
      return true;
    }
    if (UnitPatterns.isUnit(cell.value().text())
        && !TokenType.isQualitativeResult(cell.value().text())) {
      return false;
    }
    String first = cell.value().words().getFirst().text();
    if (first.contains("/") && UnitPatterns.isUnit(first)
        || found
            .cell(ColumnKind.RANGE)
            .filter(r -> TextPatterns.isDate(r.words().getLast().text()))
            .isPresent()) {
      return cell.isQualitative();
    }
    boolean likely =
        cell.isQualitative()
            || found.cell(ColumnKind.RANGE).isPresent()
            || found.cell(ColumnKind.FLAG).filter(f -> TokenType.isFlag(f.text())).isPresent()
            || TestNames.isKnown(found.cell(ColumnKind.NAME).get().text());
    return likely
        && cell.value().words().size() <= 8
        && (cell.isQualitative() || HeaderWords.exactKind(cell.value().text()).isEmpty());
  }

  private static RowDraft draft(ColumnAssignment found, ValueCell value) {
    double sure = 0.98 - Math.min(0.4, Math.max(0, found.cost() - 0.35) * 0.5);
    RowDraft row = new RowDraft(value, sure);
    found.cell(ColumnKind.NAME).ifPresent(n -> name(row, n, found.line().charWidth()));
    found
        .cell(ColumnKind.UNIT)
        .filter(u -> UnitPatterns.isUnit(u.text()))
        .ifPresent(u -> row.treatHourAsFlag());
    found.cell(ColumnKind.UNIT).ifPresent(u -> unit(row, u));
    found.cell(ColumnKind.RANGE).ifPresent(r -> range(row, r));
    found.cell(ColumnKind.FLAG).filter(f -> TokenType.isFlag(f.text())).ifPresent(row::flag);
    found.cell(ColumnKind.METHOD).ifPresent(row::method);
    found
        .cell(ColumnKind.LOINC)
        .filter(l -> l.text().matches("\\d{1,5}-\\d"))
        .ifPresent(row::loinc);
    value
        .rest()
        .ifPresent(r -> row.note(r).reduceConfidence(TextPatterns.hasDigit(r.text()) ? 0.3 : 0.7));
    if (found.cell(ColumnKind.VALUE).isPresent() && found.cell(ColumnKind.OUT).isPresent()) {
      row.reduceConfidence(0.7);
    }
    RowWarnings.applyCellWarnings(row, found, value);
    return row;
  }

  /** Sets the name and a flag that may precede it. */
  private static void name(RowDraft row, TextRun name, double sign) {
    java.util.List<io.tributary.report.page.Word> words = name.words();
    boolean flagged =
        words.size() > 1
            && words.get(0).text().matches("[*!\\u2191\\u2193]{1,3}|HH?|LL?|A")
            && (words.get(0).text().matches("[!\\u2191\\u2193]{1,2}")
                || words.get(1).box().left() - words.get(0).box().right() > 1.2 * sign);
    if (flagged) {
      row.flag(TextRun.of(name.page(), words.subList(0, 1)));
      row.name(TextRun.of(name.page(), words.subList(1, words.size())));
    } else {
      row.name(name);
    }
  }

  /** Sets a range and a flag that may precede it. */
  private static void range(RowDraft row, TextRun cell) {
    java.util.regex.Matcher m = FLAGGED.matcher(cell.text());
    Optional<TextRun> range =
        m.find() ? cell.substring(m.end(), cell.text().length()) : Optional.<TextRun>empty();
    if (range.isPresent()) {
      cell.substring(m.start(1), m.end(1)).ifPresent(row::flag);
    }
    row.range(range.orElse(cell));
  }

  /** Sets units and a flag that may precede or follow them. */
  private static void unit(RowDraft row, TextRun cell) {
    String text = cell.text();
    java.util.regex.Matcher m =
        java.util.regex.Pattern.compile(
                "^(?:(HH|LL|H|L|A|\\*+)\\s+)?(.*?)(?:\\s+(HH|LL|H|L|A|\\*+))?$")
            .matcher(text);
    if (m.matches()
        && (m.group(1) != null || m.group(3) != null)
        && !m.group(2).endsWith("/")
        && TokenType.isFlag(text.substring(0, 1)) | m.group(3) != null) {
      int group = m.group(1) != null ? 1 : 3;
      cell.substring(m.start(group), m.end(group)).ifPresent(row::flag);
      cell.substring(m.start(2), m.end(2)).ifPresent(row::units);
    } else if (TokenType.isFlag(text) && !UnitPatterns.isUnit(text)) {
      row.flag(cell);
    } else if (text.matches(".*[\\p{L}\\p{N}%].*")) {
      row.units(cell);
    }
  }

  Optional<TextRun> cell(ColumnKind kind) {
    return found.cell(kind);
  }

  Optional<TextRun> method() {
    return PanelHeadings.method(line.run());
  }

  boolean hasOnlyNames() {
    return cell(ColumnKind.VALUE).filter(v -> !UnitPatterns.isUnit(v.text())).isEmpty()
        && cell(ColumnKind.PREVIOUS).isEmpty()
        && line.words().stream().noneMatch(w -> TextPatterns.isDate(w.text()));
  }

  boolean hasOnlyRange() {
    return cell(ColumnKind.NAME).isEmpty() && cell(ColumnKind.RANGE).isPresent()
        || cell(ColumnKind.NAME).filter(n -> NonResultFilter.isGuidelineClass(n.text())).isPresent()
            && TextPatterns.hasDigit(line.text());
  }
}
