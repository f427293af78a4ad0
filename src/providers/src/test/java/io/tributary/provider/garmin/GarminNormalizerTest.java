package io.tributary.provider.garmin;

import static io.tributary.provider.VendorDocumentReader.assertFields;
import static io.tributary.provider.VendorDocumentReader.json;
import static io.tributary.provider.VendorDocumentReader.samples;
import static io.tributary.provider.garmin.GarminFixture.batch;
import static io.tributary.provider.garmin.GarminFixture.push;
import static io.tributary.provider.garmin.GarminFixture.wire;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SourceType;
import io.tributary.model.SourcedStream;
import io.tributary.model.WorkoutStream.Channel;
import io.tributary.model.WorkoutSummary;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Normalizes the summaries of a notification. Each test names a pitfall. */
class GarminNormalizerTest {
  private static ArrayNode list(GarminDocumentKind kind) {
    return (ArrayNode) push().path(kind.wire());
  }

  private static ObjectNode first(GarminDocumentKind kind) {
    return (ObjectNode) list(kind).get(0);
  }

  private static ArrayNode of(JsonNode... documents) {
    return Json.array().addAll(List.of(documents));
  }

  private static List<Double> values(NormalizedBatch batch, Resource resource) {
    return batch.samples().stream()
        .filter(s -> s.resource() == resource)
        .map(Sample::value)
        .toList();
  }

  private static List<SourceType> types(NormalizedBatch batch) {
    return batch.summaries().stream().map(s -> s.source().type()).toList();
  }

  @Test
  void aDayOfActivity() {
    List<JsonNode> days = wire(batch(GarminDocumentKind.DAILIES), Resource.ACTIVITY);
    assertEquals(1, days.size());
    assertFields(
        """
        {"calendar_date":"2026-03-02","timezone_offset":3600,"steps":8421,"distance":6347.5,
         "floors_climbed":9,"calories_active":431,"calories_total":2133,
         "low":75,"medium":30,"high":15,"wheelchair_use":null,
         "heart_rate":{"avg_bpm":66,"min_bpm":47,"max_bpm":163,"resting_bpm":51,
                       "avg_walking_bpm":null}}
        """,
        days.getFirst());
  }

  @Test
  void heartRatesAreAtTheStartOfTheDayAndSoManySecondsAndAZeroIsAGap() {
    List<JsonNode> rates = samples(batch(GarminDocumentKind.DAILIES), Resource.HEARTRATE);
    assertEquals(3, rates.size());
    assertFields(
        """
        {"timestamp":"2026-03-01T23:00:15+00:00","timezone_offset":3600,"unit":"bpm","value":61}
        """,
        rates.getFirst());
    assertFields("{\"timestamp\":\"2026-03-02T22:59:45+00:00\",\"value\":55}", rates.get(2));
  }

  @Test
  void whatIsNotToldIsNotWorkedOut() {
    ObjectNode day = first(GarminDocumentKind.DAILIES);
    day.remove(List.of("bmrKilocalories", "activeTimeInSeconds", "startTimeOffsetInSeconds"));
    JsonNode record =
        wire(batch(GarminDocumentKind.DAILIES, of(day)), Resource.ACTIVITY).getFirst();
    assertFields("{\"calories_total\":null,\"low\":null,\"timezone_offset\":null}", record);
    assertFields("{\"calories_active\":431,\"medium\":30}", record);
  }

  @Test
  void moreIntensityThanActiveTimeLeavesNothingLow() {
    ObjectNode day = first(GarminDocumentKind.DAILIES).put("activeTimeInSeconds", 1200);
    assertFields(
        "{\"low\":0,\"medium\":30,\"high\":15}",
        wire(batch(GarminDocumentKind.DAILIES, of(day)), Resource.ACTIVITY).getFirst());
  }

  @Test
  void aDayThatIsToldTwiceIsTheOneThatHadGoneOnForLongerAndNotTheirSum() {
    ObjectNode morning =
        first(GarminDocumentKind.DAILIES).put("durationInSeconds", 30_000).put("steps", 9);
    ObjectNode evening = first(GarminDocumentKind.DAILIES);
    for (ArrayNode order : List.of(of(morning, evening), of(evening, morning))) {
      List<JsonNode> days = wire(batch(GarminDocumentKind.DAILIES, order), Resource.ACTIVITY);
      assertEquals(1, days.size());
      assertEquals(8421, days.getFirst().get("steps").asInt());
    }
  }

