package io.tributary.provider.oura;

import static io.tributary.provider.VendorDocumentReader.json;
import static io.tributary.provider.oura.OuraFixture.NO_ZONE;
import static io.tributary.provider.oura.OuraFixture.USER;
import static io.tributary.provider.oura.OuraFixture.batch;
import static io.tributary.provider.oura.OuraFixture.samples;
import static io.tributary.provider.oura.OuraFixture.summaries;
import static io.tributary.provider.oura.OuraFixture.wire;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.DeviceDescription;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SourceType;
import io.tributary.model.SourcedSummary;
import io.tributary.provider.document.DocumentSet;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rows of the normalization table for a regular window. */
class OuraNormalizerTest {
  private static final LocalDate DAY = LocalDate.parse("2026-03-02");

  @Test
  void aDayOfActivity() {
    SourcedSummary activity =
        summaries(batch(OuraFeed.ACTIVITY, "window"), Resource.ACTIVITY).getFirst();
    assertEquals(
        json(
            """
            {"calendar_date":"2026-03-02","date":"2026-03-02T00:00:00+00:00",
             "calories_total":2417,"calories_active":431,"steps":7412,"distance":6105,
             "low":225,"medium":30.5,"high":1,"timezone_offset":7200,"time_zone":null,
             "floors_climbed":null,"wheelchair_push":null,"wheelchair_use":null,
             "daily_movement":null,"heart_rate":null}
            """),
        wire(activity));
    assertEquals("2026-03-02", activity.summary().providerKey());
    assertEquals(SourceType.RING, activity.source().type());
    assertEquals("oura", activity.source().provider());
  }

  @Test
  void aNightJoinsTheScoresOfItsDay() {
    SourcedSummary night = summaries(batch(OuraFeed.SLEEP, "window"), Resource.SLEEP).getFirst();
    assertEquals(
        json(
            """
            {"calendar_date":"2026-03-02","date":"2026-03-02T00:00:00+00:00",
             "bedtime_start":"2026-03-01T21:10:00+00:00","bedtime_stop":"2026-03-02T04:40:00+00:00",
             "type":"long_sleep","timezone_offset":7200,"duration":27000,"total":25200,
             "awake":1800,"light":13800,"rem":5400,"deep":6000,"score":86,
             "recovery_readiness_score":81,"hr_lowest":47,"hr_average":55,"hr_resting":null,
             "efficiency":93,"latency":540,"temperature_delta":-0.12,"skin_temperature":null,
             "hr_dip":null,"state":null,"average_hrv":61,"respiratory_rate":14.25,
             "sleep_stream":null}
            """),
        wire(night));
    assertEquals("s-71", night.summary().providerKey());
  }

  @Test
  void typesMapAndRestAndDeletedAreLeftOut() {
    List<SourcedSummary> nights = summaries(batch(OuraFeed.SLEEP, "window"), Resource.SLEEP);
    assertEquals(
        List.of("s-71 long_sleep", "s-72 short_sleep", "s-73 acknowledged_nap"),
        nights.stream()
            .map(n -> n.summary().providerKey() + " " + wire(n).get("type").asText())
            .toList());
  }

  @Test
  void theDailyScoresBelongToTheLongSleepOnly() {
    JsonNode nap = wire(summaries(batch(OuraFeed.SLEEP, "window"), Resource.SLEEP).get(1));
    assertTrue(nap.get("score").isNull());
    assertTrue(nap.get("recovery_readiness_score").isNull());
    assertTrue(nap.get("temperature_delta").isNull());
  }

  @Test
  void theAppsHypnogramWinsAndRunsAreJoined() {
    List<SourcedSummary> cycles = summaries(batch(OuraFeed.SLEEP, "window"), Resource.SLEEP_CYCLE);
    JsonNode cycle = wire(cycles.getFirst());
    assertEquals("[4,2,1,3,2,4,1,3,2,4]", cycle.get("stage_type").toString());
    assertEquals(
        "[0,600,6600,10200,12000,16800,17100,19500,23100,26100]",
        cycle.get("stage_start_offset_second").toString());
    assertEquals(
        "[600,6600,10200,12000,16800,17100,19500,23100,26100,27000]",
        cycle.get("stage_end_offset_second").toString());
    assertEquals("2026-03-01T21:10:00+00:00", cycle.get("session_start").asText());
    assertEquals("2026-03-02T04:40:00+00:00", cycle.get("session_end").asText());
    assertTrue(cycle.get("time_zone").isNull());
    assertEquals(2, cycles.size()); // the nap has no phases
    assertEquals("[4,2,4]", wire(cycles.get(1)).get("stage_type").toString());
  }

  @Test
  void aHypnogramPointsAtItsSleep() {
    NormalizedBatch batch = batch(OuraFeed.SLEEP, "window");
    assertEquals(
        summaries(batch, Resource.SLEEP).getFirst().id(USER).toString(),
        wire(summaries(batch, Resource.SLEEP_CYCLE).getFirst()).get("sleep_id").asText());
  }

