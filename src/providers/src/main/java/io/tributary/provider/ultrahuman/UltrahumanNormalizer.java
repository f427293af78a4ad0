package io.tributary.provider.ultrahuman;

import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Converts Ultrahuman documents to normalized records. Stateless and thread-safe. It never throws;
 * a document that cannot be used is reported in the batch.
 */
final class UltrahumanNormalizer {
  static final String SLUG = "ultrahuman";

  /** Version of the mapping; increment it when the same documents produce different records. */
  static final int VERSION = 2;

  static final Source RING = Source.of(SLUG, SourceType.RING);
  private static final Source SENSOR = Source.of(SLUG, SourceType.AUTOMATIC);

  private static final double MIN_CELSIUS = 10;
  private static final double MAX_CELSIUS = 60;
  private static final double MAX_STEPS = 100_000;
  private static final Duration MAX_BUCKET = Duration.ofHours(1);

  private UltrahumanNormalizer() {}

  static NormalizedBatch normalise(
      UltrahumanFeed feed, DocumentSet documents, AccountContext facts) {
    NormalizedBatch.Builder batch = NormalizedBatch.builder();
    List<UltrahumanDay> days = days(UltrahumanDocumentKind.DAY, documents, facts, batch);
    UltrahumanSleep.NightTemperatures warmth = temperatures(days, documents, facts, batch);
    for (UltrahumanDay day : days) {
      addPoints(Resource.HEARTRATE, RING, day, day.readings("hr", 1, 400), null, batch);
      addPoints(Resource.HRV, RING, day, day.readings("hrv", 0.1, 1000), null, batch);
      addTemperatures(day, batch);
      addGlucose(day, batch);
      addSteps(day, batch);
      addActivity(day, batch);
      UltrahumanSleep.normalise(day, warmth, batch);
      Double fitness = day.value("vo2_max", 0.1, 200);
      if (fitness != null) {
        OffsetInstant noon = day.time().noon();
        batch.add(Sample.point(Resource.VO2_MAX, RING, noon.at(), noon.offsetSeconds(), fitness));
      }
    }
    return batch.build();
  }

  private static List<UltrahumanDay> days(
      UltrahumanDocumentKind kind,
      DocumentSet documents,
      AccountContext facts,
      NormalizedBatch.Builder batch) {
    List<UltrahumanDay> out = new ArrayList<>();
    for (LenientJson doc : documents.of(kind)) {
      try {
        out.add(new UltrahumanDay(doc, facts));
      } catch (IllegalArgumentException e) {
        batch.reject(kind.wire(), e.getMessage());
      }
    }
    return out;
  }

  private static UltrahumanSleep.NightTemperatures temperatures(
      List<UltrahumanDay> days,
      DocumentSet documents,
      AccountContext facts,
      NormalizedBatch.Builder batch) {
    NavigableMap<Instant, Double> readings = new TreeMap<>();
    Set<LocalDate> known = new HashSet<>();
    List<UltrahumanDay> all = new ArrayList<>(days);
    all.addAll(days(UltrahumanDocumentKind.EVENING, documents, facts, batch));
    for (UltrahumanDay day : all) {
      known.add(day.time().day());
      if (isCelsius(day)) {
        readings.putAll(day.readings("temp", MIN_CELSIUS, MAX_CELSIUS));
      }
    }
    return new UltrahumanSleep.NightTemperatures(readings, known);
  }

  private static boolean isCelsius(UltrahumanDay day) {
    String unit = day.unit("temp");
    return unit == null || Set.of("c", "°c", "celsius").contains(unit);
  }

  private static void addTemperatures(UltrahumanDay day, NormalizedBatch.Builder batch) {
    if (!isCelsius(day)) {
      batch.reject("temp", "unit is unknown");
      return;
    }
    addPoints(
        Resource.BODY_TEMPERATURE,
        RING,
        day,
        day.readings("temp", MIN_CELSIUS, MAX_CELSIUS),
        SampleExtras.sensorLocation("finger"),
        batch);
  }

  private static void addGlucose(UltrahumanDay day, NormalizedBatch.Builder batch) {
    String unit = day.unit("glucose");
    UnaryOperator<Double> mmol =
        switch (unit == null ? "mg/dl" : unit) {
          case "mg/dl" -> Units::glucoseMmolPerLitre;
          case "mmol/l" -> v -> v;
          default -> null;
        };
    if (mmol == null) {
      batch.reject("glucose", "unit is unknown");
      return;
    }
    NavigableMap<Instant, Double> readings = day.readings("glucose", 0.1, 2000);
    readings.replaceAll((at, value) -> mmol.apply(value));
    SampleExtras type = SampleExtras.type(SENSOR.type().wire());
    addPoints(Resource.GLUCOSE, SENSOR, day, readings, type, batch);
  }

  private static void addPoints(
      Resource resource,
      Source source,
      UltrahumanDay day,
      NavigableMap<Instant, Double> readings,
      SampleExtras extras,
      NormalizedBatch.Builder batch) {
    readings.forEach(
        (at, value) -> {
          Integer offset = day.time().at(at).offsetSeconds();
          Sample sample = Sample.point(resource, source, at, offset, value);
          batch.add(extras == null ? sample : sample.withExtras(extras));
        });
  }

  /**
   * Adds step buckets. Their length is unknown, but none is longer than the shortest time between
   * two.
   */
  private static void addSteps(UltrahumanDay day, NormalizedBatch.Builder batch) {
    NavigableMap<Instant, Double> buckets = day.readings("steps", 0, MAX_STEPS);
    Duration length = MAX_BUCKET.plusSeconds(1);
    Instant before = null;
    for (Instant at : buckets.keySet()) {
      Duration apart = before == null ? length : Duration.between(before, at);
      length = apart.compareTo(length) < 0 ? apart : length;
      before = at;
    }
    Duration known = length.compareTo(MAX_BUCKET) > 0 ? Duration.ZERO : length;
    buckets.forEach(
        (at, value) ->
            batch.add(
                Sample.interval(
                    Resource.STEPS,
                    RING,
                    at,
                    at.plus(known),
                    day.time().at(at).offsetSeconds(),
                    value)));
  }

  private static void addActivity(UltrahumanDay day, NormalizedBatch.Builder batch) {
    NavigableMap<Instant, Double> buckets = day.readings("steps", 0, MAX_STEPS);
    boolean counted = !buckets.isEmpty();
    Double minutes = day.value("active_minutes", 0, 1500);
    if (!counted && minutes == null) {
      return;
    }
    double steps = buckets.values().stream().mapToDouble(Double::doubleValue).sum();
    batch.add(
        ActivitySummary.on(day.time().day())
            .timezoneOffset(day.time().offset())
            .steps(counted ? Units.round(steps) : null)
            .medium(minutes)
            .build(),
        RING);
  }
}
