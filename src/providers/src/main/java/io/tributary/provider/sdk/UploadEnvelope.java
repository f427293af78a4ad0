package io.tributary.provider.sdk;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tributary.core.FieldError;
import io.tributary.core.ServiceException;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * Envelope fields of an upload, which apply to all of its records.
 *
 * @param historical true for a chunk of a backfill, false for current data
 * @param start start of the backfill's range; null for daily data
 * @param end end of the backfill's range; null for daily data
 * @param zone the phone's time zone; null if the client sent none
 * @param last whether this chunk completes the backfill of the resource
 * @param batchId the client's name of the upload; null for none
 */
public record UploadEnvelope(
    boolean historical,
    Instant start,
    Instant end,
    ZoneId zone,
    SdkProvider provider,
    boolean last,
    String batchId) {
  private static final int MAX_NAME_LENGTH = 200;

  /** Collects the fields as they arrive. Not thread-safe. */
  static final class Builder {
    private final List<FieldError> faults = new ArrayList<>();
    private final IsoTime times = new IsoTime();
    private String stage;
    private Long start;
    private Long end;
    private ZoneId zone;
    private SdkProvider provider;
    private boolean last;
    private String batchId;

    /** Returns whether the fields that records depend on have arrived. */
    boolean ready() {
      return provider != null && zone != null;
    }

    SdkProvider provider() {
      return provider;
    }

    ZoneId zone() {
      return zone;
    }

    /** Reads the value at which the parser is positioned, to its end; skips unknown fields. */
    void read(String name, JsonParser p) throws IOException {
      switch (name) {
        case "stage" -> stage = text(p, name, "daily or historical");
        case "start_date" -> start = time(p, name);
        case "end_date" -> end = time(p, name);
        case "time_zone" -> zone = zone(p, name);
        case "provider" -> provider = provider(p, name);
        case "is_final_chunk" -> last = flag(p, name);
        case "batch_id" -> batchId = batch(p, name);
        default -> p.skipChildren();
      }
    }

    /** Returns the envelope, or throws a 422 with all faults. */
    UploadEnvelope build() {
      if (provider == null && !faulty("provider")) {
        fault("provider", "Field required", "missing");
      }
      if (stage == null && !faulty("stage")) {
        fault("stage", "Field required", "missing");
      }
      boolean historical = "historical".equals(stage);
      if (stage != null && !historical && !stage.equals("daily")) {
        fault("stage", "Input should be one of: daily, historical", "enum");
      }
      if (historical) {
        if (start == null && !faulty("start_date")) {
          fault("start_date", "Field required", "missing");
        }
        if (end == null && !faulty("end_date")) {
          fault("end_date", "Field required", "missing");
        }
        if (start != null && end != null && start > end) {
          fault("end_date", "end_date should not be before start_date", "date_order");
        }
      }
      if (!faults.isEmpty()) {
        throw ServiceException.validationFailed(faults);
      }
      return new UploadEnvelope(
          historical,
          historical ? IsoTime.instant(start) : null,
          historical ? IsoTime.instant(end) : null,
          zone,
          provider,
          last,
          batchId);
    }

    private boolean faulty(String field) {
      return faults.stream().anyMatch(f -> f.loc().contains(field));
    }

    void fault(String name, String msg, String type) {
      faults.add(FieldError.body(name, msg, type));
    }

    private String text(JsonParser p, String name, String wanted) throws IOException {
      if (p.currentToken() == JsonToken.VALUE_STRING) {
        return p.getText();
      }
      if (p.currentToken() != JsonToken.VALUE_NULL) {
        fault(name, "Input should be " + wanted, "string_type");
        p.skipChildren();
      }
      return null;
    }

    private Long time(JsonParser p, String name) throws IOException {
      String text = text(p, name, "a date-time with an offset");
      if (text == null) {
        return null;
      }
      long at = times.micros(text);
      if (at == IsoTime.INVALID) {
        fault(name, "Input should be a date-time with an offset", "datetime_parsing");
        return null;
      }
      return at;
    }

    private ZoneId zone(JsonParser p, String name) throws IOException {
      String text = text(p, name, "the name of a time zone");
      try {
        return text == null ? null : ZoneId.of(text);
      } catch (DateTimeException e) {
        fault(name, "Input should be the name of a time zone", "time_zone");
        return null;
      }
    }

    private SdkProvider provider(JsonParser p, String name) throws IOException {
      String text = text(p, name, "a provider");
      SdkProvider found = text == null ? null : SdkProvider.of(text).orElse(null);
      if (text != null && found == null) {
        fault(name, "Input should be one of: " + String.join(", ", SdkProvider.slugs()), "enum");
      }
      return found;
    }

    private boolean flag(JsonParser p, String name) throws IOException {
      switch (p.currentToken()) {
        case VALUE_TRUE -> {
          return true;
        }
        case VALUE_FALSE, VALUE_NULL -> {
          return false;
        }
        default -> {
          fault(name, "Input should be a valid boolean", "bool_type");
          p.skipChildren();
          return false;
        }
      }
    }

    private String batch(JsonParser p, String name) throws IOException {
      String text = text(p, name, "a string");
      if (text == null || isValidBatchName(text)) {
        return text;
      }
      fault(
          name,
          "String should have 1 to " + MAX_NAME_LENGTH + " printable characters",
          "value_error");
      return null;
    }
  }

  /** Returns whether the text is a valid batch name. */
  public static boolean isValidBatchName(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_NAME_LENGTH
        && text.chars().allMatch(c -> c > ' ' && c < 127);
  }
}
