package io.tributary.aggregate;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.aggregate.Query.Select;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/** Query result with rows in response order. */
record ResultTable(List<Select> columns, List<Row> rows) {
  /**
   * Row of the result.
   *
   * @param key the group keys; empty without group_by
   * @param cells one per column
   */
  record Row(List<CellValue> key, List<CellValue> cells) {
    Row {
      key = List.copyOf(key);
      cells = List.copyOf(cells);
    }
  }

  /** Orders rows by their group keys, nulls last. */
  static final Comparator<List<CellValue>> BY_KEY =
      (a, b) -> {
        for (int i = 0; i < a.size(); i++) {
          int c = CellValue.compareNullsLast(a.get(i), b.get(i));
          if (c != 0) {
            return c;
          }
        }
        return 0;
      };

  /** Writes {@code {column: [values]}}. */
  void write(JsonGenerator out) throws IOException {
    out.writeStartObject();
    for (int c = 0; c < columns.size(); c++) {
      out.writeArrayFieldStart(columns.get(c).name());
      for (Row row : rows) {
        row.cells().get(c).write(out);
      }
      out.writeEndArray();
    }
    out.writeEndObject();
  }
}
