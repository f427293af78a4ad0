package io.tributary.provider.googlefit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Json;
import io.tributary.model.ActivitySummary;
import io.tributary.model.BodySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Sample;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.model.SleepType;
import io.tributary.model.SourceType;
import io.tributary.model.Sports;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Vendor documents and the expected records, computed by hand. */
class GoogleFitNormalizerTest {
  private static AccountContext facts(String zone) {
    return new AccountContext(
        Optional.ofNullable(zone).map(ZoneId::of),
        Instant.parse("2026-02-20T23:30:00Z"),
        Optional.empty());
  }

  private static <T> T only(NormalizedBatch batch, Class<T> type) {
    List<T> all =
        batch.summaries().stream()
            .map(s -> s.summary())
            .filter(type::isInstance)
            .map(type::cast)
            .toList();
    assertEquals(1, all.size());
    return all.getFirst();
  }

  private static DocumentSet docs(Object... kindAndText) {
    DocumentSet out = new DocumentSet();
    for (int i = 0; i < kindAndText.length; i += 2) {
      out.add((GoogleFitDocumentKind) kindAndText[i], Json.parse((String) kindAndText[i + 1]));
    }
    return out;
  }

  /** Returns a bucket that a single point fills. */
  private static String bucket(String from, String to, String value) {
    return bucket(from, to, from, to, value);
  }

  private static String bucket(String from, String to, String first, String last, String value) {
    return "{\"startTimeMillis\":\"%s000\",\"endTimeMillis\":\"%s000\",\"dataset\":[{\"dataSourceId\":\"d\",\"point\":[{\"startTimeNanos\":\"%s000000000\",\"endTimeNanos\":\"%s000000000\",\"value\":[%s]}]}]}"
        .formatted(sec(from), sec(to), sec(first), sec(last), value);
  }

  private static String point(String device, String from, String to, String value) {
    return "{%s\"point\":{\"startTimeNanos\":\"%s000000000\",\"endTimeNanos\":\"%s000000000\",\"value\":[%s]}}"
        .formatted(
            device == null ? "" : "\"device_type\":\"" + device + "\",", sec(from), sec(to), value);
  }

  private static long sec(String at) {
    return Instant.parse(at).getEpochSecond();
  }

  private static String fp(double... values) {
    return String.join(
        ",", Arrays.stream(values).mapToObj(v -> "{\"fpVal\":" + v + ",\"mapVal\":[]}").toList());
  }

  private static String session(String id, int type, String from, String to) {
    return "{\"id\":\"%s\",\"name\":\"N\",\"activityType\":%d,\"startTimeMillis\":\"%s000\",\"endTimeMillis\":\"%s000\",\"activeTimeMillis\":\"1500000\"}"
        .formatted(id, type, sec(from), sec(to));
  }

  @Test
  void aDayIsThatOfTheZoneAndItsActiveCaloriesAreThoseAboveRest() {
    String from = "2026-03-01T23:00:00Z";
    String to = "2026-03-02T23:00:00Z";
    ActivitySummary day =
        only(
            GoogleFitNormalizer.normalise(
                GoogleFitFeed.ACTIVITY,
                docs(
                    GoogleFitDocumentKind.DAY_STEPS,
                        bucket(from, to, "{\"intVal\":8421,\"mapVal\":[]}"),
                    GoogleFitDocumentKind.DAY_EXPENDED, bucket(from, to, fp(2400.5)),
                    GoogleFitDocumentKind.DAY_BMR, bucket(from, to, fp(1600, 1600, 1600)),
                    GoogleFitDocumentKind.DAY_DISTANCE, bucket(from, to, fp(6120.25))),
                facts("Europe/Paris")),
            ActivitySummary.class);
    assertEquals(LocalDate.parse("2026-03-02"), day.calendarDate());
    assertEquals("Europe/Paris", day.timeZone());
    assertEquals(3600, day.timezoneOffset());
    assertEquals(8421, day.steps());
    assertEquals(6120.25, day.distance());
    assertEquals(2400.5, day.caloriesTotal());
    assertEquals(800.5, day.caloriesActive(), 1e-9);
  }

