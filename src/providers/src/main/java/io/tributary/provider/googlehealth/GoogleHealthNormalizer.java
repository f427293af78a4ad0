package io.tributary.provider.googlehealth;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Converts Google Health documents to normalized records. Stateless and thread-safe. It never
 * throws; a document that cannot be used is reported in the batch.
 */
final class GoogleHealthNormalizer {
  static final String SLUG = "google_health";

  /** Version of the mapping; increment it when the same documents produce different records. */
  static final int VERSION = 1;

  private static final double MILLIMETERS_PER_CM = 10;
  private static final double MILLIMETERS_PER_M = 1000;

  private GoogleHealthNormalizer() {}

  static NormalizedBatch normalise(
      GoogleHealthFeed feed, DocumentSet documents, AccountContext facts) {
    NormalizedBatch.Builder batch = NormalizedBatch.builder();
    Reader reader = new Reader(documents, facts, batch);
    switch (feed) {
      case ACTIVITY -> GoogleHealthDays.normalise(documents, facts, batch);
      case STEPS ->
          reader.intervals(
              GoogleHealthDocumentKind.STEPS, Resource.STEPS, value -> value.nonNegative("count"));
      case DISTANCE ->
          reader.intervals(
              GoogleHealthDocumentKind.DISTANCE,
              Resource.DISTANCE,
              value -> meters(value.nonNegative("millimeters")));
      case FLOORS ->
          reader.intervals(
              GoogleHealthDocumentKind.FLOORS,
              Resource.FLOORS_CLIMBED,
              value -> value.nonNegative("count"));
      case ENERGY -> addEnergy(reader);
      case HEART ->
          reader.samples(
              GoogleHealthDocumentKind.HEART_RATE,
              Resource.HEARTRATE,
              value -> value.number("beatsPerMinute", 1, 400));
      // The standard deviation beside it is a different measure, which the model does not use.
      case HRV ->
          reader.samples(
              GoogleHealthDocumentKind.HRV,
              Resource.HRV,
              value ->
                  value.number("rootMeanSquareOfSuccessiveDifferencesMilliseconds", 0.1, 1000));
      case OXYGEN ->
          reader.samples(
              GoogleHealthDocumentKind.OXYGEN,
              Resource.BLOOD_OXYGEN,
              value -> value.number("percentage", 1, 100));
      case BREATH -> addRespiratoryRate(reader);
      case VO2_MAX ->
          reader.samples(
              GoogleHealthDocumentKind.VO2_MAX,
              Resource.VO2_MAX,
              value -> value.number("runVo2Max", 1, 120));
      case TEMPERATURE ->
          reader.samples(
              GoogleHealthDocumentKind.TEMPERATURE,
              Resource.BODY_TEMPERATURE,
              value -> value.number("celsius", 20, 50));
      case GLUCOSE ->
          reader.samples(
              GoogleHealthDocumentKind.GLUCOSE,
              Resource.GLUCOSE,
              value ->
                  Units.glucoseMmolPerLitre(
                      value.number("bloodGlucoseMilligramsPerDeciliter", 1, 2000)));
      case WATER ->
          reader.intervals(
              GoogleHealthDocumentKind.WATER,
              Resource.WATER,
              value -> value.child("amountConsumed").nonNegative("milliliters"));
      case BODY -> GoogleHealthBody.normalise(documents, facts, batch);
      case SLEEP ->
          reader.forEach(
              GoogleHealthDocumentKind.SLEEP, p -> GoogleHealthSleep.normalise(p, batch));
      case WORKOUTS ->
          reader.forEach(
              GoogleHealthDocumentKind.EXERCISE, p -> GoogleHealthExercise.normalise(p, batch));
      case PROFILE -> addHeight(reader);
    }
    return batch.build();
  }

  /** Reader of a feed's documents; an error affects one document only. */
  private record Reader(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    void forEach(GoogleHealthDocumentKind kind, Consumer<GoogleHealthPoint> read) {
      for (LenientJson doc : documents.of(kind)) {
        try {
          read.accept(GoogleHealthPoint.of(kind, doc, facts));
        } catch (IllegalArgumentException e) {
          batch.reject(kind.wire(), e.getMessage());
        }
      }
    }

    void samples(
        GoogleHealthDocumentKind kind, Resource resource, Function<LenientJson, Double> figure) {
      forEach(
          kind,
          point -> {
            OffsetInstant at = point.sampleTime();
            Double value = figure.apply(point.value());
            if (value != null) {
              batch.add(Sample.point(resource, point.source(), at.at(), at.offsetSeconds(), value));
            }
          });
    }

    void intervals(
        GoogleHealthDocumentKind kind, Resource resource, Function<LenientJson, Double> amount) {
      forEach(
          kind,
          point -> {
            OffsetInstant start = point.start();
            Double value = amount.apply(point.value());
            if (value != null) {
              batch.add(
                  Sample.interval(
                      resource,
                      point.source(),
                      start.at(),
                      point.end().at(),
                      start.offsetSeconds(),
                      value));
            }
          });
    }
  }

  /** Adds sums over quarters of an hour, which have no offset. */
  private static void addEnergy(Reader reader) {
    reader.forEach(
        GoogleHealthDocumentKind.ENERGY,
        point -> {
          Instant start = point.doc().requiredInstant("startTime");
          Instant end = point.doc().requiredInstant("endTime");
          OffsetInstant at = OffsetInstant.inZone(OffsetInstant.zone(reader.facts().zone()), start);
          Double kilocalories = point.value().nonNegative("kcalSum");
          if (kilocalories != null) {
            reader
                .batch()
                .add(
                    Sample.interval(
                        Resource.CALORIES_ACTIVE,
                        point.source(),
                        start,
                        end,
                        at.offsetSeconds(),
                        kilocalories));
          }
        });
  }

  /** Adds one rate per night, reported for the day on which it ends. */
  private static void addRespiratoryRate(Reader reader) {
    reader.forEach(
        GoogleHealthDocumentKind.BREATH,
        point -> {
          OffsetInstant at = OffsetInstant.startOf(point.date(), reader.facts().zone());
          Double rate = point.value().number("breathsPerMinute", 0.1, 100);
          if (rate != null) {
            reader
                .batch()
                .add(
                    Sample.point(
                        Resource.RESPIRATORY_RATE,
                        point.source(),
                        at.at(),
                        at.offsetSeconds(),
                        rate));
          }
        });
  }

  /** Adds the latest readable height. */
  private static void addHeight(Reader reader) {
    GoogleHealthPoint[] latest = new GoogleHealthPoint[1];
    reader.forEach(
        GoogleHealthDocumentKind.HEIGHT,
        point -> {
          if (millimeters(point) != null
              && (latest[0] == null
                  || point.sampleTime().at().isAfter(latest[0].sampleTime().at()))) {
            latest[0] = point;
          }
        });
    if (latest[0] != null) {
      reader
          .batch()
          .add(
              ProfileSummary.profile()
                  .height(Units.round(millimeters(latest[0]) / MILLIMETERS_PER_CM))
                  .build(),
              latest[0].source());
    }
  }

  private static Double millimeters(GoogleHealthPoint point) {
    point.sampleTime();
    return point.value().number("heightMillimeters", 200, 3000);
  }

  /** Converts millimeters to meters; returns null for null. */
  static Double meters(Double millimeters) {
    return millimeters == null ? null : millimeters / MILLIMETERS_PER_M;
  }
}
