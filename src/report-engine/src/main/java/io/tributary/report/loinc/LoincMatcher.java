package io.tributary.report.loinc;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Finds LOINC codes for printed tests. Immutable; any thread. */
public final class LoincMatcher {
  /** The most candidates that are ever given. */
  public static final int MOST = 5;

  /** Below it a candidate says nothing. */
  private static final double LEAST = 0.3;

  private static final double MOST_SURE = 0.99;

  private final List<LoincTerm> terms;
  private final Map<String, LoincTerm> byCode = new LinkedHashMap<>();
  private final Map<String, List<Integer>> byWord = new HashMap<>();
  private final Map<String, List<Integer>> byJoined = new HashMap<>();
  private final TermIndex words;

  private LoincMatcher(Map<String, LoincTerm> all) {
    terms = List.copyOf(all.values());
    byCode.putAll(all);
    words = new TermIndex(terms);
    for (int i = 0; i < terms.size(); i++) {
      int place = i;
      terms.get(i).union().forEach(w -> put(byWord, w, place));
      terms.get(i).names().forEach(n -> put(byJoined, n.joined(), place));
    }
  }

  private static void put(Map<String, List<Integer>> index, String key, int place) {
    index.computeIfAbsent(key, k -> new ArrayList<>(2)).add(place);
  }

  /** Over the table that comes with the service. Reads a resource: not on an event loop. */
  public static LoincMatcher bundled() {
    return new LoincMatcher(BundledTable.terms());
  }

  /**
   * Over the bundled table and an operator's own, a file with the columns of LOINC's Loinc.csv.
   * Reads the file: for a worker, not for an event loop.
   *
   * @throws IllegalStateException if it cannot be read or is no such table
   */
  public static LoincMatcher with(Path table) {
    return new LoincMatcher(OfficialTable.over(BundledTable.terms(), table));
  }

  /** Whether the table has it. */
  public boolean knows(String code) {
    return byCode.containsKey(code);
  }

  /** The code with its names, for people who choose one; empty if the table has it not. */
  public Optional<LoincMatch> named(String code) {
    return Optional.ofNullable(byCode.get(code)).map(t -> match(t, 1));
  }

  /** What a code asks for; empty if the table has it not. */
  public Optional<Specimen> specimen(String code) {
    return Optional.ofNullable(byCode.get(code)).map(LoincTerm::specimen);
  }

  /** The kind of unit of a code, as in {@link UcumUnit}; "" if it has none or is unknown. */
  public String kind(String code) {
    LoincTerm term = byCode.get(code);
    return term == null || term.kind().equals("?") ? "" : term.kind();
  }

  /** The candidates, the best first, at most {@link #MOST}. */
  public List<LoincMatch> match(LoincQuery query, Synonyms synonyms) {
    Map<LoincTerm, Double> scores = scores(query);
    TeamSynonymEvidence.by(synonyms.of(query.name()), query, byCode, scores);
    List<LoincMatch> found =
        scores.entrySet().stream()
            .filter(e -> e.getValue() >= LEAST)
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(MOST)
            .map(e -> match(e.getKey(), e.getValue()))
            .toList();
    return printed(query, found, scores);
  }

  private static LoincMatch match(LoincTerm t, double score) {
    return new LoincMatch(t.code(), t.longName(), t.displayName(), t.aliases(), score);
  }

  private Map<LoincTerm, Double> scores(LoincQuery query) {
    ParsedTestName name = ParsedTestName.of(query.name());
    ParsedTestName method = ParsedTestName.of(query.method());
    Map<LoincTerm, Double> out = new LinkedHashMap<>();
    if (name.words().isEmpty()) {
      return out;
    }
    NameSimilarity likeness = new NameSimilarity(words, name, method);
    Map<LoincTerm, NameSimilarity.Best> named = new LinkedHashMap<>();
    boolean inBlood = false;
    for (int place : places(name, likeness)) {
      LoincTerm t = terms.get(place);
      NameSimilarity.Best best = likeness.to(t);
      if (best.score() >= LEAST) {
        named.put(t, best);
        inBlood |= best.score() > 0.75 && t.specimen().isBlood();
      }
    }
    TestContext context = TestContext.of(query, name, method);
    for (var e : named.entrySet()) {
      double fit = context.fits(e.getKey(), e.getValue(), inBlood);
      out.put(e.getKey(), MOST_SURE * e.getValue().score() * fit);
    }
    return out;
  }

  /** In the order of the table, which has the usual codes first. */
  private Iterable<Integer> places(ParsedTestName name, NameSimilarity likeness) {
    TreeSet<Integer> out = new TreeSet<>(byJoined.getOrDefault(name.joined(), List.of()));
    likeness.words().forEach(w -> out.addAll(byWord.getOrDefault(w, List.of())));
    return out;
  }

  /**
   * A code that stands on the paper comes first; it is for a person to see if its name is quite
   * another, or what is measured cannot be what it asks for.
   */
  private List<LoincMatch> printed(
      LoincQuery query, List<LoincMatch> found, Map<LoincTerm, Double> scores) {
    String code = query.code().strip();
    if (!LoincCode.isValid(code)) {
      return found;
    }
    LoincTerm term = byCode.get(code);
    LoincMatch first;
    if (term == null) {
      // Nothing here knows whether it fits the name: for a person to see.
      first = new LoincMatch(code, query.name(), "", List.of(), 0.8);
    } else {
      TestContext context =
          TestContext.of(query, ParsedTestName.of(query.name()), ParsedTestName.of(query.method()));
      boolean alike = scores.getOrDefault(term, 0.0) > 0.2 && !context.contradicts(term);
      first = match(term, alike ? MOST_SURE : 0.8);
    }
    List<LoincMatch> out = new ArrayList<>(List.of(first));
    double below = first.score() - (first.score() > 0.85 ? 0.12 : 0.02);
    found.stream()
        .filter(m -> !m.code().equals(code))
        .limit(MOST - 1)
        .map(
            m ->
                new LoincMatch(
                    m.code(), m.name(), m.displayName(), m.aliases(), Math.min(below, m.score())))
        .forEach(out::add);
    return out;
  }
}