  @Test
  void restCountsForAsLongAsTheDayHasRunAndADayOf23HoursHasLessOfIt() {
    GoogleFitBucket half =
        GoogleFitBucket.of(
            docs(
                    GoogleFitDocumentKind.DAY_EXPENDED,
                    bucket(
                        "2026-03-02T00:00:00Z",
                        "2026-03-03T00:00:00Z",
                        "2026-03-02T00:00:00Z",
                        "2026-03-02T12:00:00Z",
                        fp(1000)))
                .of(GoogleFitDocumentKind.DAY_EXPENDED)
                .getFirst());
    assertEquals(200.0, half.activeCalories(1600.0), 1e-9);
    assertNull(half.activeCalories(null));
    assertNull(half.activeCalories(2400.0));
    assertEquals(0.0, half.activeCalories(2000.5), 1e-9);
    String from = "2026-03-28T23:00:00Z";
    String to = "2026-03-29T22:00:00Z";
    ActivitySummary day =
        only(
            GoogleFitNormalizer.normalise(
                GoogleFitFeed.ACTIVITY,
                docs(
                    GoogleFitDocumentKind.DAY_EXPENDED, bucket(from, to, fp(2300)),
                    GoogleFitDocumentKind.DAY_BMR, bucket(from, to, fp(2400, 2400, 2400))),
                facts("Europe/Paris")),
            ActivitySummary.class);
    assertEquals(LocalDate.parse("2026-03-29"), day.calendarDate());
    assertEquals(3600, day.timezoneOffset());
    assertEquals(0.0, day.caloriesActive(), 1e-9);
    assertNull(day.steps());
  }

  @Test
  void withoutAZoneADayIsThatOfUtcAndWhatIsOnlyRestMakesNone() {
    String from = "2026-03-02T00:00:00Z";
    String to = "2026-03-03T00:00:00Z";
    ActivitySummary day =
        only(
            GoogleFitNormalizer.normalise(
                GoogleFitFeed.ACTIVITY,
                docs(GoogleFitDocumentKind.DAY_STEPS, bucket(from, to, "{\"intVal\":0}")),
                facts(null)),
            ActivitySummary.class);
    assertEquals("UTC", day.timeZone());
    assertEquals(0, day.timezoneOffset());
    assertEquals(0, day.steps());
    assertNull(day.caloriesTotal());
    assertTrue(
        GoogleFitNormalizer.normalise(
                GoogleFitFeed.ACTIVITY,
                docs(GoogleFitDocumentKind.DAY_BMR, bucket(from, to, fp(1600))),
                facts(null))
            .isEmpty());
  }

  @Test
  void quartersOfAnHourAreSamplesWithoutOffset() {
    NormalizedBatch batch =
        GoogleFitNormalizer.normalise(
            GoogleFitFeed.ENERGY,
            docs(
                GoogleFitDocumentKind.EXPENDED,
                bucket("2026-03-02T10:00:00Z", "2026-03-02T10:15:00Z", fp(40)),
                GoogleFitDocumentKind.BMR,
                bucket("2026-03-02T00:00:00Z", "2026-03-03T00:00:00Z", fp(960))),
            facts("Europe/Paris"));
    Sample sample = batch.samples().getFirst();
    assertEquals(30.0, sample.value(), 1e-9);
    assertEquals(Instant.parse("2026-03-02T10:15:00Z"), sample.end());
    assertNull(sample.offsetSeconds());
  }

  @Test
  void pointsTellTheirDeviceAndOneMomentIsOneSample() {
    String at = "2026-03-02T10:00:00Z";
    NormalizedBatch batch =
        GoogleFitNormalizer.normalise(
            GoogleFitFeed.HEART,
            docs(
                GoogleFitDocumentKind.HEART, point("watch", at, at, fp(61)),
                GoogleFitDocumentKind.HEART, point("watch", at, at, fp(62)),
                GoogleFitDocumentKind.HEART, point("phone", at, at, fp(63)),
                GoogleFitDocumentKind.HEART, point("tablet", at, at, fp(64)),
                GoogleFitDocumentKind.HEART,
                    point(null, "2026-03-02T10:01:00Z", "2026-03-02T10:01:00Z", fp(0)),
                GoogleFitDocumentKind.HEART, "{\"point\":{\"value\":[{\"fpVal\":70}]}}"),
            facts("Europe/Paris"));
    assertEquals(
        List.of(SourceType.WATCH, SourceType.PHONE, SourceType.UNKNOWN),
        batch.samples().stream().map(s -> s.source().type()).toList());
    assertEquals(List.of(61.0, 63.0, 64.0), batch.samples().stream().map(Sample::value).toList());
    assertNull(batch.samples().getFirst().offsetSeconds());
    assertEquals(1, batch.refused().size());
  }

