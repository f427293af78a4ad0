package io.tributary.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Checks that the documents, scripts, decision records, classes and sections to which sources and
 * documents refer exist.
 */
class CitationsTest {
  private static final Pattern REPOSITORY_PATH =
      Pattern.compile("(?<![\\w/.-])(?:src/docs|src/example|scripts)/[\\w./-]*\\w(?![*<{$\\w])");

  private static final Pattern DOCUMENT =
      Pattern.compile("(?<![\\w/.:*<>{}$+-])(?:\\.\\./)*(?:[\\w-]+/)*[\\w.-]+\\.md\\b");

  /** Start of a path below the build directory, which tests write. */
  private static final String WRITTEN = "\"target\", \"";

  private static final Pattern RECORD = Pattern.compile("\\bADRs? ((?:\\d{4}(?:, | and )?)+)");
  private static final Pattern NUMBER = Pattern.compile("\\d{4}");

  private static final Pattern JAVA_NAME =
      Pattern.compile("(?<![\\w.])io\\.tributary(?:\\.[a-z]\\w+)*(?:\\.[A-Z]\\w*)?(?![\\w<*$])");

  /** Log categories that are no classes. */
  private static final Pattern LOGGER =
      Pattern.compile("io\\.tributary\\.http\\.access(\\.level)?");

  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)(?:\\s+\"[^\"]*\")?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.*?)\\s*$");
  private static final Pattern ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");
  private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```");

  /** Everything that can be cited. */
  private record Index(Set<String> paths, Set<String> javaNames, Map<String, Set<String>> anchors) {

    static Index of(Set<String> files, List<SourceFile> texts) {
      Set<String> paths = new HashSet<>();
      for (String file : files) {
        for (Path p = Path.of(file); p != null; p = p.getParent()) {
          paths.add(p.toString());
        }
      }
      Set<String> names = new TreeSet<>(Set.of("io.tributary"));
      Map<String, Set<String>> anchors = new HashMap<>();
      for (SourceFile file : texts) {
        if (file.java()) {
          String name =
              file.path()
                  .replaceFirst(".*?/java/", "")
                  .replace('/', '.')
                  .replaceFirst("\\.java$", "");
          for (; name.contains("."); name = name.substring(0, name.lastIndexOf('.'))) {
            names.add(name);
          }
        } else if (file.path().endsWith(".md")) {
          anchors.put(file.path(), anchors(file.text()));
        }
      }
      return new Index(paths, names, anchors);
    }

    /** Returns the anchors of a document, formed from its headings as GitHub does. */
    private static Set<String> anchors(String document) {
      String text = CODE_BLOCK.matcher(document).replaceAll("");
      Set<String> out = new HashSet<>();
      Matcher heading = HEADING.matcher(text);
      while (heading.find()) {
        String plain = heading.group(1).replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1");
        String slug =
            plain.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
        String unique = slug;
        for (int n = 1; !out.add(unique); n++) {
          unique = slug + "-" + n;
        }
      }
      Matcher anchor = ANCHOR.matcher(text);
      while (anchor.find()) {
        out.add(anchor.group(1));
      }
      return out;
    }

    boolean hasPath(String path) {
      return paths.contains(path);
    }

    boolean hasRecord(String number) {
      return paths.stream().anyMatch(p -> p.startsWith("src/docs/adr/" + number + "-"));
    }

    /** Returns whether a document exists at a path from the root, from the file, or by its name. */
    boolean hasDocument(String from, String cited) {
      String beside = resolve(from, cited);
      return hasPath(beside)
          || paths.stream().anyMatch(p -> p.equals(cited) || p.endsWith("/" + cited));
    }
  }

  private static String resolve(String from, String cited) {
    Path directory = Path.of(from).getParent();
    Path path = directory == null ? Path.of(cited) : directory.resolve(cited);
    return path.normalize().toString();
  }

  private static List<Finding> findings(SourceFile file, Index index) {
    List<Finding> out = new ArrayList<>();
    String text = file.text();
    // Searching for a fixed text first is faster than the patterns, which look behind.
    Matcher path =
        REPOSITORY_PATH.matcher(text.contains("src/") || text.contains("scripts/") ? text : "");
    while (path.find()) {
      if (!index.hasPath(path.group())) {
        out.add(new Finding(file.path(), file.line(path.start()), path.group()));
      }
    }
    Matcher document = DOCUMENT.matcher(text.contains(".md") ? text : "");
    while (document.find()) {
      boolean checkedAbove = document.group().startsWith("src/docs/");
      boolean output = text.substring(0, document.start()).endsWith(WRITTEN);
      if (!checkedAbove && !output && !index.hasDocument(file.path(), document.group())) {
        out.add(new Finding(file.path(), file.line(document.start()), document.group()));
      }
    }
    Matcher record = RECORD.matcher(text.contains("ADR") ? text : "");
    while (record.find()) {
      Matcher number = NUMBER.matcher(record.group(1));
      while (number.find()) {
        if (!index.hasRecord(number.group())) {
          out.add(new Finding(file.path(), file.line(record.start()), "ADR " + number.group()));
        }
      }
    }
    Matcher name = JAVA_NAME.matcher(text);
    while (name.find()) {
      boolean logger = LOGGER.matcher(name.group()).matches();
      if (!logger && !index.javaNames().contains(name.group())) {
        out.add(new Finding(file.path(), file.line(name.start()), name.group()));
      }
    }
    if (file.path().endsWith(".md")) {
      out.addAll(links(file, index));
    }
    return out;
  }

  private static List<Finding> links(SourceFile file, Index index) {
    List<Finding> out = new ArrayList<>();
    Matcher code = CODE_BLOCK.matcher(file.text());
    String text = code.replaceAll(block -> block.group().replaceAll("[^\\n]", " "));
    Matcher link = LINK.matcher(text);
    while (link.find()) {
      String target = link.group(1);
      if (target.matches("(?i)[a-z]+:.*")) {
        continue;
      }
      String[] parts = target.split("#", 2);
      String cited = parts[0].isEmpty() ? file.path() : resolve(file.path(), parts[0]);
      boolean known = index.hasPath(cited);
      if (known && parts.length == 2 && cited.endsWith(".md")) {
        known = index.anchors().getOrDefault(cited, Set.of()).contains(parts[1]);
      }
      if (!known) {
        out.add(new Finding(file.path(), file.line(link.start()), "link to " + target));
      }
    }
    return out;
  }

  private static List<Finding> findings(boolean documents) {
    List<SourceFile> files = SourceFile.all();
    Index index = Index.of(SourceFile.paths(), files);
    List<Finding> out = new ArrayList<>();
    for (SourceFile file : files) {
      boolean rules = file.path().contains("/io/tributary/rules/");
      if (file.path().endsWith(".md") == documents && !rules) {
        out.addAll(findings(file, index));
      }
    }
    return out;
  }

  @Test
  void sourcesCiteWhatExists() {
    Rule.CITATIONS_SOURCES.check(findings(false));
  }

  @Test
  void documentsCiteWhatExists() {
    Rule.CITATIONS_DOCUMENTS.check(findings(true));
  }

  @Test
  void plantedFaultsAreFound() {
    List<SourceFile> texts =
        List.of(
            new SourceFile(
                "src/docs/a.md", "# A `b`, c\n[x](b.md#two-d) [y](#a-b-c) [z](http://x)\n"),
            new SourceFile(
                "src/docs/b.md", "## Two d\n## Two d\n[x](a.md#no) [y](c.md) [z](#two-d-1)"),
            new SourceFile("src/a/src/main/java/io/tributary/xx/A.java", ""));
    Index index =
        Index.of(
            Set.of("src/docs/a.md", "src/docs/b.md", "src/docs/adr/0007-seven.md", "scripts/run"),
            texts);
    assertEquals(List.of(), findings(texts.getFirst(), index));
    assertEquals(
        List.of("c.md", "link to a.md#no", "link to c.md"),
        findings(texts.get(1), index).stream().map(Finding::text).toList());
    SourceFile source =
        new SourceFile(
            "src/B.java",
            "// src/docs/a.md, src/docs/d.md, b.md, e.md, ADR 0007 and 0008, scripts/run,\n"
                + "// scripts/walk, io.tributary.xx.A, io.tributary.yy.A, io.tributary.xx.B.");
    assertEquals(
        List.of(
            "1: src/docs/d.md",
            "2: scripts/walk",
            "1: e.md",
            "1: ADR 0008",
            "2: io.tributary.yy.A",
            "2: io.tributary.xx.B"),
        findings(source, index).stream().map(f -> f.line() + ": " + f.text()).toList());
  }
}
