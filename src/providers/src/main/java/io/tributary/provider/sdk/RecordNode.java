package io.tributary.provider.sdk;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Times;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/**
 * JSON object of an uploaded summary with its path below {@code data}. A field of the wrong type
 * makes the record unusable.
 */
record RecordNode(JsonNode node, List<Object> path) {
  private static final int MAX_TEXT_LENGTH = 1000;

  /** Reason why a record cannot be used. */
  static final class UnusableRecord extends RuntimeException {
    private final transient List<Object> loc;
    private final String type;

    UnusableRecord(List<Object> loc, String reason, String type) {
      super(reason, null, false, false);
      this.loc = loc;
      this.type = type;
    }

    List<Object> loc() {
      return loc;
    }

    String type() {
      return type;
    }
  }

  RecordNode {
    path = List.copyOf(path);
  }

  boolean has(String name) {
    return node.hasNonNull(name);
  }

  /** Returns a nested object; an empty one if it is absent. */
  RecordNode child(String name) {
    JsonNode v = node.get(name);
    if (v != null && !v.isNull() && !v.isObject()) {
      throw unusable(name, "Input should be an object", "object_type");
    }
    return new RecordNode(
        v == null || v.isNull() ? io.tributary.core.Json.object() : v, pathTo(name));
  }

  /** Returns the elements of a list, which may also be non-objects; empty if it is absent. */
  List<RecordNode> list(String name) {
    JsonNode v = node.get(name);
    if (v == null || v.isNull()) {
      return List.of();
    }
    if (!v.isArray()) {
      throw unusable(name, "Input should be a valid list", "list_type");
    }
    List<RecordNode> out = new ArrayList<>(v.size());
    for (int i = 0; i < v.size(); i++) {
      List<Object> where = pathTo(name);
      where.add(i);
      out.add(new RecordNode(v.get(i), where));
    }
    return out;
  }

  Double number(String name) {
    JsonNode v = node.get(name);
    if (v == null || v.isNull()) {
      return null;
    }
    if (!v.isNumber() || !Double.isFinite(v.doubleValue())) {
      throw unusable(name, "Input should be a valid number", "float_type");
    }
    return v.doubleValue();
  }

  Boolean flag(String name) {
    JsonNode v = node.get(name);
    if (v == null || v.isNull()) {
      return null;
    }
    if (!v.isBoolean()) {
      throw unusable(name, "Input should be a valid boolean", "bool_type");
    }
    return v.booleanValue();
  }

  String text(String name) {
    JsonNode v = node.get(name);
    if (v == null || v.isNull()) {
      return null;
    }
    if (!v.isTextual() || v.textValue().length() > MAX_TEXT_LENGTH) {
      throw unusable(name, "Input should be a valid string", "string_type");
    }
    return v.textValue();
  }

  Instant time(String name, IsoTime times) {
    String text = text(name);
    if (text == null) {
      return null;
    }
    long at = times.micros(text);
    if (at == IsoTime.INVALID) {
      throw unusable(name, "Input should be a date-time with an offset", "datetime_parsing");
    }
    return IsoTime.instant(at);
  }

  Instant requiredTime(String name, IsoTime times) {
    required(name);
    return time(name, times);
  }

  /** Returns null if absent; of a date-time, only the date counts. */
  LocalDate date(String name) {
    String text = text(name);
    if (text == null) {
      return null;
    }
    return Times.parseDate(text.length() > 10 ? text.substring(0, 10) : text)
        .orElseThrow(() -> unusable(name, "Input should be a date, YYYY-MM-DD", "date_parsing"));
  }

  LocalDate requiredDate(String name) {
    required(name);
    return date(name);
  }

  void required(String name) {
    if (!has(name)) {
      throw unusable(name, "Field required", "missing");
    }
  }

  UnusableRecord unusable(String name, String reason, String type) {
    return new UnusableRecord(pathTo(name), reason, type);
  }

  List<Object> pathTo(String name) {
    List<Object> out = new ArrayList<>(path);
    out.add(name);
    return out;
  }
}
