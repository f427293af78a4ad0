package io.tributary.provider.oura;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tributary.model.Units;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * Reads a document tolerantly: an optional figure that is absent, of another type or outside its
 * range is null, because one odd figure must not cost the night it belongs to. What a record cannot
 * do without is required, and refused by an {@link IllegalArgumentException} without the value.
 */
record OuraDoc(JsonNode node) {
  /** Reads as empty in every field. */
  static final OuraDoc MISSING = new OuraDoc(MissingNode.getInstance());

  /** Null when absent or blank. */
  String text(String field) {
    JsonNode value = node.path(field);
    return value.isTextual() && !value.textValue().isBlank() ? value.textValue() : null;
  }

  String requiredText(String field) {
    return required(field, text(field));
  }

  /** Null when absent or outside [low, high]. */
  Double number(String field, double low, double high) {
    JsonNode value = node.path(field);
    return value.isNumber() && value.doubleValue() >= low && value.doubleValue() <= high
        ? (Double) value.doubleValue()
        : null;
  }

  /** A figure of zero or more. */
  Double amount(String field) {
    return number(field, 0, Double.MAX_VALUE);
  }

  /** The same rounded to an integer. */
  Integer integer(String field, int low, int high) {
    return Units.round(number(field, low, high));
  }

  /** Seconds within a week: no session and no day is longer. */
  Integer seconds(String field) {
    return integer(field, 0, 7 * 86_400);
  }

  /** The calendar day, or null when absent or unreadable. */
  LocalDate day() {
    try {
      String text = text("day");
      return text == null ? null : LocalDate.parse(text);
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  LocalDate requiredDay() {
    return required("day", day());
  }

  OuraStamp requiredStamp(String field, Optional<ZoneId> fallback) {
    return OuraStamp.parse(field, requiredText(field), fallback);
  }

  /** A nested object; a missing one reads as empty. */
  OuraDoc child(String field) {
    return new OuraDoc(node.path(field));
  }

  static <T> T required(String field, T value) {
    if (value == null) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return value;
  }
}