  @Test
  void severalActivityTypesOfOneQuarterOfAnHourAreAddedUp() {
    NormalizedBatch batch = batch(GarminDocumentKind.EPOCHS);
    List<JsonNode> steps = samples(batch, Resource.STEPS);
    assertEquals(2, steps.size());
    assertFields(
        """
        {"start":"2026-03-02T09:00:00+00:00","end":"2026-03-02T09:15:00+00:00",
         "timezone_offset":3600,"value":950}
        """,
        steps.getFirst());
    assertEquals(0, steps.get(1).get("value").asInt());
    assertEquals(List.of(935.3, 0.0), values(batch, Resource.DISTANCE));
    assertEquals(List.of(59.0), values(batch, Resource.CALORIES_ACTIVE));
  }

  @Test
  void theSameEpochTwiceIsNotAddedUpAndItsLaterVersionCounts() {
    ArrayNode epochs = list(GarminDocumentKind.EPOCHS);
    epochs.add(((ObjectNode) epochs.get(0).deepCopy()).put("steps", 400));
    assertEquals(
        List.of(1040.0, 0.0), values(batch(GarminDocumentKind.EPOCHS, epochs), Resource.STEPS));
    epochs.add(
        ((ObjectNode) epochs.get(0).deepCopy()).put("steps", 410).put("summaryId", "x-e-1b"));
    assertEquals(
        List.of(1050.0, 0.0),
        values(batch(GarminDocumentKind.EPOCHS, epochs), Resource.STEPS),
        "of the same type and intensity under another id");
  }

  @Test
  void aNightEndsAfterTheTimeAsleepAndTheTimeAwake() {
    List<JsonNode> nights = wire(batch(GarminDocumentKind.SLEEPS), Resource.SLEEP);
    assertEquals(1, nights.size());
    assertFields(
        """
        {"calendar_date":"2026-03-02","bedtime_start":"2026-03-01T22:30:00+00:00",
         "bedtime_stop":"2026-03-02T06:15:00+00:00","timezone_offset":3600,"type":"long_sleep",
         "duration":27900,"total":26400,"awake":900,"light":15000,"rem":6000,"deep":5400,
         "score":82,"state":"confirmed","latency":900,"average_hrv":null,"hr_lowest":null}
        """,
        nights.getFirst());
    assertEquals(100.0 * 26400 / 27900, nights.getFirst().get("efficiency").asDouble(), 1e-9);
    assertEquals(
        "x-s-1", batch(GarminDocumentKind.SLEEPS).summaries().getFirst().summary().providerKey());
  }

  @Test
  void levelsAreSortedByTime() {
    assertFields(
        """
        {"session_start":"2026-03-01T22:30:00+00:00","session_end":"2026-03-02T06:15:00+00:00",
         "stage_start_offset_second":[0,900,15900,21300],
         "stage_end_offset_second":[900,15900,21300,27300],"stage_type":[4,2,1,3]}
        """,
        wire(batch(GarminDocumentKind.SLEEPS), Resource.SLEEP_CYCLE).getFirst());
  }

  @Test
  void levelsThatOverlapOrRunPastTheNightAreCut() {
    ObjectNode night = first(GarminDocumentKind.SLEEPS);
    ObjectNode late = (ObjectNode) night.at("/sleepLevelsMap/rem/0");
    late.put("startTimeInSeconds", 1772425000).put("endTimeInSeconds", 1772499999);
    assertFields(
        """
        {"stage_start_offset_second":[0,900,15900,21300],
         "stage_end_offset_second":[900,15900,21300,27900]}
        """,
        wire(batch(GarminDocumentKind.SLEEPS, of(night)), Resource.SLEEP_CYCLE).getFirst());
  }

  @Test
  void aNightIsTentativeUntilItsLastValidationWhichNoLateVersionTakesBack() {
    ObjectNode first = first(GarminDocumentKind.SLEEPS).put("validation", "AUTO_TENTATIVE");
    assertFields(
        "{\"state\":\"tentative\"}",
        wire(batch(GarminDocumentKind.SLEEPS, of(first)), Resource.SLEEP).getFirst());
    ObjectNode last = first(GarminDocumentKind.SLEEPS);
    for (ArrayNode order : List.of(of(first, last), of(last, first))) {
      List<JsonNode> nights = wire(batch(GarminDocumentKind.SLEEPS, order), Resource.SLEEP);
      assertEquals(1, nights.size());
      assertFields("{\"state\":\"confirmed\"}", nights.getFirst());
    }
  }

