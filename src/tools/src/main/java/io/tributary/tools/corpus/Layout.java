package io.tributary.tools.corpus;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A way reports look, drawn as PDF by {@link #drawer}.
 *
 * @param held whether it is kept from those who tune the reading
 */
record Layout(String id, boolean held, TextStyle look, Drawer drawer) {
  /** Puts a report on pages. */
  sealed interface Drawer {
    /** As a page for a browser to print. */
    non-sealed interface ByBrowser extends Drawer {
      String html(ReportContent paper);
    }

    /** Sign by sign. */
    non-sealed interface ByHand extends Drawer {
      void draw(ReportContent paper, Path pdf) throws IOException;
    }
  }

  /** One to tune the reading with. */
  static Layout tune(String id, TextStyle look, Drawer drawer) {
    return new Layout(id, false, look, drawer);
  }

  /** One that only tells how well layouts are read that nobody has seen. */
  static Layout held(String id, TextStyle look, Drawer drawer) {
    return new Layout(id, true, look, drawer);
  }

  String split() {
    return held ? "held" : "tune";
  }
}
