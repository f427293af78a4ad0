package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.Set;

/** Determines the table of a query before its expressions are parsed. */
final class TableResolver {
  private static final Set<String> CYCLE_MACROS = Set.of("asleep_at", "awake_at", "awakenings");

  private TableResolver() {}

  /** Returns the first table named in {@code select} or {@code group_by}. */
  static Optional<Table> tableOf(JsonNode query) {
    return search(query.path("select")).or(() -> search(query.path("group_by")));
  }

  private static Optional<Table> search(JsonNode node) {
    Optional<Table> here = tableNamedBy(node);
    if (here.isPresent()) {
      return here;
    }
    for (JsonNode child : node) {
      Optional<Table> below = search(child);
      if (below.isPresent()) {
        return below;
      }
    }
    return Optional.empty();
  }

  private static Optional<Table> tableNamedBy(JsonNode node) {
    if (!node.isObject()) {
      return Optional.empty();
    }
    if (node.path("timeseries").isTextual()) {
      return Optional.ofNullable(
          TableCatalog.seriesByName().get(node.path("timeseries").textValue()));
    }
    if (node.path("index").isTextual()) {
      return Optional.ofNullable(
          TableCatalog.summariesByName().get(node.path("index").textValue()));
    }
    if (node.path("value_macro").isTextual()) {
      return Optional.of(TableCatalog.summariesByName().get("sleep"));
    }
    return TableCatalog.summariesByName().values().stream()
        .filter(t -> node.path(t.name()).isTextual())
        .findFirst();
  }

  static boolean usesSeriesIndex(JsonNode query) {
    return query.findValues("index").stream().anyMatch(n -> n.asText().equals("timeseries"));
  }

  /** Returns whether the query uses a macro that reads hypnograms, including in its condition. */
  static boolean needsCycles(JsonNode query) {
    String where = query.path("where").asText("");
    return CYCLE_MACROS.stream().anyMatch(where::contains)
        || query.findValues("value_macro").stream()
            .anyMatch(n -> CYCLE_MACROS.contains(n.asText()));
  }
}
