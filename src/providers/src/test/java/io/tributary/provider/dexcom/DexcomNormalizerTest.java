package io.tributary.provider.dexcom;

import static io.tributary.provider.VendorDocumentReader.json;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.model.DeviceDescription;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.RawDocument;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleJson;
import io.tributary.model.SourceType;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Vendor records and the resulting records that clients see. */
class DexcomNormalizerTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final AccountContext NO_ZONE =
      new AccountContext(Optional.empty(), Instant.parse("2026-01-01T00:00:00Z"), Optional.empty());
  private static final AccountContext BERLIN =
      new AccountContext(
          Optional.of(ZoneId.of("Europe/Berlin")), NO_ZONE.connectedAt(), Optional.empty());

  private static JsonNode records(String file) {
    try (InputStream in =
        DexcomNormalizerTest.class.getResourceAsStream("/provider/dexcom_v3/" + file + ".json")) {
      return JSON.readTree(in).get("records");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static NormalizedBatch batch(
      Map<DexcomDocumentKind, String> files, AccountContext facts) {
    DocumentSet documents = new DocumentSet();
    files.forEach((kind, file) -> documents.add(kind, records(file)));
    return DexcomNormalizer.normalise(DexcomFeed.READINGS, documents, facts);
  }

  private static NormalizedBatch egvs(String file, AccountContext facts) {
    return batch(Map.of(DexcomDocumentKind.EGVS, file), facts);
  }

  private static NormalizedBatch events() {
    return batch(Map.of(DexcomDocumentKind.EVENTS, "events"), NO_ZONE);
  }

  private static JsonNode wire(Sample sample) {
    return json(new String(SampleJson.of(sample), StandardCharsets.UTF_8));
  }

  private static Stream<Sample> of(NormalizedBatch batch, Resource resource) {
    return batch.retain(Set.of(resource)).samples().stream();
  }

  private static List<String> seen(NormalizedBatch batch, Resource resource) {
    return of(batch, resource)
        .map(s -> s.at() + " " + s.value() + " " + s.offsetSeconds())
        .sorted()
        .toList();
  }

  @Test
  void aReadingOfTheSensor() {
    Sample first =
        of(egvs("egvs", NO_ZONE), Resource.GLUCOSE)
            .filter(s -> s.at().equals(Instant.parse("2026-03-02T07:05:03Z")))
            .findFirst()
            .orElseThrow();
    assertEquals(
        json(
            """
            {"id":null,"timestamp":"2026-03-02T07:05:03+00:00","timezone_offset":3600,
             "type":"automatic","unit":"mmol/L","value":6.216}
            """),
        wire(first));
    assertEquals(DexcomNormalizer.SENSOR, first.source());
  }

  @Test
  void milligramsAreDividedAndMillimolesPassThrough() {
    List<String> seen = seen(egvs("egvs", NO_ZONE), Resource.GLUCOSE);
    assertEquals(
        List.of(
            "2026-03-02T06:40:03Z 2.22 3600",
            "2026-03-02T06:45:03Z 22.2 3600",
            "2026-03-02T07:00:03Z 6.4 3600",
            "2026-03-02T07:05:03Z 6.216 3600"),
        seen);
  }

  @Test
  void aReadingWithoutAValueIsNoneAndOneWithoutAUnitOrATimeIsRefused() {
    assertEquals(
        List.of(
            "egvs: unit is not a glucose unit",
            "egvs: value is out of range for glucose",
            "egvs: systemTime is missing"),
        egvs("egvs", NO_ZONE).refused());
  }

  @Test
  void aReceiversOffsetIsWhatItsClockIsAheadToAQuarterOfAnHour() {
    assertEquals(
        List.of(
            "2026-03-02T06:50:03Z 5.162 -25200",
            "2026-03-02T06:55:03Z 5.106 null",
            "2026-03-02T07:00:03Z 5.051 20700",
            "2026-03-02T07:05:03Z 4.995 -18000"),
        seen(egvs("receiver", NO_ZONE), Resource.GLUCOSE));
  }

  @Test
  void whereTheClockIsWrongByDaysTheUsersZoneStandsIn() {
    assertEquals(
        "2026-03-02T06:55:03Z 5.106 3600", seen(egvs("receiver", BERLIN), Resource.GLUCOSE).get(1));
  }

  @Test
  void theHourThatTheClockShowsTwiceIsTwoHours() {
    assertEquals(
        List.of(
            "2026-03-29T00:55:00Z 5.606 3600",
            "2026-03-29T01:05:00Z 5.55 7200",
            "2026-10-25T00:30:00Z 6.66 7200",
            "2026-10-25T00:35:00Z 6.716 7200",
            "2026-10-25T01:30:00Z 6.105 3600",
            "2026-10-25T01:35:00Z 6.161 3600"),
        seen(egvs("clock_change", BERLIN), Resource.GLUCOSE));
  }

  @Test
  void carbohydratesInsulinAndExerciseAreNumbersWrittenAsTexts() {
    NormalizedBatch batch = events();
    assertEquals(
        json(
            """
            {"id":null,"timestamp":"2026-03-02T12:00:00+00:00","start":"2026-03-02T12:00:00+00:00",
             "end":"2026-03-02T12:00:01+00:00","timezone_offset":3600,"type":null,"unit":"g",
             "value":45}
            """),
        wire(of(batch, Resource.CARBOHYDRATES).findFirst().orElseThrow()));
    List<JsonNode> insulin = of(batch, Resource.INSULIN_INJECTION).map(s -> wire(s)).toList();
    assertEquals(
        List.of("rapid_acting bolus 2.0", "rapid_acting bolus 4.5", "long_acting basal 14.0"),
        insulin.stream()
            .map(
                n ->
                    n.get("type").asText()
                        + " "
                        + n.get("delivery_mode").asText()
                        + " "
                        + n.get("value").asDouble())
            .toList());
    assertEquals(
        List.of("high 30.0 2026-03-02T17:30:00+00:00", "null 12.0 2026-03-02T18:12:00+00:00"),
        of(batch, Resource.WORKOUT_DURATION)
            .map(s -> wire(s))
            .map(
                n ->
                    n.get("intensity").asText()
                        + " "
                        + n.get("value").asDouble()
                        + " "
                        + n.get("end").asText())
            .toList());
  }

  @Test
  void aNoteIsItsTextAndAnEmptyOneIsNone() {
    assertEquals(
        List.of("Pizza, 2 slices"),
        of(events(), Resource.NOTE).map(s -> wire(s).get("value").asText()).toList());
  }

  @Test
  void aDeletedEventIsNeitherStoredNorTakenAway() {
    assertEquals(List.of("2026-03-02T12:00:00Z 45.0 3600"), seen(events(), Resource.CARBOHYDRATES));
  }

  @Test
  void insulinOfNoKindAndAmountsThatAreNoneAreRefusedWithoutTheirValues() {
    assertEquals(
        Set.of(
            "events: eventSubType is missing",
            "events: value is missing",
            "events: unit is not grams"),
        Set.copyOf(events().refused()));
    assertEquals(3, events().refused().size());
  }

  @Test
  void aDropOfBloodIsNoReadingOfTheSensorAndTheCalibrationDoesNotReplaceOne() {
    NormalizedBatch batch =
        batch(
            Map.of(
                DexcomDocumentKind.EGVS, "egvs", DexcomDocumentKind.CALIBRATIONS, "calibrations"),
            NO_ZONE);
    assertEquals(
        List.of("automatic 6.216", "fingerprick 6.549"),
        of(batch, Resource.GLUCOSE)
            .filter(s -> s.at().equals(Instant.parse("2026-03-02T07:05:03Z")))
            .map(s -> wire(s).get("type").asText() + " " + s.value())
            .sorted()
            .toList());
    assertEquals(
        1,
        of(batch, Resource.GLUCOSE)
            .filter(s -> s.source().type() == SourceType.FINGERPRICK)
            .filter(s -> s.at().equals(Instant.parse("2026-03-02T16:00:00Z")))
            .count());
  }

  @Test
  void ofTwoRecordsOfOneMomentTheSameWinsHoweverTheyAreSorted() {
    JsonNode twins =
        json(
            """
            [{"recordId":"b","systemTime":"2026-03-02T07:05:03Z","displayTime":"2026-03-02T07:05:03Z",
              "value":100,"unit":"mg/dL"},
             {"recordId":"a","systemTime":"2026-03-02T07:05:03Z","displayTime":"2026-03-02T07:05:03Z",
              "value":120,"unit":"mg/dL"}]
            """);
    List<JsonNode> sorted = Stream.of(twins.get(1), twins.get(0)).toList();
    for (List<JsonNode> order : List.of(sorted, sorted.reversed())) {
      DocumentSet documents = new DocumentSet();
      order.forEach(r -> documents.add(DexcomDocumentKind.EGVS, r));
      assertEquals(
          List.of(5.55),
          DexcomNormalizer.normalise(DexcomFeed.READINGS, documents, NO_ZONE).samples().stream()
              .map(Sample::value)
              .toList());
    }
    // The same applies to a calibration that was entered twice.
    Map<DexcomDocumentKind, String> both =
        Map.of(
            DexcomDocumentKind.CALIBRATIONS, "calibrations", DexcomDocumentKind.EVENTS, "events");
    assertEquals(
        List.of("2026-03-02T16:00:00Z 5.606 3600"),
        seen(batch(both, NO_ZONE), Resource.GLUCOSE).stream()
            .filter(s -> s.startsWith("2026-03-02T16"))
            .toList());
  }

  @Test
  void aTransmitterIsADeviceEvenWithoutAnId() {
    assertEquals(
        List.of(
            new DeviceDescription(
                "dexcom_v3", SourceType.AUTOMATIC, null, "Dexcom", "Dexcom g6", "1.9.1", "8HX3LM"),
            new DeviceDescription(
                "dexcom_v3", SourceType.AUTOMATIC, null, "Dexcom", "Dexcom g7", null, null)),
        batch(Map.of(DexcomDocumentKind.DEVICES, "devices"), NO_ZONE).devices());
  }

  @Test
  void readingsAreKeptByDayAndWhatWasEnteredOneByOne() {
    DocumentSet documents = new DocumentSet();
    documents.add(DexcomDocumentKind.EGVS, records("clock_change"));
    documents.add(DexcomDocumentKind.EVENTS, records("events"));
    documents.add(DexcomDocumentKind.CALIBRATIONS, records("calibrations"));
    documents.add(DexcomDocumentKind.DEVICES, records("devices"));
    List<RawDocument> kept = DexcomDocuments.KEYS.rawDocuments(documents, NO_ZONE);
    assertEquals(
        List.of(
            "calibrations k-1",
            "calibrations k-2",
            "devices 8HX3LM",
            "devices g7 with android",
            "egvs 2026-03-29",
            "egvs 2026-10-25"),
        kept.stream()
            .filter(d -> !d.kind().equals("events"))
            .map(d -> d.kind() + " " + d.key())
            .sorted()
            .toList());
    assertEquals(14, kept.stream().filter(d -> d.kind().equals("events")).count());
    assertEquals(
        Collections.nCopies(2, Set.of("devices")),
        kept.stream().filter(d -> d.kind().equals("devices")).map(RawDocument::shown).toList());
  }
}
