package io.tributary.simulators.lab;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Result message that the laboratory is to send.
 *
 * @param id repeating an ID sends nothing
 * @param interpretation normal, abnormal, critical or unknown
 * @param types value types that the results take in rotation: numeric, range, comment, coded_value
 * @param missing whether the last result of the last test has no value
 * @param unmatched whether the message matches no order and no patient
 * @param expected results of the tests; if empty, each test has one result under its own code
 */
record ResultScript(
    String id,
    Status status,
    String interpretation,
    List<String> types,
    boolean missing,
    boolean unmatched,
    List<Expected> expected) {
  /** Status of the results. */
  enum Status {
    PARTIAL("P", "P"),
    FINAL("F", "F"),
    CORRECTED("C", "C");

    private final String obr;
    private final String obx;

    Status(String obr, String obx) {
      this.obr = obr;
      this.obx = obx;
    }

    String obr() {
      return obr;
    }

    String obx() {
      return obx;
    }
  }

  /** Result that a test produces. */
  record Expected(String test, String code, String name, String loinc, String unit) {}

  /**
   * Result as it is written.
   *
   * @param missing reason for a missing value; empty if there is a value
   */
  record Value(
      String code,
      String name,
      String loinc,
      String type,
      String text,
      String unit,
      String range,
      String flag,
      String missing) {}

  /**
   * @throws IllegalArgumentException with the invalid field
   */
  static ResultScript read(JsonObject body) {
    String kind = body.getString("interpretation", "normal");
    if (!kind.matches("normal|abnormal|critical|unknown")) {
      throw new IllegalArgumentException("interpretation");
    }
    List<String> types = new ArrayList<>();
    for (Object type : body.getJsonArray("types", new JsonArray())) {
      if (!(type instanceof String s) || !s.matches("numeric|range|comment|coded_value")) {
        throw new IllegalArgumentException("types");
      }
      types.add(s);
    }
    List<Expected> expected = new ArrayList<>();
    for (Object one : body.getJsonArray("expected", new JsonArray())) {
      JsonObject e = (JsonObject) one;
      expected.add(
          new Expected(
              e.getString("test", ""),
              e.getString("code", ""),
              e.getString("name", ""),
              e.getString("loinc", ""),
              e.getString("unit", "")));
    }
    return new ResultScript(
        body.getString("id", ""),
        Status.valueOf(body.getString("status", "final").toUpperCase(Locale.ROOT)),
        kind,
        types.isEmpty() ? List.of("numeric") : types,
        body.getBoolean("missing", false),
        body.getBoolean("unmatched", false),
        expected);
  }

  static ResultScript allNumeric(String id, String interpretation) {
    return new ResultScript(
        id, Status.FINAL, interpretation, List.of("numeric"), false, false, List.of());
  }

  /**
   * Returns the results of a test. A partial message has half of the results of the first test, at
   * least one, and none of the other tests.
   */
  List<Value> valuesOf(SimOrder.Test test, int place, int tests) {
    List<Expected> own = expected.stream().filter(e -> e.test().equals(test.code())).toList();
    if (own.isEmpty()) {
      own = List.of(new Expected(test.code(), test.code(), test.name(), "", "mg/dL"));
    }
    if (status == Status.PARTIAL) {
      own = place > 1 ? List.of() : own.subList(0, (own.size() + 1) / 2);
    }
    List<Value> out = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      boolean last = missing && status != Status.PARTIAL && place == tests && i == own.size() - 1;
      boolean leads = place == 1 && i == 0;
      out.add(value(own.get(i), types.get((place - 1 + i) % types.size()), leads, last));
    }
    return out;
  }

  /**
   * Creates a result. Only the first one has the requested interpretation; the others are normal.
   */
  private Value value(Expected e, String type, boolean leads, boolean stays) {
    String kind = leads ? interpretation : "normal";
    String unit = e.unit().isEmpty() && !type.equals("comment") ? "mg/dL" : e.unit();
    String why = stays ? "Quantity not sufficient" : "";
    return switch (type) {
      case "range" ->
          new Value(
              e.code(),
              e.name(),
              e.loinc(),
              "SN",
              kind.equals("normal") ? "<^5" : ">^100",
              unit,
              "0-10",
              flag(kind, "H", "HH"),
              why);
      case "comment" ->
          new Value(
              e.code(),
              e.name(),
              e.loinc(),
              "ST",
              kind.equals("normal") ? "Not seen" : "Seen in several fields",
              "",
              "",
              flag(kind, "A", "AA"),
              why);
      case "coded_value" ->
          new Value(
              e.code(),
              e.name(),
              e.loinc(),
              "CWE",
              kind.equals("normal") ? "NEG^Negative^L" : "POS^Positive^L",
              "",
              "",
              flag(kind, "A", "AA"),
              why);
      default ->
          new Value(
              e.code(),
              e.name(),
              e.loinc(),
              "NM",
              number(e.code(), kind, status),
              unit,
              "10-20",
              flag(kind, "H", "HH"),
              why);
    };
  }

  private static String flag(String kind, String abnormal, String critical) {
    return switch (kind) {
      case "abnormal" -> abnormal;
      case "critical" -> critical;
      case "unknown" -> "I";
      default -> "N";
    };
  }

  /**
   * Derives the value from the code, so that a repeated message has the same value. A correction
   * has a different one.
   */
  private static String number(String code, String kind, Status status) {
    int spread = Math.floorMod(code.hashCode() + (status == Status.CORRECTED ? 1 : 0), 80);
    return switch (kind) {
      case "abnormal" -> "2" + (1 + spread % 9) + "." + spread % 10;
      case "critical" -> "9" + spread % 10 + "." + spread % 10;
      default -> "1" + spread / 10 + "." + spread % 10;
    };
  }
}
