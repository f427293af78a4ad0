package io.tributary.provider.demo;

import io.tributary.model.BodySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import java.time.Instant;
import java.time.LocalTime;
import java.util.SplittableRandom;

/** Generates manual measurements and entries: weight, blood pressure and drinks. */
final class DemoScale {
  private DemoScale() {}

  static void add(NormalizedBatch.Builder out, DemoDay day) {
    SplittableRandom dice = day.random("scale");
    Instant at = day.at(LocalTime.of(7, 0)).plusSeconds(60L * dice.nextInt(40));
    double weight = DemoPerson.round(day.person().weight() + dice.nextInt(-12, 13) / 10.0, 1);
    double fat = 16 + (day.person().female() ? 8 : 0) + dice.nextInt(20) / 10.0;
    if (dice.nextInt(3) > 0 || !day.exists(at)) {
      return;
    }
    int offset = day.offset(at);
    Source source = day.provider().scaleSource();
    double meters = day.person().height() / 100.0;
    out.add(
        BodySummary.at(day.date(), at)
            .weight(weight)
            .fat(fat)
            .bodyMassIndex(DemoPerson.round(weight / (meters * meters), 1))
            .leanBodyMassKilogram(DemoPerson.round(weight * (1 - fat / 100), 1))
            .build(),
        day.provider().summarySource(source));
    out.add(Sample.point(Resource.WEIGHT, source, at, offset, weight));
    out.add(Sample.point(Resource.FAT, source, at, offset, fat));
    out.add(
        new Sample(
            Resource.BLOOD_PRESSURE,
            source,
            at,
            null,
            offset,
            108 + dice.nextInt(30),
            SampleExtras.diastolic(66 + dice.nextInt(20))));
  }

  static void addIntake(NormalizedBatch.Builder out, DemoDay day) {
    SplittableRandom dice = day.random("intake");
    Source source = day.provider().source(SourceType.APP);
    for (int hour = 8; hour <= 20; hour += 3) {
      Instant at = day.at(LocalTime.of(hour, dice.nextInt(60)));
      int millilitres = 150 + 50 * dice.nextInt(7);
      if (day.exists(at)) {
        int offset = day.offset(at);
        out.add(Sample.point(Resource.WATER, source, at, offset, millilitres));
        if (hour < 14) {
          out.add(Sample.interval(Resource.CAFFEINE, source, at, at, offset, 0.08));
        }
      }
    }
  }
}
