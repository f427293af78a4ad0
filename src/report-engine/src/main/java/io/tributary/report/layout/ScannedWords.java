package io.tributary.report.layout;

import io.tributary.report.page.Page;
import io.tributary.report.page.Word;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Corrects words of a scanned page with dictionaries.
 *
 * <p>A word is corrected if exactly one unit, heading word or word of a test name is one character
 * away. A corrected word never counts as certain.
 */
final class ScannedWords {
  private static final double CORRECTED_CONFIDENCE = 0.75;
  private static final int SHORTEST = 5;

  /** Confidence above which an unknown word is kept. */
  private static final double MIN_CERTAIN_CONFIDENCE = 0.955;

  /** Minimum length of headings that may differ in two characters. */
  private static final int MIN_LONG_HEADING = 8;

  /** Letters, and signs that OCR reads for letters. */
  private static final Pattern PART = Pattern.compile("[\\p{L}][\\p{L}\\]|1!]{3,}");

  /** Speck before a letter that looks like a quotation mark. */
  private static final Pattern DIRT = Pattern.compile("^[‘’'“”\"`._,~-](?=\\p{L}{3})");

  /** Range from 0 or 5 without spaces. */
  private static final Pattern ZERO_TO = Pattern.compile("^[O0Q]t[oa](\\d[\\d.,]*|S)?$");

  private static final Pattern FIVE_TO = Pattern.compile("^St[oa](\\d[\\d.,]*)?$");

  /** Allergen code, a letter and a number; texts that may be a fraction of a liter are excluded. */
  private static final Pattern ALLERGEN =
      Pattern.compile("^\\((?![fmu][lI]\\))([a-z£])([lI\\d]\\d?)\\)$");

  private static final Pattern DASHES = Pattern.compile("^(\\d[\\d.,]*)[—–-]{2,3}(\\d[\\d.,]*)$");

  /** No letter is an exclamation mark. */
  private static final Pattern STRUCK = Pattern.compile("\\p{L}{2}!");

  /** Cell marker that ends with a plus. */
  private static final Pattern CLUSTER = Pattern.compile("^(CD\\d{1,3}\\+)([TB])$");

  private static final Pattern BRITISH = Pattern.compile("iz(?=[aei])");

  private static final Map<String, String> EXACT =
      Map.ofEntries(
          Map.entry("CO02", "CO2"),
          Map.entry("C02", "CO2"),
          Map.entry("Cco2", "CO2"),
          Map.entry("CoO2", "CO2"),
          Map.entry("c02", "CO2"),
          Map.entry("cO2", "CO2"),
          Map.entry("co2", "CO2"),
          Map.entry("co02", "CO2"),
          Map.entry("pco2", "pCO2"),
          Map.entry("pCco2", "pCO2"),
          Map.entry("pC02", "pCO2"),
          Map.entry("po2", "pO2"),
          Map.entry("p02", "pO2"),
          Map.entry("so2", "sO2"),
          Map.entry("s02", "sO2"),
          Map.entry("(25-0H)", "(25-OH)"),
          Map.entry("25-0H", "25-OH"),
          Map.entry("AIG", "A/G"),
          Map.entry("wcc", "WCC"),
          Map.entry("Wwcc", "WCC"),
          Map.entry("Wcc", "WCC"),
          Map.entry("RDOW-CV", "RDW-CV"),
          Map.entry("0-Dimer", "D-Dimer"),
          Map.entry("HOL", "HDL"),
          Map.entry("LOL", "LDL"),
          Map.entry("LOL/HDL", "LDL/HDL"),
          Map.entry("GER", "GFR"),
          Map.entry("Cale", "Calc"),
          Map.entry("(Cale)", "(Calc)"),
          Map.entry("(CI-)", "(Cl-)"),
          Map.entry("(C1-)", "(Cl-)"),
          Map.entry("ROW", "RDW"),
          Map.entry("ROW-CV", "RDW-CV"),
          Map.entry("mcv", "MCV"),
          Map.entry("mcy", "MCV"),
          Map.entry("FI3", "FT3"),
          Map.entry("FI4", "FT4"),
          Map.entry("Zine", "Zinc"),
          Map.entry("HbAic", "HbA1c"),
          Map.entry("HbAt1c", "HbA1c"),
          Map.entry("HbAtc", "HbA1c"));
  private static final Set<String> KNOWN = known();
  private static final Set<String> HEADINGS =
      Set.copyOf(
          PhraseList.lines("header-words")
              .map(String::strip)
              .filter(w -> w.length() >= MIN_LONG_HEADING)
              .toList());
  private static final Set<String> HEADING_WORDS =
      Set.copyOf(PhraseList.lines("header-words").map(String::strip).toList());
  private static final Map<String, Set<String>> BY_VARIANT = buildIndex();

  private ScannedWords() {}

  static List<Word> correctedWords(Page page) {
    if (page.source() != Page.Source.OCR) {
      return page.words();
    }
    return ScannedLines.correct(page.words().stream().map(ScannedWords::correct).toList());
  }

