package io.tributary.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.core.Times;
import java.io.IOException;
import java.util.List;

/**
 * Simple reference implementation of the sample JSON that clients see; it shares no code with the
 * service.
 */
final class ReferenceSampleWriter {
  private ReferenceSampleWriter() {}

  static void write(JsonGenerator gen, Sample sample) throws IOException {
    Resource resource = sample.resource();
    SampleExtras extras = sample.extras();
    String timestamp = Times.format(sample.at());
    gen.writeStartObject();
    gen.writeNullField("id");
    gen.writeStringField("timestamp", timestamp);
    if (resource.showsInterval()) {
      gen.writeStringField("start", timestamp);
      // An instantaneous reading of an interval resource has start = end.
      gen.writeStringField("end", sample.end() == null ? timestamp : Times.format(sample.end()));
    }
    if (sample.offsetSeconds() == null) {
      gen.writeNullField("timezone_offset");
    } else {
      gen.writeNumberField("timezone_offset", sample.offsetSeconds());
    }
    gen.writeStringField("type", extras == null ? null : extras.type());
    gen.writeStringField("unit", resource.unit());
    value(gen, resource, sample.value(), extras);
    extras(gen, resource, extras);
    gen.writeEndObject();
  }

  private static void value(JsonGenerator gen, Resource resource, double value, SampleExtras extras)
      throws IOException {
    switch (resource) {
      case BLOOD_PRESSURE -> {
        gen.writeFieldName("systolic");
        ModelJson.writeNumber(gen, value);
        gen.writeFieldName("diastolic");
        ModelJson.writeNumber(gen, extras.diastolic());
      }
      case NOTE -> gen.writeStringField("value", extras.text());
      // Every other timeseries has one numeric value.
      default -> {
        gen.writeFieldName("value");
        ModelJson.writeNumber(gen, value);
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
      // The other timeseries have no additional keys.
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
