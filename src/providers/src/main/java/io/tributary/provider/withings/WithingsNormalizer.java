package io.tributary.provider.withings;

import io.tributary.model.DeviceDescription;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Converts Withings documents to normalized records. Stateless and thread-safe. It never throws; a
 * document that cannot be used is reported in the batch.
 */
final class WithingsNormalizer {
  static final String SLUG = "withings";

  /** Version of the mapping; increment it when the same documents produce different records. */
  static final int VERSION = 2;

  static final Source WATCH = Source.of(SLUG, SourceType.WATCH);

  private WithingsNormalizer() {}

  static NormalizedBatch normalise(WithingsFeed feed, DocumentSet documents, AccountContext facts) {
    NormalizedBatch.Builder batch = NormalizedBatch.builder();
    switch (feed) {
      case DAYS -> {
        WithingsMeasures.normalise(documents.of(WithingsDocumentKind.MEASURE), facts, batch);
        addIntraday(documents, facts, batch);
        WithingsSleep.normalise(documents, facts, batch);
      }
      case ACTIVITY ->
          WithingsActivities.normalise(documents.of(WithingsDocumentKind.ACTIVITY), facts, batch);
      case WORKOUTS -> addWorkouts(documents.of(WithingsDocumentKind.WORKOUT), facts, batch);
      case HEART -> WithingsHeart.normalise(documents, facts, batch);
      case DEVICES -> addDevices(documents.of(WithingsDocumentKind.DEVICE), batch);
    }
    return batch.build();
  }

  private static void addIntraday(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    Map<LocalDate, Set<ZoneId>> zones =
        WithingsTime.zones(documents.of(WithingsDocumentKind.ACTIVITY));
    for (LenientJson dated : documents.of(WithingsDocumentKind.INTRADAY)) {
      dated
          .child(FetchContext.ANSWER)
          .child("series")
          .members()
          .forEach(
              (second, doc) -> {
                Instant at = WithingsTime.epoch(second);
                if (at == null) {
                  batch.reject("intraday", "time is invalid");
                } else {
                  addMinute(WithingsTime.at(at, zones, facts), doc, batch);
                }
              });
    }
  }

  /** Adds an entry of intraday data; amounts without a length count at their instant. */
  private static void addMinute(OffsetInstant at, LenientJson doc, NormalizedBatch.Builder batch) {
    Integer length = doc.seconds("duration");
    addAmount(Resource.STEPS, at, length, doc.nonNegative("steps"), batch);
    addAmount(Resource.DISTANCE, at, length, doc.nonNegative("distance"), batch);
    addAmount(Resource.CALORIES_ACTIVE, at, length, doc.nonNegative("calories"), batch);
    addPoint(Resource.HEARTRATE, at, doc.number("heart_rate", 1, 400), batch);
    addPoint(Resource.BLOOD_OXYGEN, at, doc.number("spo2_auto", 1, 100), batch);
  }

  private static void addAmount(
      Resource resource,
      OffsetInstant at,
      Integer length,
      Double value,
      NormalizedBatch.Builder batch) {
    if (value != null) {
      Instant end = at.at().plusSeconds(length == null ? 0 : length);
      batch.add(Sample.interval(resource, WATCH, at.at(), end, at.offsetSeconds(), value));
    }
  }

  static void addPoint(
      Resource resource, OffsetInstant at, Double value, NormalizedBatch.Builder batch) {
    if (value != null) {
      batch.add(Sample.point(resource, WATCH, at.at(), at.offsetSeconds(), value));
    }
  }

  /** Converts workouts, without zones: Withings has four zones that cannot be mapped to our six. */
  private static void addWorkouts(
      List<LenientJson> workouts, AccountContext facts, NormalizedBatch.Builder batch) {
    for (LenientJson doc : workouts) {
      try {
        LenientJson data = doc.child("data");
        OffsetInstant start = WithingsTime.stamp(doc, "startdate", facts);
        batch.add(
            WorkoutSummary.of(
                    doc.requiredId("id"),
                    start.date(),
                    start.at(),
                    doc.requiredEpoch("enddate", ChronoUnit.SECONDS))
                .timezoneOffset(start.offsetSeconds())
                .sport(WithingsSports.of(doc.wholeNumber("category")))
                .calories(data.nonNegative(data.firstPresent("calories", "manual_calories")))
                .distance(data.nonNegative(data.firstPresent("distance", "manual_distance")))
                .steps(data.integer("steps", 0, 1_000_000))
                .averageHr(data.integer("hr_average", 1, 400))
                .maxHr(data.integer("hr_max", 1, 400))
                .build(),
            WATCH);
      } catch (IllegalArgumentException e) {
        batch.reject("workout", e.getMessage());
      }
    }
  }

  private static void addDevices(List<LenientJson> devices, NormalizedBatch.Builder batch) {
    for (LenientJson doc : devices) {
      batch.add(
          new DeviceDescription(
              SLUG,
              type(doc.text("type")),
              null,
              "Withings",
              doc.text("model"),
              null,
              doc.id("deviceid")));
    }
  }

  private static SourceType type(String told) {
    String text = told == null ? "" : told.toLowerCase(Locale.ROOT);
    if (text.contains("tracker") || text.contains("watch")) {
      return SourceType.WATCH;
    }
    if (text.contains("scale")) {
      return SourceType.SCALE;
    }
    if (text.contains("pressure")) {
      return SourceType.CUFF;
    }
    return text.contains("sleep") ? SourceType.AUTOMATIC : SourceType.UNKNOWN;
  }
}
