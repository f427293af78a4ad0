package io.tributary.provider.fitbit;

import io.tributary.model.DeviceDescription;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.LocalClock;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts Fitbit documents to normalized records. Stateless and thread-safe. It never throws; a
 * document that cannot be used is reported in the batch.
 */
final class FitbitNormalizer {
  static final String SLUG = "fitbit";

  /** Version of the mapping; increment it when the same documents produce different records. */
  static final int VERSION = 1;

  static final Source WATCH = Source.of(SLUG, SourceType.WATCH);
  static final Source SCALE = Source.of(SLUG, SourceType.SCALE);
  static final Source APP = Source.of(SLUG, SourceType.APP);

  private static final Pattern RANGE =
      Pattern.compile("(\\d{1,3}(?:\\.\\d+)?)\\s*-\\s*(\\d{1,3}(?:\\.\\d+)?)");

  private static final Map<String, ProfileSummary.Gender> GENDERS =
      Map.of("FEMALE", ProfileSummary.Gender.FEMALE, "MALE", ProfileSummary.Gender.MALE);

  private FitbitNormalizer() {}

  static NormalizedBatch normalise(FitbitFeed feed, DocumentSet documents, AccountContext facts) {
    NormalizedBatch.Builder batch = NormalizedBatch.builder();
    switch (feed) {
      case DAY -> FitbitDays.normalise(documents.of(FitbitDocumentKind.DAY), facts, batch);
      case MINUTES, HEART -> FitbitMinutes.normalise(documents, facts, batch);
      case SLEEP -> FitbitSleep.normalise(documents, facts, batch);
      case WEIGHT -> FitbitWeights.normalise(documents, facts, batch);
      case VARIABILITY ->
          forEach(documents, FitbitDocumentKind.VARIABILITY, batch, d -> addHrv(d, facts, batch));
      case OXYGEN ->
          forEach(
              documents, FitbitDocumentKind.OXYGEN, batch, d -> addBloodOxygen(d, facts, batch));
      case TEMPERATURE -> {
        forEach(
            documents, FitbitDocumentKind.SKIN, batch, d -> addSkinTemperature(d, facts, batch));
        forEach(
            documents, FitbitDocumentKind.CORE, batch, d -> addCoreTemperature(d, facts, batch));
      }
      case CARDIO ->
          forEach(documents, FitbitDocumentKind.CARDIO, batch, d -> addVo2Max(d, facts, batch));
      case WORKOUTS ->
          forEach(
              documents,
              FitbitDocumentKind.EXERCISE,
              batch,
              d -> FitbitExercises.addExercise(d, facts, batch));
      case FOOD -> FitbitFoods.normalise(documents, facts, batch);
      case PROFILE ->
          forEach(
              documents, FitbitDocumentKind.USER, batch, d -> addProfile(d.child("user"), batch));
      case DEVICES -> documents.of(FitbitDocumentKind.DEVICE).forEach(d -> batch.add(device(d)));
    }
    return batch.build();
  }

  /** Conversion of one document. */
  @FunctionalInterface
  interface Rule {
    void apply(LenientJson doc);
  }

  static void forEach(
      DocumentSet documents, FitbitDocumentKind kind, NormalizedBatch.Builder batch, Rule rule) {
    for (LenientJson doc : documents.of(kind)) {
      try {
        rule.apply(doc);
      } catch (IllegalArgumentException e) {
        batch.reject(kind.wire(), e.getMessage());
      }
    }
  }

  /** Adds a value of a night or day, at midnight of the day. */
  private static void addPoint(
      Resource resource,
      LocalDate day,
      Double value,
      AccountContext facts,
      NormalizedBatch.Builder batch) {
    if (value != null) {
      OffsetInstant at = FitbitTime.midnight(day, facts);
      batch.add(Sample.point(resource, WATCH, at.at(), at.offsetSeconds(), value));
    }
  }

