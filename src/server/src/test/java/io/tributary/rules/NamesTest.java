package io.tributary.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.rules.JavaSource.Declaration;
import io.tributary.rules.JavaSource.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Checks names of types, methods and fields. */
class NamesTest {
  /** Type names that mean nothing without their package, or that no reader would search for. */
  private static final Set<String> DENIED_TYPES =
      Set.of(
          "Absence",
          "AnswerDesk",
          "Areas",
          "Away",
          "Behind",
          "Census",
          "Cover",
          "Desk",
          "Diary",
          "Dirt",
          "Door",
          "Dossier",
          "Dossiers",
          "Doubling",
          "Endings",
          "Entrance",
          "FirstSeen",
          "Fixed",
          "Grams",
          "Guesses",
          "Heard",
          "Ink",
          "Intake",
          "Interned",
          "Judgement",
          "Knock",
          "Ledger",
          "Leftovers",
          "Look",
          "MarkedNoughts",
          "Names",
          "Needs",
          "NeedsSomebody",
          "OrderBook",
          "Part",
          "Parted",
          "Parting",
          "Passage",
          "Patience",
          "People",
          "Pic",
          "Piece",
          "Presence",
          "Reach",
          "Recent",
          "Rests",
          "Rethinking",
          "Rows",
          "Seat",
          "Slice",
          "Spot",
          "Spots",
          "StandingReply",
          "Steps",
          "Straight",
          "SwitchBook",
          "Tally",
          "Thinking",
          "Told",
          "TurnedAway",
          "Turns",
          "Unlimited",
          "Vendor",
          "Walk",
          "Wanted");

  /** Words that the glossary replaces by standard terms. */
  private static final Set<String> DENIED_WORDS =
      Set.of(
          "told",
          "heard",
          "seat",
          "seats",
          "desk",
          "desks",
          "homeless",
          "nought",
          "noughts",
          "hush",
          "mend",
          "mends",
          "mended",
          "whoever",
          "anew");

  private static List<Finding> deniedTypes(List<JavaSource> sources) {
    List<Finding> out = new ArrayList<>();
    for (JavaSource source : sources) {
      for (Declaration declaration : source.declarations()) {
        if (declaration.kind() == Kind.TYPE && DENIED_TYPES.contains(declaration.name())) {
          out.add(source.finding(declaration, declaration.name()));
        }
      }
    }
    return out;
  }

  private static List<Finding> sharedTypes(List<JavaSource> sources) {
    Map<String, Set<String>> packages = new TreeMap<>();
    Map<String, Finding> firsts = new TreeMap<>();
    for (JavaSource source : sources) {
      for (Declaration declaration : source.declarations()) {
        if (declaration.kind() == Kind.TYPE && declaration.depth() == 0) {
          packages
              .computeIfAbsent(declaration.name(), n -> new TreeSet<>())
              .add(source.packageName());
          firsts.putIfAbsent(
              declaration.name(), source.finding(declaration, declaration.name() + " is in "));
        }
      }
    }
    List<Finding> out = new ArrayList<>();
    packages.forEach(
        (name, in) -> {
          if (in.size() > 1) {
            Finding first = firsts.get(name);
            out.add(new Finding(first.path(), first.line(), first.text() + in));
          }
        });
    return out;
  }

  private static List<Finding> deniedWords(List<JavaSource> sources) {
    List<Finding> out = new ArrayList<>();
    for (JavaSource source : sources) {
      for (Declaration declaration : source.declarations()) {
        if (declaration.kind() != Kind.PACKAGE) {
          words(declaration.name()).stream()
              .filter(DENIED_WORDS::contains)
              .forEach(word -> out.add(source.finding(declaration, declaration.name())));
        }
      }
    }
    return out;
  }

  /** Returns the words of a camel-case or upper-case name, in lower case. */
  private static List<String> words(String name) {
    String[] parts = name.split("_|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");
    return List.of(parts).stream().map(p -> p.toLowerCase(Locale.ROOT)).toList();
  }

  private static List<JavaSource> production(boolean wanted) {
    return JavaSource.all().stream().filter(s -> s.production() == wanted).toList();
  }

  @Test
  void typesHaveSearchableNames() {
    Rule.TYPE_NAMES.check(deniedTypes(JavaSource.all()));
  }

  @Test
  void topLevelClassesOfProductionHaveUniqueNames() {
    Rule.TYPE_NAMES_SHARED.check(sharedTypes(production(true)));
  }

  @Test
  void productionUsesTheTermsOfTheGlossary() {
    Rule.IDENTIFIERS_PRODUCTION.check(deniedWords(production(true)));
  }

  @Test
  void testsUseTheTermsOfTheGlossary() {
    Rule.IDENTIFIERS_TEST.check(deniedWords(production(false)));
  }

  @Test
  void plantedFaultsAreFound() {
    JavaSource a =
        JavaSource.of(
            "src/a/src/main/java/a/A.java",
            "package a; class A { int toldIt; void hushAll() {} record Ledger(int mendedAt) {}"
                + " enum E { SEAT_TAKEN } class Both {} int bed, seatbelt; }");
    JavaSource b = JavaSource.of("src/a/src/main/java/b/A.java", "package b; class A {}");
    assertTrue(a.production());
    assertEquals(
        List.of("toldIt", "hushAll", "mendedAt", "SEAT_TAKEN"),
        deniedWords(List.of(a, b)).stream().map(Finding::text).toList());
    assertEquals(List.of("Ledger"), deniedTypes(List.of(a)).stream().map(Finding::text).toList());
    assertEquals(
        List.of("A is in [a, b]"), sharedTypes(List.of(a, b)).stream().map(Finding::text).toList());
  }

  @Test
  void namesAreSplitIntoWords() {
    assertEquals(List.of("http", "server", "told"), words("HTTPServerTold"));
    assertEquals(List.of("max", "seats", "2"), words("MAX_SEATS_2"));
  }
}
