package io.tributary.report.loinc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** CSV reader that streams records. Quoted fields may contain commas and line breaks. */
final class Csv {
  /**
   * Maximum record length in characters; a longer record means that the file is not such a table.
   */
  private static final int MAX_RECORD_LENGTH = 200_000;

  private final BufferedReader in;

  private Csv(BufferedReader in) {
    this.in = in;
  }

  /** CSV record; a missing column reads as an empty text. */
  record CsvRecord(Map<String, Integer> columns, List<String> fields) {
    String get(String column) {
      Integer at = columns.get(column);
      return at == null || at >= fields.size() ? "" : fields.get(at);
    }

    boolean has(String column) {
      return columns.containsKey(column);
    }
  }

  /** Reads all records of a table whose first line contains the column names. */
  static void read(BufferedReader in, Consumer<CsvRecord> each) throws IOException {
    Csv csv = new Csv(in);
    List<String> head = csv.nextRecord();
    if (head == null) {
      throw new IOException("the table is empty");
    }
    Map<String, Integer> columns = new HashMap<>();
    for (int i = 0; i < head.size(); i++) {
      columns.put(head.get(i).replace("\uFEFF", "").strip(), i);
    }
    for (List<String> fields = csv.nextRecord(); fields != null; fields = csv.nextRecord()) {
      each.accept(new CsvRecord(columns, fields));
    }
  }

  /** Reads a bundled table. */
  static void readResource(String name, Consumer<CsvRecord> each) {
    try (InputStream bytes = Csv.class.getResourceAsStream("/report/" + name)) {
      if (bytes == null) {
        throw new IllegalStateException("missing resource report/" + name);
      }
      read(new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8)), each);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns null at the end. */
  private List<String> nextRecord() throws IOException {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    boolean any = false;
    int length = 0;
    for (int c = in.read(); c >= 0; c = in.read()) {
      any = true;
      if (++length > MAX_RECORD_LENGTH) {
        throw new IOException("a record of the table is too long");
      }
      if (quoted) {
        quoted = continueQuoted(field, c);
      } else if (c == '"') {
        quoted = true;
      } else if (c == ',') {
        fields.add(field.toString());
        field.setLength(0);
      } else if (c == '\n') {
        break;
      } else if (c != '\r') {
        field.append((char) c);
      }
    }
    if (!any) {
      return null;
    }
    fields.add(field.toString());
    return fields;
  }

  /** Checks whether the quoted field continues after this character. */
  private boolean continueQuoted(StringBuilder field, int c) throws IOException {
    if (c != '"') {
      field.append((char) c);
      return true;
    }
    in.mark(1);
    if (in.read() == '"') {
      field.append('"');
      return true;
    }
    in.reset();
    return false;
  }
}
