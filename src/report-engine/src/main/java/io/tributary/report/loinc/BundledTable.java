package io.tributary.report.loinc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Loads the bundled LOINC terms. Panels are left out because no result is a panel. */
final class BundledTable {
  private static final int MAX_ALIASES = 20;

  private BundledTable() {}

  private record WeightedNames(double weight, List<String> names) {}

  /** Returns the terms by code, in table order. */
  static Map<String, LoincTerm> load() {
    Map<String, WeightedNames> more = new HashMap<>();
    Csv.readResource(
        "loinc-names.csv",
        l ->
            more.put(
                l.get("loinc_code"),
                new WeightedNames(Double.parseDouble(l.get("weight")), split(l.get("names")))));
    Map<String, LoincTerm> out = new LinkedHashMap<>();
    Csv.readResource(
        "loinc-common.csv",
        l -> {
          if (!l.get("kind").equals("panel")) {
            out.put(l.get("loinc_code"), toTerm(l, more.get(l.get("loinc_code"))));
          }
        });
    return out;
  }

  private static List<String> split(String names) {
    return Arrays.stream(names.split(";")).map(String::strip).filter(n -> !n.isEmpty()).toList();
  }

  private static LoincTerm toTerm(Csv.CsvRecord l, WeightedNames more) {
    List<String> aliases = split(l.get("synonyms"));
    List<ParsedTestName> names = new ArrayList<>();
    Stream.of(
            Stream.of(l.get("short_name"), l.get("short_name").replaceAll("\\([^)]*\\)$", "")),
            aliases.stream(),
            more == null ? Stream.<String>empty() : more.names.stream())
        .flatMap(s -> s)
        .map(ParsedTestName::parse)
        .filter(n -> !n.words().isEmpty())
        .distinct()
        .forEach(names::add);
    Set<String> union = new HashSet<>();
    names.forEach(n -> union.addAll(n.words()));
    String unit = l.get("unit_ucum");
    return new LoincTerm(
        l.get("loinc_code"),
        l.get("long_name"),
        l.get("short_name"),
        aliases.stream().limit(MAX_ALIASES).toList(),
        names,
        union,
        Specimen.fromLoincSystem(l.get("specimen")),
        timing(l.get("component")),
        unitKind(unit),
        unit.isEmpty(),
        unit.equals("{titer}"),
        l.get("category"),
        more == null ? 0.97 : more.weight);
  }

  static String unitKind(String unit) {
    return unit.isEmpty() ? "" : UnitParser.parse(unit).map(UcumUnit::kind).orElse("?");
  }

  static CollectionTiming timing(String component) {
    if (component.contains("^post CFst")) {
      return CollectionTiming.FASTING;
    }
    if (component.contains("post meal")) {
      return CollectionTiming.AFTER_MEAL;
    }
    return component.contains("^AM peak") ? CollectionTiming.MORNING : CollectionTiming.NONE;
  }
}
