package io.tributary.lab.protocol.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.ResultValue;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the value and the reference range of an observation or component. */
final class ObservationValueReader {
  private static final int MAX_DIGITS = 30;

  private final String localSystem;

  /**
   * @param localSystem system of the laboratory's own codes
   */
  ObservationValueReader(String own) {
    this.localSystem = own;
  }

  /** Value with its unit and the name of the FHIR field that held it. */
  record FoundValue(String field, ResultValue value, String unit) {}

  /**
   * @throws IllegalArgumentException if there is a value that cannot be read
   */
  FoundValue read(JsonNode o) {
    for (var field : o.properties()) {
      if (field.getKey().startsWith("value") && field.getKey().length() > 5) {
        return read(field.getKey(), field.getValue());
      }
    }
    return new FoundValue("", new ResultValue.Absent(), "");
  }

  private FoundValue read(String field, JsonNode v) {
    return switch (field) {
      case "valueQuantity" -> quantity(field, v);
      case "valueInteger" -> new FoundValue(field, number(v), "");
      case "valueString", "valueDateTime", "valueTime" ->
          new FoundValue(field, textValue(v.asText("")), "");
      case "valueBoolean" -> new FoundValue(field, textValue(v.asText("")), "");
      case "valueCodeableConcept" -> new FoundValue(field, codes(v), "");
      case "valueRange" -> range(field, v);
      case "valueRatio" -> new FoundValue(field, ratio(v), "");
      case "valuePeriod" ->
          new FoundValue(
              field,
              textValue(ResourceReader.text(v, "start") + " - " + ResourceReader.text(v, "end")),
              "");
      default -> throw new IllegalArgumentException(field);
    };
  }

  private static FoundValue quantity(String field, JsonNode q) {
    if (q.path("value").isMissingNode()) {
      return new FoundValue(field, new ResultValue.Absent(), unit(q));
    }
    String comparator = ResourceReader.text(q, "comparator");
    ResultValue value =
        comparator.isEmpty()
            ? number(q.path("value"))
            : new ResultValue.Structured(comparator, toPlainDecimal(q.path("value")), "", "");
    return new FoundValue(field, value, unit(q));
  }

  private static String unit(JsonNode quantity) {
    String shown = ResourceReader.text(quantity, "unit");
    return shown.isEmpty() ? ResourceReader.text(quantity, "code") : shown;
  }

  private static ResultValue number(JsonNode n) {
    String plain = toPlainDecimal(n);
    return new ResultValue.Numeric(new BigDecimal(plain), plain);
  }

  /**
   * Formats a number without an exponent. The limits prevent a short exponent from expanding to a
   * huge text.
   */
  private static String toPlainDecimal(JsonNode n) {
    if (!n.isNumber()) {
      throw new IllegalArgumentException("no number");
    }
    BigDecimal value = n.decimalValue();
    if (Math.abs((long) value.scale()) > MAX_DIGITS || value.precision() > MAX_DIGITS) {
      throw new IllegalArgumentException("number has too many digits");
    }
    return value.toPlainString();
  }

  private static ResultValue textValue(String text) {
    String bare = text.replace("\r\n", "\n").strip();
    return bare.isEmpty() || bare.equals("-")
        ? new ResultValue.Absent()
        : new ResultValue.Text(bare);
  }

  private ResultValue codes(JsonNode concept) {
    CodedValue coded = ResourceReader.codedValue(concept, localSystem);
    if (coded.isEmpty()) {
      return new ResultValue.Absent();
    }
    return concept.path("coding").isEmpty()
        ? textValue(coded.text())
        : new ResultValue.Codes(List.of(coded));
  }

  private static FoundValue range(String field, JsonNode r) {
    JsonNode low = r.path("low");
    JsonNode high = r.path("high");
    boolean hasLow = low.has("value");
    boolean hasHigh = high.has("value");
    if (!hasLow && !hasHigh) {
      return new FoundValue(field, new ResultValue.Absent(), "");
    }
    String unit = unit(hasLow ? low : high);
    if (hasLow && hasHigh) {
      return new FoundValue(
          field,
          new ResultValue.Structured(
              "", toPlainDecimal(low.path("value")), "-", toPlainDecimal(high.path("value"))),
          unit);
    }
    return new FoundValue(
        field,
        hasLow
            ? new ResultValue.Structured(">=", toPlainDecimal(low.path("value")), "", "")
            : new ResultValue.Structured("<=", toPlainDecimal(high.path("value")), "", ""),
        unit);
  }

  private static ResultValue ratio(JsonNode r) {
    JsonNode above = r.path("numerator");
    JsonNode below = r.path("denominator");
    if (!above.has("value") || !below.has("value")) {
      throw new IllegalArgumentException("a ratio needs a numerator and a denominator");
    }
    return new ResultValue.Structured(
        ResourceReader.text(above, "comparator"),
        toPlainDecimal(above.path("value")),
        ":",
        toPlainDecimal(below.path("value")));
  }

  /**
   * Returns the reference range; among several, the one of type {@code normal} or otherwise the
   * first.
   */
  static String range(JsonNode ranges) {
    JsonNode best = null;
    for (JsonNode r : ranges) {
      boolean normal = ResourceReader.hasCode(r.path("type"), "normal");
      if (best == null || normal && !ResourceReader.hasCode(best.path("type"), "normal")) {
        best = r;
      }
    }
    return best == null ? "" : formatRange(best);
  }

  private static String formatRange(JsonNode r) {
    Optional<String> low = bound(r.path("low"));
    Optional<String> high = bound(r.path("high"));
    if (low.isPresent() && high.isPresent()) {
      return low.get() + "-" + high.get();
    }
    // Prefer the laboratory's text, because it states whether a single bound itself is normal.
    String words = ResourceReader.text(r, "text");
    if (!words.isEmpty()) {
      return words;
    }
    return low.map(l -> ">=" + l).or(() -> high.map(h -> "<=" + h)).orElse("");
  }

  private static Optional<String> bound(JsonNode quantity) {
    try {
      return quantity.has("value")
          ? Optional.of(toPlainDecimal(quantity.path("value")))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * @throws IllegalArgumentException if the attachment cannot be decoded
   */
  static ResultValue readAttachment(JsonNode attachment) {
    String type = ResourceReader.text(attachment, "contentType").toLowerCase(Locale.ROOT);
    String media = type.contains(";") ? type.substring(0, type.indexOf(';')).strip() : type;
    String data = attachment.path("data").asText("");
    if (!data.isEmpty()) {
      return new ResultValue.Document(media, Base64.getMimeDecoder().decode(data));
    }
    String where = ResourceReader.text(attachment, "url");
    return where.isEmpty() ? new ResultValue.Absent() : new ResultValue.Pointer(where, media);
  }
}
