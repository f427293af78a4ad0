package io.tributary.tools.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** LOINC codes that are equally correct if a report does not state the method or formula. */
final class EquivalentCodes {
  private static final Map<String, List<String>> EQUIVALENTS =
      Map.ofEntries(
          Map.entry("98979-8", List.of("33914-3", "62238-1")),
          Map.entry("13457-7", List.of("2089-1")),
          Map.entry("39469-2", List.of("22748-8")),
          Map.entry("3016-3", List.of("11580-8")),
          Map.entry("77307-7", List.of("5671-3")),
          Map.entry("5811-5", List.of("2965-2")),
          Map.entry("5803-2", List.of("2756-5")),
          Map.entry("62292-8", List.of("1989-3")),
          Map.entry("30341-2", List.of("4537-7")),
          Map.entry("6690-2", List.of("26464-8")),
          Map.entry("9318-7", List.of("14959-1")),
          Map.entry("5195-3", List.of("5196-1")),
          Map.entry("16128-1", List.of("13955-0")));

  private EquivalentCodes() {}

  static List<String> codes(String best) {
    if (best.isEmpty()) {
      return List.of();
    }
    List<String> all = new ArrayList<>(List.of(best));
    all.addAll(EQUIVALENTS.getOrDefault(best, List.of()));
    return all;
  }
}
