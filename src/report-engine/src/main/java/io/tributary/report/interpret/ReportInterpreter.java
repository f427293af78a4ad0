package io.tributary.report.interpret;

import io.tributary.report.loinc.LoincMatcher;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.RawRow;
import io.tributary.report.page.TextSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Interprets the printed texts of a report: types, ranges, flags, LOINC codes and warnings.
 *
 * <p>Immutable and without I/O. CPU-bound, so it must not run on an event loop.
 */
public final class ReportInterpreter {
  private final LoincMatcher matcher;
  private final Thresholds thresholds;

  /**
   * @param matcher null disables LOINC matching
   */
  public ReportInterpreter(LoincMatcher matcher, Thresholds thresholds) {
    this.matcher = matcher;
    this.thresholds = thresholds;
  }

  /**
   * Interprets a whole report; results keep the order of the rows.
   *
   * @param team confirmed test names of the team
   */
  public ParsedReport interpret(RawReport report, Synonyms team) {
    return interpret(report, team, () -> {});
  }

  /**
   * Interprets a whole report and can be canceled.
   *
   * @param between called before each row; an exception that it throws cancels the work
   */
  public ParsedReport interpret(RawReport report, Synonyms team, Runnable between) {
    String address =
        Optional.ofNullable(report.about().get(RawReport.MetadataField.LAB_ADDRESS))
            .map(TextSpan::text)
            .orElse("");
    NumberParser numbers = NumberParser.detect(numericTexts(report), address);
    MetadataReader about = new MetadataReader(report, numbers);
    DraftMetadata metadata = about.read();
    RangeParser ranges = new RangeParser(numbers, metadata.gender(), about.ageInYears(metadata));
    RowInterpreter rows = new RowInterpreter(numbers, ranges, matcher, thresholds, team);
    List<RowInterpreter.InterpretedRow> read =
        report.rows().stream().peek(row -> between.run()).map(rows::interpret).toList();
    between.run();
    ConfidenceChecks doubts = new ConfidenceChecks(report, read, thresholds, matcher, numbers);
    return new ParsedReport(
        report.sheets(),
        metadata,
        doubts.results(),
        Optional.of(numbers.decimalComma()),
        numbers.certain());
  }

  private static List<String> numericTexts(RawReport report) {
    List<String> out = new ArrayList<>();
    for (RawRow r : report.rows()) {
      out.add(r.value().text());
      r.range().map(TextSpan::text).ifPresent(out::add);
    }
    return out;
  }

  /**
   * Interprets one row as corrected by a reviewer. The result has no warnings.
   *
   * @param draft report of the row, which supplies number format and patient data
   * @param before previous version of the row, which supplies the positions; null for a new row
   */
  public DraftResult reinterpretRow(
      ParsedReport draft, DraftResult before, ReviewedRow now, Synonyms team) {
    NumberParser numbers = numberFormat(draft, now);
    RangeParser ranges =
        new RangeParser(numbers, draft.metadata().gender(), Age.years(draft.metadata()));
    return new RowInterpreter(numbers, ranges, matcher, thresholds, team)
        .interpret(now.toRawRow(before))
        .result()
        .withWarnings(List.of());
  }

  /**
   * Returns the stored number format if it was certain, otherwise what the current texts prove,
   * otherwise the stored one.
   */
  private static NumberParser numberFormat(ParsedReport draft, ReviewedRow now) {
    Optional<NumberParser> kept =
        draft.decimalComma().map(comma -> new NumberParser(comma, draft.decimalCertain()));
    if (kept.filter(NumberParser::certain).isPresent()) {
      return kept.get();
    }
    List<String> numerals = new ArrayList<>(List.of(now.value(), now.range()));
    for (DraftResult r : draft.results()) {
      numerals.add(r.value());
      Optional.ofNullable(r.evidence().get(RowField.RANGE))
          .map(TextSpan::text)
          .ifPresent(numerals::add);
    }
    NumberParser told = NumberParser.detect(numerals);
    return told.certain() ? told : kept.orElse(told);
  }
}
