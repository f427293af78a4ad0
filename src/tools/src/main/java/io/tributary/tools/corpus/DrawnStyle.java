package io.tributary.tools.corpus;

import java.awt.Color;
import java.util.List;
import org.apache.pdfbox.pdmodel.common.PDRectangle;

/** Style of a {@link DrawnTable}. */
final class DrawnStyle {
  PDRectangle size = PDRectangle.A4;
  int turned;
  Typeface type = Typeface.SANS;
  double points = 9;
  double step = 13;
  boolean dotLeaders;
  boolean zebra;
  boolean grid;
  boolean rules;
  boolean byColumns;
  boolean twoColumns;
  boolean headersOnce;
  boolean boldAbnormal;
  boolean headingBackground;
  boolean letterByLetter;
  boolean misleadingTextLayer;
  boolean verticals;
  boolean smallFurtherLines;
  boolean boldValues;
  boolean headingsCentered;
  boolean headingsUnderlined;
  boolean framed;
  boolean repeatHeadings;
  double margin = 42;
  double bottom = 110;
  Color accent = Color.BLACK;
  boolean headerBar;
  String watermark = "";
  List<String> footer = List.of();
  DrawnLetterhead head = DrawnHead.PAIRS;

  DrawnStyle size(PDRectangle paper, int degrees) {
    size = paper;
    turned = degrees;
    return this;
  }

  /** Selects US letter paper. */
  DrawnStyle letter() {
    return size(PDRectangle.LETTER, 0);
  }

  DrawnStyle type(Typeface letters, double size, double lineStep) {
    type = letters;
    points = size;
    step = lineStep;
    return this;
  }

  DrawnStyle head(DrawnLetterhead how) {
    head = how;
    return this;
  }

  /** Draws each character separately. */
  DrawnStyle letterByLetter() {
    letterByLetter = true;
    return this;
  }

  /** Replaces the visible pages by images over a misleading text layer. */
  DrawnStyle misleadingTextLayer() {
    misleadingTextLayer = true;
    return this;
  }

  DrawnStyle dotLeaders() {
    dotLeaders = true;
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

  DrawnStyle twoColumns() {
    twoColumns = true;
    return this;
  }

  DrawnStyle headersOnce() {
    headersOnce = true;
    return this;
  }

  DrawnStyle boldAbnormal() {
    boldAbnormal = true;
    return this;
  }

  DrawnStyle headingBackground() {
    headingBackground = true;
    return this;
  }

  /** Draws lines between columns but not between rows. */
  DrawnStyle verticals() {
    verticals = true;
    return this;
  }

  /** Draws further lines of a cell smaller than the first. */
  DrawnStyle smallFurtherLines() {
    smallFurtherLines = true;
    return this;
  }

  DrawnStyle boldValues() {
    boldValues = true;
    return this;
  }

  DrawnStyle headingsCentered() {
    headingsCentered = true;
    return this;
  }

  DrawnStyle headingsUnderlined() {
    headingsUnderlined = true;
    return this;
  }

  /** Draws a border around the results of each panel. */
  DrawnStyle framed() {
    framed = true;
    return this;
  }

  /** Repeats the heading of a continued panel on the next page. */
  DrawnStyle repeatHeadings() {
    repeatHeadings = true;
    return this;
  }

  DrawnStyle margin(double sides, double below) {
    margin = sides;
    bottom = below;
    return this;
  }

  /** Sets the color of panel headings. */
  DrawnStyle accent(int rgb) {
    accent = new Color(rgb);
    return this;
  }

  /** Draws column headers in white on the accent color. */
  DrawnStyle headerBar() {
    headerBar = true;
    return this;
  }

  /** Draws a large, pale, slanted text on each page. */
  DrawnStyle watermark(String text) {
    watermark = text;
    return this;
  }

  /** Draws a footer on each page with its number and the number of pages. */
  DrawnStyle footer(String... lines) {
    footer = List.of(lines);
    return this;
  }
}
