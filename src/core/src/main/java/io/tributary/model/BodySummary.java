package io.tributary.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tributary.core.Times;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/**
 * Body measurement, such as a weigh-in. Optional fields are null if unknown.
 *
 * @param calendarDate local date of the measurement
 * @param measuredAt time of the measurement; the deprecated {@code date} in JSON
 * @param weight kg
 * @param fat percent
 * @param waterPercentage percent
 * @param muscleMassPercentage percent
 * @param boneMassPercentage percent
 * @param visceralFatIndex scalar
 * @param bodyMassIndex kg/m²
 * @param leanBodyMassKilogram kg
 * @param waistCircumferenceCentimeter cm
 */
public record BodySummary(
    LocalDate calendarDate,
    @JsonProperty("date") Instant measuredAt,
    Double weight,
    Double fat,
    Double waterPercentage,
    Double muscleMassPercentage,
    Double boneMassPercentage,
    Double visceralFatIndex,
    Double bodyMassIndex,
    Double leanBodyMassKilogram,
    Double waistCircumferenceCentimeter)
    implements Summary {
  public BodySummary {
    ValueChecks.required("calendar_date", calendarDate);
    ValueChecks.required("measured_at", measuredAt);
    ValueChecks.within("weight", weight, 0.1, 1000);
    ValueChecks.within("fat", fat, 0, 100);
    ValueChecks.within("water_percentage", waterPercentage, 0, 100);
    ValueChecks.within("muscle_mass_percentage", muscleMassPercentage, 0, 100);
    ValueChecks.within("bone_mass_percentage", boneMassPercentage, 0, 100);
    ValueChecks.notNegative("visceral_fat_index", visceralFatIndex);
    ValueChecks.notNegative("body_mass_index", bodyMassIndex);
    ValueChecks.notNegative("lean_body_mass_kilogram", leanBodyMassKilogram);
    ValueChecks.notNegative("waist_circumference_centimeter", waistCircumferenceCentimeter);
  }

  @Override
  public Resource resource() {
    return Resource.BODY;
  }

  @Override
  public Optional<LocalDate> filterDate() {
    return Optional.of(calendarDate);
  }

  @Override
  public Optional<Instant> filterAt() {
    return Optional.of(measuredAt);
  }

  @Override
  public String providerKey() {
    return Times.format(measuredAt);
  }

  public static Builder at(LocalDate calendarDate, Instant measuredAt) {
    return new Builder(calendarDate, measuredAt);
  }

  /** Builder; fields that are not set stay null. */
  public static final class Builder {
    private final LocalDate calendarDate;
    private final Instant measuredAt;
    private Double weight;
    private Double fat;
    private Double waterPercentage;
    private Double muscleMassPercentage;
    private Double boneMassPercentage;
    private Double visceralFatIndex;
    private Double bodyMassIndex;
    private Double leanBodyMassKilogram;
    private Double waistCircumferenceCentimeter;

    private Builder(LocalDate calendarDate, Instant measuredAt) {
      this.calendarDate = calendarDate;
      this.measuredAt = measuredAt;
    }

    public Builder weight(Double value) {
      weight = value;
      return this;
    }

    public Builder fat(Double value) {
      fat = value;
      return this;
    }

    public Builder waterPercentage(Double value) {
      waterPercentage = value;
      return this;
    }

    public Builder muscleMassPercentage(Double value) {
      muscleMassPercentage = value;
      return this;
    }

    public Builder boneMassPercentage(Double value) {
      boneMassPercentage = value;
      return this;
    }

    public Builder visceralFatIndex(Double value) {
      visceralFatIndex = value;
      return this;
    }

    public Builder bodyMassIndex(Double value) {
      bodyMassIndex = value;
      return this;
    }

    public Builder leanBodyMassKilogram(Double value) {
      leanBodyMassKilogram = value;
      return this;
    }

    public Builder waistCircumferenceCentimeter(Double value) {
      waistCircumferenceCentimeter = value;
      return this;
    }

    public BodySummary build() {
      return new BodySummary(
          calendarDate,
          measuredAt,
          weight,
          fat,
          waterPercentage,
          muscleMassPercentage,
          boneMassPercentage,
          visceralFatIndex,
          bodyMassIndex,
          leanBodyMassKilogram,
          waistCircumferenceCentimeter);
    }
  }
}
