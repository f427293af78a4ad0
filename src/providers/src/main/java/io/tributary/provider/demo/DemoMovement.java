package io.tributary.provider.demo;

import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/** Generates steps per quarter of an hour, values derived from them, and growing daily totals. */
final class DemoMovement {
  private static final Duration QUARTER = Duration.ofMinutes(15);
  private static final double METERS_PER_STEP = 0.72;
  private static final double KCAL_PER_STEP = 0.042;
  private static final int BRISK = 700;

  private DemoMovement() {}

  static void add(NormalizedBatch.Builder out, DemoDay day) {
    SplittableRandom dice = day.random("steps");
    Source source = day.provider().stepSource();
    int sum = 0;
    int floors = 0;
    int quarters = 0;
    int low = 0;
    int medium = 0;
    double basal = basalPerQuarter(day.person(), day.date().getYear());
    for (Instant at = day.start(); at.isBefore(day.end()); at = at.plus(QUARTER)) {
      Instant end = at.plus(QUARTER);
      int steps = steps(day, at, dice);
      boolean climbed = dice.nextInt(14) == 0 && steps > 0;
      if (!day.exists(end)) {
        break;
      }
      int offset = day.offset(at);
      quarters++;
      out.add(interval(Resource.CALORIES_BASAL, source, at, end, offset, basal));
      if (steps == 0) {
        continue;
      }
      sum += steps;
      out.add(interval(Resource.STEPS, source, at, end, offset, steps));
      out.add(interval(Resource.DISTANCE, source, at, end, offset, steps * METERS_PER_STEP));
      out.add(interval(Resource.CALORIES_ACTIVE, source, at, end, offset, steps * KCAL_PER_STEP));
      if (climbed) {
        floors++;
        out.add(interval(Resource.FLOORS_CLIMBED, source, at, end, offset, 1));
      }
      if (steps > BRISK) {
        medium += 15;
      } else {
        low += 15;
      }
    }
    if (quarters > 0) {
      out.add(
          ActivitySummary.on(day.date())
              .steps(sum)
              .distance(DemoPerson.round(sum * METERS_PER_STEP, 1))
              .caloriesActive(DemoPerson.round(sum * KCAL_PER_STEP, 1))
              .caloriesTotal(DemoPerson.round(sum * KCAL_PER_STEP + basal * quarters, 1))
              .floorsClimbed(floors)
              .low((double) low)
              .medium((double) medium)
              .high(0.0)
              .timeZone(day.person().zone().getId())
              .timezoneOffset(day.offset(day.start()))
              .heartRate(DemoHeart.dailyValues(day))
              .build(),
          day.provider().summarySource(day.provider().source(SourceType.MULTIPLE_SOURCES)));
    }
  }

  private static int steps(DemoDay day, Instant at, SplittableRandom dice) {
    int hour = day.wallClock(at).getHour();
    int luck = dice.nextInt(200);
    if (hour < 7 || hour > 21 || luck < 60) {
      return 0;
    }
    return day.person().dailySteps() * luck / 5000;
  }

  /** Returns the basal metabolic rate of a quarter of an hour by Mifflin–St Jeor, in kcal. */
  private static double basalPerQuarter(DemoPerson p, int year) {
    int age = year - p.birthDate().getYear();
    double perDay = 10 * p.weight() + 6.25 * p.height() - 5 * age + (p.female() ? -161 : 5);
    return DemoPerson.round(perDay / 96, 2);
  }

  private static Sample interval(
      Resource resource, Source source, Instant at, Instant end, int offset, double value) {
    return Sample.interval(resource, source, at, end, offset, DemoPerson.round(value, 2));
  }
}
