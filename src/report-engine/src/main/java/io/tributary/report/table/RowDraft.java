package io.tributary.report.table;

import io.tributary.report.page.Printed;
import io.tributary.report.page.PrintedRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A row while its pieces are put together. */
final class RowDraft {
  private final List<Run> names = new ArrayList<>();
  private final List<Run> ranges = new ArrayList<>();
  private final List<Run> notes = new ArrayList<>();
  private final List<Run> unitLines = new ArrayList<>();
  private final ValueCell value;
  private Optional<Run> flag;
  private Optional<Run> method = Optional.empty();
  private Optional<Run> specimen = Optional.empty();
  private Optional<Run> loinc = Optional.empty();
  private Optional<Run> panel = Optional.empty();
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

  RowDraft name(Run run) {
    names.add(run);
    return this;
  }

  RowDraft nameBefore(Run run) {
    names.addFirst(run);
    return this;
  }

  RowDraft range(Run run) {
    ranges.add(run);
    return this;
  }

  RowDraft rangeBefore(Run run) {
    ranges.addFirst(run);
    return this;
  }

  RowDraft units(Run run) {
    if (unitLines.isEmpty() || !unitLines.getLast().text().equals(run.text())) {
      unitLines.add(run);
    }
    return this;
  }

  /** A small h behind a value is no hour where another unit stands in the column of units. */
  void hoursAreHigh() {
    if (!unitLines.isEmpty() && unitLines.getFirst().text().equals("h")) {
      flag(unitLines.removeFirst());
    }
  }

  RowDraft flag(Run run) {
    flag = flag.isPresent() ? flag : Optional.of(run);
    return this;
  }

  RowDraft method(Run run) {
    method = method.isPresent() ? Optional.of(method.get().with(run)) : Optional.of(run);
    return this;
  }

  RowDraft specimen(Optional<Run> run) {
    specimen = run.isPresent() ? run : specimen;
    return this;
  }

  RowDraft loinc(Run run) {
    loinc = Optional.of(run);
    return this;
  }

  RowDraft panel(Optional<Run> run) {
    panel = run;
    return this;
  }

  RowDraft note(Run run) {
    notes.add(run);
    return this;
  }

  void lessSure(double share) {
    sure *= share;
  }

  /** Whether a unit or a range stands with the value, or the value is a word of results. */
  boolean supported() {
    boolean unit = unitLines.stream().anyMatch(u -> Units.is(u.text()));
    boolean range = ranges.stream().anyMatch(r -> Ranges.may(r.text()));
    return !names.isEmpty()
        && !names.getFirst().text().contains(":")
        && (value.numeric() && (unit || range)
            || value.quality() && (range || name().filter(n -> Names.known(n.text())).isPresent()));
  }

  boolean ranged() {
    return !ranges.isEmpty();
  }

  /** Whether its range is one that needs no list of classes to be whole. */
  boolean bounded() {
    return ranges.stream().anyMatch(r -> Signs.range(r.text()) && !Noise.classRange(r.text()));
  }

  Optional<String> unitText() {
    return unitLines.stream().findFirst().map(Run::text);
  }

  boolean unit() {
    return !unitLines.isEmpty();
  }

  Optional<Run> name() {
    return names.stream().reduce(Run::with).flatMap(Names::clean);
  }

  double sure() {
    return sure;
  }

  /** The finished row; empty if what stands there can be none. */
  Optional<PrintedRow> row(Optional<Sex> sex) {
    Optional<Run> whole = name();
    boolean susceptible = ranges.stream().anyMatch(r -> r.text().matches("[SIR]"));
    if (whole.isEmpty() || susceptible || Noise.noName(whole.get().text())) {
      return Optional.empty();
    }
    Run name = whole.get();
    Optional<Run> units = unitLines.stream().reduce(Run::with);
    Optional<Names.WithUnit> inName = Names.unit(name);
    if (inName.isPresent() && units.isEmpty()) {
      units = Optional.of(inName.get().unit());
      name = inName.get().name();
    }
    Optional<Run> range = ranges.stream().reduce(Run::with);
    if (range.filter(r -> Ranges.onlyUnit(r.text())).isPresent()) {
      units = units.isPresent() ? units : range;
      range = Optional.empty();
    } else if (ranges.size() > 1 && Ranges.onlyUnit(ranges.getFirst().text())) {
      units = units.isPresent() ? units : Optional.of(ranges.getFirst());
      range = ranges.stream().skip(1).reduce(Run::with);
    }
    if (units.isEmpty() && value.numeric()) {
      units = range.flatMap(Ranges::unit);
    }
    units = units.map(ScannedUnits::clean);
    Optional<MicroOrPico.Told> told =
        units.isEmpty() ? Optional.empty() : MicroOrPico.of(name, units.get());
    units = told.isPresent() ? told.map(MicroOrPico.Told::units) : units;
    if (units.isEmpty() && flag.filter(f -> Litres.is(f.text(), whole.get(), value)).isPresent()) {
      units = flag;
      flag = Optional.empty();
    }
    range = range.map(r -> Ranges.of(r, sex)).flatMap(Ranges::bare);
    if (units.isPresent() && range.isPresent()) {
      units = Optional.of(RedCells.units(name, range.get(), units.get()));
    }
    double trust = sure * Doubts.left(name, value, units, range.isPresent());
    List<Printed> remarks = new ArrayList<>();
    notes.forEach(n -> remarks.add(n.printed()));
    return Optional.of(
        new PrintedRow(
            name.printed(),
            value.value().printed(),
            units.map(Run::printed),
            range.map(Run::printed),
            flag.map(Run::printed),
            panel.map(Run::printed),
            specimen.map(Run::printed),
            method.map(Run::printed),
            loinc.map(Run::printed),
            remarks,
            Math.max(0.05, Math.min(told.map(MicroOrPico.Told::sure).orElse(1.0), trust))));
  }
}
