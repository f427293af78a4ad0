package io.tributary.provider.sdk;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Fills a {@link SampleRecord} from a JSON object. Not thread-safe. */
final class ItemReader {
  private static final int MAX_TEXT_LENGTH = 200;
  private static final int MAX_NOTE_LENGTH = 10_000;
  private static final int MAX_OFFSET_SECONDS = 64_800;

  private final IsoTime times = new IsoTime();
  private final StringCache units = new StringCache();
  private final StringCache types = new StringCache();
  private final StringCache apps = new StringCache();
  private final StringCache products = new StringCache();
  private final int maxValues;

  /**
   * @param maxValues maximum number of values of a bulk record
   */
  ItemReader(int mostValues) {
    this.maxValues = mostValues;
  }

  /** Reader of fields beyond the common ones. */
  interface ExtraFieldReader {
    /** Consumes the value and returns true, or leaves it and returns false. */
    boolean read(String field, JsonParser p) throws IOException;
  }

  /** Reads the object at which the parser is positioned, to its end. */
  void read(JsonParser p, SampleRecord it, ExtraFieldReader inner) throws IOException {
    it.clear();
    it.present = true;
    while (p.nextToken() == JsonToken.FIELD_NAME) {
      String field = p.currentName();
      JsonToken t = p.nextToken();
      if (t == JsonToken.VALUE_NULL) {
        continue;
      }
      switch (field) {
        case "value" -> value(p, t, it);
        case "unit" -> it.unit = text(p, t, it, field, units);
        case "start_date" -> {
          it.start = time(p, t, it, field);
          it.hasStart = true;
        }
        case "end_date" -> {
          it.end = time(p, t, it, field);
          it.hasEnd = true;
        }
        case "type" -> it.type = text(p, t, it, field, types);
        case "source_bundle" -> it.app = text(p, t, it, field, apps);
        case "product_type" -> it.product = text(p, t, it, field, products);
        default -> {
          if (inner == null || !inner.read(field, p)) {
            readRareField(p, t, it, field);
          }
        }
      }
    }
  }

  private void readRareField(JsonParser p, JsonToken t, SampleRecord it, String field)
      throws IOException {
    switch (field) {
      case "metadata" -> metadata(p, t, it);
      case "zone_offset", "zoneOffset", "timezone_offset" -> it.offset = offset(p, t, it, field);
      case "reading_type" -> it.reading = text(p, t, it, field, null);
      case "sensor_location" -> it.sensorLocation = text(p, t, it, field, null);
      case "intensity" -> it.intensity = text(p, t, it, field, null);
      case "delivery_mode" -> it.deliveryMode = text(p, t, it, field, null);
      case "delivery_form" -> it.deliveryForm = text(p, t, it, field, null);
      case "bolus_purpose" -> it.bolusPurpose = text(p, t, it, field, null);
      case "workout_id" -> it.workout = text(p, t, it, field, null);
      case "sport" -> it.sport = text(p, t, it, field, null);
      case "tags" -> it.tags = texts(p, t, it, field);
      case "anchor" -> {
        it.bulk = true;
        it.anchor = time(p, t, it, field);
        it.hasAnchor = true;
      }
      case "start_offset" -> numbers(p, t, it, field);
      case "end_offset" -> numbers(p, t, it, field);
      case "deleted_ids" -> it.deletedCount += BodyReader.countIds(p);
      default -> p.skipChildren();
    }
  }

