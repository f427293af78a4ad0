package io.tributary.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** A text file of the repository, with its path relative to the root. */
record SourceFile(String path, String text) {
  private static final Set<String> SKIPPED = Set.of("target", "data", "node_modules");
  private static final Set<String> ROOTS = Set.of("src", "scripts", "conf");
  private static final Pattern TEXT_NAME =
      Pattern.compile(
          ".*\\.(java|md|sql|js|css|sh|xml|html|properties|ya?ml|service|conf)|.*/openapi[^/]*\\.json");
  private static final Pattern PRODUCTION = Pattern.compile("src/[^/]+/src/main/java/.*\\.java");

  /** Returns the files that people read: sources, scripts, configuration and documents. */
  static List<SourceFile> all() {
    return paths().stream().map(SourceFile::read).filter(SourceFile::readable).toList();
  }

  /** Returns all paths of files of the repository, without build output. */
  static Set<String> paths() {
    Set<String> out = new TreeSet<>();
    try {
      try (var top = Files.newDirectoryStream(Path.of(""), Files::isRegularFile)) {
        top.forEach(file -> out.add(file.toString()));
      }
      for (String root : ROOTS) {
        collect(Path.of(root), out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out;
  }

  private static void collect(Path root, Set<String> out) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            String name = dir.getFileName().toString();
            return SKIPPED.contains(name) && !dir.toString().contains("/src/")
                    || name.startsWith(".")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (!file.getFileName().toString().startsWith(".")) {
              out.add(file.toString());
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static SourceFile read(String path) {
    boolean text = TEXT_NAME.matcher(path).matches() || path.startsWith("scripts/");
    try {
      return new SourceFile(path, text ? Files.readString(Path.of(path)) : "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean readable() {
    return !text.isEmpty();
  }

  /** Returns whether the file is Java code outside of tests, of any module. */
  boolean production() {
    return PRODUCTION.matcher(path).matches();
  }

  boolean java() {
    return path.endsWith(".java");
  }

  boolean script() {
    return path.endsWith(".sh") || text.startsWith("#!");
  }

  /** Returns the line number of an offset, counted from 1. */
  int line(int offset) {
    return 1 + (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
  }

  static List<SourceFile> matching(java.util.function.Predicate<SourceFile> wanted) {
    List<SourceFile> out = new ArrayList<>(all());
    out.removeIf(wanted.negate());
    return out;
  }
}
