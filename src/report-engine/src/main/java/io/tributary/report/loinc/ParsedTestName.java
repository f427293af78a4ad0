package io.tributary.report.loinc;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Test name split into substance, specimen, timing and kind of unit.
 *
 * @param words words of the substance
 * @param joined all words without spaces, to match spellings with and without hyphens
 * @param unitKind kind of unit that the name implies, such as a percentage or a count; "" if none
 */
record ParsedTestName(
    List<String> words,
    String joined,
    Specimen specimen,
    CollectionTiming timing,
    String unitKind) {
  private static final Set<String> SERUM = Set.of("serum", "plasma", "ser", "plas", "venous");
  private static final Set<String> FASTING = Set.of("fasting", "fast", "cfst", "ac");
  private static final Set<String> MEAL = Set.of("postprandial", "pp", "2h", "pc", "meal");
  private static final Set<String> PART = Set.of("percent", "percentage", "relative");

  ParsedTestName {
    words = List.copyOf(words);
  }

  static ParsedTestName parse(String text) {
    List<String> raw = NameTokenizer.tokenize(text);
    List<String> left = new ArrayList<>();
    Specimen specimen = Specimen.NONE;
    CollectionTiming timing = CollectionTiming.NONE;
    String kind = "";
    boolean meal = raw.stream().anyMatch(MEAL::contains);
    for (String w : raw) {
      Specimen found = specimen(w, raw);
      if (found != Specimen.NONE) {
        // Urine takes precedence over serum, which may only describe a tube.
        specimen = specimen == Specimen.NONE || found != Specimen.SERUM ? found : specimen;
      } else if (FASTING.contains(w)) {
        timing = CollectionTiming.FASTING;
      } else if (MEAL.contains(w) || meal && (w.equals("post") || w.equals("after"))) {
        timing = CollectionTiming.AFTER_MEAL;
      } else if (w.equals("morning") || w.equals("am") || w.equals("8am")) {
        timing = CollectionTiming.MORNING;
      } else if (PART.contains(w)) {
        kind = UcumUnit.FRACTION;
      } else if (w.equals("absolute")) {
        kind = UcumUnit.COUNT;
      } else if (w.equals("random") || w.equals("spot")) {
        continue;
      } else {
        left.add(w);
      }
    }
    if (left.size() > 1) {
      left.remove("blood");
    }
    return new ParsedTestName(left, String.join("", left), specimen, timing, kind);
  }

  private static Specimen specimen(String word, List<String> all) {
    if (SERUM.contains(word)) {
      return Specimen.SERUM;
    }
    return switch (word) {
      case "urine", "urinary" -> all.contains("24h") ? Specimen.URINE_24H : Specimen.URINE;
      case "24h" -> Specimen.URINE_24H;
      case "stool", "fecal" -> Specimen.STOOL;
      case "saliva", "salivary" -> Specimen.SALIVA;
      case "arterial" -> Specimen.ARTERIAL;
      case "capillary", "fingerstick" -> Specimen.CAPILLARY;
      case "whole", "wb" -> all.size() > 2 ? Specimen.WHOLE_BLOOD : Specimen.NONE;
      default -> Specimen.NONE;
    };
  }
}
