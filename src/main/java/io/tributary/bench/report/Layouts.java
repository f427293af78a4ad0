package io.tributary.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All layouts; those that are kept from tuning are fixed in the lists, not by chance. */
final class Layouts {
  private Layouts() {}

  static List<Layout> all() {
    List<Layout> all = new ArrayList<>(AmericanPages.all());
    all.addAll(ForeignPages.all());
    all.addAll(OddPages.all());
    all.addAll(DrawnLayouts.all());
    all.addAll(OddLayouts.all());
    all.addAll(UnseenPages.all());
    all.addAll(UnseenForeignPages.all());
    all.addAll(UnseenDrawings.all());
    return List.copyOf(all);
  }

  /** Other contents for each layout; those kept from tuning never share one with the others. */
  static long seed(Layout layout, int copy) {
    return (layout.held() ? 90_000_019L : 40_000_003L) + layout.id().hashCode() * 31L + copy;
  }

  static Composer.Composed compose(Layout layout, int copy) {
    return Composer.compose(layout.id(), layout.look(), seed(layout, copy));
  }

  static void print(Layout layout, Paper paper, Path pdf, Chromium browser) throws IOException {
    switch (layout.drawer()) {
      case Layout.Drawer.ByBrowser h -> browser.print(h.html(paper), pdf);
      case Layout.Drawer.ByHand d -> d.draw(paper, pdf);
    }
  }
}
