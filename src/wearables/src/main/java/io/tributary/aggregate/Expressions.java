package io.tributary.aggregate;

import io.tributary.aggregate.Query.GroupKey;
import io.tributary.aggregate.Query.Select;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the expressions of one query, all of which must be about its table. */
final class Expressions {
  private static final List<String> SCALARS = scalars();

  /** The table of the query; null while it is searched for. */
  private final Table table;

  private final int maxWhere;

  Expressions(Table table, int maxWhere) {
    this.table = table;
    this.maxWhere = maxWhere;
  }

  private static List<String> scalars() {
    List<String> out = new ArrayList<>(Tables.summariesByName().keySet());
    out.addAll(List.of("timeseries", "index", "source", "value_macro"));
    return List.copyOf(out);
  }

  /** What the expression is, by the one key that tells; a fault otherwise. */
  private static Optional<String> kind(Input in, List<String> more) {
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
            : "an expression is one thing, not " + String.join(" and ", found),
        found.isEmpty() ? "missing" : "value_error");
  }

  /** An element of select; {@code keys} are those of group_by. */
  List<Select> select(Input in, List<GroupKey> keys) {
    Optional<String> kind = kind(in, List.of("func", "from", "group_key"));
    if (kind.isEmpty()) {
      return List.of();
    }
    return switch (kind.get()) {
      case "func" -> aggregate(in).map(List::of).orElse(List.of());
      case "group_key" -> groupKeys(in, keys);
      default ->
          operand(in, kind.get())
              .<List<Select>>map(c -> List.of(new Select.Plain(c.name(), c)))
              .orElse(List.of());
    };
  }

  private List<Select> groupKeys(Input in, List<GroupKey> keys) {
    Input key = in.field("group_key").orElseThrow();
    if (keys.isEmpty()) {
      key.fault("there is no group_by whose keys could be shown", "value_error");
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

  private Optional<Select> aggregate(Input in) {
    Optional<Func> func = in.field("func").orElseThrow().oneOf(Func.names()).flatMap(Func::of);
    Optional<Column<Entry>> arg =
        in.object("arg").flatMap(a -> kind(a, List.of("from")).flatMap(kind -> operand(a, kind)));
    if (func.isEmpty() || arg.isEmpty()) {
      return Optional.empty();
    }
    if (!func.get().takes(arg.get().type())) {
      return in.fault(
          func.get().wire()
              + " does not take a "
              + arg.get().type().wire()
              + " like "
              + arg.get().name(),
          "value_error");
    }
    return Optional.of(
        new Select.Aggregate(func.get().wire() + "." + arg.get().name(), func.get(), arg.get()));
  }

  /** An element of group_by. */
  Optional<GroupKey> groupKey(Input in) {
    Optional<String> kind = kind(in, List.of("date_trunc", "date_part"));
    if (kind.isEmpty()) {
      return Optional.empty();
    }
    switch (kind.get()) {
      case "date_trunc" -> {
        Optional<Period> period = in.object("date_trunc").flatMap(Expressions::period);
        Optional<Column<Entry>> index = indexArgument(in);
        return period.isPresent() && index.isPresent()
            ? Optional.of(new GroupKey.Trunc(period.get()))
            : Optional.empty();
      }
      case "date_part" -> {
        Optional<DatePart> part =
            in.field("date_part").orElseThrow().oneOf(DatePart.names()).flatMap(DatePart::of);
        Optional<Column<Entry>> index = indexArgument(in);
        return part.isPresent() && index.isPresent()
            ? Optional.of(new GroupKey.Part(part.get()))
            : Optional.empty();
      }
      case "index" -> {
        return in.fault("the index groups by date_trunc or date_part only", "value_error");
      }
      default -> {
        Optional<Column<Entry>> column = operand(in, kind.get());
        if (column.isPresent() && column.get().type() == Type.LIST) {
          return in.fault(
              column.get().name() + " is a list; rows cannot be grouped by it", "value_error");
        }
        return column.map(GroupKey.By::new);
      }
    }
  }

  private Optional<Column<Entry>> indexArgument(Input in) {
    Optional<Input> arg = in.object("arg");
    if (arg.isEmpty()) {
      return Optional.empty();
    }
    if (!arg.get().has("index")) {
      return arg.get().fault("Input should be {\"index\": table}", "value_error");
    }
    return operand(arg.get(), "index");
  }

  static Optional<Period> period(Input in) {
    if (!in.isObject()) {
      return Optional.empty();
    }
    Optional<Integer> value =
        in.has("value") ? in.field("value").flatMap(v -> v.whole(1, Period.MOST)) : Optional.of(1);
    Optional<Period.Unit> unit =
        in.required("unit").flatMap(u -> u.oneOf(Period.Unit.names())).flatMap(Period.Unit::of);
    return value.isPresent() && unit.isPresent()
        ? Optional.of(new Period(value.get(), unit.get()))
        : Optional.empty();
  }

  private Optional<Column<Entry>> operand(Input in, String kind) {
    return switch (kind) {
      case "from" -> subquery(in);
      case "timeseries" -> series(in);
      case "index" -> index(in);
      case "source" -> source(in);
      case "value_macro" -> macro(in);
      default -> {
        Table t = Tables.summariesByName().get(kind);
        Input name = in.field(kind).orElseThrow();
        Optional<String> column = name.oneOf(List.copyOf(t.columns().keySet()));
        yield ours(t, name) ? column.map(t.columns()::get) : Optional.empty();
      }
    };
  }

  private Optional<Column<Entry>> series(Input in) {
    Optional<Table> t =
        in.field("timeseries")
            .orElseThrow()
            .oneOf(List.copyOf(Tables.seriesByName().keySet()))
            .map(Tables.seriesByName()::get);
    Optional<Input> field = in.required("field");
    if (t.isEmpty() || field.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> column = field.get().oneOf(List.copyOf(t.get().columns().keySet()));
    return ours(t.get(), in.field("timeseries").get())
        ? column.map(t.get().columns()::get)
        : Optional.empty();
  }

  private Optional<Column<Entry>> index(Input in) {
    Input name = in.field("index").orElseThrow();
    List<String> allowed = new ArrayList<>(Tables.summariesByName().keySet());
    allowed.add("timeseries");
    Optional<String> wanted = name.oneOf(allowed);
    if (wanted.isEmpty() || table == null) {
      return Optional.empty();
    }
    boolean fits =
        wanted.get().equals("timeseries") ? table.isSeries() : table.name().equals(wanted.get());
    if (!fits || table.isSeries() && !wanted.get().equals("timeseries")) {
      return name.fault(oneTable(wanted.get()), "value_error");
    }
    return Optional.of(table.index());
  }

  private Optional<Column<Entry>> source(Input in) {
    Input name = in.field("source").orElseThrow();
    Optional<String> column = name.oneOf(Tables.SOURCE_COLUMNS);
    if (column.isPresent() && table != null && !table.sourced()) {
      return name.fault(table.name() + " has no source columns", "value_error");
    }
    return column.flatMap(Tables::source);
  }

  private Optional<Column<Entry>> macro(Input in) {
    Input name = in.field("value_macro").orElseThrow();
    Optional<String> macro = name.oneOf(List.copyOf(Macros.columns().keySet()));
    in.field("version").ifPresent(v -> v.oneOf(List.of("automatic")));
    return ours(Tables.summariesByName().get("sleep"), name)
        ? macro.map(Macros.columns()::get)
        : Optional.empty();
  }

  private boolean ours(Table t, Input in) {
    if (table != null && !table.name().equals(t.name())) {
      in.fault(oneTable(t.name()), "value_error");
      return false;
    }
    return true;
  }

  private String oneTable(String other) {
    return "a query reads one table: this one reads " + table.name() + ", not " + other;
  }

  /** A figure of the elements of a list in each row, as a column. */
  private Optional<Column<Entry>> subquery(Input in) {
    Optional<Column<Entry>> list =
        in.object("from")
            .flatMap(
                f ->
                    f.has("placeholder")
                        ? f.fault("a placeholder must be replaced", "value_error")
                        : f.object("unnest"))
            .flatMap(
                u -> kind(u, List.of()).flatMap(kind -> operand(u, kind)).flatMap(c -> list(u, c)));
    Optional<Input> select = in.object("select");
    Optional<Func> func =
        select
            .flatMap(s -> s.required("func"))
            .flatMap(f -> f.oneOf(Func.names()).flatMap(Func::of).flatMap(x -> inner(f, x)));
    if (list.isEmpty() || func.isEmpty()) {
      return Optional.empty();
    }
    Optional<Column<Map<String, Value>>> arg = Optional.empty();
    if (select.get().has("arg")) {
      Input given = select.get().field("arg").orElseThrow();
      arg = listField(given, list.get());
      if (arg.isPresent() && !func.get().takes(arg.get().type())) {
        return given.fault(
            func.get().wire() + " does not take a " + arg.get().type().wire(), "value_error");
      }
      if (arg.isEmpty()) {
        return Optional.empty();
      }
    } else if (func.get() != Func.COUNT) {
      return select.get().fault("only count goes without arg", "value_error");
    }
    Optional<Condition<Map<String, Value>>> where = Optional.empty();
    if (in.has("where")) {
      Column<Entry> from = list.get();
      where = where(in.field("where").get(), name -> Query.elementColumn(from, name));
      if (where.isEmpty()) {
        return Optional.empty();
      }
    }
    return Optional.of(Unnest.column(func.get(), list.get(), arg, where));
  }

  private static Optional<Func> inner(Input in, Func f) {
    return f == Func.OLDEST || f == Func.NEWEST
        ? in.fault(f.wire() + " is not for lists", "value_error")
        : Optional.of(f);
  }

  private static Optional<Column<Entry>> list(Input in, Column<Entry> c) {
    return c.type() == Type.LIST
        ? Optional.of(c)
        : in.fault(c.name() + " is not a list", "value_error");
  }

  /** {element: true} or {field_for, list: field}. */
  private static Optional<Column<Map<String, Value>>> listField(Input in, Column<Entry> list) {
    if (!in.isObject()) {
      return Optional.empty();
    }
    boolean plain = list.field(Value.ELEMENT).isPresent();
    if (in.has("element")) {
      return plain && in.node().get("element").booleanValue()
          ? list.field(Value.ELEMENT)
          : in.fault("the elements of " + list.name() + " have fields: name one", "value_error");
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
        .oneOf(list.fields().stream().map(Column::name).toList())
        .flatMap(list::field);
  }

  /** The condition of the query. */
  Optional<Condition<Entry>> where(Input in) {
    return where(
        in,
        name -> {
          String own = table.name() + ".";
          return table.lookup(name.startsWith(own) ? name.substring(own.length()) : name);
        });
  }

  private <R> Optional<Condition<R>> where(
      Input in, java.util.function.Function<String, Optional<Column<R>>> columns) {
    Optional<String> text = in.text();
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (text.get().length() > maxWhere) {
      return in.fault("String should have at most " + maxWhere + " characters", "string_too_long");
    }
    List<String> faults = new ArrayList<>();
    Optional<Condition<R>> out = WhereParser.parse(text.get(), columns, faults);
    faults.forEach(f -> in.fault(f, "value_error"));
    return out;
  }
}
