package io.tributary.tools.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the documents of a directory with their ground truths. */
final class CorpusDocuments {
  /** Report in one document class. */
  record CorpusDocument(String layout, String kind, List<Path> files, Path truth) {}

  private CorpusDocuments() {}

  /** Returns the documents of a corpus, which has a directory per layout. */
  static List<CorpusDocument> corpus(Path split, Set<String> layouts, Set<DocumentClass> kinds)
      throws IOException {
    List<CorpusDocument> all = new ArrayList<>();
    for (Path folder : children(split)) {
      String layout = folder.getFileName().toString();
      Path truth = folder.resolve("truth.json");
      if (!Files.exists(truth) || !layouts.isEmpty() && !layouts.contains(layout)) {
        continue;
      }
      for (DocumentClass kind : kinds) {
        List<Path> files = kind.files(folder);
        if (!files.isEmpty()) {
          all.add(new CorpusDocument(layout, kind.wire(), files, truth));
        }
      }
    }
    return all;
  }

  /**
   * Returns other documents: {@code name.pdf}, {@code name.jpg} or {@code name.png} next to {@code
   * name.json}.
   */
  static List<CorpusDocument> external(Path folder) throws IOException {
    List<CorpusDocument> all = new ArrayList<>();
    for (Path file : children(folder)) {
      String name = file.getFileName().toString();
      int dot = name.lastIndexOf('.');
      Path truth = folder.resolve(name.substring(0, Math.max(0, dot)) + ".json");
      if (dot > 0
          && Set.of("pdf", "jpg", "jpeg", "png").contains(name.substring(dot + 1))
          && Files.exists(truth)) {
        all.add(new CorpusDocument(name, "given", List.of(file), truth));
      }
    }
    return all;
  }

  private static List<Path> children(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
