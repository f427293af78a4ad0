package io.tributary.report.loinc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Vocabulary of all terms, with word weights and lookup of words that are one OCR error apart.
 *
 * <p>A word weighs more the fewer terms contain it: min(4, 5 × ln(1 + N / n) / ln(1 + N)) for a
 * word in n of N terms. Common companion words have fixed weights.
 */
final class TermIndex {
  /** Weight of a word that no term contains. */
  private static final double UNKNOWN_WORD_WEIGHT = 3;

  /** Factor for a word with an OCR error. */
  static final double OCR_ERROR_FACTOR = 0.9;

  /** Fixed weights of words that say little about the substance. */
  private static final Map<String, Double> FIXED_WEIGHTS =
      Map.ofEntries(
          Map.entry("count", 0.25),
          Map.entry("total", 0.4),
          Map.entry("cell", 0.4),
          Map.entry("calculated", 0.7),
          Map.entry("estimated", 0.6),
          Map.entry("cholesterol", 2.0),
          Map.entry("blood", 1.0),
          Map.entry("immunoassay", 0.3),
          Map.entry("any", 1.0),
          Map.entry("hormone", 0.5),
          Map.entry("activity", 0.3),
          Map.entry("screen", 0.4),
          Map.entry("igg", 3.0),
          Map.entry("actual", 0.3),
          Map.entry("intact", 0.3),
          Map.entry("enzymatic", 0.3),
          Map.entry("corrected", 3.0),
          Map.entry("qualitative", 0.3),
          Map.entry("serology", 0.3),
          Map.entry("antibody", 1.5),
          Map.entry("antigen", 1.5));

  private final Map<String, Double> weights = new HashMap<>();
  private final Map<String, List<String>> byLookAlikeKey = new HashMap<>();

  TermIndex(Collection<LoincTerm> terms) {
    Map<String, Integer> seen = new HashMap<>();
    terms.forEach(t -> t.allWords().forEach(w -> seen.merge(w, 1, Integer::sum)));
    seen.forEach((w, n) -> weights.put(w, Math.log(1 + 1.0 * terms.size() / n)));
    weights.keySet().stream()
        .filter(w -> w.length() > 1)
        .forEach(
            w -> byLookAlikeKey.computeIfAbsent(lookAlikeKey(w), k -> new ArrayList<>(1)).add(w));
    double most = Math.log(1 + terms.size());
    weights.replaceAll((w, d) -> FIXED_WEIGHTS.getOrDefault(w, Math.min(4, 5 * d / most)));
  }

  double weight(String word) {
    Double known = weights.get(word);
    return known != null ? known : FIXED_WEIGHTS.getOrDefault(word, UNKNOWN_WORD_WEIGHT);
  }

  /** Returns {@code word} if known, otherwise all known words one OCR error away. */
  Set<String> readings(String word) {
    if (weights.containsKey(word)) {
      return Set.of(word);
    }
    Set<String> out = new HashSet<>(byLookAlikeKey.getOrDefault(lookAlikeKey(word), List.of()));
    if (word.length() >= 5) {
      for (String known : weights.keySet()) {
        if (known.length() >= 5 && isOneLetterApart(word, known)) {
          out.add(known);
        }
      }
    }
    return out;
  }

  /** Allows one differing letter; digits must be equal. */
  private static boolean isOneLetterApart(String a, String b) {
    return Math.abs(a.length() - b.length()) <= 1
        && differsByOne(a, b)
        && digits(a).equals(digits(b));
  }

  /** Returns a key that is equal for words with look-alike characters. */
  private static String lookAlikeKey(String word) {
    return word.replace("rn", "m")
        .replace('0', 'o')
        .replace('1', 'l')
        .replace('i', 'l')
        .replace('5', 's')
        .replace('8', 'b')
        .replace('q', 'g')
        .replace("vv", "w");
  }

  private static String digits(String word) {
    return word.replaceAll("\\D", "");
  }

  private static boolean differsByOne(String a, String b) {
    String s = a.length() <= b.length() ? a : b;
    String l = a.length() <= b.length() ? b : a;
    int i = 0;
    while (i < s.length() && s.charAt(i) == l.charAt(i)) {
      i++;
    }
    return s.length() == l.length()
        ? s.substring(Math.min(i + 1, s.length())).equals(l.substring(Math.min(i + 1, l.length())))
        : s.substring(i).equals(l.substring(i + 1));
  }

  /** Returns the possible readings of each word of a name. */
  List<Set<String>> readings(ParsedTestName name) {
    List<Set<String>> out = new ArrayList<>();
    name.words().forEach(w -> out.add(readings(w)));
    return out;
  }
}
