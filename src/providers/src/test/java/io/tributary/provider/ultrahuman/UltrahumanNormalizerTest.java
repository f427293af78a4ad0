package io.tributary.provider.ultrahuman;

import static io.tributary.provider.VendorDocumentReader.assertFields;
import static io.tributary.provider.VendorDocumentReader.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SleepSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.VendorDocumentReader;
import io.tributary.provider.document.DocumentSet;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Normalizes a day from the vendor's documentation. Each test names a pitfall. */
class UltrahumanNormalizerTest {
  private static final UUID USER = new UUID(1, 1);

  private static AccountContext facts(String zone) {
    return new AccountContext(
        Optional.ofNullable(zone).map(ZoneId::of),
        Instant.parse("2026-02-20T23:30:00Z"),
        Optional.empty());
  }

  private static ObjectNode day() {
    return (ObjectNode) VendorDocumentReader.file("ultrahuman", "day");
  }

  /** Returns a day with these metrics. */
  private static ObjectNode day(String date, String... metrics) {
    return (ObjectNode)
        json(
            "{\"asked_day\":\"%s\",\"answer\":{\"metric_data\":[%s]}}"
                .formatted(date, String.join(",", metrics)));
  }

  private static String series(String type, String unit, String dayStart, String at, String value) {
    return "{\"type\":\"%s\",\"object\":{\"day_start_timestamp\":%d,\"unit\":\"%s\",\"values\":[{\"value\":%s,\"timestamp\":%d}]}}"
        .formatted(
            type,
            Instant.parse(dayStart).getEpochSecond(),
            unit,
            value,
            Instant.parse(at).getEpochSecond());
  }

  private static NormalizedBatch batch(AccountContext facts, JsonNode... days) {
    DocumentSet documents =
        new DocumentSet()
            .markRead(UltrahumanDocumentKind.DAY)
            .markRead(UltrahumanDocumentKind.EVENING);
    for (JsonNode day : days) {
      documents.add(UltrahumanDocumentKind.DAY, day);
    }
    return UltrahumanNormalizer.normalise(UltrahumanFeed.DAYS, documents, facts);
  }

  private static List<Sample> of(NormalizedBatch batch, Resource resource) {
    return batch.samples().stream().filter(s -> s.resource() == resource).toList();
  }

