package io.tributary.bench.report;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.common.PDRectangle;

/** Tables of results drawn sign by sign, over as many pages as they need. */
final class DrawnTable implements Layout.Drawer.ByHand {
  /** Where in its column a text stands. */
  enum At {
    LEFT,
    RIGHT,
    CENTRE
  }

  /**
   * @param from left edge, as a part of the width of the table
   * @param to right edge
   */
  record Column(Col col, String head, double from, double to, At at) {}

  /** How it is drawn; see the names. */
  static final class Style {
    PDRectangle size = PDRectangle.A4;
    int turned;
    Canvas.Type type = Canvas.Type.SANS;
    double points = 9;
    double step = 13;
    boolean leaders;
    boolean zebra;
    boolean grid;
    boolean rules;
    boolean byColumns;
    boolean twice;
    boolean headsOnce;
    boolean boldAbnormal;
    boolean headingBars;
    boolean byLetters;
    boolean muddled;
    DrawnHead head = DrawnHead.PAIRS;

    Style size(PDRectangle paper, int degrees) {
      size = paper;
      turned = degrees;
      return this;
    }

    Style type(Canvas.Type letters, double size, double lineStep) {
      type = letters;
      points = size;
      step = lineStep;
      return this;
    }

    Style head(DrawnHead how) {
      head = how;
      return this;
    }

    /** Each sign is set by itself. */
    Style byLetters() {
      byLetters = true;
      return this;
    }

    /** What is seen is a picture; the text behind it is another one. */
    Style muddled() {
      muddled = true;
      return this;
    }

    Style leaders() {
      leaders = true;
      return this;
    }

    Style zebra() {
      zebra = true;
      return this;
    }

    Style grid() {
      grid = true;
      return this;
    }

    Style rules() {
      rules = true;
      return this;
    }

    Style byColumns() {
      byColumns = true;
      return this;
    }

    Style twice() {
      twice = true;
      return this;
    }

    Style headsOnce() {
      headsOnce = true;
      return this;
    }

    Style boldAbnormal() {
      boldAbnormal = true;
      return this;
    }

    Style headingBars() {
      headingBars = true;
      return this;
    }
  }

  private static final double MARGIN = 42;

  private final Style style;
  private final List<Column> columns;

  DrawnTable(Style style, Column... columns) {
    this.style = style;
    this.columns = List.of(columns);
  }

  static Column left(Col col, String head, double from, double to) {
    return new Column(col, head, from, to, At.LEFT);
  }

  static Column right(Col col, String head, double from, double to) {
    return new Column(col, head, from, to, At.RIGHT);
  }

  static Column centre(Col col, String head, double from, double to) {
    return new Column(col, head, from, to, At.CENTRE);
  }

  @Override
  public void draw(Paper paper, Path pdf) throws IOException {
    try (Canvas canvas = new Canvas(style.size, style.turned, style.type)) {
      if (style.byLetters) {
        canvas.letterByLetter();
      }
      new Run(canvas, paper).all();
      canvas.save(pdf);
    }
    if (style.muddled) {
      Muddle.behind(pdf);
    }
  }

  /** A text that waits to be drawn, so that a table can be written column after column. */
  private record Piece(int column, double x, double y, boolean heavy, String text) {}

  /** One report being drawn. */
  private final class Run {
    private final Canvas canvas;
    private final Paper paper;
    private final List<Piece> waiting = new ArrayList<>();
    private double left = MARGIN;
    private double wide;
    private double top;
    private double y;
    private int row;
    private boolean second;

    Run(Canvas canvas, Paper paper) {
      this.canvas = canvas;
      this.paper = paper;
      this.wide = canvas.width() - 2 * MARGIN;
    }

    void all() throws IOException {
      y = style.head.draw(canvas, paper, MARGIN, style.points);
      top = y;
      if (style.twice) {
        wide = (canvas.width() - 2 * MARGIN - 24) / 2;
      }
      heads();
      for (Paper.Section s : paper.sections()) {
        room(4);
        heading(s);
        for (Paper.Line l : s.lines()) {
          line(l);
        }
        y += style.step * 0.5;
      }
      flush();
      tail();
    }

