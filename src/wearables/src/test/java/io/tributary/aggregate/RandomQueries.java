package io.tributary.aggregate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Random queries over the tables of {@link RandomData}, each with its condition as a tree. */
final class RandomQueries {
  static final List<String> UNITS = List.of("minute", "hour", "day", "week", "month", "year");
  private static final List<String> PARTS =
      List.of(
          "minute",
          "hour",
          "day",
          "week",
          "month",
          "year",
          "weekday",
          "week_of_year",
          "day_of_year");
  private static final List<String> OPS = List.of("<", "<=", ">", ">=", "=", "!=");

  private final Random random;
  private final RandomData.GeneratedTable kind;

  record GeneratedQuery(ObjectNode query, GeneratedCondition where) {}

  RandomQueries(Random random, RandomData.GeneratedTable kind) {
    this.random = random;
    this.kind = kind;
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  GeneratedQuery next() {
    ObjectNode q = Json.object();
    boolean grouped = random.nextInt(5) > 0;
    ArrayNode groupBy = Json.array();
    boolean truncated = false;
    boolean parted = false;
    if (grouped) {
      if (random.nextInt(4) > 0) {
        ObjectNode g = groupBy.addObject();
        g.set("date_trunc", period(any(UNITS)));
        g.set("arg", index());
        truncated = true;
      }
      if (random.nextInt(4) == 0) {
        groupBy.addObject().put("date_part", any(PARTS)).set("arg", index());
        parted = true;
      }
      if (random.nextInt(3) == 0) {
        groupBy.add(column(any(kind.texts())));
      }
      if (random.nextInt(3) == 0) {
        groupBy.addObject().put("source", "source_provider");
      }
      if (random.nextInt(4) == 0) {
        groupBy.addObject().put("source", "source_type");
      }
      if (groupBy.isEmpty()) {
        groupBy.add(column(any(kind.texts())));
      }
      q.set("group_by", groupBy);
    }
    ArrayNode select = q.putArray("select");
    boolean allKeys = false;
    if (grouped && random.nextInt(8) > 0) {
      select.addObject().put("group_key", "*");
      allKeys = true;
    } else if (grouped) {
      select.addObject().put("group_key", random.nextInt(groupBy.size()));
    }
    boolean aggregated = grouped || random.nextInt(4) == 0;
    Set<String> names = new LinkedHashSet<>();
    for (int i = random.nextInt(4) + 1; i > 0; i--) {
      ObjectNode s = aggregated ? aggregate() : random.nextInt(6) == 0 ? index() : plain();
      if (names.add(QueryOracle.name(s))) {
        select.add(s);
      }
    }
    if (kind.series() && !q.toString().contains("\"timeseries\":")) {
      ObjectNode value = column("value");
      ObjectNode s = Json.object().put("func", "mean");
      s.set("arg", value);
      select.add(aggregated ? s : value);
    }
    if (truncated && !parted && allKeys && random.nextInt(2) == 0) {
      align(q, (ObjectNode) groupBy.get(0).get("date_trunc"));
    }
    GeneratedCondition where = null;
    if (random.nextInt(3) == 0) {
      where = condition(3);
      q.put("where", text(where));
    }
    return new GeneratedQuery(q, where);
  }

  private void align(ObjectNode q, ObjectNode bucket) {
    String unit = bucket.get("unit").asText();
    if (unit.equals("minute")) {
      // Short minute buckets would make the axis too long for the slow oracle.
      bucket.put("value", any(List.of(15, 20, 45)));
    }
    ObjectNode carry = q.putObject("align").putObject("carry");
    String mode = any(List.of("carry_forward", "carry_backward", "carry_nearest"));
    carry.put("mode", mode);
    if (random.nextBoolean()) {
      // The cap covers at least one bucket: it uses the same unit with an equal or larger value, or
      // a larger unit.
      ObjectNode cap =
          Json.object()
              .put("value", (unit.equals("minute") ? 45 : 3) + random.nextInt(6))
              .put("unit", unit);
      carry.set(mode.equals("carry_nearest") ? "span" : "max_age", cap);
    }
  }

  private ObjectNode period(String unit) {
    ObjectNode p = Json.object().put("unit", unit);
    return random.nextBoolean() ? p : p.put("value", 1 + random.nextInt(3));
  }

  private ObjectNode index() {
    return Json.object().put("index", kind.series() ? "timeseries" : kind.table());
  }

  private ObjectNode column(String name) {
    return kind.series()
        ? Json.object().put("timeseries", kind.table()).put("field", name)
        : Json.object().put(kind.table(), name);
  }

  private ObjectNode plain() {
    List<String> all = new ArrayList<>(kind.numbers());
    all.addAll(kind.texts());
    all.addAll(kind.times());
    if (!kind.lists().isEmpty() && random.nextInt(3) == 0) {
      return subquery();
    }
    return column(any(all));
  }

  private ObjectNode aggregate() {
    ObjectNode s = Json.object();
    if (!kind.lists().isEmpty() && random.nextInt(2) == 0) {
      ObjectNode sub = subquery();
      boolean number =
          !sub.at("/select/func").asText().matches("min|max")
              || sub.at("/select/arg").toString().contains("value");
      s.put("func", number ? any(Func.names()) : any(List.of("min", "max", "count", "oldest")));
      s.set("arg", sub);
      return s;
    }
    int kindOf = random.nextInt(kind.numbers().isEmpty() ? 2 : 6);
    if (kindOf == 0) {
      s.put("func", any(List.of("min", "max", "count", "oldest", "newest")));
      s.set(
          "arg",
          random.nextBoolean() && !kind.times().isEmpty() ? column(any(kind.times())) : index());
    } else if (kindOf == 1) {
      s.put("func", any(List.of("min", "max", "count", "oldest", "newest")));
      s.set("arg", column(any(kind.texts())));
    } else {
      s.put("func", any(Func.names()));
      s.set("arg", column(any(kind.numbers())));
    }
    return s;
  }

  private ObjectNode subquery() {
    Map.Entry<String, String> list = any(List.copyOf(kind.lists().entrySet()));
    ObjectNode s = Json.object();
    s.putObject("from").set("unnest", column(list.getKey()));
    ObjectNode select = s.putObject("select");
    boolean number = list.getValue().equals("value");
    select.put(
        "func",
        number
            ? any(List.of("mean", "min", "max", "sum", "count", "median", "stddev"))
            : any(List.of("min", "max", "count")));
    if (select.get("func").asText().equals("count") && random.nextBoolean()) {
      select.putNull("arg");
    } else if (list.getValue().isEmpty()) {
      select.putObject("arg").put("element", true);
    } else {
      select.putObject("arg").put(list.getKey(), list.getValue());
    }
    if (number && random.nextInt(3) == 0) {
      s.put("where", "value > 36.5");
    }
    return s;
  }

  private GeneratedCondition condition(int depth) {
    int n = depth == 0 ? 0 : random.nextInt(5);
    return switch (n) {
      case 1 -> new GeneratedCondition.And(condition(depth - 1), condition(depth - 1));
      case 2 -> new GeneratedCondition.Or(condition(depth - 1), condition(depth - 1));
      case 3 -> new GeneratedCondition.Not(condition(depth - 1));
      default -> comparison();
    };
  }

  private GeneratedCondition comparison() {
    String op = any(OPS);
    return switch (kind.numbers().isEmpty() ? 1 + random.nextInt(2) : random.nextInt(5)) {
      case 0 ->
          new GeneratedCondition.ColumnComparison(any(kind.numbers()), op, any(kind.numbers()));
      case 1 -> new GeneratedCondition.Comparison(any(kind.texts()), op, any(RandomData.TEXTS));
      case 2 -> {
        LocalDate day = RandomData.FIRST.plusDays(random.nextInt(RandomData.DAYS));
        yield new GeneratedCondition.Comparison(
            "timestamp",
            op,
            random.nextBoolean() ? day : day.atTime(random.nextInt(24), random.nextInt(60)));
      }
      default ->
          new GeneratedCondition.Comparison(
              any(kind.numbers()), op, (double) random.nextInt(-2, 12) * 10 / 4);
    };
  }

  /** Renders the condition, with optional parentheses and keywords in random case. */
  private String text(GeneratedCondition c) {
    return switch (c) {
      case GeneratedCondition.Comparison x ->
          x.column() + " " + x.op() + " " + literal(x.literal());
      case GeneratedCondition.ColumnComparison x -> x.a() + x.op() + x.b();
      case GeneratedCondition.And a ->
          part(a.a(), 2) + any(List.of(" AND ", " and ")) + part(a.b(), 2);
      case GeneratedCondition.Or o ->
          part(o.a(), 1) + any(List.of(" OR ", "\nor ")) + part(o.b(), 1);
      case GeneratedCondition.Not n -> "NOT " + part(n.a(), 3);
    };
  }

  private String part(GeneratedCondition c, int binding) {
    int own =
        switch (c) {
          case GeneratedCondition.Or o -> 1;
          case GeneratedCondition.And a -> 2;
          case GeneratedCondition.Not n -> 3;
          case GeneratedCondition.Comparison x -> 4;
          case GeneratedCondition.ColumnComparison x -> 4;
        };
    return own < binding || random.nextInt(4) == 0 ? "(" + text(c) + ")" : text(c);
  }

  private static String literal(Object o) {
    return switch (o) {
      case Double d -> d.toString();
      case LocalDateTime t -> "'" + t + ":00'";
      default -> "'" + o.toString().replace("'", "''") + "'";
    };
  }
}
