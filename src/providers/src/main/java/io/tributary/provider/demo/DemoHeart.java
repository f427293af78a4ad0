package io.tributary.provider.demo;

import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Generates a heart rate every five minutes: low at night, higher by day, highest during training.
 */
final class DemoHeart {
  private static final Duration STEP = Duration.ofMinutes(5);

  private DemoHeart() {}

  static void add(NormalizedBatch.Builder out, DemoDay day) {
    samples(day).forEach(out::add);
  }

  /** Returns the values of the day so far; null if there are none yet. */
  static ActivitySummary.HeartRate dailyValues(DemoDay day) {
    double[] bpm = samples(day).stream().mapToDouble(Sample::value).sorted().toArray();
    if (bpm.length == 0) {
      return null;
    }
    double sum = 0;
    for (double b : bpm) {
      sum += b;
    }
    return new ActivitySummary.HeartRate(
        DemoPerson.round(sum / bpm.length, 1),
        bpm[0],
        bpm[bpm.length - 1],
        (double) day.person().restingHeartRate(),
        null);
  }

  private static List<Sample> samples(DemoDay day) {
    SplittableRandom dice = day.random("heart");
    Source source = day.provider().source(SourceType.WATCH);
    List<Sample> out = new ArrayList<>();
    DemoTraining.Session session = DemoTraining.session(day);
    for (Instant at = day.start(); at.isBefore(day.end()); at = at.plus(STEP)) {
      int hour = day.wallClock(at).getHour();
      double bpm =
          day.person().restingHeartRate()
              + (hour < 7 || hour > 22 ? dice.nextInt(6) : 8 + dice.nextInt(24));
      if (session != null && !at.isBefore(session.start()) && at.isBefore(session.end())) {
        bpm = session.averageHr() - 8 + dice.nextInt(17);
      }
      if (day.exists(at)) {
        out.add(Sample.point(Resource.HEARTRATE, source, at, day.offset(at), bpm));
      }
    }
    return out;
  }
}
