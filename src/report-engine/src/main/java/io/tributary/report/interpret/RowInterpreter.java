package io.tributary.report.interpret;

import io.tributary.report.loinc.LoincMatch;
import io.tributary.report.loinc.LoincMatcher;
import io.tributary.report.loinc.LoincQuery;
import io.tributary.report.loinc.Specimen;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.loinc.UcumUnit;
import io.tributary.report.loinc.UnitParser;
import io.tributary.report.page.RawRow;
import io.tributary.report.page.TextSpan;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Interprets one row independently of the others. */
final class RowInterpreter {
  private static final double OTHER_UNIT_FACTOR = 0.7;

  private final NumberParser numbers;
  private final RangeParser ranges;
  private final LoincMatcher matcher;
  private final Thresholds thresholds;
  private final Synonyms team;

  RowInterpreter(
      NumberParser numbers,
      RangeParser ranges,
      LoincMatcher matcher,
      Thresholds thresholds,
      Synonyms team) {
    this.numbers = numbers;
    this.ranges = ranges;
    this.matcher = matcher;
    this.thresholds = thresholds;
    this.team = team;
  }

  /**
   * Interpreted row with the intermediate values that {@link ConfidenceChecks} needs.
   *
   * @param bounds as printed; the lower limit may be above the upper one
   * @param listed whether the range lists several classes
   */
  record InterpretedRow(
      RawRow row,
      DraftResult result,
      ParsedValue value,
      ReportedRange bounds,
      boolean listed,
      Optional<PrintedFlag> flag,
      Optional<UcumUnit> unit,
      LoincQuery query) {}

  InterpretedRow interpret(RawRow row) {
    ParsedValue value = ParsedValue.parse(row.value().text(), numbers);
    Optional<String> units = text(row.units());
    Optional<UcumUnit> unit = units.or(() -> percentUnit(value)).flatMap(UnitParser::parse);
    Optional<String> range = text(row.range());
    RangeParser.RowContext beside =
        new RangeParser.RowContext(conditionText(row), row.value().text(), value, units);
    ReportedRange printed = range.map(r -> ranges.parse(r, beside)).orElse(ReportedRange.EMPTY);
    ReportedRange bounds = printed.isReversed() ? ReportedRange.EMPTY : printed;
    LoincQuery query = query(row, value, unit);
    RangeComparison judged = RangeComparison.of(value, bounds);
    Optional<PrintedFlag> flag =
        text(row.flag()).flatMap(f -> PrintedFlag.parse(f, row.value().text()));
    List<LoincMatch> matches =
        matcher == null ? List.of() : adjustScores(matcher.match(query, team), query, bounds);
    MatchStatus status = thresholds.classify(matches);
    List<LoincMatch> shown = status == MatchStatus.NO_MATCH ? List.of() : matches;
    String remarks = methodText(row);
    DraftResult result =
        new DraftResult(
            row.name().text(),
            row.value().text(),
            Optional.of(value.type()),
            units,
            bounds,
            text(row.panel()),
            SpecimenAndMethod.sampleType(
                orEmpty(row.specimen()),
                row.name().text(),
                orEmpty(row.panel()),
                unit,
                specimenOfCode(status, shown)),
            SpecimenAndMethod.measurementKind(row.name().text(), units.orElse(""), remarks),
            SpecimenAndMethod.sensitivity(row.name().text(), remarks),
            Optional.of(judged.interpretation(flag, value, bounds, isUnparsed(range, bounds))),
            judged.above(),
            judged.below(),
            matcher == null ? Optional.empty() : Optional.of(status),
            shown,
            evidence(row),
            unit.map(UcumUnit::code),
            confidence(row),
            List.of());
    boolean listed = range.map(ranges::isClassList).orElse(false);
    return new InterpretedRow(row, result, value, printed, listed, flag, unit, query);
  }

  /** Checks whether a range is printed that could not be parsed. */
  private static boolean isUnparsed(Optional<String> range, ReportedRange bounds) {
    return bounds.isEmpty() && range.filter(RangeParser::hasNumber).isPresent();
  }

  /** Returns the texts that may state collection conditions. */
  private static String conditionText(RawRow row) {
    return Stream.of(Optional.of(row.name()), row.panel(), row.specimen(), row.method())
        .flatMap(Optional::stream)
        .map(TextSpan::text)
        .collect(Collectors.joining(" "));
  }

