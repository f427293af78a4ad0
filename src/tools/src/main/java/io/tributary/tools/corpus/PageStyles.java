package io.tributary.tools.corpus;

/** CSS styles shared by several layouts. */
final class PageStyles {
  static final String LETTER = "@page { size: letter; margin: 12mm }";
  static final String RULES =
      ".r td { border-bottom: 1px solid #bbb } .r th { border-bottom: 2px solid #333 }";
  static final String GRID = ".r td, .r th { border: 1px solid #666 }";
  static final String ZEBRA =
      ".r tr:nth-child(even) td { background: #eef2f6 } .r th { background: #274b6d; color: #fff }";
  static final String BOLD = ".abn .c-value, .abn .c-value_flag { font-weight: bold }";

  private PageStyles() {}

  /** Returns the style of a paper size with margins and a footer with the page number. */
  static String sheet(String size, String margins, String below) {
    return "@page { size: "
        + size
        + "; margin: "
        + margins
        + "; @bottom-left { content: \""
        + below
        + "\"; font-size: 8px; color: #444 } @bottom-right { content: \"Page \" counter(page) \" of"
        + " \" counter(pages); font-size: 8px; color: #444 } }";
  }
}