  private static Word correct(Word word) {
    String text = ScannedUnits.correct(word.text());
    if (text.equals(word.text())) {
      text = EXACT.getOrDefault(text, text);
      text = correctRange(text);
      text = DASHES.matcher(text).replaceFirst("$1-$2");
      text = CLUSTER.matcher(text).replaceFirst("$1 $2");
    }
    boolean struck = STRUCK.matcher(text).find();
    if (text.equals(word.text()) && (word.confidence() < MIN_CERTAIN_CONFIDENCE || struck)) {
      text = spellOut(DIRT.matcher(text).replaceFirst(""));
    }
    return text.equals(word.text())
        ? word
        : new Word(
            text, word.box(), Math.min(CORRECTED_CONFIDENCE, word.confidence()), word.bold());
  }

  private static String correctRange(String text) {
    Matcher nought = ZERO_TO.matcher(text);
    Matcher five = FIVE_TO.matcher(text);
    Matcher allergen = ALLERGEN.matcher(text);
    if (nought.matches()) {
      return ("0 to " + (nought.group(1) == null ? "" : nought.group(1).replace('S', '5'))).strip();
    }
    if (five.matches()) {
      return ("5 to " + (five.group(1) == null ? "" : five.group(1))).strip();
    }
    return allergen.matches()
        ? "("
            + allergen.group(1).replace('£', 'f')
            + allergen.group(2).replaceFirst("[lI]", "1")
            + ")"
        : text;
  }

  /** Checks whether a word occurs on reports. */
  static boolean known(String text) {
    String bare = text.replaceAll("^[(\\[]|[)\\],.:]+$", "");
    return bare.length() >= SHORTEST && KNOWN.contains(bare.toLowerCase(Locale.ROOT));
  }

  private static String spellOut(String text) {
    Matcher part = PART.matcher(text);
    StringBuilder out = new StringBuilder();
    while (part.find()) {
      part.appendReplacement(out, Matcher.quoteReplacement(word(part.group())));
    }
    return part.appendTail(out).toString();
  }

  private static String word(String read) {
    String lower = read.toLowerCase(Locale.ROOT);
    if (KNOWN.contains(lower)) {
      return read;
    }
    // Many words begin with a lowercase L that was a capital I.
    String great = "i" + lower.substring(1);
    if (read.startsWith("l") && KNOWN.contains(great)) {
      return "I" + read.substring(1);
    }
    if (read.length() < SHORTEST) {
      return read;
    }
    if (KNOWN.contains(lower.replace('!', 'l'))) {
      return withCaseOf(read, lower.replace('!', 'l'));
    }
    String narrow = lower.replace("rn", "m");
    if (KNOWN.contains(narrow)) {
      return withCaseOf(read, narrow);
    }
    Set<String> found = new HashSet<>();
    deletionVariants(lower.replace('!', 'l'))
        .forEach(g -> found.addAll(BY_VARIANT.getOrDefault(g, Set.of())));
    // British and American spellings are both valid.
    if (found.stream().anyMatch(f -> BRITISH.matcher(f).replaceAll("is").equals(lower))) {
      return read;
    }
    if (found.isEmpty() && read.length() >= MIN_LONG_HEADING) {
      HEADINGS.stream().filter(h -> distance(h, lower) == 2).forEach(found::add);
    }
    return found.size() == 1 ? withCaseOf(read, found.iterator().next()) : read;
  }

  static boolean isHeadingWord(String word) {
    return HEADING_WORDS.contains(word.toLowerCase(Locale.ROOT));
  }

  private static int distance(String a, String b) {
    int apart = a.length() == b.length() ? 0 : a.length();
    for (int i = 0; apart < a.length() && i < a.length(); i++) {
      apart += a.charAt(i) == b.charAt(i) ? 0 : 1;
    }
    return apart;
  }

  private static String withCaseOf(String read, String word) {
    String tail = read.substring(1);
    if (tail.chars().filter(Character::isUpperCase).count() * 2 > tail.length()) {
      return word.toUpperCase(Locale.ROOT);
    }
    return Character.isUpperCase(read.charAt(0))
        ? word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1)
        : word;
  }

  /**
   * Returns the variants of a word with one character replaced by a gap; two words one character
   * apart share a variant.
   */
  private static Collection<String> deletionVariants(String word) {
    Set<String> all = new HashSet<>();
    for (int i = 0; i < word.length(); i++) {
      all.add(word.substring(0, i) + '_' + word.substring(i + 1));
    }
    return all;
  }

  private static Set<String> known() {
    Set<String> all = new HashSet<>();
    for (String list :
        List.of(
            "tests",
            "header-words",
            "units",
            "unit-parts",
            "panels",
            "titles",
            "report-words",
            "lab-words",
            "qualitative",
            "stop-words",
            "no-name",
            "no-value",
            "guideline",
            "not-report",
            "foreign",
            "noise",
            "flags",
            "not-headers",
            "headers",
            "labels")) {
      PhraseList.lines(list)
          .forEach(
              line -> {
                for (String word : line.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+")) {
                  all.add(word);
                }
              });
    }
    return Set.copyOf(all);
  }

  private static Map<String, Set<String>> buildIndex() {
    Map<String, Set<String>> near = new HashMap<>();
    for (String list : List.of("tests", "header-words", "panels")) {
      PhraseList.lines(list)
          .forEach(
              line -> {
                for (String word : line.toLowerCase(Locale.ROOT).split("[^\\p{L}]+")) {
                  if (word.length() >= SHORTEST) {
                    deletionVariants(word)
                        .forEach(g -> near.computeIfAbsent(g, k -> new HashSet<>()).add(word));
                  }
                }
              });
    }
    return near;
  }
}
