package io.tributary.report.loinc;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** How much a printed name is one of a term's. */
final class NameSimilarity {
  /** Words that make another test of it, wherever they stand. */
  private static final Set<String> CRITICAL =
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

  private static final double NEVER_SURE = 0.97;

  private final TermIndex words;
  private final ParsedTestName name;
  private final List<Set<String>> readings;
  private final Set<String> all = new HashSet<>();
  private final Set<String> hinted = new HashSet<>();
  private final double weight;

  /** A name of a term, and how much it is the printed one. */
  record Best(ParsedTestName name, double score) {}

  /**
   * @param method may complete a name, but is asked for by none
   */
  NameSimilarity(TermIndex words, ParsedTestName name, ParsedTestName method) {
    this.words = words;
    this.name = name;
    readings = words.readings(name);
    readings.forEach(all::addAll);
    hinted.addAll(all);
    hinted.addAll(method.words());
    weight = name.words().stream().mapToDouble(words::weight).sum();
  }

  /** Every word that the printed name may have. */
  Set<String> words() {
    return all;
  }

  Best to(LoincTerm term) {
    double explained = explained(term);
    Best best = new Best(term.names().getFirst(), 0);
    for (ParsedTestName n : term.names()) {
      double score =
          n.joined().equals(name.joined()) ? exact(n) : NEVER_SURE * explained * covered(n);
      if (score > best.score || score == best.score && n.timing() == name.timing()) {
        best = new Best(n, score);
      }
    }
    return best;
  }

  /** A name that leaves nothing open is better than one that is only meant that way. */
  private double exact(ParsedTestName n) {
    return n.kind().equals(name.kind()) ? 1 : 0.995;
  }

  /** The part of the printed name that the term's words make. */
  private double explained(LoincTerm term) {
    if (weight == 0) {
      return 0;
    }
    double sum = 0;
    double factor = 1;
    for (int i = 0; i < readings.size(); i++) {
      String word = name.words().get(i);
      double w = words.weight(word);
      if (term.union().contains(word)) {
        sum += w;
      } else if (readings.get(i).stream().anyMatch(term.union()::contains)) {
        sum += w * TermIndex.SLIP;
      } else if (CRITICAL.contains(word)) {
        factor *= 0.5;
      }
    }
    return factor * sum / weight;
  }

  /** The part of the term's name that is printed. */
  private double covered(ParsedTestName n) {
    double sum = 0;
    double of = 0;
    double factor = 1;
    for (String w : n.words()) {
      double weightOf = words.weight(w);
      of += weightOf;
      if (hinted.contains(w)) {
        sum += weightOf;
      } else if (CRITICAL.contains(w)) {
        factor *= 0.7;
      }
    }
    return of == 0 ? 0 : factor * sum / of;
  }
}
