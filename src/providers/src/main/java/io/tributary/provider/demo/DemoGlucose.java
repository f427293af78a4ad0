package io.tributary.provider.demo;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Generates glucose readings and diary entries. As at the real provider, times are the wearer's
 * wall clock written as UTC without offset, and diary entries are at the start of their hour.
 */
final class DemoGlucose {
  private static final List<Integer> MEALS = List.of(8, 13, 19);
  private static final int QUARTERS = 96;

  private DemoGlucose() {}

  static void add(NormalizedBatch.Builder out, DemoDay day) {
    SplittableRandom dice = day.random("glucose");
    double[] peaks = {dice.nextDouble(1, 4), dice.nextDouble(1, 4), dice.nextDouble(1, 4)};
    for (int q = 0; q < QUARTERS; q++) {
      double value = level(q / 4.0, peaks) + dice.nextInt(-3, 4) / 10.0;
      reading(out, day, LocalTime.of(q / 4, q % 4 * 15), value, SourceType.AUTOMATIC, "automatic");
    }
    for (int meal : MEALS) {
      LocalTime time = LocalTime.of(meal, 1 + dice.nextInt(58));
      double value = level(meal + time.getMinute() / 60.0, peaks) + dice.nextInt(-2, 3) / 10.0;
      reading(out, day, time, value, SourceType.MANUAL_SCAN, "manual_scan");
    }
  }

  static void addDiary(NormalizedBatch.Builder out, DemoDay day) {
    SplittableRandom dice = day.random("diary");
    Source source = day.provider().source(SourceType.MANUAL_SCAN);
    for (int meal : MEALS) {
      LocalTime time = LocalTime.of(meal, 0);
      int grams = 25 + 5 * dice.nextInt(12);
      boolean noted = dice.nextInt(4) == 0;
      if (!exists(day, time)) {
        continue;
      }
      Instant at = floating(day, time);
      out.add(Sample.interval(Resource.CARBOHYDRATES, source, at, at, null, grams));
      out.add(
          new Sample(
              Resource.INSULIN_INJECTION,
              source,
              at,
              at,
              null,
              Math.max(1, grams / 12),
              SampleExtras.insulin("rapid_acting", "bolus", "standard", "meal")));
      if (noted) {
        out.add(
            new Sample(
                Resource.NOTE,
                source,
                at,
                at,
                null,
                0,
                SampleExtras.note("Ate out", List.of("food"))));
      }
    }
  }

  private static void reading(
      NormalizedBatch.Builder out,
      DemoDay day,
      LocalTime time,
      double mmolPerLitre,
      SourceType source,
      String type) {
    if (exists(day, time)) {
      out.add(
          new Sample(
              Resource.GLUCOSE,
              day.provider().source(source),
              floating(day, time),
              null,
              null,
              DemoPerson.round(mmolPerLitre, 1),
              SampleExtras.type(type)));
    }
  }

  /** Returns a level that rises after each meal and falls back within three hours. */
  private static double level(double hour, double[] peaks) {
    double out = 5.1;
    for (int i = 0; i < peaks.length; i++) {
      double since = hour - MEALS.get(i);
      if (since > 0 && since < 3) {
        out += peaks[i] * Math.sin(Math.PI * since / 3);
      }
    }
    return out;
  }

  private static boolean exists(DemoDay day, LocalTime time) {
    return day.exists(day.at(time));
  }

  private static Instant floating(DemoDay day, LocalTime time) {
    return LocalDateTime.of(day.date(), time).toInstant(ZoneOffset.UTC);
  }
}
