package io.tributary.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Stages of a sleep: three lists of equal length, sorted, half-open, without overlap, within the
 * session.
 *
 * <p>In the API it references its sleep by ID, which the renderer derives from {@code sleepKey}.
 *
 * @param sleepKey {@link SleepSummary#providerKey()} of the sleep; part of the identity, not of the
 *     content
 * @param sessionStart start
 * @param sessionEnd end
 * @param stageStartOffsetSecond s after the start
 * @param stageEndOffsetSecond s after the start, exclusive
 * @param stageType stages
 * @param timeZone IANA name, or null
 * @param offsetSeconds offset at the end, or null; determines the local date and is not part of the
 *     content
 */
public record SleepCycleSummary(
    @JsonIgnore String sleepKey,
    Instant sessionStart,
    Instant sessionEnd,
    List<Integer> stageStartOffsetSecond,
    List<Integer> stageEndOffsetSecond,
    List<SleepStage> stageType,
    String timeZone,
    @JsonIgnore Integer offsetSeconds)
    implements Summary {
  public SleepCycleSummary {
    ValueChecks.required("sleep_key", sleepKey);
    ValueChecks.required("session_start", sessionStart);
    ValueChecks.required("session_end", sessionEnd);
    ValueChecks.required("stage_start_offset_second", stageStartOffsetSecond);
    ValueChecks.required("stage_end_offset_second", stageEndOffsetSecond);
    ValueChecks.required("stage_type", stageType);
    ValueChecks.zone("time_zone", timeZone);
    ValueChecks.offset("offset_seconds", offsetSeconds);
    ValueChecks.ordered("session_end", sessionStart, sessionEnd);
    stageStartOffsetSecond = List.copyOf(stageStartOffsetSecond);
    stageEndOffsetSecond = List.copyOf(stageEndOffsetSecond);
    stageType = List.copyOf(stageType);
    checkStages(
        stageStartOffsetSecond,
        stageEndOffsetSecond,
        stageType,
        Duration.between(sessionStart, sessionEnd).toSeconds());
  }

  private static void checkStages(
      List<Integer> starts, List<Integer> ends, List<?> types, long length) {
    if (starts.size() != ends.size() || starts.size() != types.size()) {
      throw new IllegalArgumentException("stage lists differ in length");
    }
    int at = 0;
    for (int i = 0; i < starts.size(); i++) {
      if (starts.get(i) < at || ends.get(i) <= starts.get(i)) {
        throw new IllegalArgumentException("stages overlap or are not sorted");
      }
      at = ends.get(i);
    }
    if (at > length) {
      throw new IllegalArgumentException("stages run past the session");
    }
  }

  @Override
  public Resource resource() {
    return Resource.SLEEP_CYCLE;
  }

  @Override
  public Optional<LocalDate> filterDate() {
    return Optional.of(
        sessionEnd.atZone(ValueChecks.zoneOf(timeZone, offsetSeconds)).toLocalDate());
  }

  @Override
  public Optional<Instant> filterAt() {
    return Optional.of(sessionEnd);
  }

  @Override
  public String providerKey() {
    return sleepKey;
  }

  @Override
  public Optional<Instant> start() {
    return Optional.of(sessionStart);
  }

  @Override
  public Optional<Instant> end() {
    return Optional.of(sessionEnd);
  }

  /** Starts a sleep cycle without stages. */
  public static Builder of(String sleepKey, Instant sessionStart, Instant sessionEnd) {
    return new Builder(sleepKey, sessionStart, sessionEnd);
  }

  /** Builder; fields that are not set stay null. */
  public static final class Builder {
    private final String sleepKey;
    private final Instant sessionStart;
    private final Instant sessionEnd;
    private final List<Integer> stageStartOffsetSecond = new ArrayList<>();
    private final List<Integer> stageEndOffsetSecond = new ArrayList<>();
    private final List<SleepStage> stageType = new ArrayList<>();
    private String timeZone;
    private Integer offsetSeconds;

    private Builder(String sleepKey, Instant sessionStart, Instant sessionEnd) {
      this.sleepKey = sleepKey;
      this.sessionStart = sessionStart;
      this.sessionEnd = sessionEnd;
    }

    /** Adds a stage of [from, to) seconds after the start. */
    public Builder stage(SleepStage stage, int from, int to) {
      stageStartOffsetSecond.add(from);
      stageEndOffsetSecond.add(to);
      stageType.add(stage);
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

    public SleepCycleSummary build() {
      return new SleepCycleSummary(
          sleepKey,
          sessionStart,
          sessionEnd,
          stageStartOffsetSecond,
          stageEndOffsetSecond,
          stageType,
          timeZone,
          offsetSeconds);
    }
  }
}
