package io.tributary.aggregate;

import java.util.Map;
import java.util.Optional;

/** List subquery: an aggregate over the elements of a list in each row. */
final class ListSubquery {
  private ListSubquery() {}

  /**
   * Returns the subquery as a column of the table. A row without the list yields null; an empty
   * list yields the function's result for no values.
   *
   * @param arg field to aggregate; empty to count elements
   */
  static ResultColumn<InputRow> column(
      Func func,
      ResultColumn<InputRow> list,
      Optional<ResultColumn<Map<String, CellValue>>> arg,
      Optional<WhereCondition<Map<String, CellValue>>> where) {
    String field =
        arg.map(f -> "." + (f.name().equals(CellValue.ELEMENT) ? "element" : f.name())).orElse("");
    ColumnType type = arg.map(a -> func.resultType(a.type())).orElse(ColumnType.NUMBER);
    return ResultColumn.valueOf(
        func.wire() + "." + list.name() + field,
        type,
        row -> {
          if (!(list.valueOf(row) instanceof CellValue.ListValue items)) {
            return CellValue.NULL;
          }
          Accumulator sum = Accumulator.of(func);
          for (Map<String, CellValue> item : items.value()) {
            if (where.map(w -> w.test(item) == WhereCondition.Truth.TRUE).orElse(true)) {
              sum.add(arg.map(a -> a.valueOf(item)).orElse(new CellValue.BooleanValue(true)));
            }
          }
          return sum.result();
        });
  }
}
