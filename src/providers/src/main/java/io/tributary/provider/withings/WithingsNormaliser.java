package io.tributary.provider.withings;

import io.tributary.model.DeviceFacts;
import io.tributary.model.NormalisedBatch;
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
final class WithingsNormaliser {
  static final String SLUG = "withings";

  /** Version of the mapping; increment it when the same documents produce different records. */
  static final int VERSION = 2;

  static final Source WATCH = Source.of(SLUG, SourceType.WATCH);

  private WithingsNormaliser() {}

  static NormalisedBatch normalise(WithingsFeed feed, DocumentSet documents, AccountContext facts) {
    NormalisedBatch.Builder batch = NormalisedBatch.builder();
    switch (feed) {
      case DAYS -> {
        WithingsMeasures.normalise(documents.of(WithingsDocumentKind.MEASURE), facts, batch);
        intraday(documents, facts, batch);
        WithingsSleep.normalise(documents, facts, batch);
      }
      case ACTIVITY ->
          WithingsActivities.normalise(documents.of(WithingsDocumentKind.ACTIVITY), facts, batch);
      case WORKOUTS -> workouts(documents.of(WithingsDocumentKind.WORKOUT), facts, batch);
      case HEART -> WithingsHeart.normalise(documents, facts, batch);
      case DEVICES -> devices(documents.of(WithingsDocumentKind.DEVICE), batch);
    }
    return batch.build();
  }

  private static void intraday(
      DocumentSet documents, AccountContext facts, NormalisedBatch.Builder batch) {
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
                  batch.refuse("intraday", "time is none");
                } else {
                  minute(WithingsTime.at(at, zones, facts), doc, batch);
                }
              });
    }
  }

  /** Adds an entry of intraday data; amounts without a length count at their instant. */
  private static void minute(OffsetInstant at, LenientJson doc, NormalisedBatch.Builder batch) {
    Integer length = doc.seconds("duration");
    amount(Resource.STEPS, at, length, doc.amount("steps"), batch);
    amount(Resource.DISTANCE, at, length, doc.amount("distance"), batch);
    amount(Resource.CALORIES_ACTIVE, at, length, doc.amount("calories"), batch);
    point(Resource.HEARTRATE, at, doc.number("heart_rate", 1, 400), batch);
    point(Resource.BLOOD_OXYGEN, at, doc.number("spo2_auto", 1, 100), batch);
  }

  private static void amount(
      Resource resource,
      OffsetInstant at,
      Integer length,
      Double value,
      NormalisedBatch.Builder batch) {
    if (value != null) {
      Instant end = at.at().plusSeconds(length == null ? 0 : length);
      batch.add(Sample.interval(resource, WATCH, at.at(), end, at.offsetSeconds(), value));
    }
  }

  static void point(
      Resource resource, OffsetInstant at, Double value, NormalisedBatch.Builder batch) {
    if (value != null) {
      batch.add(Sample.point(resource, WATCH, at.at(), at.offsetSeconds(), value));
    }
  }

  /** Converts workouts, without zones: Withings has four zones that cannot be mapped to our six. */
  private static void workouts(
      List<LenientJson> workouts, AccountContext facts, NormalisedBatch.Builder batch) {
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
                .sport(WithingsSports.of(doc.whole("category")))
                .calories(data.amount(data.name("calories", "manual_calories")))
                .distance(data.amount(data.name("distance", "manual_distance")))
                .steps(data.integer("steps", 0, 1_000_000))
                .averageHr(data.integer("hr_average", 1, 400))
                .maxHr(data.integer("hr_max", 1, 400))
                .build(),
            WATCH);
      } catch (IllegalArgumentException e) {
        batch.refuse("workout", e.getMessage());
      }
    }
  }

  private static void devices(List<LenientJson> devices, NormalisedBatch.Builder batch) {
    for (LenientJson doc : devices) {
      batch.add(
          new DeviceFacts(
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
