package io.tributary.tools.corpus;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Visual layout of a report, drawn as PDF by {@link #drawer}.
 *
 * @param heldOut whether the layout is held out from tuning
 */
record Layout(String id, boolean heldOut, TextStyle look, Drawer drawer) {
  /** Draws a report. */
  sealed interface Drawer {
    /** Renders an HTML page for a browser. */
    non-sealed interface HtmlDrawer extends Drawer {
      String html(ReportContent paper);
    }

    /** Draws directly into a PDF. */
    non-sealed interface PdfDrawer extends Drawer {
      void draw(ReportContent paper, Path pdf) throws IOException;
    }
  }

  /** Creates a layout for tuning. */
  static Layout forTuning(String id, TextStyle look, Drawer drawer) {
    return new Layout(id, false, look, drawer);
  }

  /** Creates a held-out layout, which only measures how well unseen layouts are read. */
  static Layout held(String id, TextStyle look, Drawer drawer) {
    return new Layout(id, true, look, drawer);
  }

  String split() {
    return heldOut ? "held" : "tune";
  }
}
