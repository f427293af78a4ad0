package io.tributary.tools.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Writes reports into a directory: {@code <tune|held>/<layout>/} contains the ground truth and a
 * file for each document class.
 */
final class CorpusWriter {
  private CorpusWriter() {}

  /** Writes all layouts or the given ones. Without a browser, layouts that need one are omitted. */
  static int write(
      Path dir, List<String> splits, Set<String> layouts, Set<DocumentClass> kinds, int copy)
      throws IOException {
    Optional<Chromium> browser = Chromium.find();
    int made = 0;
    for (Layout layout : Layouts.all()) {
      boolean printed = layout.drawer() instanceof Layout.Drawer.HtmlDrawer;
      boolean wanted =
          splits.contains(layout.split()) && (layouts.isEmpty() || layouts.contains(layout.id()));
      if (!wanted || printed && browser.isEmpty()) {
        continue;
      }
      Path folder = Files.createDirectories(dir.resolve(layout.split()).resolve(layout.id()));
      Composer.ComposedReport composed = Layouts.compose(layout, copy);
      composed.truth().write(folder.resolve("truth.json"));
      Layouts.print(layout, composed.paper(), folder.resolve("text.pdf"), browser.orElse(null));
      for (DocumentClass kind : kinds) {
        kind.create(folder, Layouts.seed(layout, copy));
      }
      made++;
    }
    return made;
  }
}
