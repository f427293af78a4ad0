package io.tributary.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import io.tributary.core.Times;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;

/**
 * ECG recording; its voltages are stored as samples. Optional fields are null if unknown.
 *
 * @param sessionStart start
 * @param sessionEnd end
 * @param voltageSampleCount count
 * @param heartRateMean bpm
 * @param samplingFrequencyHz Hz
 * @param classification finding
 * @param inconclusiveCause reason why there is no finding
 * @param algorithmVersion version of the classifier
 * @param timeZone IANA name, or null
 * @param offsetSeconds offset at the start, or null; determines the local date and is not part of
 *     the content
 * @param sourceDeviceModel model of the recorder
 */
public record ElectrocardiogramSummary(
    Instant sessionStart,
    Instant sessionEnd,
    Integer voltageSampleCount,
    Integer heartRateMean,
    Double samplingFrequencyHz,
    Classification classification,
    InconclusiveCause inconclusiveCause,
    String algorithmVersion,
    String timeZone,
    @JsonIgnore Integer offsetSeconds,
    String sourceDeviceModel)
    implements Summary {
  public ElectrocardiogramSummary {
    ValueChecks.required("session_start", sessionStart);
    ValueChecks.required("session_end", sessionEnd);
    ValueChecks.required("voltage_sample_count", voltageSampleCount);
    ValueChecks.notNegative("voltage_sample_count", voltageSampleCount);
    ValueChecks.bpm("heart_rate_mean", heartRateMean);
    ValueChecks.notNegative("sampling_frequency_hz", samplingFrequencyHz);
    ValueChecks.zone("time_zone", timeZone);
    ValueChecks.offset("offset_seconds", offsetSeconds);
    ValueChecks.ordered("session_end", sessionStart, sessionEnd);
  }

  @Override
  public Resource resource() {
    return Resource.ELECTROCARDIOGRAM;
  }

  @Override
  public Optional<LocalDate> filterDate() {
    return Optional.of(
        sessionStart.atZone(ValueChecks.zoneOf(timeZone, offsetSeconds)).toLocalDate());
  }

  @Override
  public Optional<Instant> filterAt() {
    return Optional.of(sessionStart);
  }

  @Override
  public String providerKey() {
    return Times.format(sessionStart);
  }

  @Override
  public Optional<Instant> start() {
    return Optional.of(sessionStart);
  }

  @Override
  public Optional<Instant> end() {
    return Optional.of(sessionEnd);
  }

  public static Builder of(Instant sessionStart, Instant sessionEnd, Integer voltageSampleCount) {
    return new Builder(sessionStart, sessionEnd, voltageSampleCount);
  }

  /** Builder; fields that are not set stay null. */
  public static final class Builder {
    private final Instant sessionStart;
    private final Instant sessionEnd;
    private final Integer voltageSampleCount;
    private Integer heartRateMean;
    private Double samplingFrequencyHz;
    private Classification classification;
    private InconclusiveCause inconclusiveCause;
    private String algorithmVersion;
    private String timeZone;
    private Integer offsetSeconds;
    private String sourceDeviceModel;

    private Builder(Instant sessionStart, Instant sessionEnd, Integer voltageSampleCount) {
      this.sessionStart = sessionStart;
      this.sessionEnd = sessionEnd;
      this.voltageSampleCount = voltageSampleCount;
    }

    public Builder heartRateMean(Integer value) {
      heartRateMean = value;
      return this;
    }

    public Builder samplingFrequencyHz(Double value) {
      samplingFrequencyHz = value;
      return this;
    }

    public Builder classification(Classification value) {
      classification = value;
      return this;
    }

    public Builder inconclusiveCause(InconclusiveCause value) {
      inconclusiveCause = value;
      return this;
    }

    public Builder algorithmVersion(String value) {
      algorithmVersion = value;
      return this;
    }

    public Builder timeZone(String value) {
      timeZone = value;
      return this;
    }

    public Builder offsetSeconds(Integer value) {
      offsetSeconds = value;
      return this;
    }

    public Builder sourceDeviceModel(String value) {
      sourceDeviceModel = value;
      return this;
    }

    public ElectrocardiogramSummary build() {
      return new ElectrocardiogramSummary(
          sessionStart,
          sessionEnd,
          voltageSampleCount,
          heartRateMean,
          samplingFrequencyHz,
          classification,
          inconclusiveCause,
          algorithmVersion,
          timeZone,
          offsetSeconds,
          sourceDeviceModel);
    }
  }

  public enum Classification {
    SINUS_RHYTHM,
    ATRIAL_FIBRILLATION,
    INCONCLUSIVE;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Reasons for an inconclusive recording. */
  public enum InconclusiveCause {
    HIGH_HEART_RATE,
    LOW_HEART_RATE,
    POOR_READING;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
