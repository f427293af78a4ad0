package io.tributary.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads tables of the Markdown documentation, for tests that compare them with the code. */
public final class MarkdownTables {
  private MarkdownTables() {}

  /**
   * Returns the rows of every table whose first column has this heading: cells as text, without
   * backticks.
   */
  public static List<List<String>> rows(Path document, String firstHeading) {
    List<List<String>> out = new ArrayList<>();
    boolean inside = false;
    for (String line : lines(document)) {
      if (!line.startsWith("|")) {
        inside = false;
      } else if (!inside) {
        inside = cells(line).getFirst().equals(firstHeading);
      } else if (!line.startsWith("|---")) {
        out.add(cells(line));
      }
    }
    return out;
  }

  private static List<String> cells(String line) {
    return Stream.of(line.substring(1, line.lastIndexOf('|')).split("(?<!\\\\)\\|", -1))
        .map(c -> c.replace("`", "").replace("\\|", "|").strip())
        .toList();
  }

  private static List<String> lines(Path document) {
    try {
      return Files.readAllLines(document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
