package io.tributary.report.loinc;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Similarity of a printed test name and the names of a term.
 *
 * <p>If both names are equal apart from spaces, the score is 1 if they also imply the same kind of
 * unit, otherwise 0.995. Otherwise it is 0.97 × explained × covered. <em>Explained</em> is the
 * weighted fraction of printed words that occur in the term; a word one OCR error away counts 0.9,
 * and each printed {@code CRITICAL} word that the term lacks halves the score. <em>Covered</em> is
 * the weighted fraction of the term name's words that are printed in name or method; each missing
 * {@code CRITICAL} word multiplies the score by 0.7. Word weights come from {@link TermIndex}.
 */
final class NameSimilarity {
  /** Words that change which test is meant, in any position. */
  private static final Set<String> CRITICAL_WORDS =
      Set.of(
          "free",
          "direct",
          "indirect",
          "ionized",
          "igg",
          "igm",
          "iga",
          "ige",
          "ratio",
          "hdl",
          "ldl",
          "vldl",
          "nonhdl",
          "reverse",
          "hs",
          "receptor",
          "sulfate",
          "core",
          "surface",
          "25hydroxy",
          "125dihydroxy",
          "clearance",
          "rna",
          "dna",
          "titer",
          "culture",
          "index",
          "saturation",
          "unsaturated",
          "corrected",
          "adjusted",
          "bioavailable",
          "conjugated",
          "unconjugated",
          "antibody",
          "antigen",
          "isoenzyme",
          "particle",
          "soluble",
          "binding",
          "stimulated",
          "resistant",
          "lupus",
          "large",
          "atypical",
          "reactive",
          "excretion",
          "nonblack",
          "black",
          "distribution",
          "mean",
          "width");

  private static final double MAX_INEXACT_SCORE = 0.97;

  private final TermIndex words;
  private final ParsedTestName name;
  private final List<Set<String>> readings;
  private final Set<String> allReadings = new HashSet<>();
  private final Set<String> wordsWithMethod = new HashSet<>();
  private final double weight;

  /** Best name of a term with its score. */
  record Best(ParsedTestName name, double score) {}

  /**
   * @param method words that may complete a name but are not required
   */
  NameSimilarity(TermIndex words, ParsedTestName name, ParsedTestName method) {
    this.words = words;
    this.name = name;
    readings = words.readings(name);
    readings.forEach(allReadings::addAll);
    wordsWithMethod.addAll(allReadings);
    wordsWithMethod.addAll(method.words());
    weight = name.words().stream().mapToDouble(words::weight).sum();
  }

  /** Returns all words that the printed name may contain. */
  Set<String> words() {
    return allReadings;
  }

  Best bestMatch(LoincTerm term) {
    double explained = explainedShare(term);
    Best best = new Best(term.names().getFirst(), 0);
    for (ParsedTestName n : term.names()) {
      double score =
          n.joined().equals(name.joined())
              ? exactScore(n)
              : MAX_INEXACT_SCORE * explained * coveredShare(n);
      if (score > best.score || score == best.score && n.timing() == name.timing()) {
        best = new Best(n, score);
      }
    }
    return best;
  }

  /** Prefers a name with the same kind of unit over one that only implies it. */
  private double exactScore(ParsedTestName n) {
    return n.unitKind().equals(name.unitKind()) ? 1 : 0.995;
  }

  /** Returns the fraction of the printed name that the term explains. */
  private double explainedShare(LoincTerm term) {
    if (weight == 0) {
      return 0;
    }
    double sum = 0;
    double factor = 1;
    for (int i = 0; i < readings.size(); i++) {
      String word = name.words().get(i);
      double w = words.weight(word);
      if (term.allWords().contains(word)) {
        sum += w;
      } else if (readings.get(i).stream().anyMatch(term.allWords()::contains)) {
        sum += w * TermIndex.OCR_ERROR_FACTOR;
      } else if (CRITICAL_WORDS.contains(word)) {
        factor *= 0.5;
      }
    }
    return factor * sum / weight;
  }

  /** Returns the fraction of the term's name that is printed. */
  private double coveredShare(ParsedTestName n) {
    double sum = 0;
    double of = 0;
    double factor = 1;
    for (String w : n.words()) {
      double weightOf = words.weight(w);
      of += weightOf;
      if (wordsWithMethod.contains(w)) {
        sum += weightOf;
      } else if (CRITICAL_WORDS.contains(w)) {
        factor *= 0.7;
      }
    }
    return of == 0 ? 0 : factor * sum / of;
  }
}
