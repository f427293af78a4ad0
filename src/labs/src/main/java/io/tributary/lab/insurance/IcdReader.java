package io.tributary.lab.insurance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/**
 * Parses the bundled code list, lines of tab-separated fields. {@code S low high excludes1
 * excludes2} is a section or chapter, {@code D code description flags seventh excludes1 excludes2}
 * an entry. An entry follows its parent. Flag s = secondary; the seventh character is {@code
 * A=initial encounter;D=…} and is inherited by descendants.
 */
final class IcdReader {
  private final List<Icd10.Section> sections = new ArrayList<>();
  private final List<Draft> drafts = new ArrayList<>();
  private final Map<String, Map<Character, String>> seventhCache = new HashMap<>();
  private String release = "";

  private static final class Draft {
    String code;
    String description;
    int parent;
    boolean leaf = true;
    boolean secondary;
    Map<Character, String> seventh;
    List<IcdPattern> excludes1;
    List<IcdPattern> excludes2;
  }

  /** Reads the list. Slow, blocking work: never call on an event loop. */
  static Icd10 read(InputStream gzipped) {
    IcdReader reader = new IcdReader();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(gzipped), StandardCharsets.UTF_8))) {
      lines.lines().forEach(reader::readLine);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return reader.build();
  }

  private void readLine(String line) {
    String[] f = line.split("\t", -1);
    switch (f[0]) {
      case "R" -> release = f[1];
      case "S" ->
          sections.add(
              new Icd10.Section(
                  new IcdPattern(f[1], f[2], "", "", ""),
                  IcdPattern.parseAll(field(f, 3)),
                  IcdPattern.parseAll(field(f, 4))));
      case "D" -> readEntry(f);
      default -> throw new IllegalStateException("ICD-10-CM resource: line " + f[0]);
    }
  }

  private static String field(String[] f, int i) {
    return i < f.length ? f[i] : "";
  }

  private void readEntry(String[] f) {
    Draft d = new Draft();
    d.code = f[1];
    d.description = f[2];
    d.secondary = field(f, 3).contains("s");
    d.parent = findParent(d.code);
    d.excludes1 = IcdPattern.parseAll(field(f, 5));
    d.excludes2 = IcdPattern.parseAll(field(f, 6));
    String own = field(f, 4);
    if (!own.isEmpty()) {
      d.seventh = seventhCache.computeIfAbsent(own, IcdReader::parseSeventh);
    } else {
      d.seventh = d.parent < 0 ? Map.of() : drafts.get(d.parent).seventh;
    }
    if (d.parent >= 0) {
      drafts.get(d.parent).leaf = false;
    }
    drafts.add(d);
  }

  /** Position of the nearest preceding entry whose code is a prefix of this one. */
  private int findParent(String code) {
    int i = drafts.size() - 1;
    while (i >= 0 && !code.startsWith(drafts.get(i).code)) {
      i = drafts.get(i).parent;
    }
    return i;
  }

  private static Map<Character, String> parseSeventh(String text) {
    Map<Character, String> out = new TreeMap<>();
    for (String one : text.split(";")) {
      out.put(one.charAt(0), one.substring(2));
    }
    return out;
  }

  private Icd10 build() {
    List<IcdEntry> entries = new ArrayList<>(drafts.size());
    for (Draft d : drafts) {
      entries.add(
          new IcdEntry(
              d.code,
              d.description,
              d.parent,
              d.leaf,
              d.secondary,
              d.leaf ? d.seventh : Map.of(),
              d.excludes1,
              d.excludes2));
    }
    return new Icd10(release, entries, sections);
  }
}