  private static JsonNode summary(NormalizedBatch batch, Resource resource) {
    return batch.summaries().stream()
        .filter(s -> s.summary().resource() == resource)
        .map(s -> json(s.content(USER)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theStepsOfADayAreTheSumOfItsBucketsAndNothingElseIsMadeUp() {
    NormalizedBatch batch = batch(facts(null), day());
    assertFields(
        """
        {"calendar_date":"2026-03-02","steps":400,"medium":37,"low":null,"high":null,
         "calories_total":null,"calories_active":null,"distance":null,"timezone_offset":3600}
        """,
        summary(batch, Resource.ACTIVITY));
    assertEquals(List.of(), batch.refused());
  }

  @Test
  void aBucketLastsAsLongAsTheShortestTimeToTheNext() {
    List<Sample> steps = of(batch(facts(null), day()), Resource.STEPS);
    assertEquals(List.of(120.0, 30.0, 0.0, 250.0), steps.stream().map(Sample::value).toList());
    for (Sample s : steps) {
      assertEquals(s.at().plusSeconds(300), s.end());
      assertEquals(3600, s.offsetSeconds());
    }
    String lone = series("steps", "count", "2026-03-01T23:00:00Z", "2026-03-02T07:00:00Z", "9");
    Sample one = of(batch(facts(null), day("2026-03-02", lone)), Resource.STEPS).getFirst();
    assertEquals(one.at(), one.end(), "of one nobody knows");
  }

  @Test
  void aNightIsThatOfTheDayOnWhichItEnds() {
    NormalizedBatch batch = batch(facts(null), day());
    assertFields(
        """
        {"calendar_date":"2026-03-02","bedtime_start":"2026-03-01T22:30:00+00:00",
         "bedtime_stop":"2026-03-02T06:00:00+00:00","type":"long_sleep","timezone_offset":3600,
         "duration":27000,"total":24840,"deep":5400,"light":14400,"rem":5040,"awake":2160,
         "efficiency":92,"score":81,"recovery_readiness_score":73,"hr_resting":null,
         "average_hrv":null,"hr_lowest":null,"skin_temperature":null}
        """,
        summary(batch, Resource.SLEEP));
    assertFields(
        """
        {"stage_start_offset_second":[0,1800,7200,15800],
         "stage_end_offset_second":[1800,7200,15800,27000],"stage_type":[4,1,2,3]}
        """,
        summary(batch, Resource.SLEEP_CYCLE));
  }

  @Test
  void theTemperatureOfTheNightNeedsTheEveningBeforeIt() {
    String evening = series("temp", "C", "2026-02-28T23:00:00Z", "2026-03-01T22:43:20Z", "33.7");
    DocumentSet documents =
        new DocumentSet()
            .add(UltrahumanDocumentKind.DAY, day())
            .add(UltrahumanDocumentKind.EVENING, day("2026-03-01", evening));
    NormalizedBatch batch =
        UltrahumanNormalizer.normalise(UltrahumanFeed.DAYS, documents, facts(null));
    assertEquals(34.37, summary(batch, Resource.SLEEP).get("skin_temperature").asDouble());
    assertEquals(3, of(batch, Resource.BODY_TEMPERATURE).size(), "the evening is another day's");
    NormalizedBatch both = batch(facts(null), day("2026-03-01", evening), day());
    assertEquals(34.37, summary(both, Resource.SLEEP).get("skin_temperature").asDouble());
    NormalizedBatch ringOff = batch(facts(null), day("2026-03-01"), day());
    assertEquals(34.7, summary(ringOff, Resource.SLEEP).get("skin_temperature").asDouble());
  }

  @Test
  void gapsAreNoReadingsAndUnitsAreTheContracts() {
    NormalizedBatch batch = batch(facts(null), day());
    assertEquals(
        List.of(61.0, 58.0), of(batch, Resource.HEARTRATE).stream().map(Sample::value).toList());
    assertEquals(48, of(batch, Resource.HRV).getFirst().value());
    Sample glucose = of(batch, Resource.GLUCOSE).getFirst();
    assertEquals(99 / 18.018, glucose.value(), 1e-9);
    assertEquals("automatic", glucose.source().type().wire());
    assertEquals("automatic", glucose.extras().type());
    assertEquals("ring", of(batch, Resource.HEARTRATE).getFirst().source().type().wire());
    Sample warm = of(batch, Resource.BODY_TEMPERATURE).getFirst();
    assertEquals("finger", warm.extras().sensorLocation());
    assertEquals(34.5, warm.value());
    assertTrue(of(batch, Resource.BLOOD_OXYGEN).isEmpty());
  }

  @Test
  void aUnitThatNobodyKnowsIsNotGuessed() {
    String start = "2026-03-01T23:00:00Z";
    String at = "2026-03-02T07:00:00Z";
    NormalizedBatch odd =
        batch(
            facts(null),
            day(
                "2026-03-02",
                series("temp", "F", start, at, "55"),
                series("glucose", "g/L", start, at, "1.0")));
    assertEquals(List.of(), odd.samples());
    assertEquals(List.of("temp: unit is unknown", "glucose: unit is unknown"), odd.refused());
    NormalizedBatch mmol =
        batch(facts(null), day("2026-03-02", series("glucose", "mmol/L", start, at, "5.5")));
    assertEquals(5.5, of(mmol, Resource.GLUCOSE).getFirst().value());
  }

  @Test
  void fitnessCountsFromLocalNoon() {
    Sample vo2 = of(batch(facts(null), day()), Resource.VO2_MAX).getFirst();
    assertEquals(Instant.parse("2026-03-02T11:00:00Z"), vo2.at());
    assertEquals(3600, vo2.offsetSeconds());
    assertEquals(44, vo2.value());
  }

  private static Integer offset(String dayStart, String zone) {
    String heart = series("hr", "BPM", dayStart, "2026-03-02T10:00:00Z", "60");
    NormalizedBatch batch = batch(facts(zone), day("2026-03-02", heart));
    return of(batch, Resource.HEARTRATE).getFirst().offsetSeconds();
  }

  @Test
  void theOffsetIsThatOfMidnightToAQuarterOfAnHour() {
    assertEquals(3600, offset("2026-03-01T23:00:00Z", null));
    assertEquals(3600, offset("2026-03-01T23:04:59Z", null));
    assertEquals(20_700, offset("2026-03-01T18:15:00Z", null));
    assertEquals(14 * 3600, offset("2026-03-01T10:00:00Z", null));
    assertEquals(-12 * 3600, offset("2026-03-02T12:00:00Z", null));
    assertEquals(null, offset("2026-03-01T09:00:00Z", null));
    assertEquals(null, offset("2026-03-02T13:00:00Z", "Europe/Berlin"));
    // Away from home, the midnight of the day itself counts.
    assertEquals(-5 * 3600, offset("2026-03-02T05:00:00Z", "Europe/Berlin"));
  }

  @Test
  void aClockThatChangesLaterInTheDayIsFollowedWhereTheFallbackZoneIsThatOfTheDay() {
    String early = series("hr", "BPM", "2026-03-28T23:00:00Z", "2026-03-29T00:30:00Z", "60");
    String late = series("hr", "BPM", "2026-03-28T23:00:00Z", "2026-03-29T01:30:00Z", "61");
    JsonNode doc = day("2026-03-29", early, late);
    List<Sample> known = of(batch(facts("Europe/Berlin"), doc), Resource.HEARTRATE);
    assertEquals(List.of(3600, 7200), known.stream().map(Sample::offsetSeconds).toList());
    List<Sample> unknown = of(batch(facts(null), doc), Resource.HEARTRATE);
    assertEquals(List.of(3600, 3600), unknown.stream().map(Sample::offsetSeconds).toList());
  }

  @Test
  void aDayThatBeginsAtOneBecauseClocksJumpedAtMidnightHasTheOffsetOfItsBegin() {
    String heart = series("hr", "BPM", "2026-04-23T22:00:00Z", "2026-04-24T10:00:00Z", "60");
    String steps = series("steps", "count", "2026-04-23T22:00:00Z", "2026-04-24T10:00:00Z", "9");
    NormalizedBatch batch = batch(facts("Africa/Cairo"), day("2026-04-24", heart, steps));
    assertEquals(10_800, of(batch, Resource.HEARTRATE).getFirst().offsetSeconds());
    assertEquals(10_800, summary(batch, Resource.ACTIVITY).get("timezone_offset").asInt());
  }

  private static String sleep(String start, String end) {
    return "{\"type\":\"Sleep\",\"object\":{\"day_start_timestamp\":%d,\"bedtime_start\":%d,\"bedtime_end\":%d}}"
        .formatted(
            Instant.parse("2026-03-02T23:00:00Z").getEpochSecond(),
            Instant.parse(start).getEpochSecond(),
            Instant.parse(end).getEpochSecond());
  }

  private static String key(JsonNode day) {
    return batch(facts("Europe/Berlin"), day).summaries().stream()
        .map(s -> s.summary())
        .filter(SleepSummary.class::isInstance)
        .findFirst()
        .orElseThrow()
        .providerKey();
  }

  @Test
  void whoGoesToBedAfterMidnightAndThenBeforeItHasTwoNights() {
    String monday = key(day("2026-03-03", sleep("2026-03-02T23:30:00Z", "2026-03-03T06:00:00Z")));
    String tuesday =
        key(
            day(
                "2026-03-04",
                sleep("2026-03-03T22:30:00Z", "2026-03-04T06:00:00Z")
                    .replace("1772492400", "1772578800")));
    assertNotEquals(monday, tuesday);
    String thoughtOver =
        key(day("2026-03-03", sleep("2026-03-02T22:50:00Z", "2026-03-03T06:00:00Z")));
    assertEquals(monday, thoughtOver, "the same night, begun a little earlier");
    NormalizedBatch naps =
        batch(
            facts("Europe/Berlin"),
            day(
                "2026-03-03",
                sleep("2026-03-03T12:00:00Z", "2026-03-03T12:30:00Z"),
                sleep("2026-03-03T13:00:00Z", "2026-03-03T14:00:00Z")));
    assertEquals(
        2, naps.summaries().stream().map(s -> s.summary().providerKey()).distinct().count());
  }

  @Test
  void aNapInTheEveningAndTheNightAfterItAreTwoInWhicheverWindowTheyAreRead() {
    JsonNode evening = day("2026-03-03", sleep("2026-03-03T17:30:00Z", "2026-03-03T18:30:00Z"));
    JsonNode night =
        day(
            "2026-03-04",
            sleep("2026-03-03T22:30:00Z", "2026-03-04T06:00:00Z")
                .replace("1772492400", "1772578800"));
    assertNotEquals(key(evening), key(night));
    assertEquals(
        2,
        batch(facts("Europe/Berlin"), evening, night).summaries().stream()
            .map(s -> s.id(USER))
            .distinct()
            .count());
  }

  @Test
  void aSleepThatEndsOnTheNextDayIsOfThatDay() {
    JsonNode doc = day("2026-03-03", sleep("2026-03-03T22:30:00Z", "2026-03-04T06:00:00Z"));
    assertFields(
        """
        {"calendar_date":"2026-03-04","duration":27000,"total":0,"type":"long_sleep",
         "skin_temperature":null}
        """,
        summary(batch(facts("Europe/Berlin"), doc), Resource.SLEEP));
  }

  @Test
  void oneOddMetricCostsNoOther() {
    ObjectNode doc = day();
    ArrayNode metrics = (ArrayNode) doc.at("/answer/metric_data");
    ((ObjectNode) metrics.get(7).get("object")).remove("bedtime_end");
    metrics.add(json("{\"object\":{}}")).add(json("{\"type\":\"hr\",\"object\":[]}")).add(7);
    NormalizedBatch batch = batch(facts(null), doc);
    assertEquals(List.of("sleep: bedtime_end is missing"), batch.refused());
    assertEquals(2, of(batch, Resource.HEARTRATE).size());
    assertEquals(400, summary(batch, Resource.ACTIVITY).get("steps").asInt());
  }

  @Test
  void aDayOfNothingIsNothing() {
    assertTrue(batch(facts(null), day("2026-03-02")).isEmpty());
  }
}