  @Test
  void unitsAreOurs() {
    String at = "2026-03-02T23:30:00Z";
    assertEquals(
        250.0,
        GoogleFitNormalizer.normalise(
                GoogleFitFeed.WATER,
                docs(GoogleFitDocumentKind.WATER, point(null, at, at, fp(0.25))),
                facts(null))
            .samples()
            .getFirst()
            .value(),
        1e-9);
    Sample pressure =
        GoogleFitNormalizer.normalise(
                GoogleFitFeed.PRESSURE,
                docs(
                    GoogleFitDocumentKind.PRESSURE, point(null, at, at, fp(121, 79)),
                    GoogleFitDocumentKind.PRESSURE,
                        point(null, "2026-03-02T23:40:00Z", at, fp(121))),
                facts(null))
            .samples()
            .getFirst();
    assertEquals(121.0, pressure.value());
    assertEquals(79.0, pressure.extras().diastolic());
    assertEquals(
        178,
        only(
                GoogleFitNormalizer.normalise(
                    GoogleFitFeed.PROFILE,
                    docs(
                        GoogleFitDocumentKind.HEIGHT, point(null, at, at, fp(1.78)),
                        GoogleFitDocumentKind.HEIGHT,
                            point(null, "2025-03-02T23:30:00Z", at, fp(1.5))),
                    facts(null)),
                ProfileSummary.class)
            .height());
    NormalizedBatch body =
        GoogleFitNormalizer.normalise(
            GoogleFitFeed.BODY,
            docs(
                GoogleFitDocumentKind.WEIGHT, point(null, at, at, fp(71.5)),
                GoogleFitDocumentKind.FAT, point(null, at, at, fp(22.5))),
            facts("Europe/Paris"));
    BodySummary summary = only(body, BodySummary.class);
    assertEquals(LocalDate.parse("2026-03-03"), summary.calendarDate());
    assertEquals(71.5, summary.weight());
    assertEquals(22.5, summary.fat());
    assertEquals(2, body.samples().size());
  }

  @Test
  void aNightHasTheSegmentsThatLieInIt() {
    NormalizedBatch batch =
        GoogleFitNormalizer.normalise(
            GoogleFitFeed.SLEEP,
            docs(
                GoogleFitDocumentKind.SLEEP,
                    session("s1", 72, "2026-03-01T22:00:00Z", "2026-03-02T04:00:00Z"),
                GoogleFitDocumentKind.SEGMENT,
                    segment(1, "2026-03-01T22:00:00Z", "2026-03-01T22:10:00Z"),
                GoogleFitDocumentKind.SEGMENT,
                    segment(4, "2026-03-01T22:10:00Z", "2026-03-02T00:10:00Z"),
                // Another source reports the same segment.
                GoogleFitDocumentKind.SEGMENT,
                    segment(2, "2026-03-01T22:10:00Z", "2026-03-02T00:00:00Z"),
                GoogleFitDocumentKind.SEGMENT,
                    segment(5, "2026-03-02T00:10:00Z", "2026-03-02T01:10:00Z"),
                GoogleFitDocumentKind.SEGMENT,
                    segment(6, "2026-03-02T01:10:00Z", "2026-03-02T01:40:00Z"),
                GoogleFitDocumentKind.SEGMENT,
                    segment(3, "2026-03-02T01:40:00Z", "2026-03-02T01:50:00Z"),
                GoogleFitDocumentKind.SEGMENT,
                    segment(2, "2026-03-02T01:50:00Z", "2026-03-02T04:30:00Z"),
                GoogleFitDocumentKind.SEGMENT,
                    segment(4, "2026-03-02T14:00:00Z", "2026-03-02T15:00:00Z"),
                GoogleFitDocumentKind.SLEEP_HEART,
                    "{\"session_id\":\"s1\","
                        + bucket("2026-03-01T22:00:00Z", "2026-03-02T04:00:00Z", fp(55.4, 80, 47))
                            .substring(1)),
            facts("Europe/Paris"));
    SleepSummary sleep = only(batch, SleepSummary.class);
    assertEquals(LocalDate.parse("2026-03-02"), sleep.calendarDate());
    assertEquals(3600, sleep.timezoneOffset());
    assertEquals(SleepType.LONG_SLEEP, sleep.type());
    assertEquals(7200, sleep.light());
    assertEquals(3600, sleep.deep());
    assertEquals(1800, sleep.rem());
    assertEquals(1200, sleep.awake());
    assertEquals(12600, sleep.total());
    assertEquals(21600, sleep.duration());
    assertEquals(55, sleep.hrAverage());
    assertEquals(47, sleep.hrLowest());
    SleepCycleSummary cycle = only(batch, SleepCycleSummary.class);
    assertEquals(
        List.of(
            SleepStage.AWAKE,
            SleepStage.LIGHT,
            SleepStage.DEEP,
            SleepStage.REM,
            SleepStage.AWAKE,
            SleepStage.UNKNOWN),
        cycle.stageType());
    assertEquals(21600, cycle.stageEndOffsetSecond().getLast());
  }

