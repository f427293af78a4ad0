package io.tributary.report.loinc;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Test names that reviewers of a team mapped to LOINC codes. */
public final class Synonyms {
  /** No mappings. */
  public static final Synonyms NONE = new Synonyms(List.of());

  private final Map<String, List<Synonym>> byName;

  /**
   * @param name normalized name
   * @param unit in UCUM; "" if none was printed
   * @param specimen as printed; "" if none
   * @param times number of confirmations
   */
  public record Synonym(String name, String unit, String specimen, String loincCode, int times) {}

  public Synonyms(List<Synonym> said) {
    Map<String, List<Synonym>> grouped = new HashMap<>();
    said.forEach(
        s -> grouped.computeIfAbsent(normalize(s.name()), k -> new java.util.ArrayList<>()).add(s));
    grouped.replaceAll((k, v) -> List.copyOf(v));
    byName = Map.copyOf(grouped);
  }

  /** Normalizes a name to lower case and single spaces. */
  public static String normalize(String printed) {
    return printed.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
  }

  List<Synonym> find(String printed) {
    return byName.getOrDefault(normalize(printed), List.of());
  }
}
