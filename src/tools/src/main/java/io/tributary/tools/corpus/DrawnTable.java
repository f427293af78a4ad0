package io.tributary.tools.corpus;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDPageContentStream.AppendMode;

/** Result table drawn directly into a PDF, over as many pages as needed. */
final class DrawnTable implements Layout.Drawer.PdfDrawer {
  /** Alignment of a text in its column. */
  enum ColumnAlignment {
    LEFT,
    RIGHT,
    CENTRE
  }

  /**
   * @param from left edge as a share of the table's width
   * @param to right edge as a share of the table's width
   */
  record Column(CorpusColumn col, String head, double from, double to, ColumnAlignment at) {}

  private final DrawnStyle style;
  private final List<Column> columns;

  DrawnTable(DrawnStyle style, Column... columns) {
    this.style = style;
    this.columns = List.of(columns);
  }

  static Column left(CorpusColumn col, String head, double from, double to) {
    return new Column(col, head, from, to, ColumnAlignment.LEFT);
  }

  static Column right(CorpusColumn col, String head, double from, double to) {
    return new Column(col, head, from, to, ColumnAlignment.RIGHT);
  }

  static Column centered(CorpusColumn col, String head, double from, double to) {
    return new Column(col, head, from, to, ColumnAlignment.CENTRE);
  }

  @Override
  public void draw(ReportContent paper, Path pdf) throws IOException {
    try (Canvas canvas = new Canvas(style.size, style.turned, style.type)) {
      if (style.letterByLetter) {
        canvas.enableLetterByLetter();
      }
      new TableDrawing(canvas, paper).all();
      canvas.save(pdf);
    }
    if (style.misleadingTextLayer) {
      MisleadingTextLayer.apply(pdf);
    }
  }

  /** Text that is drawn later, so that a table can be written column by column. */
  private record DeferredText(
      int column, double x, double y, boolean heavy, String text, double points, Color color) {}

  /** State of one report being drawn. */
  private final class TableDrawing {
    private final Canvas canvas;
    private final ReportContent paper;
    private final List<DeferredText> waiting = new ArrayList<>();
    private double left = style.margin;
    private double wide;
    private double top;
    private double y;
    private int row;
    private int number;
    private boolean second;
    private String going = "";

    TableDrawing(Canvas canvas, ReportContent paper) {
      this.canvas = canvas;
      this.paper = paper;
      this.wide = canvas.width() - 2 * style.margin;
    }

    void all() throws IOException {
      y = style.head.draw(canvas, paper, style.margin, style.points);
      top = y;
      if (style.twoColumns) {
        wide = (canvas.width() - 2 * style.margin - 24) / 2;
      }
      heads();
      for (ReportContent.Section s : paper.sections()) {
        room(4);
        heading(s);
        int page = canvas.pages();
        double from = y + 4;
        going = style.repeatHeadings ? s.heading() + " (continued)" : "";
        for (ReportContent.Line l : s.lines()) {
          line(l);
        }
        going = "";
        if (style.framed) {
          frame(page == canvas.pages() ? from : top, y + 5, 0.9);
        }
        remarks(s);
        y += style.step * 0.5;
      }
      flush();
      tail();
      if (!style.watermark.isEmpty()) {
        canvas.drawOnEachPage(AppendMode.PREPEND, this::watermark);
      }
      if (!style.footer.isEmpty()) {
        canvas.drawOnEachPage(AppendMode.APPEND, this::footer);
      }
    }

    private void watermark(int page, int of) throws IOException {
      Color pale = new Color(228, 228, 232);
      canvas.drawSlanted(canvas.width() * .2, canvas.height() * .72, 70, pale, style.watermark);
    }

    private void footer(int page, int of) throws IOException {
      double at = canvas.height() - 34;
      canvas.setColor(style.accent);
      canvas.drawLine(style.margin, at - 9, canvas.width() - style.margin, at - 9, 0.6);
      canvas.setColor(Color.BLACK);
      for (int i = 0; i < style.footer.size(); i++) {
        canvas.drawText(style.margin, at + 9 * i, 6.5, false, style.footer.get(i));
      }
      canvas.drawRightAligned(
          canvas.width() - style.margin, at, 7, false, "Page " + page + " of " + of);
    }