  private void value(JsonParser p, JsonToken t, SampleRecord it) throws IOException {
    switch (t) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
        it.value = p.getDoubleValue();
        it.hasValue = true;
        if (!Double.isFinite(it.value)) {
          it.fault("value", "Input should be a finite number", "finite_number");
        }
      }
      case VALUE_STRING -> {
        it.text = p.getText();
        if (it.text.length() > MAX_NOTE_LENGTH) {
          it.fault(
              "value", "String should have at most " + MAX_NOTE_LENGTH + " characters", "too_long");
        }
      }
      case START_ARRAY -> numbers(p, t, it, "value");
      default -> {
        it.fault("value", "Input should be a valid number", "float_type");
        p.skipChildren();
      }
    }
  }

  private void numbers(JsonParser p, JsonToken t, SampleRecord it, String field)
      throws IOException {
    it.bulk = true;
    if (t != JsonToken.START_ARRAY) {
      it.fault(field, "Input should be a valid list", "list_type");
      p.skipChildren();
      return;
    }
    int n = 0;
    for (JsonToken one = p.nextToken(); one != JsonToken.END_ARRAY; one = p.nextToken()) {
      if (++n > maxValues) {
        it.fault(field, "List should have at most " + maxValues + " items", "too_long");
        p.skipChildren();
        continue;
      }
      double v = Double.NaN;
      if (one == JsonToken.VALUE_NUMBER_INT || one == JsonToken.VALUE_NUMBER_FLOAT) {
        v = p.getDoubleValue();
      } else {
        p.skipChildren();
      }
      switch (field) {
        case "value" -> it.addValue(v);
        case "start_offset" -> it.addStart(v);
        default -> it.addEnd(v);
      }
    }
  }

  private long time(JsonParser p, JsonToken t, SampleRecord it, String field) throws IOException {
    long at = IsoTime.INVALID;
    if (t == JsonToken.VALUE_STRING) {
      at = times.micros(p.getTextCharacters(), p.getTextOffset(), p.getTextLength());
    } else {
      p.skipChildren();
    }
    if (at == IsoTime.INVALID) {
      it.fault(field, "Input should be a date-time with an offset", "datetime_parsing");
      return 0;
    }
    return at;
  }

  private String text(JsonParser p, JsonToken t, SampleRecord it, String field, StringCache last)
      throws IOException {
    if (t != JsonToken.VALUE_STRING) {
      it.fault(field, "Input should be a valid string", "string_type");
      p.skipChildren();
      return null;
    }
    if (p.getTextLength() > MAX_TEXT_LENGTH) {
      it.fault(
          field,
          "String should have at most " + MAX_TEXT_LENGTH + " characters",
          "string_too_long");
      return null;
    }
    return last == null ? p.getText() : last.of(p);
  }

  private List<String> texts(JsonParser p, JsonToken t, SampleRecord it, String field)
      throws IOException {
    List<String> out = new ArrayList<>();
    if (t != JsonToken.START_ARRAY) {
      it.fault(field, "Input should be a valid list", "list_type");
      p.skipChildren();
      return out;
    }
    for (JsonToken one = p.nextToken(); one != JsonToken.END_ARRAY; one = p.nextToken()) {
      String text = text(p, one, it, field, null);
      if (text != null) {
        out.add(text);
      }
    }
    return out;
  }

  /** Reads an offset given in seconds or as text. */
  private static Integer offset(JsonParser p, JsonToken t, SampleRecord it, String field)
      throws IOException {
    if (t == JsonToken.VALUE_NUMBER_INT) {
      double seconds = p.getDoubleValue();
      if (Math.abs(seconds) <= MAX_OFFSET_SECONDS) {
        return (int) seconds;
      }
    } else if (t == JsonToken.VALUE_STRING) {
      try {
        return ZoneOffset.of(p.getText()).getTotalSeconds();
      } catch (DateTimeException e) {
        // reported as a fault below
      }
    } else {
      p.skipChildren();
    }
    it.fault(field, "Input should be an offset such as +02:00, or seconds", "offset_parsing");
    return null;
  }

  private void metadata(JsonParser p, JsonToken t, SampleRecord it) throws IOException {
    if (t != JsonToken.START_OBJECT) {
      p.skipChildren();
      return;
    }
    while (p.nextToken() == JsonToken.FIELD_NAME) {
      String key = p.currentName();
      JsonToken v = p.nextToken();
      String text =
          v == JsonToken.VALUE_STRING && p.getTextLength() <= MAX_TEXT_LENGTH ? p.getText() : null;
      switch (key) {
        case "manufacturer", "device_manufacturer" -> it.manufacturer = text;
        case "model", "device_model" -> it.model = text;
        case "version", "device_version", "firmware", "software_version" -> it.version = text;
        case "serial", "serial_number", "device_id" -> it.deviceId = text;
        case "control", "control_solution" ->
            it.controlSolution |= v == JsonToken.VALUE_TRUE || "true".equalsIgnoreCase(text);
        case "sample_type" -> it.controlSolution |= text != null && text.startsWith("control");
        default -> p.skipChildren();
      }
    }
  }
}