    private void tail() throws IOException {
      if (style.twice) {
        y = canvas.height() - 100;
      }
      for (String t : paper.tail()) {
        y += style.step;
        canvas.text(MARGIN, y, style.points - 2, false, t);
      }
    }

    /** Goes on in the next band or on the next page when so many lines have no room. */
    private void room(int lines) throws IOException {
      if (y + lines * style.step < canvas.height() - 110) {
        return;
      }
      if (style.twice && !second) {
        second = true;
        left = MARGIN + wide + 24;
        y = top;
      } else {
        flush();
        canvas.text(
            MARGIN, canvas.height() - 30, 7, false, "Page " + canvas.pages() + " - continued");
        canvas.page();
        second = false;
        left = MARGIN;
        y = style.head.again(canvas, paper, MARGIN, style.points);
        top = y;
      }
      if (!style.headsOnce) {
        heads();
      }
    }

    private void heads() throws IOException {
      if (columns.stream().allMatch(c -> c.head().isEmpty())) {
        return;
      }
      y += style.step;
      for (int i = 0; i < columns.size(); i++) {
        String head = columns.get(i).head();
        boolean dated = head.contains("{}") && !paper.previousHeads().isEmpty();
        put(
            i,
            columns.get(i),
            dated ? head.replace("{}", paper.previousHeads().get(0)) : head,
            true,
            0);
      }
      flush();
      y += 4;
      canvas.line(left, y, left + wide, y, 0.8);
      y += 2;
    }

    private void heading(Paper.Section s) throws IOException {
      y += style.step;
      if (style.headingBars) {
        canvas.fill(left, y - style.points - 1, wide, style.points + 5, new Color(220, 226, 234));
      }
      waiting.add(new Piece(-1, left + 2, y, true, s.heading()));
      if (s.specimen().isPresent()) {
        y += style.step;
        waiting.add(new Piece(-1, left + 2, y, false, "Specimen Type: " + s.specimen().get()));
      }
    }

    private void line(Paper.Line l) throws IOException {
      List<List<String>> cells = new ArrayList<>();
      int deep = 1;
      for (Column c : columns) {
        List<String> lines = lines(c, c.col().text(l));
        deep = Math.max(deep, lines.size());
        cells.add(lines);
      }
      room(deep + (l.note().isPresent() ? 1 : 0));
      double above = y;
      y += style.step;
      if (style.zebra && row++ % 2 == 1) {
        canvas.fill(left, y - style.points, wide, deep * style.step, new Color(238, 241, 245));
      }
      for (int i = 0; i < columns.size(); i++) {
        for (int k = 0; k < cells.get(i).size(); k++) {
          boolean heavy = style.boldAbnormal && l.abnormal() && columns.get(i).col() != Col.NAME;
          put(i, columns.get(i), cells.get(i).get(k), heavy, k);
        }
      }
      if (style.leaders) {
        leaders(cells);
      }
      y += (deep - 1) * style.step;
      if (l.note().isPresent()) {
        y += style.step;
        waiting.add(new Piece(-1, left + 12, y, false, l.note().get()));
      }
      frame(above + 4, y + 4);
    }

    private void frame(double from, double to) throws IOException {
      if (style.grid || style.rules) {
        canvas.line(left, to, left + wide, to, 0.4);
      }
      if (style.grid) {
        canvas.line(left, from, left + wide, from, 0.4);
        for (Column c : columns) {
          canvas.line(left + c.from() * wide, from, left + c.from() * wide, to, 0.4);
        }
        canvas.line(left + wide, from, left + wide, to, 0.4);
      }
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
        waiting.add(new Piece(0, from, y, false, ".".repeat(n)));
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
      double w = canvas.width(text, style.points, heavy);
      double x =
          switch (c.at()) {
            case LEFT -> from;
            case RIGHT -> to - w;
            case CENTRE -> (from + to - w) / 2;
          };
      waiting.add(new Piece(i, x, y + deep * style.step, heavy, text));
    }

    private void flush() throws IOException {
      if (style.byColumns) {
        waiting.sort((a, b) -> Integer.compare(a.column(), b.column()));
      }
      for (Piece p : waiting) {
        canvas.text(p.x(), p.y(), style.points, p.heavy(), p.text());
      }
      waiting.clear();
    }
  }
}
