package io.tributary.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.List;

/**
 * What only some timeseries carry; every field may be null. {@link #json()} and {@link #parse} are
 * the form it is stored in.
 *
 * @param type type of the reading (glucose, cholesterol, allergens, leads, alerts, insulin, ...)
 * @param diastolic mmHg; blood pressure
 * @param text of a note
 * @param tags of a note
 * @param sensorLocation of temperatures
 * @param intensity of workout durations
 * @param deliveryMode of insulin: basal, bolus
 * @param deliveryForm of insulin: standard, extended
 * @param bolusPurpose of insulin: meal, correction, mixed, unknown
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SampleExtras(
    String type,
    Double diastolic,
    String text,
    List<String> tags,
    String sensorLocation,
    String intensity,
    String deliveryMode,
    String deliveryForm,
    String bolusPurpose) {
  public SampleExtras {
    ValueChecks.finite("diastolic", diastolic);
    tags = tags == null ? null : List.copyOf(tags);
  }

  public static SampleExtras type(String type) {
    return new SampleExtras(type, null, null, null, null, null, null, null, null);
  }

  public static SampleExtras diastolic(double mmHg) {
    return new SampleExtras(null, mmHg, null, null, null, null, null, null, null);
  }

  public static SampleExtras note(String text, List<String> tags) {
    return new SampleExtras(null, null, text, tags, null, null, null, null, null);
  }

  public static SampleExtras sensorLocation(String location) {
    return new SampleExtras(null, null, null, null, location, null, null, null, null);
  }

  public static SampleExtras intensity(String intensity) {
    return new SampleExtras(null, null, null, null, null, intensity, null, null, null);
  }

  /** Insulin; mode, form and purpose may be null. */
  public static SampleExtras insulin(String type, String mode, String form, String purpose) {
    return new SampleExtras(type, null, null, null, null, null, mode, form, purpose);
  }

  /** A JSON object of the fields that are set. */
  public String json() {
    return ModelJson.text(this);
  }

  /** Reads what {@link #json()} wrote; unknown keys of a later version are ignored. */
  public static SampleExtras parse(String json) {
    try {
      return ModelJson.MAPPER.readValue(json, SampleExtras.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("extras are not readable", e);
    }
  }
}
