package io.tributary.tools.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A class of documents: how a report came to be a file. */
enum DocumentClass {
  TEXT("text.pdf"),
  SCAN300("scan300.pdf"),
  SCAN200("scan200.pdf"),
  PHOTO("photo-1.jpg"),
  FAX("fax-1.png");

  private final String first;

  DocumentClass(String first) {
    this.first = first;
  }

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The files of a report in this class, page by page; empty if it was not made. */
  List<Path> files(Path folder) {
    List<Path> files = new ArrayList<>();
    if (!first.contains("-")) {
      Path file = folder.resolve(first);
      return Files.exists(file) ? List.of(file) : List.of();
    }
    for (int i = 1; Files.exists(folder.resolve(first.replace("-1", "-" + i))); i++) {
      files.add(folder.resolve(first.replace("-1", "-" + i)));
    }
    return files;
  }

  /** Makes the files out of the printed report; each layout and class has a seed of its own. */
  void make(Path folder, long seed) throws IOException {
    Path pdf = folder.resolve(TEXT.first);
    switch (this) {
      case TEXT -> {}
      case SCAN300 -> ScanEffects.scan(pdf, folder.resolve(first), 300, seed + 1);
      case SCAN200 -> ScanEffects.scan(pdf, folder.resolve(first), 200, seed + 2);
      case PHOTO -> ScanEffects.photos(pdf, folder, seed + 3);
      case FAX -> ScanEffects.faxes(pdf, folder, seed + 4);
    }
  }
}
