package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reference implementation of the query language. It evaluates the query JSON in memory, favors
 * simplicity over speed, and shares no code with the service.
 */
final class QueryOracle {
  /** Source types in order of preference, best first; written independently of the service. */
  static final List<String> TYPES =
      List.of(
          "lab",
          "automatic",
          "watch",
          "ring",
          "chest_strap",
          "scale",
          "cuff",
          "fingerprick",
          "manual_scan",
          "phone",
          "insulin_pump",
          "exercise_machine",
          "earphone",
          "app",
          "multiple_sources",
          "unknown");

  /**
   * A row of the data in index order.
   *
   * @param cells Double, String, Boolean, LocalDate, LocalDateTime, List of maps, or null
   */
  record OracleRow(LocalDateTime local, Object index, Map<String, Object> cells) {}

  private final JsonNode query;

  private final GeneratedCondition where;

  private final List<String> overrides;

  private final Map<String, Integer> priorities;

  private final LocalDateTime now;

  QueryOracle(
      JsonNode query,
      GeneratedCondition where,
      List<String> overrides,
      Map<String, Integer> priorities,
      LocalDateTime now) {
    this.query = query;
    this.where = where;
    this.overrides = overrides;
    this.priorities = priorities;
    this.now = now;
  }

  /** Returns the result table: column name to values. */
  Map<String, List<Object>> table(List<OracleRow> data, LocalDateTime start, LocalDateTime end) {
    List<OracleRow> rows = new ArrayList<>();
    for (OracleRow d : data) {
      if (d.local().compareTo(start) >= 0
          && d.local().compareTo(end) < 0
          && (where == null || Boolean.TRUE.equals(GeneratedCondition.truth(where, d)))) {
        rows.add(d);
      }
    }
    List<JsonNode> groupBy = list(query.path("group_by"));
    List<JsonNode> select = selected(groupBy.size());
    Map<String, List<Object>> out = new LinkedHashMap<>();
    select.forEach(s -> out.put(name(s), new ArrayList<>()));
    if (groupBy.isEmpty() && select.stream().noneMatch(s -> s.has("func"))) {
      for (OracleRow d : rows) {
        select.forEach(s -> out.get(name(s)).add(value(s, d)));
      }
      return out;
    }
    Map<List<Object>, List<Object>> cells = grouped(rows, groupBy, select);
    if (query.hasNonNull("align")) {
      new OracleGapFilling(query, groupBy, select, now).fill(cells);
    }
    List<List<Object>> keys = new ArrayList<>(cells.keySet());
    keys.sort(OracleValues::compareKeys);
    for (List<Object> key : keys) {
      for (int i = 0; i < select.size(); i++) {
        out.get(name(select.get(i))).add(cells.get(key).get(i));
      }
    }
    return out;
  }

  /**
   * Returns the selected expressions, with one column for each group key if all keys are selected.
   */
  private List<JsonNode> selected(int keys) {
    List<JsonNode> select = new ArrayList<>();
    for (JsonNode s : query.get("select")) {
      if (s.path("group_key").asText().equals("*")) {
        for (int i = 0; i < keys; i++) {
          select.add(JsonNodeFactory.instance.objectNode().put("group_key", i));
        }
      } else {
        select.add(s);
      }
    }
    return select;
  }

  /** Returns the result row of each group key. */
  private Map<List<Object>, List<Object>> grouped(
      List<OracleRow> rows, List<JsonNode> groupBy, List<JsonNode> select) {
    Map<List<Object>, List<OracleRow>> groups = new LinkedHashMap<>();
    if (groupBy.isEmpty()) {
      groups.put(List.of(), rows);
    }
    for (OracleRow d : groupBy.isEmpty() ? List.<OracleRow>of() : rows) {
      List<Object> key = new ArrayList<>();
      groupBy.forEach(g -> key.add(key(g, d)));
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(d);
    }
    Map<List<Object>, List<Object>> cells = new LinkedHashMap<>();
    groups.forEach(
        (key, members) -> {
          List<OracleRow> kept = groupBy.isEmpty() ? members : preferred(members, groupBy);
          List<Object> row = new ArrayList<>();
          for (JsonNode s : select) {
            row.add(
                s.has("group_key")
                    ? key.get(s.get("group_key").asInt())
                    : s.has("func")
                        ? OracleValues.aggregate(
                            s.get("func").asText(),
                            kept.stream().map(d -> value(s.get("arg"), d)).toList())
                        : key.get(groupBy.indexOf(s)));
          }
          cells.put(key, row);
        });
    return cells;
  }

