package io.tributary.tools.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Document class: the process by which a report became a file. */
enum DocumentClass {
  TEXT("text.pdf"),
  SCAN300("scan300.pdf"),
  SCAN200("scan200.pdf"),
  PHOTO("photo-1.jpg"),
  FAX("fax-1.png");

  private final String firstFile;

  DocumentClass(String first) {
    this.firstFile = first;
  }

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the files of a report in this class, page by page; empty if it was not created. */
  List<Path> files(Path folder) {
    List<Path> files = new ArrayList<>();
    if (!firstFile.contains("-")) {
      Path file = folder.resolve(firstFile);
      return Files.exists(file) ? List.of(file) : List.of();
    }
    for (int i = 1; Files.exists(folder.resolve(firstFile.replace("-1", "-" + i))); i++) {
      files.add(folder.resolve(firstFile.replace("-1", "-" + i)));
    }
    return files;
  }

  /** Creates the files from the printed report. Each layout and class has its own seed. */
  void create(Path folder, long seed) throws IOException {
    Path pdf = folder.resolve(TEXT.firstFile);
    switch (this) {
      case TEXT -> {}
      case SCAN300 -> ScanEffects.scan(pdf, folder.resolve(firstFile), 300, seed + 1);
      case SCAN200 -> ScanEffects.scan(pdf, folder.resolve(firstFile), 200, seed + 2);
      case PHOTO -> ScanEffects.photos(pdf, folder, seed + 3);
      case FAX -> ScanEffects.faxes(pdf, folder, seed + 4);
    }
  }
}
