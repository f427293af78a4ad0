package io.tributary.provider.garmin;

import io.tributary.model.BodySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.SampledSeries;
import java.time.temporal.ChronoUnit;

/** Converts single measurements, and readings by their offset from a start. */
final class GarminMeasures {
  private static final Source SCALE = Source.of(GarminNormalizer.SLUG, SourceType.SCALE);
  private static final Source CUFF = Source.of(GarminNormalizer.SLUG, SourceType.CUFF);
  private static final double GRAMS_PER_KG = 1000;
  private static final int DECIMALS = 6;

  /** Positive value below any real reading. */
  private static final double MIN_POSITIVE = 0.01;

  private GarminMeasures() {}

  /** Adds a body summary; shares of the weight are computed, and absent without the weight. */
  static void addBody(LenientJson doc, AccountContext facts, NormalizedBatch.Builder batch) {
    OffsetInstant at = GarminTime.measured(doc, facts);
    Double grams = doc.number("weightInGrams", 100, 1_000_000);
    Double fat = doc.number("bodyFatInPercent", MIN_POSITIVE, 100);
    Double water = doc.number("bodyWaterInPercent", MIN_POSITIVE, 100);
    if (grams == null && fat == null && water == null) {
      return; // The scale has measured nothing.
    }
    batch.add(
        BodySummary.at(at.date(), at.at())
            .weight(grams == null ? null : (Double) (grams / GRAMS_PER_KG))
            .fat(fat)
            .waterPercentage(water)
            .muscleMassPercentage(percentage(doc, "muscleMassInGrams", grams))
            .boneMassPercentage(percentage(doc, "boneMassInGrams", grams))
            .build(),
        SCALE);
  }

  private static Double percentage(LenientJson doc, String field, Double grams) {
    Double part = grams == null ? null : doc.number(field, MIN_POSITIVE, grams);
    return part == null ? null : Units.roundTo(part / grams * 100, DECIMALS);
  }

  static void addBloodPressure(
      LenientJson doc, AccountContext facts, NormalizedBatch.Builder batch) {
    OffsetInstant at = GarminTime.measured(doc, facts);
    Source source = "MANUAL".equalsIgnoreCase(doc.text("sourceType")) ? GarminNormalizer.APP : CUFF;
    Double systolic = doc.number("systolic", 1, 400);
    Double diastolic = doc.number("diastolic", 1, 400);
    if (systolic != null && diastolic != null) {
      batch.add(
          new Sample(
              Resource.BLOOD_PRESSURE,
              source,
              at.at(),
              null,
              at.offsetSeconds(),
              systolic,
              SampleExtras.diastolic(diastolic)));
    }
    Double pulse = doc.number("pulse", 1, 400);
    if (pulse != null) {
      batch.add(Sample.point(Resource.HEARTRATE, source, at.at(), at.offsetSeconds(), pulse));
    }
  }

  /** Adds the VO2 max of a day, at its start. */
  static void addVo2Max(LenientJson doc, AccountContext facts, NormalizedBatch.Builder batch) {
    Double value = doc.number("vo2Max", MIN_POSITIVE, 200);
    if (value != null) {
      OffsetInstant at = OffsetInstant.startOf(doc.requiredDay("calendarDate"), facts.zone());
      batch.add(
          Sample.point(
              Resource.VO2_MAX, GarminNormalizer.WATCH, at.at(), at.offsetSeconds(), value));
    }
  }

  /** Adds stress levels; a negative number is a reason for a missing value. */
  static void addStress(LenientJson doc, AccountContext facts, NormalizedBatch.Builder batch) {
    OffsetInstant start = GarminTime.start(doc, facts);
    addSamples(Resource.STRESS_LEVEL, doc, "timeOffsetStressLevelValues", start, 0, 100, batch);
  }

  static void addBloodOxygen(LenientJson doc, AccountContext facts, NormalizedBatch.Builder batch) {
    OffsetInstant start = GarminTime.start(doc, facts);
    addSamples(Resource.BLOOD_OXYGEN, doc, "timeOffsetSpo2Values", start, 1, 100, batch);
  }

  static void addRespiratoryRate(
      LenientJson doc, AccountContext facts, NormalizedBatch.Builder batch) {
    OffsetInstant start = GarminTime.start(doc, facts);
    addSamples(
        Resource.RESPIRATORY_RATE,
        doc,
        "timeOffsetEpochToBreaths",
        start,
        MIN_POSITIVE,
        100,
        batch);
  }

  static void addHrv(LenientJson doc, AccountContext facts, NormalizedBatch.Builder batch) {
    OffsetInstant start = GarminTime.start(doc, facts);
    addSamples(Resource.HRV, doc, "hrvValues", start, MIN_POSITIVE, 1000, batch);
  }

  /** Adds readings by seconds since a start; values outside the bounds are gaps. */
  static void addSamples(
      Resource resource,
      LenientJson doc,
      String field,
      OffsetInstant start,
      double low,
      double high,
      NormalizedBatch.Builder batch) {
    SampledSeries.keyedByTime(
        start.at(),
        ChronoUnit.SECONDS,
        doc.child(field),
        (at, value) -> {
          if (value >= low && value <= high) {
            batch.add(
                Sample.point(resource, GarminNormalizer.WATCH, at, start.offsetSeconds(), value));
          }
        });
  }
}
