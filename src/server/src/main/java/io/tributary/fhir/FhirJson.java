package io.tributary.fhir;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.core.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Writes JSON by FHIR's rules: no empty values, no nulls, local times with their offset. */
public final class FhirJson {
  public static final String MEDIA_TYPE = "application/fhir+json";

  private static final int MAX_OFFSET_SECONDS = 14 * 3600;

  private FhirJson() {}

  /** Writes the fields of an object. */
  public interface FieldsWriter {
    void write(JsonGenerator out) throws IOException;
  }

  /** Renders one object. */
  public static byte[] object(FieldsWriter body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(16 * 1024);
    try (JsonGenerator out = Json.MAPPER.getFactory().createGenerator(bytes)) {
      out.writeStartObject();
      body.write(out);
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Writes a text field unless the text is null or blank. */
  public static void text(JsonGenerator out, String field, String text) throws IOException {
    if (text != null && !text.isBlank()) {
      out.writeStringField(field, clean(text));
    }
  }

  /** Strips surrounding whitespace and replaces control characters, which FHIR does not allow. */
  public static String clean(String text) {
    return text.replaceAll("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F]", "\ufffd").strip();
  }

  /** Writes a number without trailing zeros: 72.5 stays 72.5, and 72.0 becomes 72. */
  static void number(JsonGenerator out, String field, double value) throws IOException {
    BigDecimal exact = BigDecimal.valueOf(value).stripTrailingZeros();
    out.writeFieldName(field);
    out.writeNumber(exact.scale() < 0 && exact.precision() < 20 ? exact.setScale(0) : exact);
  }

  /**
   * Formats an instant as date-time with offset.
   *
   * @param offsetSeconds if null or not representable in FHIR, UTC is used
   */
  public static String time(Instant at, Integer offsetSeconds) {
    boolean local =
        offsetSeconds != null
            && offsetSeconds % 60 == 0
            && Math.abs((long) offsetSeconds) <= MAX_OFFSET_SECONDS;
    ZoneOffset offset = local ? ZoneOffset.ofTotalSeconds(offsetSeconds) : ZoneOffset.UTC;
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(at.atOffset(offset));
  }
}
