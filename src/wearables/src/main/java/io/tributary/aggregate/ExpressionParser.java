package io.tributary.aggregate;

import io.tributary.aggregate.Query.GroupKey;
import io.tributary.aggregate.Query.Select;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Parses the expressions of one query, all of which must refer to the same table. */
final class ExpressionParser {
  private static final List<String> SCALARS = scalars();

  /** Table of the query; null if it could not be determined. */
  private final Table table;

  private final int maxWhere;

  ExpressionParser(Table table, int maxWhere) {
    this.table = table;
    this.maxWhere = maxWhere;
  }

  private static List<String> scalars() {
    List<String> out = new ArrayList<>(TableCatalog.summariesByName().keySet());
    out.addAll(List.of("timeseries", "index", "source", "value_macro"));
    return List.copyOf(out);
  }

  /**
   * Returns the kind of an expression, which is its only known key. Adds a fault if there is none
   * or more than one.
   */
  private static Optional<String> kind(RequestNode in, List<String> more) {
    if (!in.isObject()) {
      return Optional.empty();
    }
    List<String> known = new ArrayList<>(SCALARS);
    known.addAll(more);
    List<String> found = known.stream().filter(in::has).toList();
    if (found.size() == 1) {
      return Optional.of(found.getFirst());
    }
    if (in.has("placeholder")) {
      return in.fault("a placeholder must be replaced before the query runs", "value_error");
    }
    return in.fault(
        found.isEmpty()
            ? "Input should be an expression with one of: " + String.join(", ", known)
            : "an expression must have exactly one key, not " + String.join(" and ", found),
        found.isEmpty() ? "missing" : "value_error");
  }

  /**
   * Parses an element of {@code select}.
   *
   * @param keys the parsed {@code group_by}
   */
  List<Select> parseSelect(RequestNode in, List<GroupKey> keys) {
    Optional<String> kind = kind(in, List.of("func", "from", "group_key"));
    if (kind.isEmpty()) {
      return List.of();
    }
    return switch (kind.get()) {
      case "func" -> parseAggregate(in).map(List::of).orElse(List.of());
      case "group_key" -> groupKeys(in, keys);
      default ->
          parseOperand(in, kind.get())
              .<List<Select>>map(c -> List.of(new Select.Plain(c.name(), c)))
              .orElse(List.of());
    };
  }

  private List<Select> groupKeys(RequestNode in, List<GroupKey> keys) {
    RequestNode key = in.field("group_key").orElseThrow();
    if (keys.isEmpty()) {
      key.fault("group_key requires a group_by in the query", "value_error");
      return List.of();
    }
    List<Select> out = new ArrayList<>();
    if (key.node().isTextual() && key.node().textValue().equals("*")) {
      for (int i = 0; i < keys.size(); i++) {
        out.add(new Select.Key("group_key." + i, i, keys.get(i).type()));
      }
      return out;
    }
    if (!key.node().isIntegralNumber()
        || !key.node().canConvertToInt()
        || key.node().intValue() < 0
        || key.node().intValue() >= keys.size()) {
      key.fault("Input should be \"*\" or a number 0.." + (keys.size() - 1), "value_error");
      return List.of();
    }
    int n = key.node().intValue();
    out.add(new Select.Key("group_key." + n, n, keys.get(n).type()));
    return out;
  }

  private Optional<Select> parseAggregate(RequestNode in) {
    Optional<Func> func = in.field("func").orElseThrow().oneOf(Func.names()).flatMap(Func::of);
    Optional<ResultColumn<InputRow>> arg =
        in.object("arg")
            .flatMap(a -> kind(a, List.of("from")).flatMap(kind -> parseOperand(a, kind)));
    if (func.isEmpty() || arg.isEmpty()) {
      return Optional.empty();
    }
    if (!func.get().accepts(arg.get().type())) {
      return in.fault(
          func.get().wire()
              + " does not accept a "
              + arg.get().type().wire()
              + " like "
              + arg.get().name(),
          "value_error");
    }
    return Optional.of(
        new Select.Aggregate(func.get().wire() + "." + arg.get().name(), func.get(), arg.get()));
  }

