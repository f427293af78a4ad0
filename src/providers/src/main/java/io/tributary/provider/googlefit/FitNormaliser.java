package io.tributary.provider.googlefit;

import io.tributary.model.Batch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.SampleKey;
import io.tributary.model.Units;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocSet;
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

/** Documents in, neutral records out. Pure and safe on any thread; never fails. */
final class FitNormaliser {
  static final String SLUG = "google_fit";

  /** Goes up when the same documents give other records. */
  static final int VERSION = 1;

  private static final double ML_PER_L = 1000;
  private static final double CM_PER_M = 100;

  private FitNormaliser() {}

  static Batch normalise(FitFeed feed, DocSet documents, AccountFacts facts) {
    Batch.Builder batch = Batch.builder();
    Reader reader = new Reader(documents, batch, new HashSet<>());
    switch (feed) {
      case ACTIVITY -> FitDays.normalise(documents, facts, batch);
      case STEPS -> reader.intervals(FitKind.STEPS, Resource.STEPS, FitBucket::sum);
      case DISTANCE -> reader.intervals(FitKind.DISTANCE, Resource.DISTANCE, FitBucket::sum);
      case ENERGY -> {
        Map<LocalDate, Double> rest = rest(reader);
        reader.intervals(
            FitKind.EXPENDED,
            Resource.CALORIES_ACTIVE,
            bucket -> bucket.active(rest.get(utcDay(bucket.from()))));
      }
      case HEART -> reader.points(FitKind.HEART, Resource.HEARTRATE, p -> p.value(0, 1, 400));
      case GLUCOSE -> reader.points(FitKind.GLUCOSE, Resource.GLUCOSE, p -> p.value(0, 0.1, 100));
      case PRESSURE -> pressure(reader);
      case OXYGEN -> reader.points(FitKind.OXYGEN, Resource.BLOOD_OXYGEN, p -> p.value(0, 1, 100));
      case TEMPERATURE ->
          reader.points(FitKind.TEMPERATURE, Resource.BODY_TEMPERATURE, p -> p.value(0, 20, 50));
      case WATER -> reader.points(FitKind.WATER, Resource.WATER, FitNormaliser::millilitres);
      case BODY -> FitBody.normalise(documents, facts, batch);
      case SLEEP -> FitSleep.normalise(documents, facts, batch);
      case WORKOUTS -> FitWorkouts.normalise(documents, facts, batch);
      case PROFILE -> height(reader);
    }
    return batch.build();
  }

  /**
   * The documents of a feed, each by itself: what is wrong with one costs no other. Where several
   * sources tell the same moment, the first is taken.
   */
  private record Reader(DocSet documents, Batch.Builder batch, Set<SampleKey> seen) {
    void each(FitKind kind, Consumer<Doc> read) {
      for (Doc doc : documents.of(kind)) {
        try {
          read.accept(doc);
        } catch (IllegalArgumentException e) {
          batch.refuse(kind.wire(), e.getMessage());
        }
      }
    }

    void points(FitKind kind, Resource resource, Function<FitPoint, Double> figure) {
      samples(
          kind,
          (point, value) ->
              value == null
                  ? null
                  : Sample.point(resource, point.source(), point.at(), null, value),
          figure);
    }

    void samples(
        FitKind kind,
        BiFunction<FitPoint, Double, Sample> sample,
        Function<FitPoint, Double> figure) {
      each(
          kind,
          doc -> {
            FitPoint point = FitPoint.of(doc);
            point.at();
            Sample made = sample.apply(point, figure.apply(point));
            if (made != null && seen.add(made.key())) {
              batch.add(made);
            }
          });
    }

    void intervals(FitKind kind, Resource resource, Function<FitBucket, Double> amount) {
      each(
          kind,
          doc -> {
            FitBucket bucket = FitBucket.of(doc);
            Double value = amount.apply(bucket);
            if (value != null) {
              batch.add(
                  Sample.interval(
                      resource, FitPoint.UNKNOWN, bucket.from(), bucket.to(), null, value));
            }
          });
    }
  }

  private static Map<LocalDate, Double> rest(Reader reader) {
    Map<LocalDate, Double> out = new HashMap<>();
    reader.each(
        FitKind.BMR,
        doc -> {
          FitBucket bucket = FitBucket.of(doc);
          out.put(utcDay(bucket.from()), bucket.figure(0));
        });
    return out;
  }

  private static LocalDate utcDay(Instant at) {
    return at.atOffset(ZoneOffset.UTC).toLocalDate();
  }

  private static void pressure(Reader reader) {
    reader.samples(
        FitKind.PRESSURE,
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

  private static Double millilitres(FitPoint point) {
    Double litres = point.value(0, 0, 100);
    return litres == null ? null : litres * ML_PER_L;
  }

  /** The latest one that can be read. */
  private static void height(Reader reader) {
    FitPoint[] latest = new FitPoint[1];
    reader.each(
        FitKind.HEIGHT,
        doc -> {
          FitPoint point = FitPoint.of(doc);
          Instant at = point.at();
          if (metres(point) != null && (latest[0] == null || at.isAfter(latest[0].at()))) {
            latest[0] = point;
          }
        });
    if (latest[0] != null) {
      reader
          .batch()
          .add(
              ProfileSummary.profile().height(Units.round(metres(latest[0]) * CM_PER_M)).build(),
              FitPoint.UNKNOWN);
    }
  }

  private static Double metres(FitPoint point) {
    return point.value(0, 0.2, 3);
  }
}
