package io.tributary.simulators.kit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Writes JSON directly into bytes, and formats instants and numbers like the vendors. */
public final class JsonText {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final double[] POWERS = {1, 10, 100, 1e3, 1e4, 1e5};
  public static final ObjectMapper MAPPER = new ObjectMapper();

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxxx");

  /** Writes the fields of a document with a generator. */
  public interface Body {
    void write(JsonGenerator json) throws IOException;
  }

  private JsonText() {}

  /** Returns one object with the fields that the body writes. */
  public static byte[] object(Body body) {
    var bytes = new ByteArrayOutputStream(1024);
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      json.writeStartObject();
      body.write(json);
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  public static byte[] bytes(JsonNode node) {
    try {
      return MAPPER.writeValueAsBytes(node);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Formats local time with its offset, such as {@code 2026-03-01T23:10:00+02:00}. */
  public static String local(Instant at, ZoneId zone) {
    return STAMP.format(at.atZone(zone));
  }

  /** Formats UTC with {@code +00:00} instead of Z. */
  public static String utc(Instant at) {
    return STAMP.format(at.atOffset(ZoneOffset.UTC));
  }

  /** Appends the same text as {@link #utc}, many times faster, because series are long. */
  public static void appendUtc(StringBuilder out, long epochSecond) {
    LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(epochSecond, 86_400L));
    int second = (int) Math.floorMod(epochSecond, 86_400L);
    out.append(day).append('T');
    twoDigits(out, second / 3600).append(':');
    twoDigits(out, second / 60 % 60).append(':');
    twoDigits(out, second % 60).append("+00:00");
  }

  private static StringBuilder twoDigits(StringBuilder out, int value) {
    return out.append((char) ('0' + value / 10)).append((char) ('0' + value % 10));
  }

  /** Rounds to at most five decimals. */
  public static double round(double value, int decimals) {
    double scale = POWERS[decimals];
    return Math.round(value * scale) / scale;
  }
}
