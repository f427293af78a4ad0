package io.tributary.provider.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tributary.core.Times;
import io.tributary.model.LocalZone;
import io.tributary.model.Units;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Tolerant reader of JSON documents. An optional value that is absent, of the wrong type or out of
 * range is null, because one bad value must not discard the whole record. A missing required value
 * throws {@link IllegalArgumentException} with a message that does not contain the value.
 *
 * @param textNumbers whether numbers may also be written as text, as some vendors do
 */
public record LenientJson(JsonNode node, boolean textNumbers) {
  /** Instance whose fields are all empty. */
  public static final LenientJson MISSING = LenientJson.of(MissingNode.getInstance());

  private static final int MAX_NUMBER_LENGTH = 40;
  private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d{1,3})?");
  private static final Pattern WHOLE = Pattern.compile("[+-]?\\d{1,19}");
  private static final Pattern SECONDS = Pattern.compile("\\d{1,12}(\\.\\d{1,9})?s");
  private static final int WEEK_SECONDS = 7 * 86_400;

  /** Reads a document whose numbers are JSON numbers. */
  public static LenientJson of(JsonNode node) {
    return new LenientJson(node, false);
  }

  /** Reads a document whose numbers may be text. */
  public static LenientJson withTextNumbers(JsonNode node) {
    return new LenientJson(node, true);
  }

  /** Returns a nested object or array; a missing one reads as empty. */
  public LenientJson child(String field) {
    return new LenientJson(node.path(field), textNumbers);
  }

  public boolean has(String field) {
    return node.hasNonNull(field);
  }

  /**
   * Returns the first of these field names that the document has, or otherwise the first; names
   * differ by API version.
   */
  public String firstPresent(String... spellings) {
    for (String s : spellings) {
      if (has(s)) {
        return s;
      }
    }
    return spellings[0];
  }

  /** Returns the elements of an array field; empty if there is none. */
  public List<LenientJson> list(String field) {
    return node.path(field).isArray() ? child(field).list() : List.of();
  }

  /** Returns the elements of this array; empty if it is not an array. */
  public List<LenientJson> list() {
    List<LenientJson> out = new ArrayList<>();
    if (node.isArray()) {
      node.forEach(n -> out.add(new LenientJson(n, textNumbers)));
    }
    return out;
  }

  /** Returns the members of this object in document order; empty if it is not an object. */
  public Map<String, LenientJson> members() {
    Map<String, LenientJson> out = new LinkedHashMap<>();
    node.properties().forEach(m -> out.put(m.getKey(), new LenientJson(m.getValue(), textNumbers)));
    return out;
  }

  /** Returns the text; null if absent or blank. */
  public String text(String field) {
    JsonNode value = node.path(field);
    return value.isTextual() && !value.textValue().isBlank() ? value.textValue() : null;
  }

  public String requiredText(String field) {
    return required(field, text(field));
  }

  /** Returns an identifier: a text, or the digits of a whole number of any length. */
  public String id(String field) {
    JsonNode value = node.path(field);
    return value.isIntegralNumber() ? value.asText() : text(field);
  }

  public String requiredId(String field) {
    return required(field, id(field));
  }

  /** Looks up a text or whole number in a table; null if it is not in it. */
  public <T> T lookup(String field, Map<String, T> table) {
    String key = id(field);
    return key == null ? null : table.get(key);
  }

  /** Reads true, false, 1 or 0; anything else is null. */
  public Boolean flag(String field) {
    JsonNode value = node.path(field);
    if (value.isBoolean()) {
      return value.booleanValue();
    }
    String text =
        value.isIntegralNumber() || textNumbers && value.isTextual() ? value.asText() : "";
    return switch (text) {
      case "1", "true" -> true;
      case "0", "false" -> false;
      default -> null;
    };
  }

  /** Returns this value itself as a number, or null. */
  public Double number() {
    if (node.isNumber()) {
      double value = node.doubleValue();
      return Double.isFinite(value) ? (Double) value : null;
    }
    return textNumbers && node.isTextual() ? number(node.textValue()) : null;
  }

  /** Parses a number; null if the text is not one. */
  public static Double number(String text) {
    String t = text.strip();
    if (t.length() > MAX_NUMBER_LENGTH || !NUMBER.matcher(t).matches()) {
      return null;
    }
    double value = Double.parseDouble(t);
    return Double.isFinite(value) ? (Double) value : null;
  }

  /** Returns null if absent or outside of [low, high]. */
  public Double number(String field, double low, double high) {
    Double value = child(field).number();
    return value != null && value >= low && value <= high ? value : null;
  }

  /** Returns a number that is not negative. */
  public Double nonNegative(String field) {
    return number(field, 0, Double.MAX_VALUE);
  }

  /** Returns the number rounded to an integer. */
  public Integer integer(String field, int low, int high) {
    return Units.round(number(field, low, high));
  }

  /** Returns a duration of at most one week, because no session and no day is longer. */
  public Integer seconds(String field) {
    return integer(field, 0, WEEK_SECONDS);
  }

  /** Converts milliseconds with the same limit. */
  public Integer secondsOfMillis(String field) {
    Double millis = number(field, 0, WEEK_SECONDS * 1000.0);
    return millis == null ? null : Units.round(millis / 1000);
  }

  /** Converts minutes with the same limit. */
  public Integer secondsOfMinutes(String field) {
    Double minutes = number(field, 0, WEEK_SECONDS / 60.0);
    return minutes == null ? null : Units.round(minutes * 60);
  }

  /** Returns a whole number of 64 bits without rounding; null for other values and fractions. */
  public Long wholeNumber(String field) {
    JsonNode value = node.path(field);
    if (value.isIntegralNumber() && value.canConvertToLong()) {
      return value.longValue();
    }
    try {
      return textNumbers && value.isTextual() && WHOLE.matcher(value.textValue()).matches()
          ? (Long) Long.parseLong(value.textValue())
          : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Parses a duration in ISO 8601 ({@code PT1H2M3S}) or in seconds ({@code 1805.5s}). */
  public Duration duration(String field) {
    String text = text(field);
    try {
      if (text == null) {
        return null;
      }
      Duration length = Duration.parse(SECONDS.matcher(text).matches() ? "PT" + text : text);
      return length.isNegative() ? null : length;
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Parses a calendar day such as {@code 2026-03-02}; null if absent or unreadable. */
  public LocalDate day(String field) {
    return Times.parseDate(text(field)).orElse(null);
  }

  public LocalDate requiredDay(String field) {
    return required(field, day(field));
  }

  /** Reads a calendar day from an object of {@code year}, {@code month} and {@code day}. */
  public LocalDate civilDay(String field) {
    LenientJson civil = child(field);
    Integer year = civil.integer("year", 1, 9999);
    Integer month = civil.integer("month", 1, 12);
    Integer day = civil.integer("day", 1, 31);
    try {
      return year == null || month == null || day == null ? null : LocalDate.of(year, month, day);
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Parses an ISO time with an offset and returns its instant; null if absent or unreadable. */
  public Instant instant(String field) {
    OffsetInstant stamp = stamp(field, Optional.empty());
    return stamp == null || stamp.offsetSeconds() == null ? null : stamp.at();
  }

  public Instant requiredInstant(String field) {
    return required(field, instant(field));
  }

  /**
   * Reads a whole number of these units since 1970.
   *
   * @param unit seconds, millis, micros or nanos
   */
  public Instant epoch(String field, ChronoUnit unit) {
    Long count = wholeNumber(field);
    return count == null ? null : OffsetInstant.plusIfSupported(Instant.EPOCH, count, unit);
  }

  public Instant requiredEpoch(String field, ChronoUnit unit) {
    return required(field, epoch(field, unit));
  }

  /**
   * Parses an ISO time; one without an offset is in the fallback zone. Null if absent or
   * unreadable.
   */
  public OffsetInstant stamp(String field, Optional<ZoneId> fallback) {
    return stamp(field, OffsetInstant.zone(fallback));
  }

  /**
   * Parses an ISO time; one without an offset is in the zone that the provider or the fallback
   * determines.
   */
  public OffsetInstant stamp(String field, LocalZone zone) {
    try {
      return text(field) == null ? null : OffsetInstant.parse(field, text(field), zone);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  public OffsetInstant requiredStamp(String field, Optional<ZoneId> fallback) {
    return OffsetInstant.parse(field, requiredText(field), OffsetInstant.zone(fallback));
  }

  public OffsetInstant requiredStamp(String field, LocalZone zone) {
    return OffsetInstant.parse(field, requiredText(field), zone);
  }

  /** Parses a local date-time; ignores an offset in the text. */
  public LocalDateTime localDateTime(String field) {
    String text = text(field);
    try {
      return text == null
          ? null
          : LocalDateTime.from(DateTimeFormatter.ISO_DATE_TIME.parse(text.replace(' ', 'T')));
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Parses a time of day, such as {@code 07:05} or {@code 07:05:03}. */
  public LocalTime localTime(String field) {
    String text = text(field);
    try {
      return text == null ? null : LocalTime.parse(text);
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Parses an IANA zone; null if absent or unknown. */
  public ZoneId zone(String field) {
    String text = text(field);
    try {
      return text == null ? null : ZoneId.of(text);
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Parses a UTC offset such as {@code +02:00}, {@code Z} or {@code 7200s}, in seconds. */
  public Integer offset(String field) {
    String text = text(field);
    return text == null ? null : UtcOffset.of(text);
  }

  /**
   * Reads a UTC offset as a number.
   *
   * @param unit seconds, minutes or millis
   */
  public Integer offset(String field, ChronoUnit unit) {
    Long count = wholeNumber(field);
    return count == null ? null : UtcOffset.of(count, unit);
  }

  /**
   * @throws IllegalArgumentException if the value is null
   */
  public static <T> T required(String field, T value) {
    if (value == null) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return value;
  }

  /** Hides the content, because documents hold health data. */
  @Override
  public String toString() {
    return "Doc[***]";
  }
}