  @Test
  void heartRateVariabilitySkipsGaps() {
    List<Sample> hrv = samples(batch(OuraFeed.SLEEP, "window"), Resource.HRV);
    assertEquals(2, hrv.size());
    assertEquals(
        json(
            """
            {"id":null,"timestamp":"2026-03-01T21:15:00+00:00","timezone_offset":7200,
             "type":null,"unit":"rmssd","value":48}
            """),
        wire(hrv.getFirst()));
    assertEquals("2026-03-01T21:25:00+00:00", wire(hrv.get(1)).get("timestamp").asText());
  }

  @Test
  void aNightHasOneBreathingRateAtItsEnd() {
    List<Sample> breath = samples(batch(OuraFeed.SLEEP, "window"), Resource.RESPIRATORY_RATE);
    assertEquals(2, breath.size()); // the night and the nap; the short sleep has no value
    assertEquals(
        json(
            """
            {"id":null,"timestamp":"2026-03-02T04:40:00+00:00","timezone_offset":7200,
             "type":null,"unit":"bpm","value":14.25}
            """),
        wire(breath.getFirst()));
  }

  @Test
  void aTemperatureDeviationSpansItsNight() {
    List<Sample> delta = samples(batch(OuraFeed.SLEEP, "window"), Resource.BODY_TEMPERATURE_DELTA);
    assertEquals(1, delta.size());
    assertEquals(
        json(
            """
            {"id":null,"timestamp":"2026-03-01T21:10:00+00:00","timezone_offset":7200,
             "start":"2026-03-01T21:10:00+00:00","end":"2026-03-02T04:40:00+00:00",
             "type":null,"unit":"°C","value":-0.12,"sensor_location":"finger"}
            """),
        wire(delta.getFirst()));
  }

  @Test
  void heartRatesComeFromBothPlacesOnceEach() {
    List<Sample> rates = samples(batch(OuraFeed.HEARTRATE, "window"), Resource.HEARTRATE);
    assertEquals(
        List.of(
            "2026-03-01T21:15:00Z 57.0 7200", // in both documents: the collection wins
            "2026-03-01T21:20:00Z 54.0 7200", // only in the sleep document
            "2026-03-02T10:00:00Z 61.0 7200", // the day has a sleep and an activity
            "2026-03-02T21:30:00Z 63.0 7200", // 23:30 local, still that day
            "2026-03-02T22:30:00Z 66.0 null"), // 00:30 of a day without documents
        rates.stream().map(s -> s.at() + " " + s.value() + " " + s.offsetSeconds()).toList());
    assertTrue(rates.stream().allMatch(s -> s.source().type() == SourceType.RING));
  }

  @Test
  void theSleepFeedMakesNoHeartRates() {
    assertEquals(List.of(), samples(batch(OuraFeed.SLEEP, "window"), Resource.HEARTRATE));
  }

  @Test
  void bloodOxygenIsStampedAtTheEndOfTheLongSleep() {
    NormalizedBatch batch = batch(OuraFeed.SPO2, "window");
    assertEquals(1, batch.samples().size());
    assertEquals(
        json(
            """
            {"id":null,"timestamp":"2026-03-02T04:40:00+00:00","timezone_offset":7200,
             "type":null,"unit":"%","value":96.8}
            """),
        wire(batch.samples().getFirst()));
    assertEquals(List.of("daily_spo2: no sleep record for that day"), batch.refused());
  }

  @Test
  void maximalOxygenUptakeIsMomentary() {
    List<Sample> vo2 = batch(OuraFeed.VO2, "window").samples();
    assertEquals(1, vo2.size());
    assertEquals(
        json(
            """
            {"id":null,"timestamp":"2026-03-02T06:00:00+00:00","timezone_offset":7200,
             "start":"2026-03-02T06:00:00+00:00","end":"2026-03-02T06:00:00+00:00",
             "type":null,"unit":"mL/kg/min","value":44.1}
            """),
        wire(vo2.getFirst()));
  }

  @Test
  void aWorkout() {
    SourcedSummary run = batch(OuraFeed.WORKOUT, "window").summaries().getFirst();
    JsonNode wire = wire(run);
    assertEquals("w-1", wire.get("provider_id").asText());
    assertEquals("Lunch run", wire.get("title").asText());
    assertEquals("2026-03-02", wire.get("calendar_date").asText());
    assertEquals("2026-03-02T10:00:00+00:00", wire.get("time_start").asText());
    assertEquals("2026-03-02T10:31:30+00:00", wire.get("time_end").asText());
    assertEquals(7200, wire.get("timezone_offset").asInt());
    assertEquals("running", wire.get("sport").get("slug").asText());
    assertEquals(312.4, wire.get("calories").asDouble());
    assertEquals(5200, wire.get("distance").asDouble());
    for (String unknown : List.of("hr_zones", "average_hr", "moving_time", "map", "steps")) {
      assertTrue(wire.get(unknown).isNull(), unknown);
    }
    assertEquals(SourceType.RING, run.source().type());
  }

