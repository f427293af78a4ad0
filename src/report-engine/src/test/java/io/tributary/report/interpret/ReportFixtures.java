package io.tributary.report.interpret;

import io.tributary.report.loinc.LoincMatcher;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.Page;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.RawReport.MetadataField;
import io.tributary.report.page.RawRow;
import io.tributary.report.page.TextSpan;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reports of a few rows, for interpretation tests. */
final class ReportFixtures {
  static final ReportInterpreter MEANING =
      new ReportInterpreter(LoincMatcher.bundled(), Thresholds.DEFAULT);

  private ReportFixtures() {}

  /** Columns: name, value, units, range, flag; optionally the confidences of value and flag. */
  private static RawRow row(String panel, String line) {
    String[] c = line.split("\\|", -1);
    double sure = c.length > 5 ? Double.parseDouble(c[5]) : 1;
    return new RawRow(
        printed(c[0], 1),
        printed(c[1], sure),
        some(c[2]),
        some(c[3]),
        some(c[4]).map(f -> printed(f.text(), c.length > 6 ? Double.parseDouble(c[6]) : 1)),
        some(panel),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        1);
  }

  private static TextSpan printed(String text, double confidence) {
    return new TextSpan(text, 1, new BoundingBox(1, 2, 3, 4), confidence);
  }

  private static Optional<TextSpan> some(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(printed(text, 1));
  }

  static RawReport report(
      Page.Source source, Map<MetadataField, String> about, String panel, String... lines) {
    Map<MetadataField, TextSpan> texts = new EnumMap<>(MetadataField.class);
    about.forEach((k, v) -> texts.put(k, printed(v, 1)));
    List<RawRow> rows = new ArrayList<>();
    for (String l : lines) {
      rows.add(row(panel, l));
    }
    return new RawReport(List.of(new RawReport.PageInfo(1, 612, 792, source)), texts, rows);
  }

  static List<WarningReason> doubts(Page.Source source, String... lines) {
    ParsedReport draft = MEANING.interpret(report(source, Map.of(), "", lines), Synonyms.NONE);
    return draft.results().getFirst().warnings();
  }

  static DraftResult one(String panel, String line) {
    return MEANING
        .interpret(report(Page.Source.TEXT_LAYER, Map.of(), panel, line), Synonyms.NONE)
        .results()
        .getFirst();
  }
}
