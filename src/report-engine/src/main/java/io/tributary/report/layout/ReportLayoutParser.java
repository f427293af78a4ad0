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
  private static final double MIN_CONFIDENCE = 0.45;
  private static final int MIN_WORDS = 8;
  private static final double FAR = 100;

  /** Factor for rows that may be of another day. */
  private static final double DOUBT_FACTOR = 0.4;

  private final List<Page> pages;
  private final List<List<TextLine>> lines = new ArrayList<>();
  private final MetadataFields facts = new MetadataFields();
  private final PanelSection section = new PanelSection();
  private final List<RowDraft> rows = new ArrayList<>();
  private Optional<List<TableColumn>> columns = Optional.empty();

  ReportLayoutParser(List<Page> pages) {
    this.pages = pages;
    pages.forEach(p -> lines.add(LineGrouper.group(p.number(), ScannedWords.correctedWords(p))));
  }

  RawReport report() throws ReportUnreadable {
    List<TextLine> all = lines.stream().flatMap(List::stream).toList();
    if (!isLegible()) {
      throw new ReportUnreadable(ParseFailure.LOW_QUALITY);
    }
    if (!EnglishDetector.isEnglish(all)) {
      throw new ReportUnreadable(ParseFailure.NOT_ENGLISH);
    }
    // Names of people can be one character away from a test name, so metadata is read before
    // spelling correction.
    List<List<TextLine>> unspelled = uncorrectedLines();
    unspelled.forEach(facts::read);
    unspelled.stream().findFirst().ifPresent(facts::readLetterhead);
    lines.forEach(facts::readAddress);
    DocumentType paper = DocumentType.of(all);
    if (paper.mayHoldTables()) {
      RunningHeaders.remove(lines).stream()
          .flatMap(l -> PageColumns.split(l).stream())
          .forEach(this::tables);
    }
    List<RawRow> printed = rawRows();
    if (printed.isEmpty() && paper.mayHoldLines(facts.found().size())) {
      rows.clear();
      RunningHeaders.remove(lines).forEach(l -> rows.addAll(UnheadedPage.rows(l, section)));
      printed = rawRows();
    }
    if (printed.isEmpty()) {
      throw new ReportUnreadable(ParseFailure.INVALID_INPUT);
    }
    return new RawReport(sheets(), facts.found(), printed);
  }

  private List<RawRow> rawRows() {
    return rows.stream().flatMap(r -> r.build(facts.sex()).stream()).toList();
  }

  private List<List<TextLine>> uncorrectedLines() {
    List<List<TextLine>> all = new ArrayList<>(lines);
    for (int i = 0; i < pages.size(); i++) {
      Page page = pages.get(i);
      if (page.source() == Page.Source.OCR) {
        all.set(i, LineGrouper.group(page.number(), page.words()));
      }
    }
    return all;
  }

  /**
   * Checks the mean confidence of all words. A scanned page with hardly any words is not legible.
   */
  private boolean isLegible() {
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
    return !scanned || words >= MIN_WORDS && sum / words >= MIN_CONFIDENCE;
  }

  private List<RawReport.PageInfo> sheets() {
    return pages.stream()
        .map(p -> new RawReport.PageInfo(p.number(), p.width(), p.height(), p.source()))
        .toList();
  }

  private void tables(List<TextLine> page) {
    List<TableHeader> headers = TableHeaderDetector.findAll(page);
    // Labels that are repeated for each test look like as many table headings.
    if (headers.size() > 1 && CardLayout.countLabeledValues(page) >= headers.size()) {
      rows.addAll(CardLayout.rows(page, section));
      return;
    }
    int first = headers.isEmpty() ? page.size() : headers.getFirst().first();
    List<TextLine> top = page.subList(0, first);
    if (columns.isPresent()) {
      continueTable(top);
    } else {
      top.stream().skip(Math.max(0, first - 3)).forEach(this::headingBefore);
    }
    for (int i = 0; i < headers.size(); i++) {
      TableHeader header = headers.get(i);
      TableHeader next = i + 1 < headers.size() ? headers.get(i + 1) : null;
      List<TextLine> body =
          BilingualHeaders.removeRepeats(
              page, header, next == null ? page.size() : next.first(), next);
      if (i == 0 || header.title().isPresent()) {
        header.title().ifPresent(section::title);
      }
      int before = rows.size();
      List<TextLine> lines = LegendFilter.removeLegends(body);
      table(keepFirstOfEachKind(ColumnTypeInference.retype(header.columns(), lines)), lines);
      if (header.unsure()) {
        rows.subList(before, rows.size()).forEach(r -> r.reduceConfidence(DOUBT_FACTOR));
      }
    }
  }

  /** Reads lines that may continue the table of the previous page or be a page header. */
  private void continueTable(List<TextLine> top) {
    int from = 0;
    List<TableColumn> moved = shiftColumns(columns.get(), top);
    for (int i = 0; i < top.size(); i++) {
      if (ClassifiedLine.of(top.get(i), moved, false)
          .draft()
          .filter(RowDraft::isSupported)
          .isPresent()) {
        break;
      }
      from = i + 1;
    }
    top.subList(0, from).forEach(this::headingBefore);
    new TableRows(top.subList(from, top.size()), moved, section)
        .rows().stream().filter(RowDraft::isSupported).forEach(rows::add);
  }

  private void headingBefore(TextLine line) {
    boolean heading =
        line.cells().size() == 1
            && PanelHeadings.isPossibleHeading(line.text())
            && !NonResultFilter.isNonResultLine(line)
            && !NonResultFilter.isProse(line);
    if (heading || PanelHeadings.specimen(line.run()).isPresent()) {
      section.heading(line);
    }
  }

  private static List<TableColumn> shiftColumns(List<TableColumn> columns, List<TextLine> lines) {
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
    return columns.stream().map(c -> c.withExtent(c.left() + by, c.right() + by)).toList();
  }

  private void table(List<TableColumn> headed, List<TextLine> all) {
    List<TextLine> body = SidebarFilter.removeSidebar(all, headed);
    List<TableColumn> learned =
        ColumnFit.learn(body, SidebarFilter.withoutSidebarColumns(headed, all));
    rows.addAll(new TableRows(body, learned, section).rows());
    columns = Optional.of(learned);
  }

  private static boolean has(List<TableColumn> columns, ColumnKind kind) {
    return columns.stream().anyMatch(c -> c.kind() == kind);
  }

  /** Keeps the first column of each kind; a second value column holds previous results. */
  private static List<TableColumn> keepFirstOfEachKind(List<TableColumn> columns) {
    List<TableColumn> all = new ArrayList<>();
    for (TableColumn column : columns) {
      boolean again =
          has(all, column.kind())
              && column.kind() != ColumnKind.OTHER
              && column.kind() != ColumnKind.PREVIOUS;
      all.add(
          again
              ? column.withKind(
                  column.kind() == ColumnKind.VALUE ? ColumnKind.PREVIOUS : ColumnKind.OTHER)
              : column);
    }
    return all;
  }
}
