package io.tributary.tools.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reports in a folder: {@code <tune|held>/<layout>/} with the truth and a file for each class. */
final class Corpus {
  private Corpus() {}

  /** Writes all layouts, or those named. Without a browser those are left out that need one. */
  static int make(
      Path dir, List<String> splits, Set<String> layouts, Set<DocumentClass> kinds, int copy)
      throws IOException {
    Optional<Chromium> browser = Chromium.find();
    int made = 0;
    for (Layout layout : Layouts.all()) {
      boolean printed = layout.drawer() instanceof Layout.Drawer.ByBrowser;
      boolean wanted =
          splits.contains(layout.split()) && (layouts.isEmpty() || layouts.contains(layout.id()));
      if (!wanted || printed && browser.isEmpty()) {
        continue;
      }
      Path folder = Files.createDirectories(dir.resolve(layout.split()).resolve(layout.id()));
      Composer.Composed composed = Layouts.compose(layout, copy);
      composed.truth().write(folder.resolve("truth.json"));
      Layouts.print(layout, composed.paper(), folder.resolve("text.pdf"), browser.orElse(null));
      for (DocumentClass kind : kinds) {
        kind.make(folder, Layouts.seed(layout, copy));
      }
      made++;
    }
    return made;
  }
}
