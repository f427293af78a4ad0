package io.tributary.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.rules.JavaSource.Declaration;
import io.tributary.rules.JavaSource.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the first sentences of Javadoc comments: tools show them without the rest. */
class JavadocTest {
  private static List<Finding> findings(
      List<JavaSource> sources, BiPredicate<Declaration, Javadoc> wrong) {
    List<Finding> out = new ArrayList<>();
    for (JavaSource source : sources) {
      for (Declaration declaration : source.declarations()) {
        if (declaration.doc() != null) {
          Javadoc javadoc = Javadoc.of(declaration.doc());
          if (wrong.test(declaration, javadoc)) {
            out.add(source.finding(declaration, javadoc.firstSentence()));
          }
        }
      }
    }
    return out;
  }

  @Test
  void firstSentencesAreNoFragments() {
    Rule.JAVADOC_START.check(findings(JavaSource.all(), (d, doc) -> doc.startsBadly()));
  }

  @Test
  void firstSentencesAreShort() {
    Rule.JAVADOC_LENGTH.check(findings(JavaSource.all(), (d, doc) -> doc.tooLong()));
  }

  @Test
  void classCommentsSayWhatTheClassIs() {
    Rule.JAVADOC_CLASS_QUESTION.check(
        findings(JavaSource.all(), (d, doc) -> d.kind() == Kind.TYPE && doc.asksWhoOrWhat()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Which rows are kept.",
        "Whether it is open. Then more.",
        "of a user.",
        "For how long.\n@param a b",
        "Pure."
      })
  void fragmentsAreFound(String comment) {
    assertTrue(Javadoc.of(comment).startsBadly());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Returns the row.",
        "The rows, e.g. of a user. Which of them?",
        "{@code true} if open.",
        "@return the row",
        "HL7 v2.5.1 codes."
      })
  void completeSentencesPass(String comment) {
    Javadoc javadoc = Javadoc.of(comment);
    assertFalse(javadoc.startsBadly() || javadoc.tooLong() || javadoc.asksWhoOrWhat());
  }

  @Test
  void wordsOfTheFirstSentenceAreCounted() {
    assertEquals(5, Javadoc.of("One two {@link a.B#c(d, e)} four\n five. Six.").words());
    assertTrue(Javadoc.of("word ".repeat(26)).tooLong());
    assertFalse(Javadoc.of("word ".repeat(25)).tooLong());
  }

  @Test
  void plantedFaultsAreFound() {
    JavaSource source =
        JavaSource.of(
            "a/A.java", "package a;\n/** What it holds. */\nclass A {\n/** Of b. */ int b;}");
    assertEquals(
        List.of("a/A.java:3: What it holds.", "a/A.java:4: Of b."),
        findings(List.of(source), (d, doc) -> doc.startsBadly()).stream()
            .map(Finding::toString)
            .toList());
    assertEquals(1, findings(List.of(source), (d, doc) -> doc.asksWhoOrWhat()).size());
  }
}
