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

/**
 * Finds LOINC codes for printed test names. Immutable and thread-safe.
 *
 * <p>Candidates are all terms that share a word with the printed name, including words one OCR
 * error away, or whose name without spaces is equal. The score of a candidate is 0.99 × {@link
 * NameSimilarity} × {@link TestContext}: how well the names agree, times how well specimen, unit,
 * timing, value type, panel and frequency of use fit. Candidates below 0.3 are dropped. Names that
 * the team confirmed earlier then raise or lower scores, and a valid LOINC code printed on the
 * report comes first.
 */
public final class LoincMatcher {
  /** Maximum number of candidates. */
  public static final int MAX_CANDIDATES = 5;

  /** Minimum score of a candidate. */
  private static final double MIN_SCORE = 0.3;

  private static final double MAX_SCORE = 0.99;

  private final List<LoincTerm> terms;
  private final Map<String, LoincTerm> byCode = new LinkedHashMap<>();
  private final Map<String, List<Integer>> byWord = new HashMap<>();
  private final Map<String, List<Integer>> byJoined = new HashMap<>();
  private final TermIndex vocabulary;

  private LoincMatcher(Map<String, LoincTerm> all) {
    terms = List.copyOf(all.values());
    byCode.putAll(all);
    vocabulary = new TermIndex(terms);
    for (int i = 0; i < terms.size(); i++) {
      int place = i;
      terms.get(i).allWords().forEach(w -> addToIndex(byWord, w, place));
      terms.get(i).names().forEach(n -> addToIndex(byJoined, n.joined(), place));
    }
  }

  private static void addToIndex(Map<String, List<Integer>> index, String key, int place) {
    index.computeIfAbsent(key, k -> new ArrayList<>(2)).add(place);
  }

  /**
   * Creates a matcher for the bundled table. Reads a resource, so it must not run on an event loop.
   */
  public static LoincMatcher bundled() {
    return new LoincMatcher(BundledTable.load());
  }

  /**
   * Creates a matcher for the bundled table plus an operator's file with the columns of LOINC's
   * Loinc.csv.
   *
   * <p>Reads the file, so it must run on a worker thread.
   *
   * @throws IllegalStateException if the file cannot be read or is not such a table
   */
  public static LoincMatcher withTable(Path table) {
    return new LoincMatcher(OfficialTable.merge(BundledTable.load(), table));
  }

  public boolean contains(String code) {
    return byCode.containsKey(code);
  }

  /**
   * Returns the code with its names, for display to reviewers; empty if the table lacks the code.
   */
  public Optional<LoincMatch> findByCode(String code) {
    return Optional.ofNullable(byCode.get(code)).map(t -> match(t, 1));
  }

  /** Returns the specimen of a code; empty if the table lacks the code. */
  public Optional<Specimen> specimen(String code) {
    return Optional.ofNullable(byCode.get(code)).map(LoincTerm::specimen);
  }

  /** Returns the kind of unit of a code as in {@link UcumUnit}; "" if it has none or is unknown. */
  public String unitKind(String code) {
    LoincTerm term = byCode.get(code);
    return term == null || term.unitKind().equals("?") ? "" : term.unitKind();
  }

  /** Returns up to five candidates, best first. */
  public List<LoincMatch> match(LoincQuery query, Synonyms synonyms) {
    Map<LoincTerm, Double> scores = scores(query);
    TeamSynonymEvidence.apply(synonyms.find(query.name()), query, byCode, scores);
    List<LoincMatch> found =
        scores.entrySet().stream()
            .filter(e -> e.getValue() >= MIN_SCORE)
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(MAX_CANDIDATES)
            .map(e -> match(e.getKey(), e.getValue()))
            .toList();
    return putPrintedCodeFirst(query, found, scores);
  }

  private static LoincMatch match(LoincTerm t, double score) {
    return new LoincMatch(t.code(), t.longName(), t.displayName(), t.aliases(), score);
  }

  private Map<LoincTerm, Double> scores(LoincQuery query) {
    ParsedTestName name = ParsedTestName.parse(query.name());
    ParsedTestName method = ParsedTestName.parse(query.method());
    Map<LoincTerm, Double> out = new LinkedHashMap<>();
    if (name.words().isEmpty()) {
      return out;
    }
    NameSimilarity likeness = new NameSimilarity(vocabulary, name, method);
    Map<LoincTerm, NameSimilarity.Best> named = new LinkedHashMap<>();
    boolean inBlood = false;
    for (int place : candidateIndexes(name, likeness)) {
      LoincTerm t = terms.get(place);
      NameSimilarity.Best best = likeness.bestMatch(t);
      if (best.score() >= MIN_SCORE) {
        named.put(t, best);
        inBlood |= best.score() > 0.75 && t.specimen().isBlood();
      }
    }
    TestContext context = TestContext.of(query, name, method);
    for (var e : named.entrySet()) {
      double fit = context.score(e.getKey(), e.getValue(), inBlood);
      out.put(e.getKey(), MAX_SCORE * e.getValue().score() * fit);
    }
    return out;
  }

  /**
   * Returns the indexes of possible terms in table order, which starts with the most common codes.
   */
  private Iterable<Integer> candidateIndexes(ParsedTestName name, NameSimilarity likeness) {
    TreeSet<Integer> out = new TreeSet<>(byJoined.getOrDefault(name.joined(), List.of()));
    likeness.words().forEach(w -> out.addAll(byWord.getOrDefault(w, List.of())));
    return out;
  }

  /**
   * Puts a printed LOINC code first.
   *
   * <p>Its score requires review if the name differs strongly, or if unit, specimen or value type
   * contradict the code.
   */
  private List<LoincMatch> putPrintedCodeFirst(
      LoincQuery query, List<LoincMatch> found, Map<LoincTerm, Double> scores) {
    String code = query.code().strip();
    if (!LoincCode.isValid(code)) {
      return found;
    }
    LoincTerm term = byCode.get(code);
    LoincMatch first;
    if (term == null) {
      // An unknown code cannot be compared with the name, so it requires review.
      first = new LoincMatch(code, query.name(), "", List.of(), 0.8);
    } else {
      TestContext context =
          TestContext.of(
              query, ParsedTestName.parse(query.name()), ParsedTestName.parse(query.method()));
      boolean alike = scores.getOrDefault(term, 0.0) > 0.2 && !context.contradicts(term);
      first = match(term, alike ? MAX_SCORE : 0.8);
    }
    List<LoincMatch> out = new ArrayList<>(List.of(first));
    double below = first.score() - (first.score() > 0.85 ? 0.12 : 0.02);
    found.stream()
        .filter(m -> !m.code().equals(code))
        .limit(MAX_CANDIDATES - 1)
        .map(
            m ->
                new LoincMatch(
                    m.code(), m.name(), m.displayName(), m.aliases(), Math.min(below, m.score())))
        .forEach(out::add);
    return out;
  }
}
