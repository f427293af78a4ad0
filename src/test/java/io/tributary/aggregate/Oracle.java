package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The language a second time, as plainly as possible: everything in memory, straight from the JSON
 * of the query, sharing no code with the service. Slow, and meant to be.
 */
final class Oracle {
  /** Best first; written down again from the contract. */
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
  record Datum(LocalDateTime local, Object index, Map<String, Object> cells) {}

  /** A condition as the generator made it; the oracle never reads its text. */
  sealed interface Cond {
    record Cmp(String column, String op, Object literal) implements Cond {}

    record Cols(String a, String op, String b) implements Cond {}

    record And(Cond a, Cond b) implements Cond {}

    record Or(Cond a, Cond b) implements Cond {}

    record Not(Cond a) implements Cond {}
  }

  private final JsonNode query;
  private final Cond where;
  private final List<String> overrides;
  private final Map<String, Integer> priorities;
  private final LocalDateTime now;

  Oracle(
      JsonNode query,
      Cond where,
      List<String> overrides,
      Map<String, Integer> priorities,
      LocalDateTime now) {
    this.query = query;
    this.where = where;
    this.overrides = overrides;
    this.priorities = priorities;
    this.now = now;
  }

  /** Column name to values. */
  Map<String, List<Object>> table(List<Datum> data, LocalDateTime start, LocalDateTime end) {
    List<Datum> rows = new ArrayList<>();
    for (Datum d : data) {
      if (d.local().compareTo(start) >= 0
          && d.local().compareTo(end) < 0
          && (where == null || Boolean.TRUE.equals(truth(where, d)))) {
        rows.add(d);
      }
    }
    List<JsonNode> groupBy = list(query.path("group_by"));
    List<JsonNode> select = new ArrayList<>();
    for (JsonNode s : query.get("select")) {
      if (s.path("group_key").asText().equals("*")) {
        for (int i = 0; i < groupBy.size(); i++) {
          select.add(
              com.fasterxml.jackson.databind.node.JsonNodeFactory.instance
                  .objectNode()
                  .put("group_key", i));
        }
      } else {
        select.add(s);
      }
    }
    Map<String, List<Object>> out = new LinkedHashMap<>();
    select.forEach(s -> out.put(name(s), new ArrayList<>()));
    boolean anyFunc = select.stream().anyMatch(s -> s.has("func"));
    if (groupBy.isEmpty() && !anyFunc) {
      for (Datum d : rows) {
        select.forEach(s -> out.get(name(s)).add(value(s, d)));
      }
      return out;
    }
    Map<List<Object>, List<Datum>> groups = new LinkedHashMap<>();
    if (groupBy.isEmpty()) {
      groups.put(List.of(), rows);
    }
    for (Datum d : groupBy.isEmpty() ? List.<Datum>of() : rows) {
      List<Object> key = new ArrayList<>();
      groupBy.forEach(g -> key.add(key(g, d)));
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(d);
    }
    Map<List<Object>, List<Object>> cells = new LinkedHashMap<>();
    groups.forEach(
        (key, members) -> {
          List<Datum> kept = groupBy.isEmpty() ? members : preferred(members, groupBy);
          List<Object> row = new ArrayList<>();
          for (JsonNode s : select) {
            row.add(
                s.has("group_key")
                    ? key.get(s.get("group_key").asInt())
                    : s.has("func")
                        ? aggregate(
                            s.get("func").asText(),
                            kept.stream().map(d -> value(s.get("arg"), d)).toList())
                        : key.get(indexOf(groupBy, s)));
          }
          cells.put(key, row);
        });
    if (query.hasNonNull("align")) {
      align(cells, groupBy, select);
    }
    List<List<Object>> keys = new ArrayList<>(cells.keySet());
    keys.sort(Oracle::compareKeys);
    for (List<Object> key : keys) {
      for (int i = 0; i < select.size(); i++) {
        out.get(name(select.get(i))).add(cells.get(key).get(i));
      }
    }
    return out;
  }

