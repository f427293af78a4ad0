package io.tributary.report.table;

import io.tributary.report.page.Failure;
import io.tributary.report.page.Page;
import io.tributary.report.page.PrintedReport;
import io.tributary.report.page.PrintedRow;
import io.tributary.report.page.ReportUnreadable;
import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One report being read, page by page. */
final class Reading {
  private static final double LEGIBLE = 0.45;
  private static final int SOME_WORDS = 8;
  private static final double FAR = 100;

  /** Of rows that may be those of another day. */
  private static final double UNSURE = 0.4;

  private final List<Page> pages;
  private final List<List<Line>> lines = new ArrayList<>();
  private final Facts facts = new Facts();
  private final Section section = new Section();
  private final List<RowDraft> rows = new ArrayList<>();
  private Optional<List<Column>> columns = Optional.empty();

  Reading(List<Page> pages) {
    this.pages = pages;
    pages.forEach(p -> lines.add(Lines.of(p.number(), ScannedWords.of(p))));
  }

  PrintedReport report() throws ReportUnreadable {
    List<Line> all = lines.stream().flatMap(List::stream).toList();
    if (!legible()) {
      throw new ReportUnreadable(Failure.LOW_QUALITY);
    }
    if (!Language.english(all)) {
      throw new ReportUnreadable(Failure.NOT_ENGLISH);
    }
    // Names of people may be a sign off the word of a test: they are not spelled for them.
    List<List<Line>> unspelled = unspelled();
    unspelled.forEach(facts::read);
    unspelled.stream().findFirst().ifPresent(facts::letterhead);
    lines.forEach(facts::address);
    Paper paper = Paper.of(all);
    if (paper.mayHoldTables()) {
      Running.remove(lines).stream().flatMap(l -> Sides.parts(l).stream()).forEach(this::tables);
    }
    List<PrintedRow> printed = printed();
    if (printed.isEmpty() && paper.mayHoldLines(facts.found().size())) {
      rows.clear();
      Running.remove(lines).forEach(l -> rows.addAll(FreePage.rows(l, section)));
      printed = printed();
    }
    if (printed.isEmpty()) {
      throw new ReportUnreadable(Failure.INVALID_INPUT);
    }
    return new PrintedReport(sheets(), facts.found(), printed);
  }

  private List<PrintedRow> printed() {
    return rows.stream().flatMap(r -> r.row(facts.sex()).stream()).toList();
  }

  /** The lines as they were recognised; those of a text layer are what they are. */
  private List<List<Line>> unspelled() {
    List<List<Line>> all = new ArrayList<>(lines);
    for (int i = 0; i < pages.size(); i++) {
      Page page = pages.get(i);
      if (page.source() == Page.Source.OCR) {
        all.set(i, Lines.of(page.number(), page.words()));
      }
    }
    return all;
  }

  /** Whether words can be read at all; a page of a scan with hardly any word is not legible. */
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

  private List<PrintedReport.Sheet> sheets() {
    return pages.stream()
        .map(p -> new PrintedReport.Sheet(p.number(), p.width(), p.height(), p.source()))
        .toList();
  }

  private void tables(List<Line> page) {
    List<Header> headers = Headers.of(page);
    // Labels that each test has for itself look like as many headings of tables.
    if (headers.size() > 1 && Cards.labelled(page) >= headers.size()) {
      rows.addAll(Cards.rows(page, section));
      return;
    }
    int first = headers.isEmpty() ? page.size() : headers.getFirst().first();
    List<Line> top = page.subList(0, first);
    if (columns.isPresent()) {
      goOn(top);
    } else {
      top.stream().skip(Math.max(0, first - 3)).forEach(this::headingBefore);
    }
    for (int i = 0; i < headers.size(); i++) {
      Header header = headers.get(i);
      Header next = i + 1 < headers.size() ? headers.get(i + 1) : null;
      List<Line> body =
          SecondScript.without(page, header, next == null ? page.size() : next.first(), next);
      if (i == 0 || header.title().isPresent()) {
        header.title().ifPresent(section::title);
      }
      int before = rows.size();
      List<Line> lines = Interpretation.cut(body);
      table(once(Content.typed(header.columns(), lines)), lines);
      if (header.unsure()) {
        rows.subList(before, rows.size()).forEach(r -> r.lessSure(UNSURE));
      }
    }
  }

  /** Lines that may go on with the table of the page before, and may be the head of a page. */
  private void goOn(List<Line> top) {
    int from = 0;
    List<Column> moved = moved(columns.get(), top);
    for (int i = 0; i < top.size(); i++) {
      if (Placed.of(top.get(i), moved, false).draft().filter(RowDraft::supported).isPresent()) {
        break;
      }
      from = i + 1;
    }
    top.subList(0, from).forEach(this::headingBefore);
    new TableRows(top.subList(from, top.size()), moved, section)
        .rows().stream().filter(RowDraft::supported).forEach(rows::add);
  }

  private void headingBefore(Line line) {
    boolean heading =
        line.cells().size() == 1
            && Panels.word(line.text())
            && !Noise.line(line)
            && !Noise.prose(line);
    if (heading || Panels.specimen(line.run()).isPresent()) {
      section.heading(line);
    }
  }

  /** The columns of a table that goes on elsewhere, where its lines begin at another place. */
  private static List<Column> moved(List<Column> columns, List<Line> lines) {
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

  private void table(List<Column> headed, List<Line> all) {
    List<Line> body = Rail.cut(all, headed);
    List<Column> learned = ColumnFit.learn(body, Rail.own(headed, all));
    rows.addAll(new TableRows(body, learned, section).rows());
    columns = Optional.of(learned);
  }

  private static boolean has(List<Column> columns, Kind kind) {
    return columns.stream().anyMatch(c -> c.kind() == kind);
  }

  /** The first column of each kind is the one that counts; a second one of results is history. */
  private static List<Column> once(List<Column> columns) {
    List<Column> all = new ArrayList<>();
    for (Column column : columns) {
      boolean again =
          has(all, column.kind()) && column.kind() != Kind.OTHER && column.kind() != Kind.PREVIOUS;
      all.add(again ? column.as(column.kind() == Kind.VALUE ? Kind.PREVIOUS : Kind.OTHER) : column);
    }
    return all;
  }
}