    private void tail() throws IOException {
      if (style.twoColumns) {
        y = canvas.height() - 100;
      }
      for (String t : paper.tail()) {
        y += style.step;
        canvas.drawText(style.margin, y, style.points - 2, false, t);
      }
    }

    /** Continues in the next column or on the next page if this many lines do not fit. */
    private void room(int lines) throws IOException {
      if (y + lines * style.step < canvas.height() - style.bottom) {
        return;
      }
      if (style.twoColumns && !second) {
        second = true;
        left = style.margin + wide + 24;
        y = top;
      } else {
        flush();
        if (style.footer.isEmpty()) {
          canvas.drawText(
              style.margin,
              canvas.height() - 30,
              7,
              false,
              "Page " + canvas.pages() + " - continued");
        }
        canvas.newPage();
        second = false;
        left = style.margin;
        y = style.head.drawContinuation(canvas, paper, style.margin, style.points);
        top = y;
      }
      if (!style.headersOnce) {
        heads();
      }
      if (!going.isEmpty()) {
        y += style.step;
        waiting.add(new DeferredText(-1, left + 2, y, true, going, style.points, style.accent));
      }
    }

    private void heads() throws IOException {
      if (columns.stream().allMatch(c -> c.head().isEmpty())) {
        return;
      }
      y += style.step;
      if (style.headerBar) {
        canvas.fillRectangle(left, y - style.points - 2, wide, style.points + 7, style.accent);
      }
      for (int i = 0; i < columns.size(); i++) {
        Column c = columns.get(i);
        put(i, c, c.col().head(c.head(), paper.previousHeads()), true, 0);
      }
      canvas.setColor(style.headerBar ? Color.WHITE : Color.BLACK);
      flush();
      canvas.setColor(Color.BLACK);
      y += 4;
      if (!style.headerBar) {
        canvas.drawLine(left, y, left + wide, y, 0.8);
      }
      y += 2;
    }

    private void heading(ReportContent.Section s) throws IOException {
      y += style.step;
      if (style.headingBackground) {
        canvas.fillRectangle(
            left, y - style.points - 1, wide, style.points + 5, new Color(220, 226, 234));
      }
      double w = canvas.width(s.heading(), style.points, true);
      double x = style.headingsCentered ? left + (wide - w) / 2 : left + 2;
      waiting.add(new DeferredText(-1, x, y, true, s.heading(), style.points, style.accent));
      if (style.headingsUnderlined) {
        canvas.drawLine(x, y + 2, x + w, y + 2, 0.7);
      }
      if (s.specimen().isPresent()) {
        y += style.step;
        waiting.add(
            new DeferredText(
                -1,
                left + 2,
                y,
                false,
                "Specimen Type: " + s.specimen().get(),
                style.points,
                Color.BLACK));
      }
    }

    private void line(ReportContent.Line l) throws IOException {
      List<List<String>> cells = new ArrayList<>();
      int deep = 1;
      number++;
      for (Column c : columns) {
        List<String> lines =
            lines(c, c.col() == CorpusColumn.NUMBER ? number + "." : c.col().text(l));
        deep = Math.max(deep, lines.size());
        cells.add(lines);
      }
      room(deep + (l.note().isPresent() ? 1 : 0));
      double above = y;
      y += style.step;
      if (style.zebra && row++ % 2 == 1) {
        canvas.fillRectangle(
            left, y - style.points, wide, deep * style.step, new Color(238, 241, 245));
      }
      for (int i = 0; i < columns.size(); i++) {
        for (int k = 0; k < cells.get(i).size(); k++) {
          boolean value = columns.get(i).col().name().startsWith("VALUE");
          boolean heavy =
              style.boldAbnormal && l.abnormal() && columns.get(i).col() != CorpusColumn.NAME
                  || style.boldValues && value && k == 0;
          put(i, columns.get(i), cells.get(i).get(k), heavy, k);
        }
      }
      if (style.dotLeaders) {
        leaders(cells);
      }
      bars(l);
      y += (deep - 1) * (style.smallFurtherLines ? style.points : style.step);
      if (l.note().isPresent()) {
        y += style.step;
        waiting.add(
            new DeferredText(-1, left + 12, y, false, l.note().get(), style.points, Color.BLACK));
      }
      frame(above + 4, y + 4);
    }

