package io.tributary.tools.corpus;

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
    all.addAll(AmericanMastheadPages.all());
    all.addAll(ForeignMastheadPages.all());
    all.addAll(DrawnMastheadLayouts.all());
    all.addAll(HospitalAndClinicPages.all());
    all.addAll(ContinentalLabPages.all());
    all.addAll(AsianLabPages.all());
    all.addAll(OverseasLabPages.all());
    all.addAll(DrawnCountryLayouts.all());
    return List.copyOf(all);
  }

  /** Other contents for each layout; those kept from tuning never share one with the others. */
  static long seed(Layout layout, int copy) {
    return (layout.held() ? 90_000_019L : 40_000_003L) + layout.id().hashCode() * 31L + copy;
  }

  static Composer.Composed compose(Layout layout, int copy) {
    return Composer.compose(layout.id(), layout.look(), seed(layout, copy));
  }

  static void print(Layout layout, ReportContent paper, Path pdf, Chromium browser)
      throws IOException {
    switch (layout.drawer()) {
      case Layout.Drawer.ByBrowser h -> browser.print(h.html(paper), pdf);
      case Layout.Drawer.ByHand d -> d.draw(paper, pdf);
    }
  }
}
