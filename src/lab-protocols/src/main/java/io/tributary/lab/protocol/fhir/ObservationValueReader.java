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
  private static final int LONGEST = 30;

  private final String own;

  /**
   * @param own system of the laboratory's own codes
   */
  ObservationValueReader(String own) {
    this.own = own;
  }

  /** Value with its unit and the name of the FHIR field that held it. */
  record Found(String field, ResultValue value, String unit) {}

  /**
   * @throws IllegalArgumentException if there is a value that cannot be read
   */
  Found read(JsonNode o) {
    for (var field : o.properties()) {
      if (field.getKey().startsWith("value") && field.getKey().length() > 5) {
        return read(field.getKey(), field.getValue());
      }
    }
    return new Found("", new ResultValue.Absent(), "");
  }

  private Found read(String field, JsonNode v) {
    return switch (field) {
      case "valueQuantity" -> quantity(field, v);
      case "valueInteger" -> new Found(field, number(v), "");
      case "valueString", "valueDateTime", "valueTime" -> new Found(field, words(v.asText("")), "");
      case "valueBoolean" -> new Found(field, words(v.asText("")), "");
      case "valueCodeableConcept" -> new Found(field, codes(v), "");
      case "valueRange" -> range(field, v);
      case "valueRatio" -> new Found(field, ratio(v), "");
      case "valuePeriod" ->
          new Found(
              field,
              words(ResourceReader.text(v, "start") + " - " + ResourceReader.text(v, "end")),
              "");
      default -> throw new IllegalArgumentException(field);
    };
  }

  private static Found quantity(String field, JsonNode q) {
    if (q.path("value").isMissingNode()) {
      return new Found(field, new ResultValue.Absent(), unit(q));
    }
    String comparator = ResourceReader.text(q, "comparator");
    ResultValue value =
        comparator.isEmpty()
            ? number(q.path("value"))
            : new ResultValue.Structured(comparator, plain(q.path("value")), "", "");
    return new Found(field, value, unit(q));
  }

  private static String unit(JsonNode quantity) {
    String shown = ResourceReader.text(quantity, "unit");
    return shown.isEmpty() ? ResourceReader.text(quantity, "code") : shown;
  }

  private static ResultValue number(JsonNode n) {
    String plain = plain(n);
    return new ResultValue.Numeric(new BigDecimal(plain), plain);
  }

  /**
   * Formats a number without an exponent. The limits prevent a short exponent from expanding to a
   * huge text.
   */
  private static String plain(JsonNode n) {
    if (!n.isNumber()) {
      throw new IllegalArgumentException("no number");
    }
    BigDecimal value = n.decimalValue();
    if (Math.abs((long) value.scale()) > LONGEST || value.precision() > LONGEST) {
      throw new IllegalArgumentException("no plain number");
    }
    return value.toPlainString();
  }

  private static ResultValue words(String text) {
    String bare = text.replace("\r\n", "\n").strip();
    return bare.isEmpty() || bare.equals("-")
        ? new ResultValue.Absent()
        : new ResultValue.Text(bare);
  }

  private ResultValue codes(JsonNode concept) {
    CodedValue coded = ResourceReader.coded(concept, own);
    if (coded.isEmpty()) {
      return new ResultValue.Absent();
    }
    return concept.path("coding").isEmpty()
        ? words(coded.text())
        : new ResultValue.Codes(List.of(coded));
  }

  private static Found range(String field, JsonNode r) {
    JsonNode low = r.path("low");
    JsonNode high = r.path("high");
    boolean hasLow = low.has("value");
    boolean hasHigh = high.has("value");
    if (!hasLow && !hasHigh) {
      return new Found(field, new ResultValue.Absent(), "");
    }
    String unit = unit(hasLow ? low : high);
    if (hasLow && hasHigh) {
      return new Found(
          field,
          new ResultValue.Structured("", plain(low.path("value")), "-", plain(high.path("value"))),
          unit);
    }
    return new Found(
        field,
        hasLow
            ? new ResultValue.Structured(">=", plain(low.path("value")), "", "")
            : new ResultValue.Structured("<=", plain(high.path("value")), "", ""),
        unit);
  }

  private static ResultValue ratio(JsonNode r) {
    JsonNode above = r.path("numerator");
    JsonNode below = r.path("denominator");
    if (!above.has("value") || !below.has("value")) {
      throw new IllegalArgumentException("half a ratio");
    }
    return new ResultValue.Structured(
        ResourceReader.text(above, "comparator"),
        plain(above.path("value")),
        ":",
        plain(below.path("value")));
  }

  /**
   * Returns the reference range; among several, the one of type {@code normal} or otherwise the
   * first.
   */
  static String range(JsonNode ranges) {
    JsonNode best = null;
    for (JsonNode r : ranges) {
      boolean normal = ResourceReader.has(r.path("type"), "normal");
      if (best == null || normal && !ResourceReader.has(best.path("type"), "normal")) {
        best = r;
      }
    }
    return best == null ? "" : oneRange(best);
  }

  private static String oneRange(JsonNode r) {
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
      return quantity.has("value") ? Optional.of(plain(quantity.path("value"))) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * @throws IllegalArgumentException if the attachment cannot be decoded
   */
  static ResultValue file(JsonNode attachment) {
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
