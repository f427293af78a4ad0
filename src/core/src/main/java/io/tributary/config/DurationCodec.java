package io.tributary.config;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations in configuration files and variables: an integer followed by ms, s, m, h or d. */
final class DurationCodec {
  private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|h|d)");

  private DurationCodec() {}

  static Duration parse(String text) {
    Matcher m = FORM.matcher(text.strip());
    if (!m.matches()) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a duration like 500ms, 15s, 5m, 2h or 7d");
    }
    long n = Long.parseLong(m.group(1));
    return switch (m.group(2)) {
      case "ms" -> Duration.ofMillis(n);
      case "s" -> Duration.ofSeconds(n);
      case "m" -> Duration.ofMinutes(n);
      case "h" -> Duration.ofHours(n);
      default -> Duration.ofDays(n);
    };
  }

  static final class Writer extends JsonSerializer<Duration> {
    @Override
    public void serialize(Duration value, JsonGenerator out, SerializerProvider p)
        throws IOException {
      out.writeString(value.toMillis() + "ms");
    }
  }

  static final class Reader extends JsonDeserializer<Duration> {
    @Override
    public Duration deserialize(JsonParser in, DeserializationContext c) throws IOException {
      String text = in.getValueAsString("");
      try {
        return parse(text);
      } catch (IllegalArgumentException e) {
        throw c.weirdStringException(text, Duration.class, e.getMessage());
      }
    }
  }

  static final class PathWriter extends JsonSerializer<Path> {
    @Override
    public void serialize(Path value, JsonGenerator out, SerializerProvider p) throws IOException {
      out.writeString(value.toString());
    }
  }
}
