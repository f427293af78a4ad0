package io.tributary.tools.corpus;

import java.awt.Color;
import java.util.List;
import org.apache.pdfbox.pdmodel.common.PDRectangle;

/** How a table is drawn; see the names. */
final class DrawnStyle {
  PDRectangle size = PDRectangle.A4;
  int turned;
  Typeface type = Typeface.SANS;
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
  boolean verticals;
  boolean smallBelow;
  boolean boldValues;
  boolean headingsCentred;
  boolean headingsLined;
  boolean framed;
  boolean headingsAgain;
  double margin = 42;
  double bottom = 110;
  Color accent = Color.BLACK;
  boolean headBar;
  String watermark = "";
  List<String> footer = List.of();
  SheetHead head = DrawnHead.PAIRS;

  DrawnStyle size(PDRectangle paper, int degrees) {
    size = paper;
    turned = degrees;
    return this;
  }

  /** On American paper. */
  DrawnStyle letter() {
    return size(PDRectangle.LETTER, 0);
  }

  DrawnStyle type(Typeface letters, double size, double lineStep) {
    type = letters;
    points = size;
    step = lineStep;
    return this;
  }

  DrawnStyle head(SheetHead how) {
    head = how;
    return this;
  }

  /** Each sign is set by itself. */
  DrawnStyle byLetters() {
    byLetters = true;
    return this;
  }

  /** What is seen is a picture; the text behind it is another one. */
  DrawnStyle muddled() {
    muddled = true;
    return this;
  }

  DrawnStyle leaders() {
    leaders = true;
    return this;
  }

  DrawnStyle zebra() {
    zebra = true;
    return this;
  }

  DrawnStyle grid() {
    grid = true;
    return this;
  }

  DrawnStyle rules() {
    rules = true;
    return this;
  }

  DrawnStyle byColumns() {
    byColumns = true;
    return this;
  }

  DrawnStyle twice() {
    twice = true;
    return this;
  }

  DrawnStyle headsOnce() {
    headsOnce = true;
    return this;
  }

  DrawnStyle boldAbnormal() {
    boldAbnormal = true;
    return this;
  }

  DrawnStyle headingBars() {
    headingBars = true;
    return this;
  }

  /** Lines between columns and none between rows. */
  DrawnStyle verticals() {
    verticals = true;
    return this;
  }

  /** Further lines of a cell are written smaller than the first. */
  DrawnStyle smallBelow() {
    smallBelow = true;
    return this;
  }

  DrawnStyle boldValues() {
    boldValues = true;
    return this;
  }

  DrawnStyle headingsCentred() {
    headingsCentred = true;
    return this;
  }

  DrawnStyle headingsLined() {
    headingsLined = true;
    return this;
  }

  /** A frame about the results of each panel. */
  DrawnStyle framed() {
    framed = true;
    return this;
  }

  /** The heading of a panel that goes on stands on the next page too. */
  DrawnStyle headingsAgain() {
    headingsAgain = true;
    return this;
  }

  DrawnStyle margin(double sides, double below) {
    margin = sides;
    bottom = below;
    return this;
  }

  /** Headings of panels in this colour. */
  DrawnStyle accent(int rgb) {
    accent = new Color(rgb);
    return this;
  }

  /** The heads of columns are white on the accent. */
  DrawnStyle headBar() {
    headBar = true;
    return this;
  }

  /** Large, pale and slanting over each page. */
  DrawnStyle watermark(String text) {
    watermark = text;
    return this;
  }

  /** At the foot of each page, with its number and how many there are. */
  DrawnStyle footer(String... lines) {
    footer = List.of(lines);
    return this;
  }
}