  private static String segment(int code, String from, String to) {
    return point(null, from, to, "{\"intVal\":" + code + ",\"mapVal\":[]}");
  }

  @Test
  void sleepOfNoKnownDepthIsSleepAllTheSame() {
    SleepSummary sleep =
        only(
            GoogleFitNormalizer.normalise(
                GoogleFitFeed.SLEEP,
                docs(
                    GoogleFitDocumentKind.SLEEP,
                    session("s2", 72, "2026-03-01T22:00:00Z", "2026-03-02T02:00:00Z"),
                    GoogleFitDocumentKind.SEGMENT,
                    segment(2, "2026-03-01T22:00:00Z", "2026-03-02T02:00:00Z")),
                facts(null)),
            SleepSummary.class);
    assertEquals(14400, sleep.total());
    assertEquals(0, sleep.light());
    assertNull(sleep.timezoneOffset());
    assertEquals(SleepType.LONG_SLEEP, sleep.type());
  }

  @Test
  void aWorkoutHasTheSumsOverItsOwnTime() {
    String from = "2026-03-02T23:50:00Z";
    String to = "2026-03-03T00:20:00Z";
    WorkoutSummary workout =
        only(
            GoogleFitNormalizer.normalise(
                GoogleFitFeed.WORKOUTS,
                docs(
                    GoogleFitDocumentKind.WORKOUT, session("w1", 8, from, to),
                    GoogleFitDocumentKind.WORKOUT_EXPENDED,
                        "{\"session_id\":\"w1\"," + bucket(from, to, fp(310.5)).substring(1),
                    GoogleFitDocumentKind.WORKOUT_DISTANCE,
                        "{\"session_id\":\"other\"," + bucket(from, to, fp(9000)).substring(1),
                    GoogleFitDocumentKind.WORKOUT_HEART,
                        "{\"session_id\":\"w1\","
                            + bucket(from, to, fp(141.6, 178, 90)).substring(1)),
                facts(null)),
            WorkoutSummary.class);
    assertEquals("w1", workout.providerId());
    assertEquals(LocalDate.parse("2026-03-02"), workout.calendarDate());
    assertEquals(Sports.of("running"), workout.sport());
    assertEquals(1500, workout.movingTime());
    assertEquals(310.5, workout.calories());
    assertNull(workout.distance());
    assertEquals(142, workout.averageHr());
    assertEquals(178, workout.maxHr());
    assertNull(workout.timezoneOffset());
  }

  @Test
  void theMergedSourceStandsForAllOthers() {
    String raw = "raw:com.google.weight:com.example:scale:1:";
    String rest = "derived:com.google.heart_rate.bpm:com.google.android.gms:resting<-merge_bpm";
    String merged = "derived:com.google.weight:com.google.android.gms:merge_weight";
    assertEquals(List.of(merged), GoogleFitDataSources.select(List.of(raw, merged)));
    assertEquals(List.of(raw), GoogleFitDataSources.select(List.of(raw, rest)));
    assertEquals(List.of(rest), GoogleFitDataSources.select(List.of(rest)));
  }
}
