package io.tributary.report.loinc;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What people of a team said that printed names mean. */
public final class Synonyms {
  /** Nothing said so far. */
  public static final Synonyms NONE = new Synonyms(List.of());

  private final Map<String, List<Synonym>> byName;

  /**
   * @param name as {@link #name} writes it
   * @param unit in UCUM, "" where none was printed
   * @param specimen as it was printed, "" where none was
   * @param times how often it was said
   */
  public record Synonym(String name, String unit, String specimen, String loincCode, int times) {}

  public Synonyms(List<Synonym> said) {
    Map<String, List<Synonym>> grouped = new HashMap<>();
    said.forEach(
        s -> grouped.computeIfAbsent(name(s.name()), k -> new java.util.ArrayList<>()).add(s));
    grouped.replaceAll((k, v) -> List.copyOf(v));
    byName = Map.copyOf(grouped);
  }

  /** The form under which names are kept: lower case, single spaces. */
  public static String name(String printed) {
    return printed.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
  }

  List<Synonym> of(String printed) {
    return byName.getOrDefault(name(printed), List.of());
  }
}
