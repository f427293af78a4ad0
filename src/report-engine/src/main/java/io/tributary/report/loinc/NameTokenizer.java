package io.tributary.report.loinc;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Splits names into comparable words: unified spelling, singular, abbreviations expanded. */
final class NameTokenizer {
  private static final List<Phrase> PHRASES = new ArrayList<>();
  private static final Map<String, String> WORDS = new HashMap<>();
  private static final Pattern DIACRITICS = Pattern.compile("\\p{M}+");
  private static final Pattern SEPARATORS = Pattern.compile("[^a-z0-9]+");
  private static final Pattern LETTERS_DIGITS = Pattern.compile("\\b([a-z]{1,3}) (\\d{1,3})\\b");

  /** Words without information about the measured substance. */
  private static final Set<String> NOISE_WORDS =
      Set.of(
          "level",
          "test",
          "value",
          "result",
          "assay",
          "measurement",
          "measured",
          "s",
          "sr",
          "estimation",
          "method",
          "by",
          "of",
          "in",
          "the",
          "and",
          "for",
          "to",
          "with",
          "w",
          "on",
          "quantitative",
          "concentration",
          "observed",
          "patient",
          "routine",
          "examination",
          "refl",
          "reflex",
          "rfl",
          "rfx",
          "wrfx",
          "dx",
          "automated",
          "auto",
          "calculation");

  private static final Set<String> NOT_PLURAL =
      Set.of(
          "pus", "abs", "hbs", "mass", "casts", "basis", "sars", "antihbs", "dheas", "gas", "plus",
          "status");

  static {
    Csv.readResource(
        "name-phrases.csv",
        l -> PHRASES.add(new Phrase(Pattern.compile(l.get("pattern")), l.get("replacement"))));
    Csv.readResource("name-words.csv", l -> WORDS.put(l.get("word"), l.get("replacement")));
  }

  /** Most names contain no phrase, and one combined search is faster. */
  private static final Pattern ANY_PHRASE =
      Pattern.compile(
          PHRASES.stream().map(p -> "(?:" + p.pattern + ")").collect(Collectors.joining("|")));

  private record Phrase(Pattern pattern, String replacement) {}

  private NameTokenizer() {}

  /** Splits a name; the order is kept. */
  static List<String> tokenize(String name) {
    String text = Normalizer.normalize(name.toLowerCase(Locale.ROOT), Normalizer.Form.NFD);
    text = DIACRITICS.matcher(text).replaceAll("");
    text =
        text.replace("α", "alpha ").replace("β", "beta ").replace("γ", "gamma ").replace('µ', 'u');
    if (ANY_PHRASE.matcher(text).find()) {
      for (Phrase p : PHRASES) {
        text = p.pattern.matcher(text).replaceAll(p.replacement);
      }
    }
    text = text.replace("%", " percent ").replace("#", " absolute ");
    text = SEPARATORS.matcher(text).replaceAll(" ").strip();
    text = LETTERS_DIGITS.matcher(text).replaceAll("$1$2");
    List<String> out = new ArrayList<>();
    for (String word : text.split(" ")) {
      String plain = singular(WORDS.getOrDefault(word, word));
      plain = WORDS.getOrDefault(plain, plain);
      if (!plain.isEmpty() && !NOISE_WORDS.contains(plain)) {
        out.add(plain);
      }
    }
    return out;
  }

  private static String singular(String word) {
    if (word.length() < 4
        || NOT_PLURAL.contains(word)
        || !word.endsWith("s")
        || word.endsWith("ss")) {
      return word;
    }
    if (word.endsWith("ies")) {
      return word.substring(0, word.length() - 3) + "y";
    }
    return word.endsWith("us") || word.endsWith("is") ? word : word.substring(0, word.length() - 1);
  }
}
