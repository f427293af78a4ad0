package io.tributary.db;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Conversion of columns to Java values. */
public final class RowMapping {
  private RowMapping() {}

  /** Returns an instant; null for a null column. */
  public static Instant instant(Row row, String column) {
    OffsetDateTime t = row.getOffsetDateTime(column);
    return t == null ? null : t.toInstant();
  }

  /** Returns bytes; null for a null column. */
  public static byte[] bytes(Row row, String column) {
    Buffer b = row.getBuffer(column);
    return b == null ? null : b.getBytes();
  }

  /** Returns a list of strings; null for a null column. */
  public static List<String> texts(Row row, String column) {
    String[] a = row.getArrayOfStrings(column);
    return a == null ? null : List.of(a);
  }

  /** Parses a JSON object that was selected as text; an empty object for a null column. */
  public static ObjectNode object(Row row, String column) {
    String text = row.getString(column);
    return text == null ? Json.object() : (ObjectNode) Json.parse(text);
  }

  public static <T> List<T> list(RowSet<Row> rows, Function<Row, T> reader) {
    List<T> out = new ArrayList<>(rows.size());
    rows.forEach(r -> out.add(reader.apply(r)));
    return out;
  }

  public static <T> Optional<T> first(RowSet<Row> rows, Function<Row, T> reader) {
    return rows.size() == 0 ? Optional.empty() : Optional.of(reader.apply(rows.iterator().next()));
  }
}
