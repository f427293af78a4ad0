package io.tributary.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.rules.JavaSource.Declaration;
import io.tributary.rules.JavaSource.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Checks that each package of production code describes itself. */
class PackageInfoTest {
  private static final int MIN_LINES = 3;
  private static final int MAX_LINES = 14;

  private static List<Finding> findings(List<JavaSource> sources) {
    Map<String, Finding> packages = new TreeMap<>();
    for (JavaSource source : sources) {
      String path = source.file().path();
      if (source.production() && !path.endsWith("/package-info.java")) {
        String directory = path.substring(0, path.lastIndexOf('/'));
        packages.putIfAbsent(
            directory, new Finding(directory + "/package-info.java", 1, "does not exist"));
      }
    }
    List<Finding> out = new ArrayList<>();
    for (JavaSource source : sources) {
      String path = source.file().path();
      if (source.production() && path.endsWith("/package-info.java")) {
        packages.remove(path.substring(0, path.lastIndexOf('/')));
        for (Declaration d : source.declarations()) {
          long lines = d.kind() == Kind.PACKAGE ? lines(d.doc()) : MIN_LINES;
          if (lines < MIN_LINES || lines > MAX_LINES) {
            out.add(source.finding(d, lines + " lines of text"));
          }
        }
      }
    }
    out.addAll(packages.values());
    return out;
  }

  /** Returns the number of lines with text, as the formatter wraps them. */
  private static long lines(String doc) {
    return doc == null ? 0 : doc.lines().filter(line -> !line.isBlank()).count();
  }

  @Test
  void eachPackageDescribesItself() {
    Rule.PACKAGE_INFO.check(findings(JavaSource.all()));
  }

  @Test
  void plantedFaultsAreFound() {
    String root = "src/a/src/main/java/";
    List<JavaSource> sources =
        List.of(
            JavaSource.of(root + "a/A.java", "package a; class A {}"),
            JavaSource.of(root + "b/B.java", "package b; class B {}"),
            JavaSource.of(root + "b/package-info.java", "/** One.\n * <p>Two. */\npackage b;"),
            JavaSource.of(root + "c/C.java", "package c; class C {}"),
            JavaSource.of(root + "c/package-info.java", "/** 1\n * 2\n *\n * 3 */\npackage c;"),
            JavaSource.of("src/a/src/test/java/d/D.java", "package d; class D {}"));
    assertEquals(
        List.of(
            root + "b/package-info.java:3: 2 lines of text",
            root + "a/package-info.java:1: does not exist"),
        findings(sources).stream().map(Finding::toString).toList());
  }
}
