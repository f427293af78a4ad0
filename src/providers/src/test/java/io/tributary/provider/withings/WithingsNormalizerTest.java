package io.tributary.provider.withings;

import static io.tributary.provider.VendorDocumentReader.assertFields;
import static io.tributary.provider.VendorDocumentReader.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.RawDocument;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleJson;
import io.tributary.model.SourceType;
import io.tributary.provider.AccountContext;
import io.tributary.provider.ProviderException;
import io.tributary.provider.VendorDocumentReader;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Normalizes documented vendor responses. Each test names a pitfall. */
class WithingsNormalizerTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final UUID USER = UUID.fromString("11111111-2222-4333-8444-555555555555");
  private static final AccountContext FACTS =
      new AccountContext(Optional.empty(), Instant.parse("2026-02-20T23:30:00Z"), Optional.empty());

  private static JsonNode file(String name) {
    return VendorDocumentReader.file("withings", name);
  }

  private static NormalizedBatch batch(WithingsFeed feed, DocumentSet documents) {
    return WithingsNormalizer.normalise(feed, documents, FACTS);
  }

  private static NormalizedBatch measures(JsonNode groups) {
    return batch(WithingsFeed.DAYS, new DocumentSet().add(WithingsDocumentKind.MEASURE, groups));
  }

  private static NormalizedBatch sleep() {
    return batch(
        WithingsFeed.DAYS,
        new DocumentSet()
            .add(WithingsDocumentKind.SLEEP, file("sleeps"))
            .add(WithingsDocumentKind.STAGES, file("stages")));
  }

  private static List<JsonNode> wire(NormalizedBatch batch, Resource resource) {
    return batch.retain(Set.of(resource)).summaries().stream()
        .map(s -> json(s.content(USER)))
        .toList();
  }

  private static List<Sample> samples(NormalizedBatch batch, Resource resource) {
    return batch.retain(Set.of(resource)).samples();
  }

  @Test
  void aValueIsMultipliedByAPowerOfTenAndPartsOfTheBodyAreSharesOfItsWeight() {
    assertFields(
        """
        {"calendar_date":"2026-03-02","weight":72.345,"fat":21.5,"muscle_mass_percentage":41.468,
         "water_percentage":55.2906,"bone_mass_percentage":4.0086,
         "lean_body_mass_kilogram":56.79,"visceral_fat_index":4.5}
        """,
        wire(measures(file("measures")), Resource.BODY).getFirst());
  }

  @Test
  void groupsOfAnotherPersonOrOfSigningUpAreLeftOutAndTypedInOnesAreOfTheApp() {
    List<Sample> weights = samples(measures(file("measures")), Resource.WEIGHT);
    assertEquals(List.of(72.345, 70.0), weights.stream().map(Sample::value).toList());
    assertEquals(
        List.of(SourceType.SCALE, SourceType.APP),
        weights.stream().map(s -> s.source().type()).toList());
  }

  @Test
  void aPressureHasBothItsValuesAndItsPulseIsOfTheCuff() {
    NormalizedBatch batch = measures(file("measures"));
    Sample pressure = samples(batch, Resource.BLOOD_PRESSURE).getFirst();
    assertEquals(121, pressure.value());
    assertEquals(78, pressure.extras().diastolic());
    Sample pulse = samples(batch, Resource.HEARTRATE).getFirst();
    assertEquals(62, pulse.value());
    assertEquals(SourceType.CUFF, pulse.source().type());
    assertEquals(97, samples(batch, Resource.BLOOD_OXYGEN).getFirst().value());
    assertEquals(36.65, samples(batch, Resource.BODY_TEMPERATURE).getFirst().value());
    assertEquals(42, samples(batch, Resource.VO2_MAX).getFirst().value());
  }

  @Test
  void halfAPressureIsNone() {
    NormalizedBatch batch =
        measures(
            json(
                """
                [{"grpid":1,"attrib":0,"date":1772431440,
                  "measures":[{"value":121,"unit":0,"type":10}]}]
                """));
    assertTrue(batch.isEmpty());
  }

  @Test
  void theZoneGivesTheOffsetOfTheMomentOverAClockChange() {
    NormalizedBatch batch =
        measures(
            json(
                """
                [{"grpid":1,"attrib":0,"date":1774745940,"timezone":"Europe/Berlin",
                  "measures":[{"value":70,"unit":0,"type":1}]},
                 {"grpid":2,"attrib":0,"date":1774746060,"timezone":"Europe/Berlin",
                  "measures":[{"value":71,"unit":0,"type":1}]},
                 {"grpid":3,"attrib":0,"date":1774746120,
                  "measures":[{"value":72,"unit":0,"type":1}]}]
                """));
    assertEquals(
        Arrays.asList(3600, 7200, null),
        samples(batch, Resource.WEIGHT).stream().map(Sample::offsetSeconds).toList());
  }

  @Test
  void elevationOfADayIsFloorsAndSecondsAreMinutes() {
    NormalizedBatch batch =
        batch(
            WithingsFeed.ACTIVITY,
            new DocumentSet().add(WithingsDocumentKind.ACTIVITY, file("activities")));
    JsonNode day = wire(batch, Resource.ACTIVITY).getFirst();
    assertFields(
        """
        {"calendar_date":"2026-03-02","steps":8123,"distance":6172.4,"floors_climbed":12,
         "calories_active":412.5,"calories_total":2210.25,"low":90,"medium":30,"high":10,
         "time_zone":"Europe/Paris","timezone_offset":3600}
        """,
        day);
  }

  private static JsonNode entry(String device, boolean tracker, String zone, int steps) {
    return JSON.createObjectNode()
        .put("date", "2026-03-02")
        .put("timezone", zone)
        .put("deviceid", device)
        .put("is_tracker", tracker)
        .put("steps", steps);
  }

  /** Returns the steps of a day by source type. */
  private static Map<SourceType, Integer> steps(List<JsonNode> entries) {
    DocumentSet documents = new DocumentSet();
    entries.forEach(e -> documents.add(WithingsDocumentKind.ACTIVITY, e));
    return batch(WithingsFeed.ACTIVITY, documents).summaries().stream()
        .collect(
            Collectors.toMap(s -> s.source().type(), s -> ((ActivitySummary) s.summary()).steps()));
  }

  @Test
  void aDayOfAWatchAndOfAPhoneIsTwoRecordsAndOfTwoWatchesTheOneWithMoreSteps() {
    List<JsonNode> entries =
        List.of(
            entry("w1", true, "Europe/Paris", 8123),
            entry("p1", false, "Europe/Paris", 9000),
            entry("w2", true, "Europe/Paris", 300));
    Map<SourceType, Integer> expected = Map.of(SourceType.WATCH, 8123, SourceType.UNKNOWN, 9000);
    assertEquals(expected, steps(entries));
    assertEquals(expected, steps(entries.reversed()));
  }

  @Test
  void entriesOfADayAreKeptBesideEachOther() {
    DocumentSet documents =
        new DocumentSet()
            .add(WithingsDocumentKind.ACTIVITY, entry("w1", true, "Europe/Paris", 1))
            .add(WithingsDocumentKind.ACTIVITY, entry("w2", true, "Europe/Paris", 1))
            .add(WithingsDocumentKind.ACTIVITY, entry("p1", false, "Europe/Paris", 1));
    assertEquals(
        Set.of("2026-03-02 watch w1", "2026-03-02 watch w2", "2026-03-02 unknown p1"),
        WithingsDocuments.KEYS.rawDocuments(documents, FACTS).stream()
            .map(RawDocument::key)
            .collect(Collectors.toSet()));
  }

  @Test
  void minutesOfADayWhoseEntriesDisagreeAboutTheZoneHaveNoOffset() {
    for (List<String> zones :
        List.of(
            List.of("Europe/Paris", "Europe/London"), List.of("Europe/London", "Europe/Paris"))) {
      NormalizedBatch batch =
          batch(
              WithingsFeed.DAYS,
              new DocumentSet()
                  .add(WithingsDocumentKind.INTRADAY, dated(file("intraday")))
                  .add(WithingsDocumentKind.ACTIVITY, entry("w1", true, zones.getFirst(), 1))
                  .add(WithingsDocumentKind.ACTIVITY, entry("p1", false, zones.getLast(), 1)));
      assertNull(samples(batch, Resource.STEPS).getFirst().offsetSeconds());
    }
  }

  @Test
  void minutesHaveTheZoneOfTheirDayAndTheirLength() {
    DocumentSet documents =
        new DocumentSet()
            .add(WithingsDocumentKind.INTRADAY, dated(file("intraday")))
            .add(WithingsDocumentKind.ACTIVITY, file("activities"));
    NormalizedBatch batch = batch(WithingsFeed.DAYS, documents);
    assertEquals(
        json("""
        {"timestamp":"2026-03-02T03:00:00+00:00","timezone_offset":3600,"value":31.0}
        """)
            .get("timestamp"),
        json(new String(
                SampleJson.of(samples(batch, Resource.STEPS).getFirst()), StandardCharsets.UTF_8))
            .get("timestamp"));
    Sample steps = samples(batch, Resource.STEPS).getFirst();
    assertEquals(3600, steps.offsetSeconds());
    assertEquals(Instant.parse("2026-03-02T03:01:00Z"), steps.end());
    assertEquals(64, samples(batch, Resource.HEARTRATE).getFirst().value());
    NormalizedBatch nowhere =
        batch(
            WithingsFeed.DAYS,
            new DocumentSet().add(WithingsDocumentKind.INTRADAY, dated(file("intraday"))));
    assertNull(samples(nowhere, Resource.STEPS).getFirst().offsetSeconds());
  }

  private static JsonNode dated(JsonNode answer) {
    return JSON.createObjectNode()
        .put(FetchContext.ASKED_DAY, LocalDate.parse("2026-03-02").toString())
        .set(FetchContext.ANSWER, answer);
  }

  @Test
  void efficiencyIsAFractionAndASleepOfTheMatIsAutomatic() {
    NormalizedBatch batch = sleep();
    assertFields(
        """
        {"calendar_date":"2026-03-02","bedtime_start":"2026-03-01T22:00:00+00:00",
         "bedtime_stop":"2026-03-02T06:00:00+00:00","type":"long_sleep","timezone_offset":3600,
         "duration":28800,"total":26400,"light":15000,"deep":6000,"rem":5400,"awake":2400,
         "latency":600,"efficiency":91.7,"score":83,"hr_lowest":47,"hr_average":54,
         "respiratory_rate":14,"state":null}
        """,
        wire(batch, Resource.SLEEP).getFirst());
    assertEquals(
        SourceType.AUTOMATIC,
        batch.retain(Set.of(Resource.SLEEP)).summaries().getFirst().source().type());
  }

  @Test
  void aSleepThatIsNotCompletedIsTentative() {
    JsonNode one = file("sleeps");
    ((ObjectNode) one.get(0)).put("completed", false);
    NormalizedBatch batch =
        batch(WithingsFeed.DAYS, new DocumentSet().add(WithingsDocumentKind.SLEEP, one));
    assertEquals("tentative", wire(batch, Resource.SLEEP).getFirst().get("state").asText());
  }

  @Test
  void lightIsTwoAndDeepIsOneHereAndSegmentsAreSorted() {
    JsonNode cycle = wire(sleep(), Resource.SLEEP_CYCLE).getFirst();
    assertEquals(json("[4,2,1,3,5,-1]"), cycle.get("stage_type"));
    assertEquals(json("[0,600,2400,6000,7800,8400]"), cycle.get("stage_start_offset_second"));
    assertEquals(json("[600,2400,6000,7800,8400,28800]"), cycle.get("stage_end_offset_second"));
  }

  @Test
  void readingsOfASleepAreSamplesByTheirSeconds() {
    NormalizedBatch batch = sleep();
    assertEquals(
        List.of(61.0, 58.0),
        samples(batch, Resource.HEARTRATE).stream().map(Sample::value).toList());
    assertEquals(41, samples(batch, Resource.HRV).getFirst().value());
    assertEquals(15, samples(batch, Resource.RESPIRATORY_RATE).getFirst().value());
  }

  @Test
  void caloriesMayBeTypedInZonesStayOursAndUnknownCategoriesAreOther() {
    List<JsonNode> workouts =
        wire(
            batch(
                WithingsFeed.WORKOUTS,
                new DocumentSet().add(WithingsDocumentKind.WORKOUT, file("workouts"))),
            Resource.WORKOUTS);
    assertFields(
        """
        {"calendar_date":"2026-03-02","provider_id":"777","calories":480,"distance":21000.5,
         "average_hr":128,"max_hr":161,"hr_zones":null,"total_elevation_gain":null}
        """,
        workouts.getFirst());
    assertEquals("cycling", workouts.getFirst().at("/sport/slug").asText());
    assertEquals("other", workouts.getLast().at("/sport/slug").asText());
  }

  @Test
  void microvoltsAreMillivoltsAndOnlyAFibrillationIsAnAlert() {
    NormalizedBatch found = heart(1);
    assertEquals(
        List.of(1.1, -0.25),
        samples(found, Resource.ELECTROCARDIOGRAM_VOLTAGE).stream().map(Sample::value).toList());
    assertEquals(
        Instant.parse("2026-03-02T06:00:00.004Z"),
        samples(found, Resource.ELECTROCARDIOGRAM_VOLTAGE).getLast().at());
    assertFields(
        """
        {"voltage_sample_count":2,"heart_rate_mean":66,"sampling_frequency_hz":250,
         "classification":"atrial_fibrillation"}
        """,
        wire(found, Resource.ELECTROCARDIOGRAM).getFirst());
    assertEquals(
        "irregular_rhythm", samples(found, Resource.HEART_RATE_ALERT).getFirst().extras().type());
    NormalizedBatch none = heart(0);
    assertTrue(samples(none, Resource.HEART_RATE_ALERT).isEmpty());
    assertTrue(wire(none, Resource.ELECTROCARDIOGRAM).getFirst().path("classification").isNull());
  }

  private static NormalizedBatch heart(int afib) {
    return batch(
        WithingsFeed.HEART,
        new DocumentSet()
            .add(
                WithingsDocumentKind.HEART,
                json(
                    "[{\"ecg\":{\"signalid\":5,\"afib\":"
                        + afib
                        + "},\"heart_rate\":66,\"timestamp\":1772431200}]"))
            .add(
                WithingsDocumentKind.SIGNAL,
                json("{\"signalid\":\"5\",\"signal\":[1100,-250],\"sampling_frequency\":250}")));
  }

  @Test
  void refusalsWithinGoodAnswersMeanWhatTheirRangeSays() {
    JsonNode limited = json("{\"status\":601,\"body\":{\"wait_seconds\":17}}");
    assertEquals(
        Duration.ofSeconds(17),
        ((ProviderException.RateLimited) WithingsErrorMapping.faultOf(601, limited)).retryAfter());
    assertEquals(
        Duration.ofSeconds(60),
        ((ProviderException.RateLimited)
                WithingsErrorMapping.faultOf(601, json("{\"status\":601}")))
            .retryAfter());
    assertEquals("Unauthorized", meant(101));
    assertEquals("Unauthorized", meant(401));
    assertEquals("ScopeMissing", meant(214));
    assertEquals("ScopeMissing", meant(343));
    assertEquals("Rejected", meant(503));
    assertEquals("Unavailable", meant(522));
    assertEquals("Unavailable", meant(-1));
    assertEquals(-1, WithingsErrorMapping.status(LenientJson.MISSING.node()));
  }

  private static String meant(int status) {
    return WithingsErrorMapping.faultOf(status, JSON.createObjectNode()).getClass().getSimpleName();
  }
}
