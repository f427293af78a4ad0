package io.tributary.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import io.tributary.core.Times;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;

/**
 * Sleep session.
 *
 * <p>Stages are 0 if the provider supplies none; {@code total} then comes from the provider.
 * Optional fields are null if unknown.
 *
 * @param recordId the provider's ID of the session, or null; part of the identity, not of the
 *     content
 * @param calendarDate the provider's day, otherwise the local date of the end
 * @param bedtimeStart start
 * @param bedtimeStop end, not before the start
 * @param type kind of sleep
 * @param timezoneOffset s, east positive
 * @param duration s in bed
 * @param total s asleep: rem + light + deep
 * @param awake s
 * @param light s
 * @param rem s
 * @param deep s
 * @param score the provider's score, 1 to 100
 * @param recoveryReadinessScore 0 to 100
 * @param hrLowest bpm, lowest five-minute mean
 * @param hrAverage bpm
 * @param hrResting bpm
 * @param efficiency percent of the time in bed, 0 to 100
 * @param latency s until lasting sleep
 * @param temperatureDelta °C relative to the baseline
 * @param skinTemperature °C
 * @param hrDip percent
 * @param state whether the provider may still revise it
 * @param averageHrv rmssd in ms
 * @param respiratoryRate breaths per minute
 */
@JsonPropertyOrder({"calendar_date", "date"})
public record SleepSummary(
    @JsonIgnore String recordId,
    LocalDate calendarDate,
    Instant bedtimeStart,
    Instant bedtimeStop,
    SleepType type,
    Integer timezoneOffset,
    Integer duration,
    Integer total,
    Integer awake,
    Integer light,
    Integer rem,
    Integer deep,
    Integer score,
    Integer recoveryReadinessScore,
    Integer hrLowest,
    Integer hrAverage,
    Integer hrResting,
    Double efficiency,
    Integer latency,
    Double temperatureDelta,
    Double skinTemperature,
    Double hrDip,
    State state,
    Double averageHrv,
    Double respiratoryRate)
    implements Summary {
  public SleepSummary {
    ValueChecks.required("calendar_date", calendarDate);
    ValueChecks.required("bedtime_start", bedtimeStart);
    ValueChecks.required("bedtime_stop", bedtimeStop);
    ValueChecks.required("type", type);
    ValueChecks.offset("timezone_offset", timezoneOffset);
    ValueChecks.required("duration", duration);
    ValueChecks.notNegative("duration", duration);
    ValueChecks.required("total", total);
    ValueChecks.notNegative("total", total);
    ValueChecks.required("awake", awake);
    ValueChecks.notNegative("awake", awake);
    ValueChecks.required("light", light);
    ValueChecks.notNegative("light", light);
    ValueChecks.required("rem", rem);
    ValueChecks.notNegative("rem", rem);
    ValueChecks.required("deep", deep);
    ValueChecks.notNegative("deep", deep);
    ValueChecks.within("score", score, 1, 100);
    ValueChecks.within("recovery_readiness_score", recoveryReadinessScore, 0, 100);
    ValueChecks.bpm("hr_lowest", hrLowest);
    ValueChecks.bpm("hr_average", hrAverage);
    ValueChecks.bpm("hr_resting", hrResting);
    ValueChecks.within("efficiency", efficiency, 0, 100);
    ValueChecks.notNegative("latency", latency);
    ValueChecks.within("temperature_delta", temperatureDelta, -20, 20);
    ValueChecks.within("skin_temperature", skinTemperature, 0, 60);
    ValueChecks.within("hr_dip", hrDip, -100, 100);
    ValueChecks.notNegative("average_hrv", averageHrv);
    ValueChecks.within("respiratory_rate", respiratoryRate, 0, 100);
    ValueChecks.ordered("bedtime_stop", bedtimeStart, bedtimeStop);
  }

  /** Returns the day at 00:00 UTC; deprecated. */
  @JsonProperty("date")
  public Instant date() {
    return calendarDate.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  /** Returns null; deprecated. */
  @JsonProperty("sleep_stream")
  public Object sleepStream() {
    return null;
  }

  @Override
  public Resource resource() {
    return Resource.SLEEP;
  }

  @Override
  public Optional<LocalDate> filterDate() {
    return Optional.of(calendarDate);
  }

  @Override
  public Optional<Instant> filterAt() {
    return Optional.of(bedtimeStop);
  }

  @Override
  public String providerKey() {
    return recordId == null ? Times.format(bedtimeStart) : recordId;
  }

  @Override
  public Optional<Instant> start() {
    return Optional.of(bedtimeStart);
  }

  @Override
  public Optional<Instant> end() {
    return Optional.of(bedtimeStop);
  }

  /** Starts a session without stages; the five durations are 0. */
  public static Builder of(
      LocalDate calendarDate, Instant bedtimeStart, Instant bedtimeStop, SleepType type) {
    return new Builder(calendarDate, bedtimeStart, bedtimeStop, type);
  }

  /** Builder; fields that are not set stay null. */
  public static final class Builder {
    private final LocalDate calendarDate;
    private final Instant bedtimeStart;
    private final Instant bedtimeStop;
    private final SleepType type;
    private String recordId;
    private Integer timezoneOffset;
    private Integer duration = 0;
    private Integer total = 0;
    private Integer awake = 0;
    private Integer light = 0;
    private Integer rem = 0;
    private Integer deep = 0;
    private Integer score;
    private Integer recoveryReadinessScore;
    private Integer hrLowest;
    private Integer hrAverage;
    private Integer hrResting;
    private Double efficiency;
    private Integer latency;
    private Double temperatureDelta;
    private Double skinTemperature;
    private Double hrDip;
    private State state;
    private Double averageHrv;
    private Double respiratoryRate;

    private Builder(
        LocalDate calendarDate, Instant bedtimeStart, Instant bedtimeStop, SleepType type) {
      this.calendarDate = calendarDate;
      this.bedtimeStart = bedtimeStart;
      this.bedtimeStop = bedtimeStop;
      this.type = type;
    }

    public Builder recordId(String value) {
      recordId = value;
      return this;
    }

    public Builder timezoneOffset(Integer value) {
      timezoneOffset = value;
      return this;
    }

    public Builder duration(Integer value) {
      duration = value;
      return this;
    }

    public Builder total(Integer value) {
      total = value;
      return this;
    }

    public Builder awake(Integer value) {
      awake = value;
      return this;
    }

    public Builder light(Integer value) {
      light = value;
      return this;
    }

    public Builder rem(Integer value) {
      rem = value;
      return this;
    }

    public Builder deep(Integer value) {
      deep = value;
      return this;
    }

    public Builder score(Integer value) {
      score = value;
      return this;
    }

    public Builder recoveryReadinessScore(Integer value) {
      recoveryReadinessScore = value;
      return this;
    }

    public Builder hrLowest(Integer value) {
      hrLowest = value;
      return this;
    }

    public Builder hrAverage(Integer value) {
      hrAverage = value;
      return this;
    }

    public Builder hrResting(Integer value) {
      hrResting = value;
      return this;
    }

    public Builder efficiency(Double value) {
      efficiency = value;
      return this;
    }

    public Builder latency(Integer value) {
      latency = value;
      return this;
    }

    public Builder temperatureDelta(Double value) {
      temperatureDelta = value;
      return this;
    }

    public Builder skinTemperature(Double value) {
      skinTemperature = value;
      return this;
    }

    public Builder hrDip(Double value) {
      hrDip = value;
      return this;
    }

    public Builder state(State value) {
      state = value;
      return this;
    }

    public Builder averageHrv(Double value) {
      averageHrv = value;
      return this;
    }

    public Builder respiratoryRate(Double value) {
      respiratoryRate = value;
      return this;
    }

    public SleepSummary build() {
      return new SleepSummary(
          recordId,
          calendarDate,
          bedtimeStart,
          bedtimeStop,
          type,
          timezoneOffset,
          duration,
          total,
          awake,
          light,
          rem,
          deep,
          score,
          recoveryReadinessScore,
          hrLowest,
          hrAverage,
          hrResting,
          efficiency,
          latency,
          temperatureDelta,
          skinTemperature,
          hrDip,
          state,
          averageHrv,
          respiratoryRate);
    }
  }

  /** Indicates whether the provider may still revise the session. */
  public enum State {
    TENTATIVE,
    CONFIRMED;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
