package io.tributary.report.layout;

import io.tributary.report.page.Page;
import io.tributary.report.page.ParseFailure;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.RawRow;
import io.tributary.report.page.ReportUnreadable;
import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Parses one report page by page. */
final class ReportLayoutParser {
  private static final double LEGIBLE = 0.45;
  private static final int SOME_WORDS = 8;
  private static final double FAR = 100;

  /** Factor for rows that may be of another day. */
  private static final double UNSURE = 0.4;

  private final List<Page> pages;
  private final List<List<TextLine>> lines = new ArrayList<>();
  private final MetadataFields facts = new MetadataFields();
  private final PanelSection section = new PanelSection();
  private final List<RowDraft> rows = new ArrayList<>();
  private Optional<List<TableColumn>> columns = Optional.empty();

  ReportLayoutParser(List<Page> pages) {
    this.pages = pages;
    pages.forEach(p -> lines.add(LineGrouper.of(p.number(), ScannedWords.of(p))));
  }

  RawReport report() throws ReportUnreadable {
    List<TextLine> all = lines.stream().flatMap(List::stream).toList();
    if (!legible()) {
      throw new ReportUnreadable(ParseFailure.LOW_QUALITY);
    }
    if (!EnglishDetector.english(all)) {
      throw new ReportUnreadable(ParseFailure.NOT_ENGLISH);
    }
    // Names of people can be one character away from a test name, so metadata is read before
    // spelling correction.
    List<List<TextLine>> unspelled = unspelled();
    unspelled.forEach(facts::read);
    unspelled.stream().findFirst().ifPresent(facts::letterhead);
    lines.forEach(facts::address);
    DocumentType paper = DocumentType.of(all);
    if (paper.mayHoldTables()) {
      RunningHeaders.remove(lines).stream()
          .flatMap(l -> PageColumns.parts(l).stream())
          .forEach(this::tables);
    }
    List<RawRow> printed = printed();
    if (printed.isEmpty() && paper.mayHoldLines(facts.found().size())) {
      rows.clear();
      RunningHeaders.remove(lines).forEach(l -> rows.addAll(FreePage.rows(l, section)));
      printed = printed();
    }
    if (printed.isEmpty()) {
      throw new ReportUnreadable(ParseFailure.INVALID_INPUT);
    }
    return new RawReport(sheets(), facts.found(), printed);
  }

  private List<RawRow> printed() {
    return rows.stream().flatMap(r -> r.row(facts.sex()).stream()).toList();
  }

  private List<List<TextLine>> unspelled() {
    List<List<TextLine>> all = new ArrayList<>(lines);
    for (int i = 0; i < pages.size(); i++) {
      Page page = pages.get(i);
      if (page.source() == Page.Source.OCR) {
        all.set(i, LineGrouper.of(page.number(), page.words()));
      }
    }
    return all;
  }

  /**
   * Checks the mean confidence of all words. A scanned page with hardly any words is not legible.
   */
  private boolean legible() {
    double sum = 0;
    int words = 0;
    boolean scanned = false;
    for (Page page : pages) {
      scanned |= page.source() == Page.Source.OCR;
      for (Word word : page.words()) {
        sum += word.confidence();
        words++;
      }
    }
    return !scanned || words >= SOME_WORDS && sum / words >= LEGIBLE;
  }

  private List<RawReport.Sheet> sheets() {
    return pages.stream()
        .map(p -> new RawReport.Sheet(p.number(), p.width(), p.height(), p.source()))
        .toList();
  }

  private void tables(List<TextLine> page) {
    List<TableHeader> headers = Headers.of(page);
    // Labels that are repeated for each test look like as many table headings.
    if (headers.size() > 1 && CardLayout.labelled(page) >= headers.size()) {
      rows.addAll(CardLayout.rows(page, section));
      return;
    }
    int first = headers.isEmpty() ? page.size() : headers.getFirst().first();
    List<TextLine> top = page.subList(0, first);
    if (columns.isPresent()) {
      goOn(top);
    } else {
      top.stream().skip(Math.max(0, first - 3)).forEach(this::headingBefore);
    }
    for (int i = 0; i < headers.size(); i++) {
      TableHeader header = headers.get(i);
      TableHeader next = i + 1 < headers.size() ? headers.get(i + 1) : null;
      List<TextLine> body =
          BilingualHeaders.without(page, header, next == null ? page.size() : next.first(), next);
      if (i == 0 || header.title().isPresent()) {
        header.title().ifPresent(section::title);
      }
      int before = rows.size();
      List<TextLine> lines = LegendFilter.cut(body);
      table(once(ColumnTypeInference.typed(header.columns(), lines)), lines);
      if (header.unsure()) {
        rows.subList(before, rows.size()).forEach(r -> r.lessSure(UNSURE));
      }
    }
  }

  /** Reads lines that may continue the table of the previous page or be a page header. */
  private void goOn(List<TextLine> top) {
    int from = 0;
    List<TableColumn> moved = moved(columns.get(), top);
    for (int i = 0; i < top.size(); i++) {
      if (ClassifiedLine.of(top.get(i), moved, false)
          .draft()
          .filter(RowDraft::supported)
          .isPresent()) {
        break;
      }
      from = i + 1;
    }
    top.subList(0, from).forEach(this::headingBefore);
    new TableRows(top.subList(from, top.size()), moved, section)
        .rows().stream().filter(RowDraft::supported).forEach(rows::add);
  }

  private void headingBefore(TextLine line) {
    boolean heading =
        line.cells().size() == 1
            && PanelHeadings.word(line.text())
            && !NonResultFilter.line(line)
            && !NonResultFilter.prose(line);
    if (heading || PanelHeadings.specimen(line.run()).isPresent()) {
      section.heading(line);
    }
  }

  private static List<TableColumn> moved(List<TableColumn> columns, List<TextLine> lines) {
    double left =
        lines.stream()
            .mapToDouble(l -> l.box().left())
            .sorted()
            .skip(lines.size() / 2)
            .findFirst()
            .orElse(0);
    double by = left - columns.getFirst().left();
    if (Math.abs(by) < FAR) {
      return columns;
    }
    return columns.stream().map(c -> c.over(c.left() + by, c.right() + by)).toList();
  }

  private void table(List<TableColumn> headed, List<TextLine> all) {
    List<TextLine> body = SidebarFilter.cut(all, headed);
    List<TableColumn> learned = ColumnFit.learn(body, SidebarFilter.own(headed, all));
    rows.addAll(new TableRows(body, learned, section).rows());
    columns = Optional.of(learned);
  }

  private static boolean has(List<TableColumn> columns, ColumnKind kind) {
    return columns.stream().anyMatch(c -> c.kind() == kind);
  }

  /** Keeps the first column of each kind; a second value column holds previous results. */
  private static List<TableColumn> once(List<TableColumn> columns) {
    List<TableColumn> all = new ArrayList<>();
    for (TableColumn column : columns) {
      boolean again =
          has(all, column.kind())
              && column.kind() != ColumnKind.OTHER
              && column.kind() != ColumnKind.PREVIOUS;
      all.add(
          again
              ? column.as(
                  column.kind() == ColumnKind.VALUE ? ColumnKind.PREVIOUS : ColumnKind.OTHER)
              : column);
    }
    return all;
  }
}
