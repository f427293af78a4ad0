package io.tributary.report.interpret;

import io.tributary.report.loinc.LoincMatcher;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.RawRow;
import io.tributary.report.page.TextSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes of what is printed what it means. Immutable, no I/O; any thread but an event loop. */
public final class ReportInterpreter {
  private final LoincMatcher matcher;
  private final Thresholds thresholds;

  /**
   * @param matcher null = no codes are looked for
   */
  public ReportInterpreter(LoincMatcher matcher, Thresholds thresholds) {
    this.matcher = matcher;
    this.thresholds = thresholds;
  }

  /**
   * The whole report, in the order of its rows.
   *
   * @param team what its people said names mean
   */
  public ParsedReport of(RawReport report, Synonyms team) {
    return of(report, team, () -> {});
  }

  /**
   * {@link #of(PrintedReport, Synonyms)} that may be stopped.
   *
   * @param between is run before each row, and stops the work by what it throws
   */
  public ParsedReport of(RawReport report, Synonyms team, Runnable between) {
    String address =
        Optional.ofNullable(report.about().get(RawReport.About.LAB_ADDRESS))
            .map(TextSpan::text)
            .orElse("");
    NumberParser numbers = NumberParser.of(numerals(report), address);
    MetadataReader about = new MetadataReader(report, numbers);
    DraftMetadata metadata = about.read();
    RangeText ranges = new RangeText(numbers, metadata.gender(), about.years(metadata));
    RowInterpreter rows = new RowInterpreter(numbers, ranges, matcher, thresholds, team);
    List<RowInterpreter.Read> read =
        report.rows().stream().peek(row -> between.run()).map(rows::read).toList();
    between.run();
    ConfidenceChecks doubts = new ConfidenceChecks(report, read, thresholds, matcher, numbers);
    return new ParsedReport(
        report.sheets(), metadata, doubts.results(), Optional.of(numbers.comma()), numbers.sure());
  }

  private static List<String> numerals(RawReport report) {
    List<String> out = new ArrayList<>();
    for (RawRow r : report.rows()) {
      out.add(r.value().text());
      r.range().map(TextSpan::text).ifPresent(out::add);
    }
    return out;
  }

  /**
   * One row as a person says it is printed: all that follows from the texts is made anew, and there
   * is no doubt left.
   *
   * @param draft the report it stands in, which says how its numbers are written and whose it is
   * @param before the row as it was, for its places; null if it is a new one
   */
  public DraftResult again(ParsedReport draft, DraftResult before, ReviewedRow now, Synonyms team) {
    NumberParser numbers = numbers(draft, now);
    RangeText ranges =
        new RangeText(numbers, draft.metadata().gender(), Age.years(draft.metadata()));
    return new RowInterpreter(numbers, ranges, matcher, thresholds, team)
        .read(now.row(before))
        .result()
        .doubted(List.of());
  }

  /** What the report told for certain, else what its texts tell now, else what was held likely. */
  private static NumberParser numbers(ParsedReport draft, ReviewedRow now) {
    Optional<NumberParser> kept =
        draft.decimalComma().map(comma -> new NumberParser(comma, draft.decimalSure()));
    if (kept.filter(NumberParser::sure).isPresent()) {
      return kept.get();
    }
    List<String> numerals = new ArrayList<>(List.of(now.value(), now.range()));
    for (DraftResult r : draft.results()) {
      numerals.add(r.value());
      Optional.ofNullable(r.evidence().get(RowField.RANGE))
          .map(TextSpan::text)
          .ifPresent(numerals::add);
    }
    NumberParser told = NumberParser.of(numerals);
    return told.sure() ? told : kept.orElse(told);
  }
}