  private static List<JsonNode> list(JsonNode array) {
    List<JsonNode> out = new ArrayList<>();
    array.forEach(out::add);
    return out;
  }

  static String name(JsonNode s) {
    if (s.has("func")) {
      return s.get("func").asText() + "." + name(s.get("arg"));
    }
    if (s.has("from")) {
      JsonNode arg = s.get("select").path("arg");
      String list = column(s.get("from").get("unnest"));
      String field =
          arg.has("element") ? ".element" : arg.has(list) ? "." + arg.get(list).asText() : "";
      return s.get("select").get("func").asText() + "." + list + field;
    }
    return s.has("group_key")
        ? "group_key." + s.get("group_key").asText()
        : s.has("index") ? "timestamp" : column(s);
  }

  private static String column(JsonNode s) {
    for (String key :
        List.of(
            "field", "source", "sleep", "activity", "workout", "menstrual_cycle", "value_macro")) {
      if (s.has(key)) {
        return s.get(key).asText();
      }
    }
    throw new IllegalArgumentException(s.toString());
  }

  @SuppressWarnings("unchecked")
  private Object value(JsonNode s, OracleRow d) {
    if (s.has("index")) {
      return d.index();
    }
    if (s.has("from")) {
      List<Map<String, Object>> items =
          (List<Map<String, Object>>) d.cells().get(column(s.get("from").get("unnest")));
      if (items == null) {
        return null;
      }
      String least = s.path("where").asText("");
      List<Object> values = new ArrayList<>();
      for (Map<String, Object> item : items) {
        // The generator produces only this condition on list elements.
        if (!least.isEmpty()
            && !(item.get("value") instanceof Double v
                && v > Double.parseDouble(least.substring("value > ".length())))) {
          continue;
        }
        JsonNode arg = s.get("select").path("arg");
        values.add(
            arg.has("element")
                ? item.get("")
                : arg.isObject() ? item.get(arg.elements().next().asText()) : (Object) true);
      }
      return OracleValues.aggregate(s.get("select").get("func").asText(), values);
    }
    return d.cells().get(column(s));
  }

  private static Object key(JsonNode g, OracleRow d) {
    if (g.has("date_trunc")) {
      return OracleDateTimes.bucket(
          d.local(),
          g.get("date_trunc").path("value").asInt(1),
          g.get("date_trunc").get("unit").asText());
    }
    if (g.has("date_part")) {
      return (double) OracleDateTimes.part(d.local(), g.get("date_part").asText());
    }
    return d.cells().get(column(g));
  }

  private List<OracleRow> preferred(List<OracleRow> members, List<JsonNode> groupBy) {
    long sourceKeys =
        groupBy.stream()
            .filter(g -> !g.has("date_trunc") && !g.has("date_part"))
            .map(QueryOracle::column)
            .filter(c -> c.equals("source_provider") || c.equals("source_type"))
            .distinct()
            .count();
    if (sourceKeys == 2) {
      return members;
    }
    Comparator<OracleRow> best =
        Comparator.comparing((OracleRow d) -> TYPES.indexOf((String) d.cells().get("source_type")))
            .thenComparing(
                d -> {
                  int i = overrides.indexOf((String) d.cells().get("source_provider"));
                  return i < 0 ? 1000 : i;
                })
            .thenComparing(
                d -> -(long) priorities.getOrDefault(d.cells().get("source_provider"), 0))
            .thenComparing(d -> (String) d.cells().get("source_provider"));
    OracleRow first = members.stream().min(best).orElseThrow();
    return members.stream().filter(d -> best.compare(d, first) == 0).toList();
  }
}
