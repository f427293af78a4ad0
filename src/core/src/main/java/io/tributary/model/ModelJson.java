package io.tributary.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.tributary.core.Times;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;

/**
 * JSON mapper of this package: snake_case names, explicit nulls, API time format, and integers
 * without a decimal point.
 */
final class ModelJson {
  private static final double EXACT = 9_007_199_254_740_992.0;

  static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .serializationInclusion(JsonInclude.Include.ALWAYS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .addModule(module())
          .build();

  private ModelJson() {}

  static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a model record cannot be rendered", e);
    }
  }

  /**
   * Writes 72 instead of 72.0, the same number in JSON. This halves the size of a page of samples.
   */
  static void writeNumber(JsonGenerator gen, double value) throws IOException {
    if (value == Math.rint(value) && Math.abs(value) < EXACT) {
      gen.writeNumber((long) value);
    } else {
      gen.writeNumber(value);
    }
  }

  private static SimpleModule module() {
    SimpleModule module = new SimpleModule("model");
    module.addSerializer(
        Instant.class,
        new JsonSerializer<>() {
          @Override
          public void serialize(Instant value, JsonGenerator gen, SerializerProvider p)
              throws IOException {
            gen.writeString(Times.format(value));
          }
        });
    module.addSerializer(
        LocalDate.class,
        new JsonSerializer<>() {
          @Override
          public void serialize(LocalDate value, JsonGenerator gen, SerializerProvider p)
              throws IOException {
            gen.writeString(value.toString());
          }
        });
    JsonSerializer<Double> numbers =
        new JsonSerializer<>() {
          @Override
          public void serialize(Double value, JsonGenerator gen, SerializerProvider p)
              throws IOException {
            writeNumber(gen, value);
          }
        };
    module.addSerializer(Double.class, numbers);
    module.addSerializer(double.class, numbers);
    return module;
  }
}
