package io.tributary.rules;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

/** Rules with a baseline: the number of findings that the repository may have today. */
enum Rule {
  PROSE_JAVA("Rewrite the comment: name the subject, use plain words (src/docs/glossary.md)."),
  PROSE_MARKDOWN("Rewrite the sentence: name the subject, use plain words (src/docs/glossary.md)."),
  PROSE_SQL("Rewrite the comment. Comments of migrations may change until the first release."),
  PROSE_WEB("Rewrite the comment: name the subject, use plain words (src/docs/glossary.md)."),
  PROSE_SCRIPTS("Rewrite the comment: name the subject, use plain words (src/docs/glossary.md)."),
  PROSE_OPENAPI("Rewrite the summary or description for a reader who knows only HTTP and JSON."),
  TYPE_NAMES("Rename the type after what it is, as a reader would type it into a class search."),
  TYPE_NAMES_SHARED("Rename one of the classes: a name must be clear without its package."),
  IDENTIFIERS_PRODUCTION("Rename it with the standard term from src/docs/glossary.md."),
  IDENTIFIERS_TEST("Rename it with the standard term from src/docs/glossary.md."),
  JAVADOC_START("Start with a noun phrase or a third-person verb: \"The …\", \"Returns …\"."),
  JAVADOC_LENGTH("Split the first sentence: at most 25 words. Details belong into the next one."),
  JAVADOC_CLASS_QUESTION(
      "Say what the class is or does, not \"Who …\", \"What …\" or \"Whose …\"."),
  CITATIONS_SOURCES("Correct the path, number or class name, or add what it refers to."),
  CITATIONS_DOCUMENTS("Correct the path, number or link, or add what it refers to."),
  PACKAGE_INFO("Write package-info.java: purpose, main classes, 3 to 14 lines of text."),
  PARAMETERS("Pass a record with named components, or split the method: at most 7 parameters."),
  METRIC_NAMES(
      "Use a base unit and the suffix of the type: _total for counters, _seconds, _bytes."),
  MODULES(
      "Move the class or the dependency: the order of modules is in src/docs/adr/0134-modules.md.");

  static final Path BASELINE = Path.of("src/server/src/test/resources/rules/baseline.properties");
  private static final int LISTED = 200;

  private final String fix;

  Rule(String fix) {
    this.fix = fix;
  }

  /** Returns the key of this rule in the baseline file. */
  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '.');
  }

  /** Fails unless there are exactly as many findings as the baseline allows. */
  void check(List<Finding> findings) {
    check(findings, baseline());
  }

  void check(List<Finding> findings, int allowed) {
    int found = findings.size();
    if (found > allowed) {
      StringBuilder message = new StringBuilder();
      message.append(key()).append(": ").append(found).append(" findings, allowed are ");
      message.append(allowed).append(". ").append(fix).append('\n');
      findings.stream().limit(LISTED).forEach(f -> message.append("  ").append(f).append('\n'));
      if (found > LISTED) {
        message.append("  and ").append(found - LISTED).append(" more\n");
      }
      fail(message.toString());
    }
    if (found < allowed) {
      fail(key() + ": fewer findings than before. Set " + key() + "=" + found + " in " + BASELINE);
    }
  }

  private int baseline() {
    Properties numbers = new Properties();
    try (var in = Files.newBufferedReader(BASELINE)) {
      numbers.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Integer.parseInt(numbers.getProperty(key(), "0").strip());
  }
}
