package io.tributary.tools.corpus;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All layouts. The lists determine which ones are held out, not chance. */
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

  /**
   * Returns a seed that differs per layout; held-out layouts never share content with the others.
   */
  static long seed(Layout layout, int copy) {
    return (layout.heldOut() ? 90_000_019L : 40_000_003L) + layout.id().hashCode() * 31L + copy;
  }

  static Composer.ComposedReport compose(Layout layout, int copy) {
    return Composer.compose(layout.id(), layout.look(), seed(layout, copy));
  }

  static void print(Layout layout, ReportContent paper, Path pdf, Chromium browser)
      throws IOException {
    switch (layout.drawer()) {
      case Layout.Drawer.HtmlDrawer h -> browser.print(h.html(paper), pdf);
      case Layout.Drawer.PdfDrawer d -> d.draw(paper, pdf);
    }
  }
}