  @Test
  void aSleepWithoutStagesHasTheTimeThatTheVendorTells() {
    ObjectNode nap = first(GarminDocumentKind.SLEEPS);
    nap.remove(
        List.of(
            "deepSleepDurationInSeconds",
            "lightSleepDurationInSeconds",
            "remSleepInSeconds",
            "sleepLevelsMap",
            "overallSleepScore"));
    NormalizedBatch batch = batch(GarminDocumentKind.SLEEPS, of(nap));
    assertFields(
        "{\"total\":26400,\"light\":0,\"deep\":0,\"rem\":0,\"score\":null,\"latency\":null}",
        wire(batch, Resource.SLEEP).getFirst());
    assertEquals(List.of(), wire(batch, Resource.SLEEP_CYCLE));
  }

  @Test
  void aScaleTellsGrams() {
    JsonNode body = wire(batch(GarminDocumentKind.BODY_COMPS), Resource.BODY).getFirst();
    assertFields(
        """
        {"calendar_date":"2026-03-02","weight":80,"fat":21.5,"water_percentage":57.2,
         "muscle_mass_percentage":42.5,"bone_mass_percentage":4}
        """,
        body);
    assertEquals(List.of(SourceType.SCALE), types(batch(GarminDocumentKind.BODY_COMPS)));
  }

  @Test
  void withoutAWeightThereIsNoShareOfIt() {
    ObjectNode scale = first(GarminDocumentKind.BODY_COMPS);
    scale.remove("weightInGrams");
    assertFields(
        "{\"weight\":null,\"fat\":21.5,\"muscle_mass_percentage\":null}",
        wire(batch(GarminDocumentKind.BODY_COMPS, of(scale)), Resource.BODY).getFirst());
    scale.remove(List.of("bodyFatInPercent", "bodyWaterInPercent"));
    assertTrue(batch(GarminDocumentKind.BODY_COMPS, of(scale)).isEmpty());
  }

  @Test
  void stressBelowZeroAndBreathsOfZeroAreGaps() {
    List<JsonNode> stress = samples(batch(GarminDocumentKind.STRESS), Resource.STRESS_LEVEL);
    assertEquals(
        List.of("2026-03-01T23:00:00+00:00", "2026-03-01T23:09:00+00:00"),
        stress.stream().map(s -> s.get("timestamp").asText()).toList());
    assertEquals(
        List.of(18.0, 51.0), values(batch(GarminDocumentKind.STRESS), Resource.STRESS_LEVEL));
    assertEquals(
        List.of(14.63, 15.1),
        values(batch(GarminDocumentKind.RESPIRATION), Resource.RESPIRATORY_RATE));
    assertEquals(
        List.of(95.0, 96.0), values(batch(GarminDocumentKind.PULSE_OX), Resource.BLOOD_OXYGEN));
    assertEquals(List.of(32.0, 41.0), values(batch(GarminDocumentKind.HRV), Resource.HRV));
  }

  @Test
  void aMetricOfADayIsAtItsBeginWhereTheUserIs() {
    ArrayNode metrics = list(GarminDocumentKind.METRICS);
    Sample unknown = batch(GarminDocumentKind.METRICS, metrics).samples().getFirst();
    assertEquals(Instant.parse("2026-03-02T00:00:00Z"), unknown.at());
    assertEquals(null, unknown.offsetSeconds());
    var berlin = GarminFixture.facts(Optional.of(ZoneId.of("Europe/Berlin")));
    Sample known = batch(GarminDocumentKind.METRICS, metrics, berlin).samples().getFirst();
    assertEquals(Instant.parse("2026-03-01T23:00:00Z"), known.at());
    assertEquals(48.0, known.value());
  }

  @Test
  void aPressureIsOfTheCuffOrTypedInAndHasItsPulseBesideIt() {
    NormalizedBatch batch = batch(GarminDocumentKind.PRESSURES);
    List<Sample> all = batch.samples();
    assertEquals(3, all.size());
    assertEquals(121, all.get(0).value());
    assertEquals(79, all.get(0).extras().diastolic());
    assertEquals(SourceType.CUFF, all.get(0).source().type());
    assertEquals(Resource.HEARTRATE, all.get(1).resource());
    assertEquals(58, all.get(1).value());
    assertEquals(SourceType.CUFF, all.get(1).source().type());
    assertEquals(SourceType.APP, all.get(2).source().type());
    assertEquals(Instant.parse("2026-03-02T16:00:00Z"), all.get(2).at());
  }

