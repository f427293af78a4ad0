package io.tributary.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Activity of a calendar day, one per source. Optional fields are null if unknown.
 *
 * @param calendarDate the user's local day
 * @param caloriesTotal kcal, including the basal rate
 * @param caloriesActive kcal
 * @param steps count
 * @param floorsClimbed count
 * @param wheelchairPush count
 * @param distance m
 * @param dailyMovement m equivalent; deprecated
 * @param low minutes of low intensity; a day has up to 25 hours
 * @param medium minutes of medium intensity
 * @param high minutes of high intensity
 * @param timeZone IANA name
 * @param timezoneOffset s, east positive
 * @param heartRate heart rate of the day
 * @param wheelchairUse true or null, never false
 */
@JsonPropertyOrder({"calendar_date", "date"})
public record ActivitySummary(
    LocalDate calendarDate,
    Double caloriesTotal,
    Double caloriesActive,
    Integer steps,
    Integer floorsClimbed,
    Integer wheelchairPush,
    Double distance,
    Double dailyMovement,
    Double low,
    Double medium,
    Double high,
    String timeZone,
    Integer timezoneOffset,
    HeartRate heartRate,
    Boolean wheelchairUse)
    implements Summary {
  public ActivitySummary {
    ValueChecks.required("calendar_date", calendarDate);
    ValueChecks.notNegative("calories_total", caloriesTotal);
    ValueChecks.notNegative("calories_active", caloriesActive);
    ValueChecks.notNegative("steps", steps);
    ValueChecks.notNegative("floors_climbed", floorsClimbed);
    ValueChecks.notNegative("wheelchair_push", wheelchairPush);
    ValueChecks.notNegative("distance", distance);
    ValueChecks.notNegative("daily_movement", dailyMovement);
    ValueChecks.within("low", low, 0, 1500);
    ValueChecks.within("medium", medium, 0, 1500);
    ValueChecks.within("high", high, 0, 1500);
    ValueChecks.zone("time_zone", timeZone);
    ValueChecks.offset("timezone_offset", timezoneOffset);
    wheelchairUse = Boolean.TRUE.equals(wheelchairUse) ? Boolean.TRUE : null;
  }

  /** Returns the day at 00:00 UTC; deprecated. */
  @JsonProperty("date")
  public Instant date() {
    return calendarDate.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  @Override
  public Resource resource() {
    return Resource.ACTIVITY;
  }

  @Override
  public Optional<LocalDate> filterDate() {
    return Optional.of(calendarDate);
  }

  @Override
  public Optional<Instant> filterAt() {
    return Optional.of(
        calendarDate.atStartOfDay(ValueChecks.zoneOf(timeZone, timezoneOffset)).toInstant());
  }

  @Override
  public String providerKey() {
    return calendarDate.toString();
  }

  public static Builder on(LocalDate calendarDate) {
    return new Builder(calendarDate);
  }

  /** Builder; fields that are not set stay null. */
  public static final class Builder {
    private final LocalDate calendarDate;
    private Double caloriesTotal;
    private Double caloriesActive;
    private Integer steps;
    private Integer floorsClimbed;
    private Integer wheelchairPush;
    private Double distance;
    private Double dailyMovement;
    private Double low;
    private Double medium;
    private Double high;
    private String timeZone;
    private Integer timezoneOffset;
    private HeartRate heartRate;
    private Boolean wheelchairUse;

    private Builder(LocalDate calendarDate) {
      this.calendarDate = calendarDate;
    }

    public Builder caloriesTotal(Double value) {
      caloriesTotal = value;
      return this;
    }

    public Builder caloriesActive(Double value) {
      caloriesActive = value;
      return this;
    }

    public Builder steps(Integer value) {
      steps = value;
      return this;
    }

    public Builder floorsClimbed(Integer value) {
      floorsClimbed = value;
      return this;
    }

    public Builder wheelchairPush(Integer value) {
      wheelchairPush = value;
      return this;
    }

    public Builder distance(Double value) {
      distance = value;
      return this;
    }

    public Builder dailyMovement(Double value) {
      dailyMovement = value;
      return this;
    }

    public Builder low(Double value) {
      low = value;
      return this;
    }

    public Builder medium(Double value) {
      medium = value;
      return this;
    }

    public Builder high(Double value) {
      high = value;
      return this;
    }

    public Builder timeZone(String value) {
      timeZone = value;
      return this;
    }

    public Builder timezoneOffset(Integer value) {
      timezoneOffset = value;
      return this;
    }

    public Builder heartRate(HeartRate value) {
      heartRate = value;
      return this;
    }

    public Builder wheelchairUse(Boolean value) {
      wheelchairUse = value;
      return this;
    }

    public ActivitySummary build() {
      return new ActivitySummary(
          calendarDate,
          caloriesTotal,
          caloriesActive,
          steps,
          floorsClimbed,
          wheelchairPush,
          distance,
          dailyMovement,
          low,
          medium,
          high,
          timeZone,
          timezoneOffset,
          heartRate,
          wheelchairUse);
    }
  }

  /** Heart rate over a day in bpm; each value may be null. */
  public record HeartRate(
      Double avgBpm, Double minBpm, Double maxBpm, Double restingBpm, Double avgWalkingBpm) {
    public HeartRate {
      ValueChecks.bpm("heart_rate.avg_bpm", avgBpm);
      ValueChecks.bpm("heart_rate.min_bpm", minBpm);
      ValueChecks.bpm("heart_rate.max_bpm", maxBpm);
      ValueChecks.bpm("heart_rate.resting_bpm", restingBpm);
      ValueChecks.bpm("heart_rate.avg_walking_bpm", avgWalkingBpm);
    }
  }
}