    /** Draws graphics of the value's position in its range. */
    private void bars(ReportContent.Line l) throws IOException {
      double at = l.numbers().relativePosition();
      for (Column c : columns) {
        if (c.col() == CorpusColumn.BAR && !Double.isNaN(at)) {
          double from = left + c.from() * wide + 4;
          double room = (c.to() - c.from()) * wide - 8;
          canvas.fillRectangle(from, y - 5, room, 3, new Color(215, 215, 215));
          canvas.fillRectangle(from + room / 4, y - 5, room / 2, 3, new Color(120, 180, 120));
          canvas.fillRectangle(from + room * at - 1.5, y - 8, 3, 9, new Color(30, 40, 70));
        }
      }
    }

    private void remarks(ReportContent.Section s) throws IOException {
      for (String r : s.remarks()) {
        room(1);
        y += style.step;
        String[] cells = r.split(" \\| ");
        for (int i = 0; i < cells.length; i++) {
          double x = left + 8 + i * wide * .3;
          waiting.add(
              new DeferredText(-1, x, y, false, cells[i], style.points - 1, Color.DARK_GRAY));
        }
      }
    }

    private void frame(double from, double to) throws IOException {
      if (style.grid || style.rules) {
        canvas.drawLine(left, to, left + wide, to, 0.4);
      }
      if (style.grid || style.verticals) {
        if (style.grid) {
          canvas.drawLine(left, from, left + wide, from, 0.4);
        }
        for (Column c : columns) {
          canvas.drawLine(left + c.from() * wide, from, left + c.from() * wide, to, 0.4);
        }
        canvas.drawLine(left + wide, from, left + wide, to, 0.4);
      }
    }

    private void frame(double from, double to, double line) throws IOException {
      canvas.drawLine(left, from, left + wide, from, line);
      canvas.drawLine(left, to, left + wide, to, line);
      canvas.drawLine(left, from, left, to, line);
      canvas.drawLine(left + wide, from, left + wide, to, line);
    }

    private void leaders(List<List<String>> cells) throws IOException {
      double from =
          left
              + columns.get(0).from() * wide
              + 6
              + canvas.width(cells.get(0).get(0), style.points, false);
      double to = left + columns.get(1).from() * wide - 3;
      double dot = canvas.width(".", style.points, false);
      int n = (int) ((to - from) / dot);
      if (n > 2) {
        waiting.add(new DeferredText(0, from, y, false, ".".repeat(n), style.points, Color.BLACK));
      }
    }

    private List<String> lines(Column c, String text) throws IOException {
      List<String> lines = new ArrayList<>();
      double room = (c.to() - c.from()) * wide - 4;
      for (String part : text.split("\n")) {
        StringBuilder now = new StringBuilder();
        for (String word : part.split(" ")) {
          String longer = now.isEmpty() ? word : now + " " + word;
          if (!now.isEmpty() && canvas.width(longer, style.points, false) > room) {
            lines.add(now.toString());
            now = new StringBuilder(word);
          } else {
            now = new StringBuilder(longer);
          }
        }
        lines.add(now.toString());
      }
      return lines;
    }

    private void put(int i, Column c, String text, boolean heavy, int deep) throws IOException {
      double from = left + c.from() * wide + 2;
      double to = left + c.to() * wide - 2;
      double points = deep > 0 && style.smallFurtherLines ? style.points - 1.5 : style.points;
      double w = canvas.width(text, points, heavy);
      double x =
          switch (c.at()) {
            case LEFT -> from;
            case RIGHT -> to - w;
            case CENTRE -> (from + to - w) / 2;
          };
      double down = deep * (style.smallFurtherLines ? style.points : style.step);
      waiting.add(new DeferredText(i, x, y + down, heavy, text, points, Color.BLACK));
    }

    private void flush() throws IOException {
      if (style.byColumns) {
        waiting.sort((a, b) -> Integer.compare(a.column(), b.column()));
      }
      for (DeferredText p : waiting) {
        if (!p.color().equals(Color.BLACK)) {
          canvas.setColor(p.color());
        }
        canvas.drawText(p.x(), p.y(), p.points(), p.heavy(), p.text());
        if (!p.color().equals(Color.BLACK)) {
          canvas.setColor(Color.BLACK);
        }
      }
      waiting.clear();
    }
  }
}
