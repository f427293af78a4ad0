package io.tributary.read;

import io.tributary.ingest.TestUser;
import io.tributary.model.ActivitySummary;
import io.tributary.model.BodySummary;
import io.tributary.model.ElectrocardiogramSummary;
import io.tributary.model.MealSummary;
import io.tributary.model.MenstrualCycleSummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.model.SleepType;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.SourcedSummary;
import io.tributary.model.WorkoutSummary;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/** Test data of the read tests and the paths to read it. */
final class ReadFixture {
  static final Source WATCH = Source.of("fitbit", SourceType.WATCH);
  static final Source RING = Source.of("oura", SourceType.RING);
  static final LocalDate DAY = LocalDate.parse("2026-03-01");
  static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  static final String MARCH = "?start_date=2026-03-01&end_date=2026-03-31";

  private ReadFixture() {}

  /** Returns a summary of each type, all of one day. */
  static List<SourcedSummary> oneOfEach() {
    NormalizedBatch.Builder b = NormalizedBatch.builder();
    b.add(ActivitySummary.on(DAY).steps(10).timezoneOffset(3600).build(), WATCH);
    b.add(BodySummary.at(DAY, NOON).weight(70.5).build(), WATCH);
    b.add(MealSummary.of(NOON, DAY, "lunch").build(), WATCH.withAppId("app"));
    b.add(
        SleepSummary.of(DAY, NOON.minusSeconds(30_000), NOON, SleepType.LONG_SLEEP).build(), WATCH);
    b.add(
        SleepCycleSummary.of("2026-03-01T03:40:00+00:00", NOON.minusSeconds(30_000), NOON)
            .stage(SleepStage.DEEP, 0, 60)
            .build(),
        WATCH);
    b.add(WorkoutSummary.of("w1", DAY, NOON, NOON.plusSeconds(60)).build(), WATCH);
    b.add(MenstrualCycleSummary.from(DAY).build(), WATCH);
    b.add(ElectrocardiogramSummary.of(NOON, NOON.plusSeconds(30), 15000).build(), WATCH);
    b.add(ProfileSummary.profile().height(180).build(), WATCH);
    return b.build().summaries();
  }

  /** Returns the path of the user's grouped heart rate. */
  static String bpm(TestUser p, String query) {
    return "/v2/timeseries/" + p.id + "/heartrate/grouped" + query;
  }

  /** Returns one reading every second, in seconds after noon. */
  static NormalizedBatch heartRates(int from, int to, Source source) {
    NormalizedBatch.Builder b = NormalizedBatch.builder();
    for (int i = from; i < to; i++) {
      b.add(Sample.point(Resource.HEARTRATE, source, NOON.plusSeconds(i), 3600, 60 + i % 40));
    }
    return b.build();
  }
}
