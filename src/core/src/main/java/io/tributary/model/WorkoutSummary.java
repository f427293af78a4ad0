package io.tributary.model;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * Workout session. Optional fields are null if unknown.
 *
 * @param providerId the provider's workout ID, otherwise the start as text
 * @param calendarDate usually the local date of the start
 * @param timeStart start
 * @param timeEnd end, not before the start
 * @param title title given by the user
 * @param timezoneOffset s, east positive
 * @param sport sport; {@link Sports#OTHER} if unmapped
 * @param averageHr bpm
 * @param maxHr bpm
 * @param hrZones six sums in s, or null
 * @param distance m
 * @param movingTime s
 * @param steps count
 * @param calories kcal
 * @param totalElevationGain m
 * @param elevHigh m
 * @param elevLow m
 * @param averageSpeed m/s
 * @param maxSpeed m/s
 * @param averageWatts W
 * @param maxWatts W
 * @param weightedAverageWatts W
 * @param deviceWatts W
 * @param map encoded polylines, or null
 */
public record WorkoutSummary(
    String providerId,
    LocalDate calendarDate,
    Instant timeStart,
    Instant timeEnd,
    String title,
    Integer timezoneOffset,
    Sport sport,
    Integer averageHr,
    Integer maxHr,
    List<Integer> hrZones,
    Double distance,
    Integer movingTime,
    Integer steps,
    Double calories,
    Double totalElevationGain,
    Double elevHigh,
    Double elevLow,
    Double averageSpeed,
    Double maxSpeed,
    Double averageWatts,
    Double maxWatts,
    Double weightedAverageWatts,
    Double deviceWatts,
    RouteMap map)
    implements Summary {
  public WorkoutSummary {
    ValueChecks.required("provider_id", providerId);
    ValueChecks.required("calendar_date", calendarDate);
    ValueChecks.required("time_start", timeStart);
    ValueChecks.required("time_end", timeEnd);
    ValueChecks.offset("timezone_offset", timezoneOffset);
    ValueChecks.required("sport", sport);
    ValueChecks.bpm("average_hr", averageHr);
    ValueChecks.bpm("max_hr", maxHr);
    ValueChecks.notNegative("distance", distance);
    ValueChecks.notNegative("moving_time", movingTime);
    ValueChecks.notNegative("steps", steps);
    ValueChecks.notNegative("calories", calories);
    ValueChecks.notNegative("total_elevation_gain", totalElevationGain);
    ValueChecks.within("elev_high", elevHigh, -1000, 20000);
    ValueChecks.within("elev_low", elevLow, -1000, 20000);
    ValueChecks.notNegative("average_speed", averageSpeed);
    ValueChecks.notNegative("max_speed", maxSpeed);
    ValueChecks.notNegative("average_watts", averageWatts);
    ValueChecks.notNegative("max_watts", maxWatts);
    ValueChecks.notNegative("weighted_average_watts", weightedAverageWatts);
    ValueChecks.notNegative("device_watts", deviceWatts);
    ValueChecks.ordered("time_end", timeStart, timeEnd);
    if (hrZones != null) {
      hrZones = List.copyOf(hrZones);
      if (hrZones.size() != 6 || hrZones.stream().anyMatch(s -> s < 0)) {
        throw new IllegalArgumentException("hr_zones must be six non-negative sums");
      }
    }
  }

  @Override
  public Resource resource() {
    return Resource.WORKOUTS;
  }

  @Override
  public Optional<LocalDate> filterDate() {
    return Optional.of(calendarDate);
  }

  @Override
  public Optional<Instant> filterAt() {
    return Optional.of(timeStart);
  }

  @Override
  public String providerKey() {
    return providerId;
  }

  @Override
  public Optional<Instant> start() {
    return Optional.of(timeStart);
  }

  @Override
  public Optional<Instant> end() {
    return Optional.of(timeEnd);
  }

  /** Starts a workout of an unknown sport. */
  public static Builder of(
      String providerId, LocalDate calendarDate, Instant timeStart, Instant timeEnd) {
    return new Builder(providerId, calendarDate, timeStart, timeEnd);
  }

  /** Builder; fields that are not set stay null. */
  public static final class Builder {
    private final String providerId;
    private final LocalDate calendarDate;
    private final Instant timeStart;
    private final Instant timeEnd;
    private String title;
    private Integer timezoneOffset;
    private Sport sport = Sports.OTHER;
    private Integer averageHr;
    private Integer maxHr;
    private List<Integer> hrZones;
    private Double distance;
    private Integer movingTime;
    private Integer steps;
    private Double calories;
    private Double totalElevationGain;
    private Double elevHigh;
    private Double elevLow;
    private Double averageSpeed;
    private Double maxSpeed;
    private Double averageWatts;
    private Double maxWatts;
    private Double weightedAverageWatts;
    private Double deviceWatts;
    private RouteMap map;

    private Builder(String providerId, LocalDate calendarDate, Instant timeStart, Instant timeEnd) {
      this.providerId = providerId;
      this.calendarDate = calendarDate;
      this.timeStart = timeStart;
      this.timeEnd = timeEnd;
    }

    public Builder title(String value) {
      title = value;
      return this;
    }

    public Builder timezoneOffset(Integer value) {
      timezoneOffset = value;
      return this;
    }

    public Builder sport(Sport value) {
      sport = value;
      return this;
    }

    public Builder averageHr(Integer value) {
      averageHr = value;
      return this;
    }

    public Builder maxHr(Integer value) {
      maxHr = value;
      return this;
    }

    public Builder hrZones(List<Integer> value) {
      hrZones = value;
      return this;
    }

    public Builder distance(Double value) {
      distance = value;
      return this;
    }

    public Builder movingTime(Integer value) {
      movingTime = value;
      return this;
    }

    public Builder steps(Integer value) {
      steps = value;
      return this;
    }

    public Builder calories(Double value) {
      calories = value;
      return this;
    }

    public Builder totalElevationGain(Double value) {
      totalElevationGain = value;
      return this;
    }

    public Builder elevHigh(Double value) {
      elevHigh = value;
      return this;
    }

    public Builder elevLow(Double value) {
      elevLow = value;
      return this;
    }

    public Builder averageSpeed(Double value) {
      averageSpeed = value;
      return this;
    }

    public Builder maxSpeed(Double value) {
      maxSpeed = value;
      return this;
    }

    public Builder averageWatts(Double value) {
      averageWatts = value;
      return this;
    }

    public Builder maxWatts(Double value) {
      maxWatts = value;
      return this;
    }

    public Builder weightedAverageWatts(Double value) {
      weightedAverageWatts = value;
      return this;
    }

    public Builder deviceWatts(Double value) {
      deviceWatts = value;
      return this;
    }

    public Builder map(RouteMap value) {
      map = value;
      return this;
    }

    public WorkoutSummary build() {
      return new WorkoutSummary(
          providerId,
          calendarDate,
          timeStart,
          timeEnd,
          title,
          timezoneOffset,
          sport,
          averageHr,
          maxHr,
          hrZones,
          distance,
          movingTime,
          steps,
          calories,
          totalElevationGain,
          elevHigh,
          elevLow,
          averageSpeed,
          maxSpeed,
          averageWatts,
          maxWatts,
          weightedAverageWatts,
          deviceWatts,
          map);
    }
  }

  /** Route as encoded polylines; either may be null. */
  public record RouteMap(String polyline, String summaryPolyline) {}
}
