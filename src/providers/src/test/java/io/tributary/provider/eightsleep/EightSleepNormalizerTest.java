package io.tributary.provider.eightsleep;

import static io.tributary.provider.VendorDocumentReader.assertFields;
import static io.tributary.provider.VendorDocumentReader.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.model.DeviceDescription;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.RawDocument;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SourceType;
import io.tributary.provider.AccountContext;
import io.tributary.provider.VendorDocumentReader;
import io.tributary.provider.document.DocumentSet;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Normalizes nights from the field. Each test names a pitfall. */
class EightSleepNormalizerTest {
  private static final UUID USER = new UUID(1, 1);
  private static final String NIGHT = "1772404200";
  private static final String NAP = "1772456400";

  private final ObjectNode file = file();

  private static ObjectNode file() {
    return (ObjectNode) VendorDocumentReader.file("eight_sleep", "nights");
  }

  /** Returns the context of a user with a mattress zone and a fallback zone; null means unknown. */
  private static AccountContext facts(String mattress, String fallback) {
    ObjectNode told = Json.object();
    if (mattress != null) {
      told.put("zone", mattress);
    }
    return new AccountContext(
        Optional.ofNullable(fallback).map(ZoneId::of),
        Instant.parse("2026-01-01T00:00:00Z"),
        Optional.empty(),
        Optional.empty(),
        told);
  }

  private ObjectNode interval(String id) {
    for (JsonNode n : file.get("intervals")) {
      if (n.get("id").asText().equals(id)) {
        return (ObjectNode) n;
      }
    }
    throw new AssertionError(id);
  }

  private ObjectNode trend() {
    return (ObjectNode) file.get("days").get(0);
  }

  private DocumentSet documents() {
    return new DocumentSet()
        .add(EightSleepDocumentKind.INTERVAL, file.get("intervals"))
        .add(EightSleepDocumentKind.TREND, file.get("days"));
  }

  private NormalizedBatch nights(AccountContext facts) {
    return EightSleepNormalizer.normalise(EightSleepFeed.NIGHTS, documents(), facts);
  }

  private NormalizedBatch nights() {
    return nights(facts(null, null));
  }

