package io.tributary.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tributary.core.Times;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Meal with its energy and nutrients.
 *
 * <p>The deprecated IDs ({@code priority_id}, {@code source_id}, {@code provider_id}) are added
 * during rendering.
 *
 * @param recordId the provider's ID of the meal, or null; part of the identity, not of the content
 * @param timestamp time of the meal
 * @param calendarDate as recorded
 * @param name name of the meal
 * @param energy kcal, or null
 * @param macros g, or null
 * @param micros by nutrient, or null
 * @param data foods by name; empty if there are none
 */
public record MealSummary(
    @JsonIgnore String recordId,
    Instant timestamp,
    LocalDate calendarDate,
    String name,
    Nutrition.Energy energy,
    Nutrition.Macros macros,
    Nutrition.Micros micros,
    Map<String, Nutrition.Food> data)
    implements Summary {
  public MealSummary {
    ValueChecks.required("timestamp", timestamp);
    ValueChecks.required("calendar_date", calendarDate);
    ValueChecks.required("name", name);
    // Sorted, so that equal meals render equally whatever the provider's order.
    data = data == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(data));
  }

  @Override
  public Resource resource() {
    return Resource.MEAL;
  }

  @Override
  public Optional<LocalDate> filterDate() {
    return Optional.of(calendarDate);
  }

  @Override
  public Optional<Instant> filterAt() {
    return Optional.of(timestamp);
  }

  @Override
  public String providerKey() {
    return recordId == null ? Times.format(timestamp) + " " + name : recordId;
  }

  /** Starts a meal without nutrition values. */
  public static Builder of(Instant timestamp, LocalDate calendarDate, String name) {
    return new Builder(timestamp, calendarDate, name);
  }

  /** Builder; fields that are not set stay null. */
  public static final class Builder {
    private final Instant timestamp;
    private final LocalDate calendarDate;
    private final String name;
    private String recordId;
    private Nutrition.Energy energy;
    private Nutrition.Macros macros;
    private Nutrition.Micros micros;
    private Map<String, Nutrition.Food> data;

    private Builder(Instant timestamp, LocalDate calendarDate, String name) {
      this.timestamp = timestamp;
      this.calendarDate = calendarDate;
      this.name = name;
    }

    public Builder recordId(String value) {
      recordId = value;
      return this;
    }

    public Builder energy(Nutrition.Energy value) {
      energy = value;
      return this;
    }

    public Builder macros(Nutrition.Macros value) {
      macros = value;
      return this;
    }

    public Builder micros(Nutrition.Micros value) {
      micros = value;
      return this;
    }

    public Builder data(Map<String, Nutrition.Food> value) {
      data = value;
      return this;
    }

    public MealSummary build() {
      return new MealSummary(recordId, timestamp, calendarDate, name, energy, macros, micros, data);
    }
  }
}
