package io.tributary.provider.sdk;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Times;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/**
 * One object of a pushed summary and where it stands below {@code data}. A field of the wrong kind
 * ends the reading of the record.
 */
record RecordNode(JsonNode node, List<Object> path) {
  private static final int LONGEST = 1000;

  /** Why a record cannot be used. */
  static final class Unusable extends RuntimeException {
    private final transient List<Object> loc;
    private final String type;

    Unusable(List<Object> loc, String reason, String type) {
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

  /** An inner object; an empty one when it is absent. */
  RecordNode inner(String name) {
    JsonNode v = node.get(name);
    if (v != null && !v.isNull() && !v.isObject()) {
      throw unusable(name, "Input should be an object", "object_type");
    }
    return new RecordNode(v == null || v.isNull() ? io.tributary.core.Json.object() : v, at(name));
  }

  /** The objects of a list; none when it is absent. Other elements are in it as they are. */
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
      List<Object> where = at(name);
      where.add(i);
      out.add(new RecordNode(v.get(i), where));
    }
    return out;
  }

  /** Null when absent. */
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

  /** Null when absent. */
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

  /** Null when absent. */
  String text(String name) {
    JsonNode v = node.get(name);
    if (v == null || v.isNull()) {
      return null;
    }
    if (!v.isTextual() || v.textValue().length() > LONGEST) {
      throw unusable(name, "Input should be a valid string", "string_type");
    }
    return v.textValue();
  }

  /** Null when absent. */
  Instant time(String name, IsoTime times) {
    String text = text(name);
    if (text == null) {
      return null;
    }
    long at = times.micros(text);
    if (at == IsoTime.BAD) {
      throw unusable(name, "Input should be a date-time with an offset", "datetime_parsing");
    }
    return IsoTime.instant(at);
  }

  Instant requiredTime(String name, IsoTime times) {
    required(name);
    return time(name, times);
  }

  /** Null when absent; the date of a date-time counts. */
  LocalDate date(String name) {
    String text = text(name);
    if (text == null) {
      return null;
    }
    return Times.date(text.length() > 10 ? text.substring(0, 10) : text)
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

  Unusable unusable(String name, String reason, String type) {
    return new Unusable(at(name), reason, type);
  }

  List<Object> at(String name) {
    List<Object> out = new ArrayList<>(path);
    out.add(name);
    return out;
  }
}
