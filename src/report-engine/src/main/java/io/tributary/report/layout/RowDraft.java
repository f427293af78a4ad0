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
  private double sure;

  RowDraft(ValueCell value, double sure) {
    this.value = value;
    this.flag = value.flag();
    this.sure = sure;
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
  void hoursAreHigh() {
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

  void lessSure(double share) {
    sure *= share;
  }

  /** Checks whether a unit or range accompanies the value, or the value is a result word. */
  boolean supported() {
    boolean unit = unitLines.stream().anyMatch(u -> UnitPatterns.is(u.text()));
    boolean range = ranges.stream().anyMatch(r -> RangeCells.may(r.text()));
    return !names.isEmpty()
        && !names.getFirst().text().contains(":")
        && (value.numeric() && (unit || range)
            || value.quality()
                && (range || name().filter(n -> TestNames.known(n.text())).isPresent()));
  }

  boolean ranged() {
    return !ranges.isEmpty();
  }

  boolean bounded() {
    return ranges.stream()
        .anyMatch(r -> TextPatterns.range(r.text()) && !NonResultFilter.classRange(r.text()));
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

  double sure() {
    return sure;
  }

  /** Returns the finished row, or empty if its content cannot be a result. */
  Optional<RawRow> row(Optional<RangeSex> sex) {
    Optional<TextRun> whole = name();
    boolean susceptible = ranges.stream().anyMatch(r -> r.text().matches("[SIR]"));
    if (whole.isEmpty() || susceptible || NonResultFilter.noName(whole.get().text())) {
      return Optional.empty();
    }
    TextRun name = whole.get();
    Optional<TextRun> units = unitLines.stream().reduce(TextRun::with);
    Optional<TestNames.WithUnit> inName = TestNames.unit(name);
    if (inName.isPresent() && units.isEmpty()) {
      units = Optional.of(inName.get().unit());
      name = inName.get().name();
    }
    Optional<TextRun> range = ranges.stream().reduce(TextRun::with);
    if (range.filter(r -> RangeCells.onlyUnit(r.text())).isPresent()) {
      units = units.isPresent() ? units : range;
      range = Optional.empty();
    } else if (ranges.size() > 1 && RangeCells.onlyUnit(ranges.getFirst().text())) {
      units = units.isPresent() ? units : Optional.of(ranges.getFirst());
      range = ranges.stream().skip(1).reduce(TextRun::with);
    }
    if (units.isEmpty() && value.numeric()) {
      units = range.flatMap(RangeCells::unit);
    }
    units = units.map(ScannedUnits::clean);
    Optional<MicroOrPico.Told> told =
        units.isEmpty() ? Optional.empty() : MicroOrPico.of(name, units.get());
    units = told.isPresent() ? told.map(MicroOrPico.Told::units) : units;
    if (units.isEmpty()
        && flag.filter(f -> LitreUnits.is(f.text(), whole.get(), value)).isPresent()) {
      units = flag;
      flag = Optional.empty();
    }
    range = range.map(r -> RangeCells.of(r, sex)).flatMap(RangeCells::bare);
    if (units.isPresent() && range.isPresent()) {
      units = Optional.of(RedCellUnits.units(name, range.get(), units.get()));
    }
    double trust = sure * RowWarnings.left(name, value, units, range.isPresent());
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
            Math.max(0.05, Math.min(told.map(MicroOrPico.Told::sure).orElse(1.0), trust))));
  }
}
