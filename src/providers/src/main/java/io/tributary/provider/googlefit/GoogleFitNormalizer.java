package io.tributary.provider.googlefit;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.SampleKey;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Converts Google Fit documents to normalized records. Stateless and thread-safe. It never throws;
 * a document that cannot be used is reported in the batch.
 */
final class GoogleFitNormalizer {
  static final String SLUG = "google_fit";

  /** Version of the mapping; increment it when the same documents produce different records. */
  static final int VERSION = 1;

  private static final double ML_PER_L = 1000;
  private static final double CM_PER_M = 100;

  private GoogleFitNormalizer() {}

  static NormalizedBatch normalise(
      GoogleFitFeed feed, DocumentSet documents, AccountContext facts) {
    NormalizedBatch.Builder batch = NormalizedBatch.builder();
    Reader reader = new Reader(documents, batch, new HashSet<>());
    switch (feed) {
      case ACTIVITY -> GoogleFitDays.normalise(documents, facts, batch);
      case STEPS ->
          reader.intervals(GoogleFitDocumentKind.STEPS, Resource.STEPS, GoogleFitBucket::sum);
      case DISTANCE ->
          reader.intervals(GoogleFitDocumentKind.DISTANCE, Resource.DISTANCE, GoogleFitBucket::sum);
      case ENERGY -> {
        Map<LocalDate, Double> rest = basalRates(reader);
        reader.intervals(
            GoogleFitDocumentKind.EXPENDED,
            Resource.CALORIES_ACTIVE,
            bucket -> bucket.activeCalories(rest.get(utcDay(bucket.from()))));
      }
      case HEART ->
          reader.points(GoogleFitDocumentKind.HEART, Resource.HEARTRATE, p -> p.value(0, 1, 400));
      case GLUCOSE ->
          reader.points(GoogleFitDocumentKind.GLUCOSE, Resource.GLUCOSE, p -> p.value(0, 0.1, 100));
      case PRESSURE -> addBloodPressure(reader);
      case OXYGEN ->
          reader.points(
              GoogleFitDocumentKind.OXYGEN, Resource.BLOOD_OXYGEN, p -> p.value(0, 1, 100));
      case TEMPERATURE ->
          reader.points(
              GoogleFitDocumentKind.TEMPERATURE,
              Resource.BODY_TEMPERATURE,
              p -> p.value(0, 20, 50));
      case WATER ->
          reader.points(
              GoogleFitDocumentKind.WATER, Resource.WATER, GoogleFitNormalizer::milliliters);
      case BODY -> GoogleFitBody.normalise(documents, facts, batch);
      case SLEEP -> GoogleFitSleep.normalise(documents, facts, batch);
      case WORKOUTS -> GoogleFitWorkouts.normalise(documents, facts, batch);
      case PROFILE -> addHeight(reader);
    }
    return batch.build();
  }

  /**
   * Reader of a feed's documents; an error affects one document only. If several sources report the
   * same time, the first one counts.
   */
  private record Reader(DocumentSet documents, NormalizedBatch.Builder batch, Set<SampleKey> seen) {
    void forEach(GoogleFitDocumentKind kind, Consumer<LenientJson> read) {
      for (LenientJson doc : documents.of(kind)) {
        try {
          read.accept(doc);
        } catch (IllegalArgumentException e) {
          batch.reject(kind.wire(), e.getMessage());
        }
      }
    }

    void points(
        GoogleFitDocumentKind kind, Resource resource, Function<GoogleFitPoint, Double> figure) {
      samples(
          kind,
          (point, value) ->
              value == null
                  ? null
                  : Sample.point(resource, point.source(), point.at(), null, value),
          figure);
    }

    void samples(
        GoogleFitDocumentKind kind,
        BiFunction<GoogleFitPoint, Double, Sample> sample,
        Function<GoogleFitPoint, Double> figure) {
      forEach(
          kind,
          doc -> {
            GoogleFitPoint point = GoogleFitPoint.of(doc);
            point.at();
            Sample made = sample.apply(point, figure.apply(point));
            if (made != null && seen.add(made.key())) {
              batch.add(made);
            }
          });
    }

    void intervals(
        GoogleFitDocumentKind kind, Resource resource, Function<GoogleFitBucket, Double> amount) {
      forEach(
          kind,
          doc -> {
            GoogleFitBucket bucket = GoogleFitBucket.of(doc);
            Double value = amount.apply(bucket);
            if (value != null) {
              batch.add(
                  Sample.interval(
                      resource, GoogleFitPoint.UNKNOWN, bucket.from(), bucket.to(), null, value));
            }
          });
    }
  }

  private static Map<LocalDate, Double> basalRates(Reader reader) {
    Map<LocalDate, Double> out = new HashMap<>();
    reader.forEach(
        GoogleFitDocumentKind.BMR,
        doc -> {
          GoogleFitBucket bucket = GoogleFitBucket.of(doc);
          out.put(utcDay(bucket.from()), bucket.firstValue(0));
        });
    return out;
  }

  private static LocalDate utcDay(Instant at) {
    return at.atOffset(ZoneOffset.UTC).toLocalDate();
  }

  private static void addBloodPressure(Reader reader) {
    reader.samples(
        GoogleFitDocumentKind.PRESSURE,
        (point, systolic) -> {
          Double diastolic = point.value(1, 10, 300);
          return systolic == null || diastolic == null
              ? null
              : new Sample(
                  Resource.BLOOD_PRESSURE,
                  point.source(),
                  point.at(),
                  null,
                  null,
                  systolic,
                  SampleExtras.diastolic(diastolic));
        },
        point -> point.value(0, 10, 400));
  }

  private static Double milliliters(GoogleFitPoint point) {
    Double litres = point.value(0, 0, 100);
    return litres == null ? null : litres * ML_PER_L;
  }

  /** Adds the latest readable height. */
  private static void addHeight(Reader reader) {
    GoogleFitPoint[] latest = new GoogleFitPoint[1];
    reader.forEach(
        GoogleFitDocumentKind.HEIGHT,
        doc -> {
          GoogleFitPoint point = GoogleFitPoint.of(doc);
          Instant at = point.at();
          if (meters(point) != null && (latest[0] == null || at.isAfter(latest[0].at()))) {
            latest[0] = point;
          }
        });
    if (latest[0] != null) {
      reader
          .batch()
          .add(
              ProfileSummary.profile().height(Units.round(meters(latest[0]) * CM_PER_M)).build(),
              GoogleFitPoint.UNKNOWN);
    }
  }

  private static Double meters(GoogleFitPoint point) {
    return point.value(0, 0.2, 3);
  }
}
