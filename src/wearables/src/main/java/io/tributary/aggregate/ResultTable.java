package io.tributary.aggregate;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.aggregate.Query.Select;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/** What a query gives. Rows are in the order of the reply. */
record ResultTable(List<Select> columns, List<Row> rows) {
  /**
   * @param key the group keys; none without group_by
   * @param cells one per column
   */
  record Row(List<CellValue> key, List<CellValue> cells) {
    Row {
      key = List.copyOf(key);
      cells = List.copyOf(cells);
    }
  }

  /** By the keys, first to last, nulls after all else. */
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

  /** {@code {column: [values]}}. */
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