  /** Adds a value of a day, from midnight to midnight. */
  static void addDaily(
      Resource resource,
      Source source,
      LocalDate day,
      Double value,
      AccountContext facts,
      NormalizedBatch.Builder batch) {
    if (value != null) {
      OffsetInstant at = FitbitTime.midnight(day, facts);
      Instant end = FitbitTime.end(day, facts);
      batch.add(Sample.interval(resource, source, at.at(), end, at.offsetSeconds(), value));
    }
  }

  /** Adds one reading for each five minutes of a night. */
  private static void addHrv(LenientJson doc, AccountContext facts, NormalizedBatch.Builder batch) {
    LocalDate night = doc.requiredDay("dateTime");
    LocalClock clock = new LocalClock(FitbitTime.zone(night, facts));
    for (LenientJson minute : doc.list("minutes")) {
      LocalDateTime wall = minute.localDateTime("minute");
      Double rmssd = minute.child("value").number("rmssd", 0.1, 1000);
      if (wall == null) {
        batch.reject(FitbitDocumentKind.VARIABILITY.wire(), "minute is missing");
      } else {
        OffsetInstant at = clock.next(wall);
        if (rmssd != null) {
          batch.add(Sample.point(Resource.HRV, WATCH, at.at(), at.offsetSeconds(), rmssd));
        }
      }
    }
  }

  private static void addBloodOxygen(
      LenientJson doc, AccountContext facts, NormalizedBatch.Builder batch) {
    Double mean = doc.child("value").number("avg", 1, 100);
    addPoint(Resource.BLOOD_OXYGEN, doc.requiredDay("dateTime"), mean, facts, batch);
  }

  /** Adds the difference to the user's own baseline, in degrees. */
  private static void addSkinTemperature(
      LenientJson doc, AccountContext facts, NormalizedBatch.Builder batch) {
    Double delta = doc.child("value").number("nightlyRelative", -20, 20);
    LocalDate night = doc.requiredDay("dateTime");
    addDaily(Resource.BODY_TEMPERATURE_DELTA, WATCH, night, delta, facts, batch);
  }

  /** Adds a manual entry; some have a day only. */
  private static void addCoreTemperature(
      LenientJson doc, AccountContext facts, NormalizedBatch.Builder batch) {
    LocalDateTime wall = doc.localDateTime("dateTime");
    OffsetInstant at =
        wall == null
            ? FitbitTime.midnight(doc.requiredDay("dateTime"), facts)
            : FitbitTime.local(wall, facts);
    Double celsius = doc.number("value", 20, 50);
    if (celsius != null) {
      batch.add(
          Sample.interval(
              Resource.BODY_TEMPERATURE, APP, at.at(), at.at(), at.offsetSeconds(), celsius));
    }
  }

  private static void addVo2Max(
      LenientJson doc, AccountContext facts, NormalizedBatch.Builder batch) {
    Double score = vo2Max(doc.child("value"));
    addDaily(Resource.VO2_MAX, WATCH, doc.requiredDay("dateTime"), score, facts, batch);
  }

  /** Returns a number, or the middle of a range. */
  private static Double vo2Max(LenientJson value) {
    Double told = value.number("vo2Max", 1, 120);
    String text = value.text("vo2Max");
    Matcher range = text == null ? null : RANGE.matcher(text.strip());
    if (told != null || range == null || !range.matches()) {
      return told;
    }
    double middle = (Double.parseDouble(range.group(1)) + Double.parseDouble(range.group(2))) / 2;
    return middle >= 1 && middle <= 120 ? (Double) middle : null;
  }

  private static void addProfile(LenientJson user, NormalizedBatch.Builder batch) {
    batch.add(
        ProfileSummary.profile()
            .height(user.integer("height", 1, 300))
            .birthDate(user.day("dateOfBirth"))
            .gender(user.lookup("gender", GENDERS))
            .build(),
        APP);
  }

  private static DeviceDescription device(LenientJson doc) {
    SourceType type =
        switch (doc.text("type")) {
          case "TRACKER" -> SourceType.WATCH;
          case "SCALE" -> SourceType.SCALE;
          case null, default -> SourceType.UNKNOWN;
        };
    return new DeviceDescription(
        SLUG, type, null, "Fitbit", doc.text("deviceVersion"), null, doc.id("id"));
  }
}
