package io.tributary.provider.polar;

import io.tributary.model.HeartRateReadings;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SourcedStream;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutStream.Channel;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.SampledSeries;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/**
 * Converts exercises with their streams. Polar's five heart-rate zones are configured by the user,
 * so zones are computed from the heart rates.
 */
final class PolarExercises {
  private static final Duration MAX_DURATION = Duration.ofDays(7);
  private static final double KMH_PER_MS = 3.6;

  /** Channels by Polar's sample type numbers. */
  private static final Map<String, Channel> CHANNELS =
      Map.of(
          "0", Channel.HEARTRATE,
          "1", Channel.VELOCITY_SMOOTH,
          "2", Channel.CADENCE,
          "3", Channel.ALTITUDE,
          "4", Channel.POWER);

  private PolarExercises() {}

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    for (LenientJson doc : documents.of(PolarDocumentKind.EXERCISE)) {
      try {
        exercise(doc, facts, batch);
      } catch (IllegalArgumentException e) {
        batch.reject("exercise", e.getMessage());
      }
    }
  }

  /**
   * Returns the start: a wall-clock time, with its UTC offset in minutes in a separate field.
   *
   * @throws IllegalArgumentException without a readable start
   */
  static OffsetInstant start(LenientJson doc, AccountContext facts) {
    String field = PolarFieldNames.in(doc, "start_time");
    LocalDateTime wall = LenientJson.required("start_time", doc.localDateTime(field));
    Integer offset = offset(doc);
    return offset == null
        ? doc.requiredStamp(field, facts.zone())
        : new OffsetInstant(wall.toInstant(ZoneOffset.ofTotalSeconds(offset)), offset);
  }

  /** Returns the offset in seconds; null if absent. */
  static Integer offset(LenientJson doc) {
    return doc.offset(PolarFieldNames.in(doc, "start_time_utc_offset"), ChronoUnit.MINUTES);
  }

  /** Returns the local date of the start; null if unreadable. */
  static LocalDate day(LenientJson doc) {
    LocalDateTime wall = doc.localDateTime(PolarFieldNames.in(doc, "start_time"));
    return wall == null ? null : wall.toLocalDate();
  }

  /** Returns null if absent, or longer than any exercise. */
  static Duration duration(LenientJson doc) {
    Duration told = doc.duration("duration");
    return told == null || told.compareTo(MAX_DURATION) > 0 ? null : told;
  }

  private static void exercise(
      LenientJson doc, AccountContext facts, NormalizedBatch.Builder batch) {
    OffsetInstant start = start(doc, facts);
    Instant end = start.at().plus(LenientJson.required("duration", duration(doc)));
    LocalDate day = LenientJson.required("start_time", day(doc));
    LenientJson pulse = doc.child(PolarFieldNames.in(doc, "heart_rate"));
    WorkoutStream stream = stream(doc, start.at(), batch);
    WorkoutSummary workout =
        WorkoutSummary.of(doc.requiredId("id"), day, start.at(), end)
            .timezoneOffset(start.offsetSeconds())
            .sport(
                PolarSports.of(
                    doc.text(PolarFieldNames.in(doc, "detailed_sport_info")), doc.text("sport")))
            .averageHr(pulse.integer("average", 1, 400))
            .maxHr(pulse.integer("maximum", 1, 400))
            .hrZones(
                HeartRateReadings.of(stream, end.getEpochSecond())
                    .zones(facts.birthDate().orElse(null), day)
                    .orElse(null))
            .calories(doc.nonNegative("calories"))
            .distance(doc.nonNegative("distance"))
            .build();
    batch.add(workout, PolarNormalizer.WATCH);
    PolarNormalizer.addDevice(
        doc.id(PolarFieldNames.in(doc, "device_id")), doc.text("device"), batch);
    if (!stream.isEmpty()) {
      batch.add(SourcedStream.of(workout, PolarNormalizer.WATCH, stream));
    }
    for (int i = 0; i < stream.size() && stream.has(Channel.HEARTRATE); i++) {
      double bpm = stream.value(Channel.HEARTRATE, i);
      if (!Double.isNaN(bpm)) {
        batch.add(
            Sample.point(
                Resource.HEARTRATE,
                PolarNormalizer.WATCH,
                Instant.ofEpochSecond(stream.time(i)),
                start.offsetSeconds(),
                bpm));
      }
    }
  }

  /** Returns the stream; one that is too long is dropped without affecting the exercise. */
  private static WorkoutStream stream(
      LenientJson doc, Instant start, NormalizedBatch.Builder batch) {
    WorkoutStream.Builder out = WorkoutStream.builder();
    try {
      for (LenientJson samples : doc.list("samples")) {
        String type = PolarFieldNames.in(samples, "sample_type");
        Channel channel = samples.lookup(type, CHANNELS);
        Double rate = samples.number(PolarFieldNames.in(samples, "recording_rate"), 0.001, 86_400);
        String data = samples.text("data");
        if (channel != null && rate != null && data != null) {
          SampledSeries.regular(
              start,
              Duration.ofMillis(Math.round(rate * 1000)),
              data,
              (at, value) -> out.at(at.getEpochSecond()).set(channel, convert(channel, value)));
        }
      }
      return out.build();
    } catch (IllegalArgumentException e) {
      batch.reject("samples", e.getMessage());
      return WorkoutStream.EMPTY;
    }
  }

  /** Converts speeds, which are in kilometers per hour. */
  private static double convert(Channel channel, double value) {
    return channel == Channel.VELOCITY_SMOOTH ? value / KMH_PER_MS : value;
  }
}