  @Test
  void aWorkoutEnteredByHandComesFromTheApp() {
    SourcedSummary chores = batch(OuraFeed.WORKOUT, "window").summaries().get(1);
    assertEquals(SourceType.APP, chores.source().type());
    assertEquals("housework", wire(chores).get("sport").get("slug").asText());
    assertTrue(wire(chores).get("title").isNull());
  }

  @Test
  void onlyMindfulSessionsCount() {
    List<Sample> mindful = batch(OuraFeed.SESSION, "window").samples();
    assertEquals(1, mindful.size());
    assertEquals(12.5, mindful.getFirst().value());
    assertEquals("2026-03-02T18:00:00+00:00", wire(mindful.getFirst()).get("start").asText());
    assertEquals("2026-03-02T18:12:30+00:00", wire(mindful.getFirst()).get("end").asText());
  }

  @Test
  void thePersonHasAHeightASexAndAWeight() {
    NormalizedBatch batch = batch(OuraFeed.PERSONAL, "window");
    assertEquals(
        json(
            """
            {"height":179,"birth_date":null,"wheelchair_use":null,"gender":null,"sex":"female"}
            """),
        wire(summaries(batch, Resource.PROFILE).getFirst()));
    JsonNode body = wire(summaries(batch, Resource.BODY).getFirst());
    assertEquals(71.4, body.get("weight").asDouble());
    assertEquals("2026-02-20T23:30:00+00:00", body.get("date").asText());
    assertEquals("2026-02-20", body.get("calendar_date").asText());
    assertTrue(body.get("fat").isNull());
  }

  @Test
  void theRingIsADevice() {
    assertEquals(
        List.of(
            new DeviceDescription(
                "oura", SourceType.RING, null, "Oura", "Oura Ring gen3", "2.9.11", "r-1")),
        batch(OuraFeed.RING, "window").devices());
  }

  @Test
  void withoutTheDailyScoresANightStillStandsAndTakesItsOwnReadiness() {
    NormalizedBatch batch =
        OuraNormalizer.normalise(
            OuraFeed.SLEEP,
            OuraFixture.without(
                "window", Set.of(OuraCollection.DAILY_SLEEP, OuraCollection.DAILY_READINESS)),
            NO_ZONE);
    JsonNode night = wire(summaries(batch, Resource.SLEEP).getFirst());
    assertTrue(night.get("score").isNull());
    assertEquals(81, night.get("recovery_readiness_score").asInt());
    assertEquals(3, summaries(batch, Resource.SLEEP).size());
  }

  @Test
  void withoutSleepAndActivityHeartRatesHaveNoOffset() {
    NormalizedBatch batch =
        OuraNormalizer.normalise(
            OuraFeed.HEARTRATE,
            OuraFixture.without(
                "window", Set.of(OuraCollection.SLEEP, OuraCollection.DAILY_ACTIVITY)),
            OuraFixture.HELSINKI);
    assertEquals(4, batch.samples().size());
    assertTrue(batch.samples().stream().allMatch(s -> s.offsetSeconds() == null));
  }

  @Test
  void withoutTheSleepScopeBloodOxygenCountsFromMidnight() {
    DocumentSet documents = OuraFixture.without("window", Set.of(OuraCollection.SLEEP));
    Sample unknown =
        OuraNormalizer.normalise(OuraFeed.SPO2, documents, NO_ZONE).samples().getFirst();
    assertEquals("2026-03-02T00:00:00Z null", unknown.at() + " " + unknown.offsetSeconds());
    Sample local =
        OuraNormalizer.normalise(OuraFeed.SPO2, documents, OuraFixture.HELSINKI)
            .samples()
            .getFirst();
    assertEquals("2026-03-01T22:00:00Z 7200", local.at() + " " + local.offsetSeconds());
    assertEquals(DAY, local.day());
  }

  @ParameterizedTest
  @EnumSource(OuraFeed.class)
  void aFeedMakesWhatItSaysAndNothingElse(OuraFeed feed) {
    NormalizedBatch batch = batch(feed, "window");
    Set<Resource> made =
        batch.summaries().stream().map(s -> s.summary().resource()).collect(Collectors.toSet());
    batch.samples().forEach(s -> made.add(s.resource()));
    assertEquals(feed.resources(), made);
    assertEquals(feed == OuraFeed.RING, !batch.devices().isEmpty());
  }

  @ParameterizedTest
  @EnumSource(OuraFeed.class)
  void aFeedNeedsNoMoreThanItsCollections(OuraFeed feed) {
    Set<OuraCollection> others =
        Arrays.stream(OuraCollection.values())
            .filter(c -> !feed.mainKinds().contains(c) && !feed.completingKinds().contains(c))
            .collect(Collectors.toSet());
    assertEquals(
        batch(feed, "window"),
        OuraNormalizer.normalise(feed, OuraFixture.without("window", others), NO_ZONE));
  }

  @ParameterizedTest
  @EnumSource(OuraFeed.class)
  void noDocumentsMakeAnEmptyBatch(OuraFeed feed) {
    assertTrue(OuraNormalizer.normalise(feed, new DocumentSet(), NO_ZONE).isEmpty());
  }
}