  /**
   * Adjusts match scores by the range if no unit is printed, because the range shows which usual
   * unit is meant.
   */
  private static List<LoincMatch> adjustScores(
      List<LoincMatch> matches, LoincQuery query, ReportedRange bounds) {
    if (!query.unit().isEmpty() || !query.code().isEmpty()) {
      return matches;
    }
    return matches.stream()
        .map(m -> adjustScores(m, PlausibleRange.checkInUsualUnit(m.code(), bounds)))
        .sorted(Comparator.comparingDouble(LoincMatch::score).reversed())
        .toList();
  }

  private static LoincMatch adjustScores(LoincMatch m, PlausibleRange.Verdict verdict) {
    double score = verdict == PlausibleRange.Verdict.NO ? OTHER_UNIT_FACTOR * m.score() : m.score();
    return new LoincMatch(m.code(), m.name(), m.displayName(), m.aliases(), score);
  }

  private Optional<Specimen> specimenOfCode(MatchStatus status, List<LoincMatch> matches) {
    return status == MatchStatus.AUTO_MATCH
        ? matcher.specimen(matches.getFirst().code())
        : Optional.empty();
  }

  private static Optional<String> percentUnit(ParsedValue value) {
    return value.type() == ValueKind.PERCENTAGE ? Optional.of("%") : Optional.empty();
  }

  private static LoincQuery query(RawRow row, ParsedValue value, Optional<UcumUnit> unit) {
    String calculated =
        SpecimenAndMethod.measurementKind("", orEmpty(row.units()), "")
                == MeasurementKind.CALCULATED
            ? " calculated"
            : "";
    return new LoincQuery(
        row.name().text(),
        unit.map(UcumUnit::code).orElse(""),
        orEmpty(row.panel()),
        orEmpty(row.specimen()),
        orEmpty(row.method()) + calculated,
        orEmpty(row.loinc()),
        scale(row.value().text(), value));
  }

  private static LoincQuery.ValueScale scale(String printed, ParsedValue value) {
    return switch (value.type()) {
      case NUMERIC, RANGE, PERCENTAGE, RATIO -> LoincQuery.ValueScale.NUMBER;
      case BOOLEAN -> LoincQuery.ValueScale.WORD;
      case DURATION -> LoincQuery.ValueScale.UNKNOWN;
      case COMMENT ->
          printed.strip().matches("[<>=]*\\s*\\d+\\s*:\\s*\\d+")
              ? LoincQuery.ValueScale.TITER
              : LoincQuery.ValueScale.WORD;
    };
  }

  /** Joins method and notes, where reports describe the measurement method. */
  private static String methodText(RawRow row) {
    return Stream.concat(row.method().stream(), row.notes().stream())
        .map(TextSpan::text)
        .filter(t -> t.length() <= 80)
        .collect(Collectors.joining(" | "));
  }

  private static Optional<String> text(Optional<TextSpan> printed) {
    return printed.map(p -> p.text().strip()).filter(t -> !t.isEmpty());
  }

  private static String orEmpty(Optional<TextSpan> printed) {
    return text(printed).orElse("");
  }

  private static Map<RowField, TextSpan> evidence(RawRow row) {
    Map<RowField, TextSpan> out = new EnumMap<>(RowField.class);
    out.put(RowField.TEST_NAME, row.name());
    out.put(RowField.VALUE, row.value());
    row.units().ifPresent(p -> out.put(RowField.UNITS, p));
    row.range().ifPresent(p -> out.put(RowField.RANGE, p));
    row.flag().ifPresent(p -> out.put(RowField.FLAG, p));
    row.panel().ifPresent(p -> out.put(RowField.PANEL, p));
    row.specimen().ifPresent(p -> out.put(RowField.SPECIMEN, p));
    row.method().ifPresent(p -> out.put(RowField.METHOD, p));
    row.loinc().ifPresent(p -> out.put(RowField.LOINC, p));
    return out;
  }

  private static double confidence(RawRow row) {
    double least =
        Math.min(row.confidence(), Math.min(row.name().confidence(), row.value().confidence()));
    for (Optional<TextSpan> p : List.of(row.units(), row.range())) {
      least = Math.min(least, p.map(TextSpan::confidence).orElse(1.0));
    }
    return least;
  }
}
