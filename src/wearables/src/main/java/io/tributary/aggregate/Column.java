package io.tributary.aggregate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A column of a table, or a field of the elements of a list.
 *
 * @param name in replies and conditions
 * @param fields of the elements of a list; a list of plain values has one with the empty name
 * @param reader its value in a row; {@link Value#NULL} when there is none
 */
record Column<R>(
    String name,
    Type type,
    List<Column<Map<String, Value>>> fields,
    Function<? super R, Value> reader) {
  Column {
    fields = List.copyOf(fields);
  }

  static <R> Column<R> of(String name, Type type, Function<? super R, Value> reader) {
    return new Column<>(name, type, List.of(), reader);
  }

  Value of(R row) {
    return reader.apply(row);
  }

  Optional<Column<Map<String, Value>>> field(String wanted) {
    return fields.stream().filter(f -> f.name().equals(wanted)).findFirst();
  }
}
