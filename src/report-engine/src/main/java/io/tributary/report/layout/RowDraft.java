package io.tributary.report.layout;

import io.tributary.report.page.RawRow;
import io.tributary.report.page.TextSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Row under construction. */
final class RowDraft {
  private final List<TextRun> names = new ArrayList<>();
  private final List<TextRun> ranges = new ArrayList<>();
  private final List<TextRun> notes = new ArrayList<>();
  private final List<TextRun> unitLines = new ArrayList<>();
  private final ValueCell value;
  private Optional<TextRun> flag;
  private Optional<TextRun> method = Optional.empty();
  private Optional<TextRun> specimen = Optional.empty();
  private Optional<TextRun> loinc = Optional.empty();
  private Optional<TextRun> panel = Optional.empty();
  private double confidence;

  RowDraft(ValueCell value, double sure) {
    this.value = value;
    this.flag = value.flag();
    this.confidence = sure;
    value.range().ifPresent(ranges::add);
    value.units().ifPresent(unitLines::add);
  }

  ValueCell value() {
    return value;
  }

  RowDraft name(TextRun run) {
    names.add(run);
    return this;
  }

  RowDraft nameBefore(TextRun run) {
    names.addFirst(run);
    return this;
  }

  RowDraft range(TextRun run) {
    ranges.add(run);
    return this;
  }

  RowDraft rangeBefore(TextRun run) {
    ranges.addFirst(run);
    return this;
  }

  RowDraft units(TextRun run) {
    if (unitLines.isEmpty() || !unitLines.getLast().text().equals(run.text())) {
      unitLines.add(run);
    }
    return this;
  }

  /** Treats a lowercase h after the value as a flag, because the unit column has another unit. */
  void treatHourAsFlag() {
    if (!unitLines.isEmpty() && unitLines.getFirst().text().equals("h")) {
      flag(unitLines.removeFirst());
    }
  }

  RowDraft flag(TextRun run) {
    flag = flag.isPresent() ? flag : Optional.of(run);
    return this;
  }

  RowDraft method(TextRun run) {
    method = method.isPresent() ? Optional.of(method.get().with(run)) : Optional.of(run);
    return this;
  }

  RowDraft specimen(Optional<TextRun> run) {
    specimen = run.isPresent() ? run : specimen;
    return this;
  }

  RowDraft loinc(TextRun run) {
    loinc = Optional.of(run);
    return this;
  }

  RowDraft panel(Optional<TextRun> run) {
    panel = run;
    return this;
  }

  RowDraft note(TextRun run) {
    notes.add(run);
    return this;
  }

  void reduceConfidence(double share) {
    confidence *= share;
  }

  /** Checks whether a unit or range accompanies the value, or the value is a result word. */
  boolean isSupported() {
    boolean unit = unitLines.stream().anyMatch(u -> UnitPatterns.isUnit(u.text()));
    boolean range = ranges.stream().anyMatch(r -> RangeCells.canBeRange(r.text()));
    return !names.isEmpty()
        && !names.getFirst().text().contains(":")
        && (value.isNumeric() && (unit || range)
            || value.isQualitative()
                && (range || name().filter(n -> TestNames.isKnown(n.text())).isPresent()));
  }

  boolean hasRange() {
    return !ranges.isEmpty();
  }

  boolean hasCompleteRange() {
    return ranges.stream()
        .anyMatch(r -> TextPatterns.isRange(r.text()) && !NonResultFilter.isClassRange(r.text()));
  }

  Optional<String> unitText() {
    return unitLines.stream().findFirst().map(TextRun::text);
  }

  boolean unit() {
    return !unitLines.isEmpty();
  }

  Optional<TextRun> name() {
    return names.stream().reduce(TextRun::with).flatMap(TestNames::clean);
  }

  double confidence() {
    return confidence;
  }

  /** Returns the finished row, or empty if its content cannot be a result. */
  Optional<RawRow> build(Optional<RangeSex> sex) {
    Optional<TextRun> whole = name();
    boolean susceptible = ranges.stream().anyMatch(r -> r.text().matches("[SIR]"));
    if (whole.isEmpty() || susceptible || NonResultFilter.isNotName(whole.get().text())) {
      return Optional.empty();
    }
    TextRun name = whole.get();
    Optional<TextRun> units = unitLines.stream().reduce(TextRun::with);
    Optional<TestNames.NameWithUnit> inName = TestNames.unit(name);
    if (inName.isPresent() && units.isEmpty()) {
      units = Optional.of(inName.get().unit());
      name = inName.get().name();
    }
    Optional<TextRun> range = ranges.stream().reduce(TextRun::with);
    if (range.filter(r -> RangeCells.isOnlyUnit(r.text())).isPresent()) {
      units = units.isPresent() ? units : range;
      range = Optional.empty();
    } else if (ranges.size() > 1 && RangeCells.isOnlyUnit(ranges.getFirst().text())) {
      units = units.isPresent() ? units : Optional.of(ranges.getFirst());
      range = ranges.stream().skip(1).reduce(TextRun::with);
    }
    if (units.isEmpty() && value.isNumeric()) {
      units = range.flatMap(RangeCells::unit);
    }
    units = units.map(ScannedUnits::removeSpecks);
    Optional<MicroPrefixCorrection.UnitCorrection> told =
        units.isEmpty() ? Optional.empty() : MicroPrefixCorrection.correct(name, units.get());
    units = told.isPresent() ? told.map(MicroPrefixCorrection.UnitCorrection::units) : units;
    if (units.isEmpty()
        && flag.filter(f -> LiterUnits.isLiter(f.text(), whole.get(), value)).isPresent()) {
      units = flag;
      flag = Optional.empty();
    }
    range = range.map(r -> RangeCells.forSex(r, sex)).flatMap(RangeCells::withoutLabel);
    if (units.isPresent() && range.isPresent()) {
      units = Optional.of(RedCellUnits.correct(name, range.get(), units.get()));
    }
    double trust = confidence * RowWarnings.confidenceFactor(name, value, units, range.isPresent());
    List<TextSpan> remarks = new ArrayList<>();
    notes.forEach(n -> remarks.add(n.printed()));
    return Optional.of(
        new RawRow(
            name.printed(),
            value.value().printed(),
            units.map(TextRun::printed),
            range.map(TextRun::printed),
            flag.map(TextRun::printed),
            panel.map(TextRun::printed),
            specimen.map(TextRun::printed),
            method.map(TextRun::printed),
            loinc.map(TextRun::printed),
            remarks,
            Math.max(
                0.05,
                Math.min(
                    told.map(MicroPrefixCorrection.UnitCorrection::sure).orElse(1.0), trust))));
  }
}
