package io.tributary.provider.googlehealth;

import io.tributary.model.Batch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Units;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocSet;
import io.tributary.provider.doc.Stamp;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Function;

/** Documents in, neutral records out. Pure and safe on any thread; never fails. */
final class GoogleNormaliser {
  static final String SLUG = "google_health";

  /** Goes up when the same documents give other records. */
  static final int VERSION = 1;

  private static final double MILLIMETERS_PER_CM = 10;
  private static final double MILLIMETERS_PER_M = 1000;

  private GoogleNormaliser() {}

  static Batch normalise(GoogleFeed feed, DocSet documents, AccountFacts facts) {
    Batch.Builder batch = Batch.builder();
    Reader reader = new Reader(documents, facts, batch);
    switch (feed) {
      case ACTIVITY -> GoogleDays.normalise(documents, facts, batch);
      case STEPS ->
          reader.intervals(GoogleKind.STEPS, Resource.STEPS, value -> value.amount("count"));
      case DISTANCE ->
          reader.intervals(
              GoogleKind.DISTANCE, Resource.DISTANCE, value -> meters(value.amount("millimeters")));
      case FLOORS ->
          reader.intervals(
              GoogleKind.FLOORS, Resource.FLOORS_CLIMBED, value -> value.amount("count"));
      case ENERGY -> energy(reader);
      case HEART ->
          reader.samples(
              GoogleKind.HEART_RATE,
              Resource.HEARTRATE,
              value -> value.number("beatsPerMinute", 1, 400));
      // The deviation of the intervals stands beside: it is another measure, and not ours.
      case HRV ->
          reader.samples(
              GoogleKind.HRV,
              Resource.HRV,
              value ->
                  value.number("rootMeanSquareOfSuccessiveDifferencesMilliseconds", 0.1, 1000));
      case OXYGEN ->
          reader.samples(
              GoogleKind.OXYGEN,
              Resource.BLOOD_OXYGEN,
              value -> value.number("percentage", 1, 100));
      case BREATH -> breath(reader);
      case VO2_MAX ->
          reader.samples(
              GoogleKind.VO2_MAX, Resource.VO2_MAX, value -> value.number("runVo2Max", 1, 120));
      case TEMPERATURE ->
          reader.samples(
              GoogleKind.TEMPERATURE,
              Resource.BODY_TEMPERATURE,
              value -> value.number("celsius", 20, 50));
      case GLUCOSE ->
          reader.samples(
              GoogleKind.GLUCOSE,
              Resource.GLUCOSE,
              value ->
                  Units.glucoseMmolPerLitre(
                      value.number("bloodGlucoseMilligramsPerDeciliter", 1, 2000)));
      case WATER ->
          reader.intervals(
              GoogleKind.WATER,
              Resource.WATER,
              value -> value.child("amountConsumed").amount("milliliters"));
      case BODY -> GoogleBody.normalise(documents, facts, batch);
      case SLEEP -> reader.each(GoogleKind.SLEEP, p -> GoogleSleep.normalise(p, batch));
      case WORKOUTS -> reader.each(GoogleKind.EXERCISE, p -> GoogleExercise.normalise(p, batch));
      case PROFILE -> height(reader);
    }
    return batch.build();
  }

  /** The documents of a feed, each by itself: what is wrong with one costs no other. */
  private record Reader(DocSet documents, AccountFacts facts, Batch.Builder batch) {
    void each(GoogleKind kind, Consumer<GooglePoint> read) {
      for (Doc doc : documents.of(kind)) {
        try {
          read.accept(GooglePoint.of(kind, doc, facts));
        } catch (IllegalArgumentException e) {
          batch.refuse(kind.wire(), e.getMessage());
        }
      }
    }

    void samples(GoogleKind kind, Resource resource, Function<Doc, Double> figure) {
      each(
          kind,
          point -> {
            Stamp at = point.sampled();
            Double value = figure.apply(point.value());
            if (value != null) {
              batch.add(Sample.point(resource, point.source(), at.at(), at.offsetSeconds(), value));
            }
          });
    }

    void intervals(GoogleKind kind, Resource resource, Function<Doc, Double> amount) {
      each(
          kind,
          point -> {
            Stamp start = point.start();
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

  /** Sums of quarters of an hour, which tell no offset. */
  private static void energy(Reader reader) {
    reader.each(
        GoogleKind.ENERGY,
        point -> {
          Instant start = point.doc().requiredInstant("startTime");
          Instant end = point.doc().requiredInstant("endTime");
          Stamp at = Stamp.in(Stamp.zone(reader.facts().zone()), start);
          Double kilocalories = point.value().amount("kcalSum");
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

  /** One for each night, told for the day that it ends on. */
  private static void breath(Reader reader) {
    reader.each(
        GoogleKind.BREATH,
        point -> {
          Stamp at = Stamp.startOf(point.date(), reader.facts().zone());
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

  /** The latest one that can be read. */
  private static void height(Reader reader) {
    GooglePoint[] latest = new GooglePoint[1];
    reader.each(
        GoogleKind.HEIGHT,
        point -> {
          if (millimeters(point) != null
              && (latest[0] == null || point.sampled().at().isAfter(latest[0].sampled().at()))) {
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

  private static Double millimeters(GooglePoint point) {
    point.sampled();
    return point.value().number("heightMillimeters", 200, 3000);
  }

  /** Of millimetres; null of null. */
  static Double meters(Double millimeters) {
    return millimeters == null ? null : millimeters / MILLIMETERS_PER_M;
  }
}
