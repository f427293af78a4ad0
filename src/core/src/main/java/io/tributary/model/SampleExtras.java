package io.tributary.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.List;

/**
 * Fields that only some timeseries have; each may be null.
 *
 * <p>{@link #json()} and {@link #parse} convert to and from the stored form.
 *
 * @param type type of the reading (glucose, cholesterol, allergens, leads, alerts, insulin, ...)
 * @param diastolic mmHg; blood pressure
 * @param text text of a note
 * @param tags tags of a note
 * @param sensorLocation for temperatures
 * @param intensity for workout durations
 * @param deliveryMode for insulin: basal, bolus
 * @param deliveryForm for insulin: standard, extended
 * @param bolusPurpose for insulin: meal, correction, mixed, unknown
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

  /** Creates the extras of insulin; mode, form and purpose may be null. */
  public static SampleExtras insulin(String type, String mode, String form, String purpose) {
    return new SampleExtras(type, null, null, null, null, null, mode, form, purpose);
  }

  /** Returns a JSON object of the fields that are set. */
  public String json() {
    return ModelJson.text(this);
  }

  /** Parses the output of {@link #json()}; unknown keys of a later version are ignored. */
  public static SampleExtras parse(String json) {
    try {
      return ModelJson.MAPPER.readValue(json, SampleExtras.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("extras are not valid JSON", e);
    }
  }
}