  /** Parses an element of {@code group_by}. */
  Optional<GroupKey> parseGroupKey(RequestNode in) {
    Optional<String> kind = kind(in, List.of("date_trunc", "date_part"));
    if (kind.isEmpty()) {
      return Optional.empty();
    }
    switch (kind.get()) {
      case "date_trunc" -> {
        Optional<CalendarPeriod> period =
            in.object("date_trunc").flatMap(ExpressionParser::parsePeriod);
        Optional<ResultColumn<InputRow>> index = indexArgument(in);
        return period.isPresent() && index.isPresent()
            ? Optional.of(new GroupKey.Trunc(period.get()))
            : Optional.empty();
      }
      case "date_part" -> {
        Optional<DatePart> part =
            in.field("date_part").orElseThrow().oneOf(DatePart.names()).flatMap(DatePart::of);
        Optional<ResultColumn<InputRow>> index = indexArgument(in);
        return part.isPresent() && index.isPresent()
            ? Optional.of(new GroupKey.DatePartKey(part.get()))
            : Optional.empty();
      }
      case "index" -> {
        return in.fault(
            "index is not allowed in group_by: use date_trunc or date_part", "value_error");
      }
      default -> {
        Optional<ResultColumn<InputRow>> column = parseOperand(in, kind.get());
        if (column.isPresent() && column.get().type() == ColumnType.LIST) {
          return in.fault(
              column.get().name() + " is a list and cannot be used in group_by", "value_error");
        }
        return column.map(GroupKey.By::new);
      }
    }
  }

  private Optional<ResultColumn<InputRow>> indexArgument(RequestNode in) {
    Optional<RequestNode> arg = in.object("arg");
    if (arg.isEmpty()) {
      return Optional.empty();
    }
    if (!arg.get().has("index")) {
      return arg.get().fault("Input should be {\"index\": table}", "value_error");
    }
    return parseOperand(arg.get(), "index");
  }

  static Optional<CalendarPeriod> parsePeriod(RequestNode in) {
    if (!in.isObject()) {
      return Optional.empty();
    }
    Optional<Integer> value =
        in.has("value")
            ? in.field("value").flatMap(v -> v.integer(1, CalendarPeriod.MAX_VALUE))
            : Optional.of(1);
    Optional<CalendarPeriod.Unit> unit =
        in.required("unit")
            .flatMap(u -> u.oneOf(CalendarPeriod.Unit.names()))
            .flatMap(CalendarPeriod.Unit::of);
    return value.isPresent() && unit.isPresent()
        ? Optional.of(new CalendarPeriod(value.get(), unit.get()))
        : Optional.empty();
  }

  private Optional<ResultColumn<InputRow>> parseOperand(RequestNode in, String kind) {
    return switch (kind) {
      case "from" -> parseSubquery(in);
      case "timeseries" -> parseSeries(in);
      case "index" -> parseIndex(in);
      case "source" -> parseSource(in);
      case "value_macro" -> parseMacro(in);
      default -> {
        Table t = TableCatalog.summariesByName().get(kind);
        RequestNode name = in.field(kind).orElseThrow();
        Optional<String> column = name.oneOf(List.copyOf(t.columns().keySet()));
        yield requireSameTable(t, name) ? column.map(t.columns()::get) : Optional.empty();
      }
    };
  }

