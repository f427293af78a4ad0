package io.tributary.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.kernel.Times;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * Samples as clients see them, the same in reads and in events (data contract, section 3; webhooks
 * contract, section 3.2).
 */
public final class SampleRenderer {
  private SampleRenderer() {}

  /** Writes one sample as a value. */
  public static void write(JsonGenerator gen, Sample sample) throws IOException {
    write(
        gen,
        sample.resource(),
        sample.at(),
        sample.end(),
        sample.offsetSeconds(),
        sample.value(),
        sample.extras());
  }

  /** The same from the columns of a row; {@code end}, offset and extras may be null. */
  public static void write(
      JsonGenerator gen,
      Resource resource,
      Instant at,
      Instant end,
      Integer offsetSeconds,
      double value,
      SampleExtras extras)
      throws IOException {
    String timestamp = Times.wire(at);
    gen.writeStartObject();
    gen.writeNullField("id");
    gen.writeStringField("timestamp", timestamp);
    if (resource.showsInterval()) {
      gen.writeStringField("start", timestamp);
      // A momentary reading of an interval resource has start = end.
      gen.writeStringField("end", end == null ? timestamp : Times.wire(end));
    }
    if (offsetSeconds == null) {
      gen.writeNullField("timezone_offset");
    } else {
      gen.writeNumberField("timezone_offset", offsetSeconds);
    }
    gen.writeStringField("type", extras == null ? null : extras.type());
    gen.writeStringField("unit", resource.unit());
    value(gen, resource, value, extras);
    extras(gen, resource, extras);
    gen.writeEndObject();
  }

  private static void value(JsonGenerator gen, Resource resource, double value, SampleExtras extras)
      throws IOException {
    switch (resource) {
      case BLOOD_PRESSURE -> {
        gen.writeFieldName("systolic");
        ModelJson.number(gen, value);
        gen.writeFieldName("diastolic");
        ModelJson.number(gen, extras.diastolic());
      }
      case NOTE -> gen.writeStringField("value", extras.text());
      // Every other timeseries has one number.
      default -> {
        gen.writeFieldName("value");
        ModelJson.number(gen, value);
      }
    }
  }

  private static void extras(JsonGenerator gen, Resource resource, SampleExtras extras)
      throws IOException {
    switch (resource) {
      case BODY_TEMPERATURE, BODY_TEMPERATURE_DELTA ->
          gen.writeStringField("sensor_location", extras == null ? null : extras.sensorLocation());
      case WORKOUT_DURATION ->
          gen.writeStringField("intensity", extras == null ? null : extras.intensity());
      case INSULIN_INJECTION -> {
        gen.writeStringField("delivery_mode", extras == null ? null : extras.deliveryMode());
        gen.writeStringField("delivery_form", extras == null ? null : extras.deliveryForm());
        gen.writeStringField("bolus_purpose", extras == null ? null : extras.bolusPurpose());
      }
      case NOTE -> tags(gen, extras == null ? null : extras.tags());
      // The other timeseries have no keys of their own.
      default -> {}
    }
  }

  private static void tags(JsonGenerator gen, List<String> tags) throws IOException {
    if (tags == null) {
      gen.writeNullField("tags");
      return;
    }
    gen.writeArrayFieldStart("tags");
    for (String tag : tags) {
      gen.writeString(tag);
    }
    gen.writeEndArray();
  }
}