  private static JsonNode summary(NormalizedBatch batch, Resource resource, String key) {
    return batch.summaries().stream()
        .filter(s -> s.summary().resource() == resource && s.summary().providerKey().equals(key))
        .map(s -> json(s.content(USER)))
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode sleep(NormalizedBatch batch, String key) {
    return summary(batch, Resource.SLEEP, key);
  }

  private static List<Sample> samples(NormalizedBatch batch, Resource resource) {
    return batch.samples().stream().filter(s -> s.resource() == resource).toList();
  }

  @Test
  void aNightIsItsStagesFromItsBeginOn() {
    NormalizedBatch batch = nights();
    assertEquals(List.of(), batch.refused());
    JsonNode night = sleep(batch, NIGHT);
    assertFields(
        """
        {"calendar_date":"2026-03-02","type":"long_sleep","timezone_offset":3600,
         "duration":23220,"total":22200,"light":14400,"deep":4200,"rem":3600,"awake":1020,
         "latency":600,"score":84,"hr_average":56,"hr_lowest":55,"hr_resting":null,
         "average_hrv":51.5,"respiratory_rate":14.4,"state":"confirmed",
         "temperature_delta":null,"skin_temperature":null}
        """,
        night);
    assertEquals(
        Instant.parse("2026-03-01T22:30:00Z"), Instant.parse(night.get("bedtime_start").asText()));
    assertEquals(
        Instant.parse("2026-03-02T04:57:00Z"), Instant.parse(night.get("bedtime_stop").asText()));
    // 22,200 of 23,220 s.
    assertEquals(95.6072, night.get("efficiency").asDouble(), 0.0001);
  }

  @Test
  void aNapOfTheSameDayIsASleepOfItsOwnWithoutTheDaysFigure() {
    assertFields(
        """
        {"calendar_date":"2026-03-02","type":"short_sleep","duration":2460,"total":2400,
         "awake":60,"rem":0,"latency":0,"score":null,"average_hrv":41.5,"respiratory_rate":null,
         "hr_average":61,"hr_lowest":61}
        """,
        sleep(nights(), NAP));
  }

  @Test
  void stagesComeInTheirOrderAndWhoIsOutIsAwake() {
    JsonNode cycle = summary(nights(), Resource.SLEEP_CYCLE, NIGHT);
    assertFields(
        """
        {"stage_start_offset_second":[0,600,6000,10200,10500,14100,23100],
         "stage_end_offset_second":[600,6000,10200,10500,14100,23100,23220],
         "stage_type":[4,2,1,4,3,2,4],"time_zone":"Europe/Paris"}
        """,
        cycle);
  }

  @Test
  void readingsKeepTheirTimesAndGapsStayGaps() {
    NormalizedBatch batch = nights();
    List<Sample> heart = samples(batch, Resource.HEARTRATE);
    assertEquals(List.of(61.0, 57.2, 55.4), heart.stream().map(Sample::value).toList());
    assertEquals(Instant.parse("2026-03-01T22:50:00Z"), heart.getLast().at());
    assertEquals(4, samples(batch, Resource.HRV).size());
    assertEquals(2, samples(batch, Resource.RESPIRATORY_RATE).size());
    // Bed temperature, room temperature and toss-and-turn counts are omitted.
    assertEquals(3 + 4 + 2, batch.samples().size());
    for (Sample s : batch.samples()) {
      assertEquals(3600, s.offsetSeconds());
      assertEquals(SourceType.AUTOMATIC, s.source().type());
    }
  }

  @Test
  void whatTheVendorWorksOnIsTentativeUnderTheSameKey() {
    interval(NIGHT).put("incomplete", true);
    assertEquals("tentative", sleep(nights(), NIGHT).get("state").asText());
    assertEquals("confirmed", sleep(nights(), NAP).get("state").asText());
    interval(NIGHT).put("incomplete", false);
    for (String word : List.of("processing", "incomplete")) {
      trend().put(word, true);
      assertEquals("tentative", sleep(nights(), NIGHT).get("state").asText(), word);
      assertEquals("tentative", sleep(nights(), NAP).get("state").asText(), word);
      trend().put(word, false);
    }
  }

  @Test
  void aNightIsAsLongAsItWasWhenClocksChange() {
    // 22:00 to 07:00 local time is eight hours in March and ten in October.
    ObjectNode spring = night("spring", "2026-03-28T21:00:00Z", 8 * 3600);
    ObjectNode autumn = night("autumn", "2026-10-24T20:00:00Z", 10 * 3600);
    ArrayNode both = file.putArray("intervals").add(spring).add(autumn);
    assertEquals(2, both.size());
    NormalizedBatch batch = nights();
    assertFields(
        """
        {"calendar_date":"2026-03-29","timezone_offset":3600,"duration":28800,"total":28800}
        """,
        sleep(batch, "spring"));
    assertFields(
        """
        {"calendar_date":"2026-10-25","timezone_offset":7200,"duration":36000,"total":36000}
        """,
        sleep(batch, "autumn"));
    assertEquals(
        List.of(3600, 7200, 7200, 3600),
        samples(batch, Resource.HEARTRATE).stream().map(Sample::offsetSeconds).toList());
  }

  /** Returns a night with a single stage and one reading at each end. */
  private static ObjectNode night(String id, String ts, int seconds) {
    Instant start = Instant.parse(ts);
    return (ObjectNode)
        json(
            """
            {"id":"%s","ts":"%s","timezone":"Europe/Paris",
             "stages":[{"stage":"light","duration":%d}],
             "timeseries":{"heartRate":[["%s",50],["%s",51]]}}
            """
                .formatted(id, ts, seconds, start, start.plusSeconds(seconds)));
  }

  @Test
  void withoutAZoneOfItsOwnTheMattressKnowsAndThenTheUser() {
    interval(NIGHT).remove("timezone");
    JsonNode mattress = sleep(nights(facts("Asia/Tokyo", "America/New_York")), NIGHT);
    assertFields("{\"timezone_offset\":32400,\"calendar_date\":\"2026-03-02\"}", mattress);
    JsonNode user = sleep(nights(facts(null, "America/New_York")), NIGHT);
    assertFields("{\"timezone_offset\":-18000,\"calendar_date\":\"2026-03-01\"}", user);
    JsonNode nobody = sleep(nights(), NIGHT);
    assertFields("{\"timezone_offset\":null,\"calendar_date\":\"2026-03-02\"}", nobody);
    interval(NIGHT).put("timezone", "Mars/Base");
    assertEquals(mattress, sleep(nights(facts("Asia/Tokyo", null)), NIGHT));
  }

  @Test
  void aDayIsThatOfTheZoneInWhichItWasAsked() {
    // Shortly before 06:00 in Paris is shortly before 21:00 of the previous day at home.
    trend().put("asked_tz", "America/Los_Angeles").put("day", "2026-03-01");
    NormalizedBatch batch = nights();
    assertFields("{\"calendar_date\":\"2026-03-02\",\"average_hrv\":51.5}", sleep(batch, NIGHT));
    trend().put("day", "2026-03-02");
    batch = nights();
    // That day has only the nap.
    assertFields("{\"average_hrv\":50}", sleep(batch, NIGHT));
    assertFields("{\"average_hrv\":51.5}", sleep(batch, NAP));
  }

  @Test
  void whoLayAwakeAllNightHasNoLatency() {
    interval(NIGHT)
        .set(
            "stages",
            json("[{\"stage\":\"awake\",\"duration\":900},{\"stage\":\"out\",\"duration\":300}]"));
    assertFields(
        """
        {"type":"short_sleep","duration":1200,"total":0,"awake":1200,"latency":null,
         "efficiency":0}
        """,
        sleep(nights(), NIGHT));
  }

  @Test
  void aBeginAwakeAndOutIsOneWait() {
    interval(NIGHT)
        .set(
            "stages",
            json(
                """
                [{"stage":"awake","duration":300},{"stage":"out","duration":120},
                 {"stage":"awake","duration":60},{"stage":"light","duration":60},
                 {"stage":"awake","duration":600},{"stage":"light","duration":10800}]
                """));
    assertFields(
        "{\"latency\":480,\"awake\":1080,\"type\":\"long_sleep\"}", sleep(nights(), NIGHT));
  }

  @Test
  void threeHoursAsleepAreALongSleepAndLessIsAShortOne() {
    for (int seconds : List.of(10800, 10799)) {
      interval(NIGHT)
          .set("stages", json("[{\"stage\":\"light\",\"duration\":%d}]".formatted(seconds)));
      assertEquals(
          seconds == 10800 ? "long_sleep" : "short_sleep",
          sleep(nights(), NIGHT).get("type").asText());
    }
  }

  @Test
  void aStageThatNobodyKnowsIsTimeInBedAndNothingElse() {
    ((ObjectNode) interval(NIGHT).get("stages").get(0)).put("stage", "drowsy");
    NormalizedBatch batch = nights();
    assertFields(
        "{\"duration\":23220,\"total\":22200,\"awake\":420,\"latency\":null}", sleep(batch, NIGHT));
    assertEquals(-1, summary(batch, Resource.SLEEP_CYCLE, NIGHT).get("stage_type").get(0).asInt());
  }

  @Test
  void whatCannotBePlacedIsRefusedAndNothingElseIsLost() {
    ((ObjectNode) interval(NIGHT).get("stages").get(2)).remove("duration");
    NormalizedBatch batch = nights();
    assertEquals(List.of("interval: duration of a stage is missing"), batch.refused());
    assertEquals(
        List.of(NAP, NAP), batch.summaries().stream().map(s -> s.summary().providerKey()).toList());
    interval(NAP).remove("ts");
    assertEquals(2, nights().refused().size());
  }

  @Test
  void aNightWithoutStagesIsOneOnlyLater() {
    interval(NIGHT).putArray("stages");
    assertEquals(List.of("interval: stages are missing"), nights().refused());
    interval(NIGHT).put("incomplete", true);
    NormalizedBatch batch = nights();
    assertEquals(List.of(), batch.refused());
    assertEquals(2, batch.summaries().size());
  }

  @Test
  void anIdMayBeANumber() {
    interval(NIGHT).put("id", 1772404200L);
    assertEquals(84, sleep(nights(), NIGHT).get("score").asInt());
  }

  @Test
  void aPersonIsWhatTheyTypedInAndTheFirstDeviceIsTheirs() {
    NormalizedBatch batch = user(file.get("user"));
    assertFields(
        "{\"sex\":\"female\",\"birth_date\":\"1985-05-05\",\"height\":null,\"gender\":null}",
        summary(batch, Resource.PROFILE, "profile"));
    assertEquals(
        List.of(
            new DeviceDescription(
                "eight_sleep", SourceType.AUTOMATIC, null, "Eight Sleep", "Pod", null, "pod-1")),
        batch.devices());
    NormalizedBatch other =
        user(json("{\"gender\":\"x\",\"dob\":\"1970-12-31\",\"devices\":[{\"id\":\"pod-9\"}]}"));
    assertFields(
        "{\"sex\":null,\"birth_date\":\"1970-12-31\"}",
        summary(other, Resource.PROFILE, "profile"));
    assertEquals("pod-9", other.devices().getFirst().deviceId());
    assertTrue(user(json("{\"gender\":null,\"devices\":[]}")).isEmpty());
  }

  private static NormalizedBatch user(JsonNode user) {
    return EightSleepNormalizer.normalise(
        EightSleepFeed.USER,
        new DocumentSet().add(EightSleepDocumentKind.USER, user),
        facts(null, null));
  }

  @Test
  void whatIsKeptIsFoundByItsDayAndHasAllItsReadings() {
    interval(NIGHT).withArray("/timeseries/heartRate").add(json("[\"2026-03-02T05:10:00Z\",66]"));
    List<RawDocument> kept = EightSleepDocuments.KEYS.rawDocuments(documents(), facts(null, null));
    RawDocument night = kept.stream().filter(d -> d.key().equals(NIGHT)).findFirst().orElseThrow();
    assertEquals(Optional.of(LocalDate.parse("2026-03-02")), night.day());
    assertEquals(Instant.parse("2026-03-01T22:30:00Z"), night.span().orElseThrow().from());
    assertEquals(Instant.parse("2026-03-02T05:10:00Z"), night.span().orElseThrow().to());
    assertEquals(3, kept.size());
    interval(NIGHT).remove("id");
    assertEquals(2, EightSleepDocuments.KEYS.rawDocuments(documents(), facts(null, null)).size());
  }
}