  private static int indexOf(List<JsonNode> groupBy, JsonNode s) {
    return groupBy.indexOf(s);
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
  private Object value(JsonNode s, Datum d) {
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
        // The generator's only condition on elements.
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
      return aggregate(s.get("select").get("func").asText(), values);
    }
    return d.cells().get(column(s));
  }

  private static Object key(JsonNode g, Datum d) {
    if (g.has("date_trunc")) {
      return bucket(
          d.local(),
          g.get("date_trunc").path("value").asInt(1),
          g.get("date_trunc").get("unit").asText());
    }
    if (g.has("date_part")) {
      return (double) part(d.local(), g.get("date_part").asText());
    }
    return d.cells().get(column(g));
  }

  /** By walking from an origin, bucket by bucket. */
  static LocalDateTime bucket(LocalDateTime t, int n, String unit) {
    if (unit.equals("minute") || unit.equals("hour")) {
      long minutes = java.time.Duration.between(LocalDateTime.of(1970, 1, 1, 0, 0), t).toMinutes();
      long step = unit.equals("minute") ? n : n * 60L;
      while (minutes % step != 0) {
        minutes--;
      }
      return LocalDateTime.of(1970, 1, 1, 0, 0).plusMinutes(minutes);
    }
    LocalDate origin =
        unit.equals("week")
            ? LocalDate.of(1970, 1, 5)
            : LocalDate.of(unit.equals("year") ? 0 : 1970, 1, 1);
    LocalDate at = origin;
    for (LocalDate next = at; !next.isAfter(t.toLocalDate()); ) {
      at = next;
      next =
          switch (unit) {
            case "day" -> at.plusDays(n);
            case "week" -> at.plusDays(7L * n);
            case "month" -> at.plusMonths(n);
            case "year" -> at.plusYears(n);
            default -> throw new IllegalArgumentException(unit);
          };
    }
    return at.atStartOfDay();
  }

  private static int part(LocalDateTime t, String part) {
    return switch (part) {
      case "minute" -> t.getMinute();
      case "hour" -> t.getHour();
      case "day" -> t.getDayOfMonth();
      case "month" -> t.getMonthValue();
      case "year" -> t.getYear();
      case "weekday" -> t.getDayOfWeek().getValue();
      case "day_of_year" -> t.getDayOfYear();
      case "week", "week_of_year" -> {
        // The week belongs to the year of its Thursday.
        LocalDate thursday = t.toLocalDate();
        while (thursday.getDayOfWeek() != DayOfWeek.MONDAY) {
          thursday = thursday.minusDays(1);
        }
        thursday = thursday.plusDays(3);
        yield (thursday.getDayOfYear() - 1) / 7 + 1;
      }
      default -> throw new IllegalArgumentException(part);
    };
  }

  private List<Datum> preferred(List<Datum> members, List<JsonNode> groupBy) {
    long sourceKeys =
        groupBy.stream()
            .filter(g -> !g.has("date_trunc") && !g.has("date_part"))
            .map(Oracle::column)
            .filter(c -> c.equals("source_provider") || c.equals("source_type"))
            .distinct()
            .count();
    if (sourceKeys == 2) {
      return members;
    }
    Comparator<Datum> best =
        Comparator.comparing((Datum d) -> TYPES.indexOf((String) d.cells().get("source_type")))
            .thenComparing(
                d -> {
                  int i = overrides.indexOf((String) d.cells().get("source_provider"));
                  return i < 0 ? 1000 : i;
                })
            .thenComparing(
                d -> -(long) priorities.getOrDefault(d.cells().get("source_provider"), 0))
            .thenComparing(d -> (String) d.cells().get("source_provider"));
    Datum first = members.stream().min(best).orElseThrow();
    return members.stream().filter(d -> best.compare(d, first) == 0).toList();
  }

