package io.tributary.aggregate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Column of a table, or field of a list's elements.
 *
 * @param name the name in responses and conditions
 * @param fields fields of the list elements; a list of plain values has one with the empty name
 * @param reader reads the value of a row; {@link CellValue#NULL} if there is none
 */
record ResultColumn<R>(
    String name,
    ColumnType type,
    List<ResultColumn<Map<String, CellValue>>> fields,
    Function<? super R, CellValue> reader) {
  ResultColumn {
    fields = List.copyOf(fields);
  }

  static <R> ResultColumn<R> valueOf(
      String name, ColumnType type, Function<? super R, CellValue> reader) {
    return new ResultColumn<>(name, type, List.of(), reader);
  }

  CellValue valueOf(R row) {
    return reader.apply(row);
  }

  Optional<ResultColumn<Map<String, CellValue>>> field(String wanted) {
    return fields.stream().filter(f -> f.name().equals(wanted)).findFirst();
  }
}
