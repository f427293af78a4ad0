package io.tributary.report.meaning;

import io.tributary.report.loinc.LoincMatcher;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.Printed;
import io.tributary.report.page.PrintedReport;
import io.tributary.report.page.PrintedRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes of what is printed what it means. Immutable, no I/O; any thread but an event loop. */
public final class Meaning {
  private final LoincMatcher matcher;
  private final Thresholds thresholds;

  /**
   * @param matcher null = no codes are looked for
   */
  public Meaning(LoincMatcher matcher, Thresholds thresholds) {
    this.matcher = matcher;
    this.thresholds = thresholds;
  }

  /**
   * The whole report, in the order of its rows.
   *
   * @param team what its people said names mean
   */
  public Draft of(PrintedReport report, Synonyms team) {
    return of(report, team, () -> {});
  }

  /**
   * {@link #of(PrintedReport, Synonyms)} that may be stopped.
   *
   * @param between is run before each row, and stops the work by what it throws
   */
  public Draft of(PrintedReport report, Synonyms team, Runnable between) {
    String address =
        Optional.ofNullable(report.about().get(PrintedReport.About.LAB_ADDRESS))
            .map(Printed::text)
            .orElse("");
    Numbers numbers = Numbers.of(numerals(report), address);
    MetadataReader about = new MetadataReader(report, numbers);
    DraftMetadata metadata = about.read();
    RangeText ranges = new RangeText(numbers, metadata.gender(), about.years(metadata));
    RowMeaning rows = new RowMeaning(numbers, ranges, matcher, thresholds, team);
    List<RowMeaning.Read> read =
        report.rows().stream().peek(row -> between.run()).map(rows::read).toList();
    between.run();
    Doubts doubts = new Doubts(report, read, thresholds, matcher, numbers);
    return new Draft(
        report.sheets(), metadata, doubts.results(), Optional.of(numbers.comma()), numbers.sure());
  }

  private static List<String> numerals(PrintedReport report) {
    List<String> out = new ArrayList<>();
    for (PrintedRow r : report.rows()) {
      out.add(r.value().text());
      r.range().map(Printed::text).ifPresent(out::add);
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
  public DraftResult again(Draft draft, DraftResult before, Corrected now, Synonyms team) {
    Numbers numbers = numbers(draft, now);
    RangeText ranges =
        new RangeText(numbers, draft.metadata().gender(), Age.years(draft.metadata()));
    return new RowMeaning(numbers, ranges, matcher, thresholds, team)
        .read(now.row(before))
        .result()
        .doubted(List.of());
  }

  /** What the report told for certain, else what its texts tell now, else what was held likely. */
  private static Numbers numbers(Draft draft, Corrected now) {
    Optional<Numbers> kept =
        draft.decimalComma().map(comma -> new Numbers(comma, draft.decimalSure()));
    if (kept.filter(Numbers::sure).isPresent()) {
      return kept.get();
    }
    List<String> numerals = new ArrayList<>(List.of(now.value(), now.range()));
    for (DraftResult r : draft.results()) {
      numerals.add(r.value());
      Optional.ofNullable(r.evidence().get(Field.RANGE))
          .map(Printed::text)
          .ifPresent(numerals::add);
    }
    Numbers told = Numbers.of(numerals);
    return told.sure() ? told : kept.orElse(told);
  }
}