  static Object aggregate(String func, List<Object> all) {
    List<Object> values = all.stream().filter(Objects::nonNull).toList();
    if (func.equals("count")) {
      return (double) values.size();
    }
    if (values.isEmpty()) {
      return null;
    }
    switch (func) {
      case "oldest":
        return values.getFirst();
      case "newest":
        return values.getLast();
      case "min":
        return values.stream().min(Oracle::compare).orElseThrow();
      case "max":
        return values.stream().max(Oracle::compare).orElseThrow();
      default:
    }
    double[] x = values.stream().mapToDouble(v -> (Double) v).sorted().toArray();
    double sum = 0;
    for (double v : x) {
      sum += v;
    }
    double mean = sum / x.length;
    switch (func) {
      case "sum":
        return sum;
      case "mean":
        return mean;
      case "median":
        return x.length % 2 == 1 ? x[x.length / 2] : (x[x.length / 2 - 1] + x[x.length / 2]) / 2;
      case "stddev":
        double squares = 0;
        for (double v : x) {
          squares += Math.pow(v - mean, 2);
        }
        return x.length < 2 ? null : Math.sqrt(squares / (x.length - 1));
      default:
        throw new IllegalArgumentException(func);
    }
  }

  private void align(
      Map<List<Object>, List<Object>> cells, List<JsonNode> groupBy, List<JsonNode> select) {
    int place = 0;
    while (!groupBy.get(place).has("date_trunc")) {
      place++;
    }
    int trunc = place;
    JsonNode period = groupBy.get(place).get("date_trunc");
    JsonNode carry = query.get("align").get("carry");
    String mode = carry.get("mode").asText();
    JsonNode cap = carry.hasNonNull("span") ? carry.get("span") : carry.path("max_age");
    boolean capped = cap.isObject();
    Map<List<Object>, List<LocalDateTime>> partitions = new LinkedHashMap<>();
    for (List<Object> key : cells.keySet()) {
      List<Object> rest = new ArrayList<>(key);
      LocalDateTime t = (LocalDateTime) rest.remove(trunc);
      partitions.computeIfAbsent(rest, r -> new ArrayList<>()).add(t);
    }
    Map<List<Object>, List<Object>> original = new LinkedHashMap<>(cells);
    partitions.forEach(
        (rest, seen) -> {
          LocalDateTime first = Collections.min(seen);
          LocalDateTime last = Collections.max(seen);
          // Every bucket anywhere near; then those that belong to the axis.
          List<LocalDateTime> axis = new ArrayList<>();
          LocalDateTime t = first;
          for (int i = 0; i < 2000 && capped && !plus(minus(t, period), cap).isBefore(first); i++) {
            t = minus(t, period);
          }
          for (; ; t = plus(t, period)) {
            boolean inside = !t.isBefore(first) && !t.isAfter(last);
            boolean before = t.isBefore(first) && !mode.equals("carry_forward");
            boolean after =
                t.isAfter(last)
                    && capped
                    && !mode.equals("carry_backward")
                    && !t.isAfter(plus(last, cap))
                    && !t.isAfter(now);
            if (inside || before || after) {
              axis.add(t);
            } else if (t.isAfter(last)) {
              break;
            }
          }
          for (int i = 0; i < axis.size(); i++) {
            List<Object> row = new ArrayList<>();
            List<Object> key = new ArrayList<>(rest);
            key.add(trunc, axis.get(i));
            for (int c = 0; c < select.size(); c++) {
              if (select.get(c).has("group_key")) {
                row.add(key.get(select.get(c).get("group_key").asInt()));
                continue;
              }
              if (!select.get(c).has("func")) {
                row.add(key.get(indexOf(groupBy, select.get(c))));
                continue;
              }
              int best = -1;
              for (int j = 0; j < axis.size(); j++) {
                List<Object> from = new ArrayList<>(rest);
                from.add(trunc, axis.get(j));
                if (!original.containsKey(from) || original.get(from).get(c) == null) {
                  continue;
                }
                boolean past = j <= i;
                boolean allowed =
                    i == j
                        || (past
                            ? !mode.equals("carry_backward")
                                && (!capped || !plus(axis.get(j), cap).isBefore(axis.get(i)))
                            : !mode.equals("carry_forward")
                                && (!capped || !plus(axis.get(i), cap).isBefore(axis.get(j))));
                if (allowed && (best < 0 || Math.abs(j - i) < Math.abs(best - i))) {
                  best = j;
                }
              }
              List<Object> from = new ArrayList<>(rest);
              if (best >= 0) {
                from.add(trunc, axis.get(best));
              }
              row.add(best < 0 ? null : original.get(from).get(c));
            }
            cells.put(key, row);
          }
        });
  }