  @Test
  void ofAnEventOfSeveralSportsOnlyThePartsAreWorkouts() {
    List<JsonNode> workouts = wire(batch(GarminDocumentKind.ACTIVITIES), Resource.WORKOUTS);
    assertEquals(
        List.of("7002", "7003"),
        workouts.stream().map(w -> w.get("provider_id").asText()).toList());
    assertFields(
        """
        {"title":"Schwimmen","time_start":"2026-03-02T09:00:00+00:00",
         "time_end":"2026-03-02T09:30:00+00:00","timezone_offset":3600,
         "calendar_date":"2026-03-02","average_hr":141,"max_hr":158,"distance":1500,
         "calories":300,"average_speed":0.83,"max_speed":1.2,"total_elevation_gain":2,
         "steps":12,"moving_time":null,"hr_zones":null}
        """,
        workouts.getFirst());
    NormalizedBatch batch = batch(GarminDocumentKind.ACTIVITIES);
    assertEquals(List.of(SourceType.WATCH, SourceType.APP), types(batch));
    WorkoutSummary swim = (WorkoutSummary) batch.summaries().getFirst().summary();
    assertEquals("open_water_swimming", swim.sport().slug());
    ArrayNode renamed = list(GarminDocumentKind.ACTIVITIES);
    ((ObjectNode) renamed.get(0)).put("activityType", "OTHER");
    assertEquals(
        2,
        wire(batch(GarminDocumentKind.ACTIVITIES, renamed), Resource.WORKOUTS).size(),
        "by its id");
  }

  @Test
  void whatWasRecordedIsOfTheWorkoutThatTheSummaryNames() {
    List<SourcedStream> streams = batch(GarminDocumentKind.DETAILS).streams();
    assertEquals(1, streams.size());
    SourcedStream stream = streams.getFirst();
    assertEquals("7002", stream.workoutKey());
    assertEquals("2026-03-02", stream.day().toString());
    assertEquals(2, stream.stream().size());
    assertEquals(1_772_442_010, stream.stream().time(1));
    assertEquals(125, stream.stream().value(Channel.HEARTRATE, 1));
    assertEquals(52.51, stream.stream().value(Channel.LAT, 0));
    assertEquals(13.41, stream.stream().value(Channel.LNG, 0));
    assertEquals(34.0, stream.stream().value(Channel.ALTITUDE, 0));
    assertEquals(0.8, stream.stream().value(Channel.VELOCITY_SMOOTH, 0));
    assertTrue(Double.isNaN(stream.stream().value(Channel.POWER, 0)));
    assertEquals(210, stream.stream().value(Channel.POWER, 1));
  }

  @Test
  void typesOfActivitiesAreOursOrHaveASureAlias() {
    assertEquals("running", GarminSports.of("STREET_RUNNING").slug());
    assertEquals("pool_swimming", GarminSports.of("LAP_SWIMMING").slug());
    assertEquals("sailing", GarminSports.of("SAILING_V2").slug());
    assertEquals("cross_country_skiing", GarminSports.of("CROSS_COUNTRY_SKIING_WS").slug());
    assertEquals("other", GarminSports.of("STOP_WATCH").slug());
    assertEquals("other", GarminSports.of(null).slug());
  }

  @Test
  void whatCannotBeReadIsRefusedByNameAndCostsNothingElse() {
    for (GarminDocumentKind kind : GarminDocumentKind.summaries()) {
      ArrayNode summaries = list(kind);
      NormalizedBatch whole = batch(kind, summaries.deepCopy());
      summaries.insert(0, json("{\"userId\":\"g-1a2b\",\"startTimeInSeconds\":\"soon\"}"));
      NormalizedBatch batch = batch(kind, summaries);
      assertEquals(whole.summaries(), batch.summaries(), kind.wire());
      assertEquals(whole.samples(), batch.samples(), kind.wire());
      assertTrue(batch.refused().stream().allMatch(r -> r.startsWith(kind.wire())), kind.wire());
    }
  }
}
