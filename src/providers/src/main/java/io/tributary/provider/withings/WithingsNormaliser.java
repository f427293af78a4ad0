package io.tributary.provider.withings;

import io.tributary.model.Batch;
import io.tributary.model.DeviceFacts;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocSet;
import io.tributary.provider.doc.Reading;
import io.tributary.provider.doc.Stamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Documents in, neutral records out. Pure and safe on any thread; never fails. */
final class WithingsNormaliser {
  static final String SLUG = "withings";

  /** Goes up when the same documents give other records. */
  static final int VERSION = 2;

  static final Source WATCH = Source.of(SLUG, SourceType.WATCH);

  private WithingsNormaliser() {}

  static Batch normalise(WithingsFeed feed, DocSet documents, AccountFacts facts) {
    Batch.Builder batch = Batch.builder();
    switch (feed) {
      case DAYS -> {
        WithingsMeasures.normalise(documents.of(WithingsKind.MEASURE), facts, batch);
        intraday(documents, facts, batch);
        WithingsSleep.normalise(documents, facts, batch);
      }
      case ACTIVITY ->
          WithingsActivities.normalise(documents.of(WithingsKind.ACTIVITY), facts, batch);
      case WORKOUTS -> workouts(documents.of(WithingsKind.WORKOUT), facts, batch);
      case HEART -> WithingsHeart.normalise(documents, facts, batch);
      case DEVICES -> devices(documents.of(WithingsKind.DEVICE), batch);
    }
    return batch.build();
  }

  private static void intraday(DocSet documents, AccountFacts facts, Batch.Builder batch) {
    Map<LocalDate, Set<ZoneId>> zones = WithingsTime.zones(documents.of(WithingsKind.ACTIVITY));
    for (Doc dated : documents.of(WithingsKind.INTRADAY)) {
      dated
          .child(Reading.ANSWER)
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

  /** Amounts without a length stand for their moment. */
  private static void minute(Stamp at, Doc doc, Batch.Builder batch) {
    Integer length = doc.seconds("duration");
    amount(Resource.STEPS, at, length, doc.amount("steps"), batch);
    amount(Resource.DISTANCE, at, length, doc.amount("distance"), batch);
    amount(Resource.CALORIES_ACTIVE, at, length, doc.amount("calories"), batch);
    point(Resource.HEARTRATE, at, doc.number("heart_rate", 1, 400), batch);
    point(Resource.BLOOD_OXYGEN, at, doc.number("spo2_auto", 1, 100), batch);
  }

  private static void amount(
      Resource resource, Stamp at, Integer length, Double value, Batch.Builder batch) {
    if (value != null) {
      Instant end = at.at().plusSeconds(length == null ? 0 : length);
      batch.add(Sample.interval(resource, WATCH, at.at(), end, at.offsetSeconds(), value));
    }
  }

  static void point(Resource resource, Stamp at, Double value, Batch.Builder batch) {
    if (value != null) {
      batch.add(Sample.point(resource, WATCH, at.at(), at.offsetSeconds(), value));
    }
  }

  /** Four zones are told and six are ours: they do not say what ours would be, so none are. */
  private static void workouts(List<Doc> workouts, AccountFacts facts, Batch.Builder batch) {
    for (Doc doc : workouts) {
      try {
        Doc data = doc.child("data");
        Stamp start = WithingsTime.stamp(doc, "startdate", facts);
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

  private static void devices(List<Doc> devices, Batch.Builder batch) {
    for (Doc doc : devices) {
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
