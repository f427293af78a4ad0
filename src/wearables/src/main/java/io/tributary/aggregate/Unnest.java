package io.tributary.aggregate;

import java.util.Map;
import java.util.Optional;

/** A list subquery: an aggregate over the elements of a list of each row. */
final class Unnest {
  private Unnest() {}

  /**
   * As a column of the table. A row without the list gives null, one with an empty list what the
   * function gives for nothing.
   *
   * @param arg the field; empty counts the elements
   */
  static Column<Entry> column(
      Func func,
      Column<Entry> list,
      Optional<Column<Map<String, Value>>> arg,
      Optional<Condition<Map<String, Value>>> where) {
    String field =
        arg.map(f -> "." + (f.name().equals(Value.ELEMENT) ? "element" : f.name())).orElse("");
    Type type = arg.map(a -> func.result(a.type())).orElse(Type.NUMBER);
    return Column.of(
        func.wire() + "." + list.name() + field,
        type,
        row -> {
          if (!(list.of(row) instanceof Value.Items items)) {
            return Value.NULL;
          }
          Accumulator sum = Accumulator.of(func);
          for (Map<String, Value> item : items.value()) {
            if (where.map(w -> w.test(item) == Condition.Truth.TRUE).orElse(true)) {
              sum.add(arg.map(a -> a.of(item)).orElse(new Value.Flag(true)));
            }
          }
          return sum.result();
        });
  }
}