  private Optional<ResultColumn<InputRow>> parseSeries(RequestNode in) {
    Optional<Table> t =
        in.field("timeseries")
            .orElseThrow()
            .oneOf(List.copyOf(TableCatalog.seriesByName().keySet()))
            .map(TableCatalog.seriesByName()::get);
    Optional<RequestNode> field = in.required("field");
    if (t.isEmpty() || field.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> column = field.get().oneOf(List.copyOf(t.get().columns().keySet()));
    return requireSameTable(t.get(), in.field("timeseries").get())
        ? column.map(t.get().columns()::get)
        : Optional.empty();
  }

  private Optional<ResultColumn<InputRow>> parseIndex(RequestNode in) {
    RequestNode name = in.field("index").orElseThrow();
    List<String> allowed = new ArrayList<>(TableCatalog.summariesByName().keySet());
    allowed.add("timeseries");
    Optional<String> wanted = name.oneOf(allowed);
    if (wanted.isEmpty() || table == null) {
      return Optional.empty();
    }
    boolean fits =
        wanted.get().equals("timeseries") ? table.isSeries() : table.name().equals(wanted.get());
    if (!fits || table.isSeries() && !wanted.get().equals("timeseries")) {
      return name.fault(singleTableMessage(wanted.get()), "value_error");
    }
    return Optional.of(table.index());
  }

  private Optional<ResultColumn<InputRow>> parseSource(RequestNode in) {
    RequestNode name = in.field("source").orElseThrow();
    Optional<String> column = name.oneOf(TableCatalog.SOURCE_COLUMNS);
    if (column.isPresent() && table != null && !table.hasSource()) {
      return name.fault(table.name() + " has no source columns", "value_error");
    }
    return column.flatMap(TableCatalog::source);
  }

  private Optional<ResultColumn<InputRow>> parseMacro(RequestNode in) {
    RequestNode name = in.field("value_macro").orElseThrow();
    Optional<String> macro = name.oneOf(List.copyOf(SleepMacros.columns().keySet()));
    in.field("version").ifPresent(v -> v.oneOf(List.of("automatic")));
    return requireSameTable(TableCatalog.summariesByName().get("sleep"), name)
        ? macro.map(SleepMacros.columns()::get)
        : Optional.empty();
  }

  private boolean requireSameTable(Table t, RequestNode in) {
    if (table != null && !table.name().equals(t.name())) {
      in.fault(singleTableMessage(t.name()), "value_error");
      return false;
    }
    return true;
  }

  private String singleTableMessage(String other) {
    return "a query can read only one table: this one reads " + table.name() + ", not " + other;
  }

  /** Parses a subquery, which aggregates the elements of a list in each row, into a column. */
  private Optional<ResultColumn<InputRow>> parseSubquery(RequestNode in) {
    Optional<ResultColumn<InputRow>> list =
        in.object("from")
            .flatMap(
                f ->
                    f.has("placeholder")
                        ? f.fault("a placeholder must be replaced", "value_error")
                        : f.object("unnest"))
            .flatMap(
                u ->
                    kind(u, List.of())
                        .flatMap(kind -> parseOperand(u, kind))
                        .flatMap(c -> requireList(u, c)));
    Optional<RequestNode> select = in.object("select");
    Optional<Func> func =
        select
            .flatMap(s -> s.required("func"))
            .flatMap(
                f ->
                    f.oneOf(Func.names())
                        .flatMap(Func::of)
                        .flatMap(x -> requireListFunction(f, x)));
    if (list.isEmpty() || func.isEmpty()) {
      return Optional.empty();
    }
    Optional<ResultColumn<Map<String, CellValue>>> arg = Optional.empty();
    if (select.get().has("arg")) {
      RequestNode given = select.get().field("arg").orElseThrow();
      arg = listField(given, list.get());
      if (arg.isPresent() && !func.get().accepts(arg.get().type())) {
        return given.fault(
            func.get().wire() + " does not accept a " + arg.get().type().wire(), "value_error");
      }
      if (arg.isEmpty()) {
        return Optional.empty();
      }
    } else if (func.get() != Func.COUNT) {
      return select.get().fault("arg is required for every function except count", "value_error");
    }
    Optional<WhereCondition<Map<String, CellValue>>> where = Optional.empty();
    if (in.has("where")) {
      ResultColumn<InputRow> from = list.get();
      where = parseWhere(in.field("where").get(), name -> Query.elementColumn(from, name));
      if (where.isEmpty()) {
        return Optional.empty();
      }
    }
    return Optional.of(ListSubquery.column(func.get(), list.get(), arg, where));
  }

  private static Optional<Func> requireListFunction(RequestNode in, Func f) {
    return f == Func.OLDEST || f == Func.NEWEST
        ? in.fault(f.wire() + " cannot be applied to a list", "value_error")
        : Optional.of(f);
  }

  private static Optional<ResultColumn<InputRow>> requireList(
      RequestNode in, ResultColumn<InputRow> c) {
    return c.type() == ColumnType.LIST
        ? Optional.of(c)
        : in.fault(c.name() + " is not a list", "value_error");
  }

  /** Parses {@code {element: true}} or {@code {field_for, list: field}}. */
  private static Optional<ResultColumn<Map<String, CellValue>>> listField(
      RequestNode in, ResultColumn<InputRow> list) {
    if (!in.isObject()) {
      return Optional.empty();
    }
    boolean plain = list.field(CellValue.ELEMENT).isPresent();
    if (in.has("element")) {
      return plain && in.node().get("element").booleanValue()
          ? list.field(CellValue.ELEMENT)
          : in.fault(
              "the elements of " + list.name() + " have several fields: select one of them",
              "value_error");
    }
    in.field("field_for").ifPresent(f -> f.oneOf(List.of("menstrual_cycle")));
    if (plain || !in.has(list.name())) {
      return in.fault(
          plain
              ? "Input should be {\"element\": true}"
              : "Input should name a field of the list: {\"" + list.name() + "\": field}",
          "value_error");
    }
    return in.field(list.name())
        .get()
        .oneOf(list.fields().stream().map(ResultColumn::name).toList())
        .flatMap(list::field);
  }

  /** Parses the condition of the query. */
  Optional<WhereCondition<InputRow>> parseWhere(RequestNode in) {
    return parseWhere(
        in,
        name -> {
          String own = table.name() + ".";
          return table.lookup(name.startsWith(own) ? name.substring(own.length()) : name);
        });
  }

  private <R> Optional<WhereCondition<R>> parseWhere(
      RequestNode in, java.util.function.Function<String, Optional<ResultColumn<R>>> columns) {
    Optional<String> text = in.text();
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (text.get().length() > maxWhere) {
      return in.fault("String should have at most " + maxWhere + " characters", "string_too_long");
    }
    List<String> faults = new ArrayList<>();
    Optional<WhereCondition<R>> out = WhereParser.parse(text.get(), columns, faults);
    faults.forEach(f -> in.fault(f, "value_error"));
    return out;
  }
}