  private static LocalDateTime plus(LocalDateTime t, JsonNode p) {
    int n = p.path("value").asInt(1);
    return switch (p.get("unit").asText()) {
      case "minute" -> t.plusMinutes(n);
      case "hour" -> t.plusHours(n);
      case "day" -> t.plusDays(n);
      case "week" -> t.plusDays(7L * n);
      case "month" -> t.plusMonths(n);
      case "year" -> t.plusYears(n);
      default -> throw new IllegalArgumentException();
    };
  }

  private static LocalDateTime minus(LocalDateTime t, JsonNode p) {
    int n = p.path("value").asInt(1);
    return switch (p.get("unit").asText()) {
      case "minute" -> t.minusMinutes(n);
      case "hour" -> t.minusHours(n);
      case "day" -> t.minusDays(n);
      case "week" -> t.minusDays(7L * n);
      case "month" -> t.minusMonths(n);
      case "year" -> t.minusYears(n);
      default -> throw new IllegalArgumentException();
    };
  }

  /** Null = unknown. */
  private static Boolean truth(Cond c, Datum d) {
    return switch (c) {
      case Cond.Cmp x -> holds(cell(d, x.column()), x.op(), x.literal());
      case Cond.Cols x -> holds(cell(d, x.a()), x.op(), cell(d, x.b()));
      case Cond.Not n -> {
        Boolean t = truth(n.a(), d);
        yield t == null ? null : !t;
      }
      case Cond.And a -> {
        Boolean l = truth(a.a(), d);
        Boolean r = truth(a.b(), d);
        yield Boolean.FALSE.equals(l) || Boolean.FALSE.equals(r)
            ? Boolean.FALSE
            : l == null || r == null ? null : Boolean.TRUE;
      }
      case Cond.Or o -> {
        Boolean l = truth(o.a(), d);
        Boolean r = truth(o.b(), d);
        yield Boolean.TRUE.equals(l) || Boolean.TRUE.equals(r)
            ? Boolean.TRUE
            : l == null || r == null ? null : Boolean.FALSE;
      }
    };
  }

  private static Object cell(Datum d, String column) {
    return column.equals("timestamp") ? d.index() : d.cells().get(column);
  }

  private static Boolean holds(Object a, String op, Object b) {
    if (a == null || b == null) {
      return null;
    }
    int c = compare(a, b);
    return switch (op) {
      case "<" -> c < 0;
      case "<=" -> c <= 0;
      case ">" -> c > 0;
      case ">=" -> c >= 0;
      case "=" -> c == 0;
      case "!=" -> c != 0;
      default -> throw new IllegalArgumentException(op);
    };
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  static int compare(Object a, Object b) {
    return ((Comparable) time(a)).compareTo(time(b));
  }

  private static Object time(Object o) {
    return o instanceof LocalDate d ? d.atStartOfDay() : o;
  }

  private static int compareKeys(List<Object> a, List<Object> b) {
    for (int i = 0; i < a.size(); i++) {
      Object x = a.get(i);
      Object y = b.get(i);
      int c = x == null || y == null ? Boolean.compare(x == null, y == null) : compare(x, y);
      if (c != 0) {
        return c;
      }
    }
    return 0;
  }
}
