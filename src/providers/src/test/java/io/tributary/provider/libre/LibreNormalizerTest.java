package io.tributary.provider.libre;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.model.DeviceDescription;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SourceType;
import io.tributary.provider.AccountContext;
import io.tributary.provider.Adapter;
import io.tributary.provider.ProviderException;
import io.tributary.provider.document.DocumentSet;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Hand-written records of the app and the portal, with the expected output. */
class LibreNormalizerTest {
  /** The user's zone must not matter. */
  private static final AccountContext FACTS =
      new AccountContext(
          Optional.of(ZoneId.of("Europe/Berlin")),
          Instant.parse("2026-01-01T00:00:00Z"),
          Optional.empty());

  private static final String ITEM =
      """
      {"FactoryTimestamp":"3/2/2026 6:48:11 AM","Timestamp":"3/2/2026 7:48:11 AM","type":0,
       "ValueInMgPerDl":104,"TrendArrow":3,"MeasurementColor":1,"GlucoseUnits":1,"Value":104,
       "isHigh":false,"isLow":false}
      """;

  private static NormalizedBatch normalise(DocumentSet documents) {
    return new LibreNormalizer("abbott_libreview").normalize(LibreFeed.READINGS, documents, FACTS);
  }

  private static DocumentSet graph(String... items) {
    return new DocumentSet()
        .markRead(LibreDocumentKind.REPORT)
        .add(
            LibreDocumentKind.GRAPH,
            Json.parse("{\"graphData\":[" + String.join(",", items) + "]}"));
  }

  private static String at(String wall, String more) {
    return "{\"Timestamp\":\"" + wall + "\"," + more + "}";
  }

  private static DocumentSet report(String log) {
    return report(new DocumentSet().markRead(LibreDocumentKind.GRAPH), "2026-10-25", "d1", log);
  }

  private static DocumentSet report(DocumentSet to, String day, String device, String log) {
    ObjectNode answer = Json.object().put("device", device);
    answer.set("log", Json.parse(log));
    ObjectNode dated = Json.object().put("asked_day", day);
    dated.set("answer", answer);
    return to.add(LibreDocumentKind.REPORT, dated);
  }

  private static long wall(String text) {
    return Instant.parse(text + "Z").getEpochSecond();
  }

  private static Sample only(NormalizedBatch batch) {
    assertEquals(List.of(), batch.refused());
    assertEquals(1, batch.samples().size(), batch.samples()::toString);
    return batch.samples().getFirst();
  }

  @Test
  void aReadingOfTheAppIsAtTheWallsTimeWithoutAnOffset() {
    Sample s = only(normalise(graph(ITEM)));
    assertEquals(Resource.GLUCOSE, s.resource());
    assertEquals(Instant.parse("2026-03-02T07:48:11Z"), s.at());
    assertNull(s.offsetSeconds());
    assertNull(s.end());
    assertEquals(5.772, s.value());
    assertEquals("abbott_libreview", s.source().provider());
    assertEquals(SourceType.AUTOMATIC, s.source().type());
    assertEquals("automatic", s.extras().type());
  }

  @Test
  void noonAndMidnightAreTold() {
    for (String[] pair :
        List.of(
            new String[] {"3/2/2026 12:05:00 AM", "2026-03-02T00:05:00Z"},
            new String[] {"3/2/2026 12:05:00 PM", "2026-03-02T12:05:00Z"},
            new String[] {"12/31/2025 11:59:59\u202fpm", "2025-12-31T23:59:59Z"})) {
      assertEquals(
          Instant.parse(pair[1]),
          only(normalise(graph(at(pair[0], "\"ValueInMgPerDl\":90")))).at());
    }
  }

  @Test
  void aTimeThatIsNoneRefusesTheReadingAlone() {
    NormalizedBatch batch =
        normalise(
            graph(
                at("2/30/2026 7:00:00 AM", "\"ValueInMgPerDl\":90"),
                at("2026-03-02T07:00:00Z", "\"ValueInMgPerDl\":90"),
                at("13/2/2026 7:00:00 AM", "\"ValueInMgPerDl\":90"),
                ITEM));
    assertEquals(1, batch.samples().size());
    assertEquals(3, batch.refused().size());
    batch.refused().forEach(r -> assertEquals("graph: Timestamp is missing", r));
  }

  @Test
  void theUnitIsTheOneThatIsTold() {
    String time = "3/2/2026 7:00:00 AM";
    assertEquals(5.8, only(normalise(graph(at(time, "\"GlucoseUnits\":0,\"Value\":5.8")))).value());
    assertEquals(
        5.772, only(normalise(graph(at(time, "\"GlucoseUnits\":1,\"Value\":104")))).value());
    // mg/dL values are exact and mmol/L values rounded; both describe one reading.
    assertEquals(
        5.772,
        only(normalise(graph(at(time, "\"GlucoseUnits\":0,\"Value\":5.8,\"ValueInMgPerDl\":104"))))
            .value());
    NormalizedBatch none =
        normalise(graph(at(time, "\"Value\":104"), at(time, "\"GlucoseUnits\":7,\"Value\":5")));
    assertEquals(List.of(), none.samples());
    assertEquals(2, none.refused().size());
  }

  @Test
  void beyondTheSensorIsItsEndAndWithoutAValueNothing() {
    String time = "3/2/2026 7:00:00 AM";
    assertEquals(
        27.75, only(normalise(graph(at(time, "\"ValueInMgPerDl\":520,\"isHigh\":true")))).value());
    assertEquals(
        2.22, only(normalise(graph(at(time, "\"ValueInMgPerDl\":12,\"isLow\":true")))).value());
    for (String nothing :
        List.of(
            "\"isHigh\":true",
            "\"ValueInMgPerDl\":0,\"isLow\":true",
            "\"ValueInMgPerDl\":null,\"Value\":null",
            "\"ValueInMgPerDl\":-1,\"GlucoseUnits\":1,\"Value\":-1",
            "\"ValueInMgPerDl\":\"104\"")) {
      NormalizedBatch batch = normalise(graph(at(time, nothing)));
      assertEquals(List.of(), batch.samples(), nothing);
      assertEquals(List.of(), batch.refused(), nothing);
    }
  }

  @Test
  void historyScansAndStripsOfOneMomentStandSideBySide() {
    String time = "3/2/2026 7:00:00 AM";
    NormalizedBatch batch =
        normalise(
            graph(
                at(time, "\"type\":0,\"ValueInMgPerDl\":100"),
                at(time, "\"type\":1,\"ValueInMgPerDl\":110"),
                at(time, "\"type\":2,\"ValueInMgPerDl\":120"),
                at(time, "\"type\":9,\"ValueInMgPerDl\":130")));
    assertEquals(
        List.of(SourceType.AUTOMATIC, SourceType.MANUAL_SCAN, SourceType.FINGERPRICK),
        batch.samples().stream().map(s -> s.source().type()).toList());
    assertEquals(List.of("graph: type is missing"), batch.refused());
  }

  @Test
  void ofAnHourThatCameTwiceTheLaterReadingStaysHoweverTheyAreSorted() {
    String first =
        at(
            "10/25/2026 2:30:00 AM",
            "\"FactoryTimestamp\":\"10/25/2026 12:30:00 AM\",\"ValueInMgPerDl\":100");
    String second =
        at(
            "10/25/2026 2:30:00 AM",
            "\"FactoryTimestamp\":\"10/25/2026 1:30:00 AM\",\"ValueInMgPerDl\":180");
    assertEquals(9.99, only(normalise(graph(first, second))).value());
    assertEquals(9.99, only(normalise(graph(second, first))).value());
  }

  @Test
  void theCurrentValueAndTheSensorAreTakenAlong() {
    DocumentSet documents =
        new DocumentSet()
            .add(
                LibreDocumentKind.GRAPH,
                Json.parse(
                    """
                    {"graphData":[],
                     "glucoseMeasurement":{"Timestamp":"3/2/2026 7:51:00 AM","type":1,
                                           "ValueInMgPerDl":110,"TrendArrow":4},
                     "sensor":{"deviceId":"x","sn":"0M00ABC123","pt":4}}
                    """));
    NormalizedBatch batch = normalise(documents);
    Sample s = only(batch);
    assertEquals(SourceType.MANUAL_SCAN, s.source().type());
    assertEquals(6.105, s.value());
    assertEquals(
        List.of(
            new DeviceDescription(
                "abbott_libreview",
                SourceType.AUTOMATIC,
                null,
                "Abbott",
                null,
                null,
                "0M00ABC123")),
        batch.devices());
  }

  @Test
  void aDayOfThePortalHoldsReadingsInPartsAndScans() {
    NormalizedBatch batch =
        normalise(
            report(
                """
                {"Date":1,"Glucose":[[{"Timestamp":%d,"Value":90,"IsTimeChange":false},
                                      {"Timestamp":%d,"Value":0},
                                      {"Timestamp":%d,"Value":null}],[],
                                     [{"Timestamp":%d,"Value":180}]],
                 "SensorScans":[{"Timestamp":%d,"Value":99}],"Other":[{"Timestamp":1,"Value":1}]}
                """
                    .formatted(
                        wall("2026-10-25T00:00:00"),
                        wall("2026-10-25T00:15:00"),
                        wall("2026-10-25T00:30:00"),
                        wall("2026-10-25T00:45:00"),
                        wall("2026-10-25T00:45:00"))));
    assertEquals(List.of(), batch.refused());
    assertEquals(
        List.of(
            "2026-10-25T00:00:00Z automatic 4.995",
            "2026-10-25T00:45:00Z automatic 9.99",
            "2026-10-25T00:45:00Z manual_scan 5.495"),
        batch.samples().stream()
            .map(s -> s.at() + " " + s.source().type().wire() + " " + s.value())
            .toList());
    batch.samples().forEach(s -> assertNull(s.offsetSeconds()));
  }

  @Test
  void thePortalTellsAnHourThatCameTwiceInItsOrder() {
    long clock = wall("2026-10-25T02:30:00");
    Sample s =
        only(
            normalise(
                report(
                    """
                    {"Glucose":[[{"Timestamp":%d,"Value":100}],
                                [{"Timestamp":%d,"Value":180,"IsTimeChange":true}]]}
                    """
                        .formatted(clock, clock))));
    assertEquals(9.99, s.value());
    assertEquals(Instant.parse("2026-10-25T02:30:00Z"), s.at());
  }

  @Test
  void figuresOfThePortalAreOfTheUnitThatTheyCanOnlyBeOf() {
    long clock = wall("2026-10-25T08:00:00");
    String two =
        "{\"Glucose\":[[{\"Timestamp\":%d,\"Value\":%s},{\"Timestamp\":%d,\"Value\":%s}]]}";
    NormalizedBatch mmol = normalise(report(two.formatted(clock, "5.4", clock + 900, "7")));
    assertEquals(List.of(5.4, 7.0), mmol.samples().stream().map(Sample::value).toList());
    // A low value in mg/dL beside another reading is not a high value in mmol/L.
    NormalizedBatch milligrams = normalise(report(two.formatted(clock, "20", clock + 900, "70")));
    assertEquals(List.of(2.22, 3.885), milligrams.samples().stream().map(Sample::value).toList());
    // Values of both units are ambiguous: a mmol/L value beyond every scale must not turn a day
    // into low readings.
    NormalizedBatch both = normalise(report(two.formatted(clock, "5.4", clock + 900, "33.3")));
    assertEquals(List.of(), both.samples());
    assertEquals(2, both.refused().size());
    // Values in the usual range are unchanged.
    NormalizedBatch ends = normalise(report(two.formatted(clock, "2.2", clock + 900, "27.8")));
    assertEquals(List.of(2.2, 27.8), ends.samples().stream().map(Sample::value).toList());
    // A single such value is ambiguous and dropped.
    NormalizedBatch unknown = normalise(report(two.formatted(clock, "20", clock + 900, "20")));
    assertEquals(List.of(), unknown.samples());
    assertEquals("report: value has an unknown unit", unknown.refused().getFirst());
    assertEquals(2, unknown.refused().size());
  }

  @Test
  void figuresOfThePortalMayBeTextsAndTimesThatAreNoneAreSaid() {
    NormalizedBatch batch =
        normalise(
            report(
                """
                {"Glucose":[[{"Timestamp":"%d","Value":"90"},{"Timestamp":"x","Value":91},
                             {"Value":92},{"Timestamp":%d}]]}
                """
                    .formatted(wall("2026-10-25T07:00:00"), wall("2026-10-25T07:15:00"))));
    assertEquals(1, batch.samples().size());
    assertEquals(4.995, batch.samples().getFirst().value());
    assertEquals(
        List.of("report: Timestamp is missing", "report: Timestamp is missing"), batch.refused());
  }

  @Test
  void ofOneMomentTheAppWinsOverThePortalAndOneDeviceOverTheOtherEachTime() {
    String log =
        "{\"Glucose\":[[{\"Timestamp\":" + wall("2026-03-02T07:48:11") + ",\"Value\":%d}]]}";
    DocumentSet both = graph(ITEM);
    report(both, "2026-03-02", "d1", log.formatted(150));
    assertEquals(5.772, only(normalise(both)).value());

    DocumentSet one = report(new DocumentSet(), "2026-03-02", "d1", log.formatted(90));
    report(one, "2026-03-02", "d2", log.formatted(180));
    DocumentSet other = report(new DocumentSet(), "2026-03-02", "d2", log.formatted(180));
    report(other, "2026-03-02", "d1", log.formatted(90));
    assertEquals(only(normalise(one)), only(normalise(other)));
  }

  @Test
  void aDayWithoutReadingsIsEmpty() {
    assertTrue(normalise(report("{\"Glucose\":[],\"SensorScans\":[]}")).isEmpty());
    assertTrue(normalise(report("{}")).isEmpty());
  }

  @Test
  void aKeptDayIsReadAgainAsItWas() {
    Adapter adapter = LibreAdapter.patient(null);
    DocumentSet day =
        report(
            "{\"Glucose\":[[{\"Timestamp\":" + wall("2026-10-25T07:00:00") + ",\"Value\":90}]]}");
    var raws = LibreDocuments.KEYS.rawDocuments(day, FACTS);
    assertEquals(1, raws.size());
    var mapped =
        adapter
            .mapping()
            .orElseThrow()
            .normalize(
                LibreFeed.READINGS.feed(),
                raws.stream()
                    .map(
                        r ->
                            new io.tributary.provider.DocumentMapper.Document(
                                r.kind(), r.key(), FACTS, r.body()))
                    .toList());
    assertEquals(normalise(day).samples(), mapped.getFirst().samples());
  }

  @Test
  void aPageHoldsItsReportUnderOneNameOrTheOther() {
    String days = "{\"n\":\"a } in \\\" text {\",\"Data\":{\"Days\":[{\"Glucose\":[]}]}}";
    for (String page :
        List.of(
            "<html><script>var a={};window.report = " + days + ";x()</script>",
            "<script>DataForLibreDailyLog=" + days + "</script>",
            "<script>window.report={\"Data\":{}};DataForLibreDailyLog = " + days + "</script>")) {
      assertEquals(1, LibreReportPage.days(page).size(), page);
    }
    for (String page :
        List.of(
            "",
            "<html>Sign in</html>",
            "window.report = " + days.substring(0, days.length() - 2),
            "window.report = {\"Data\":{\"Days\":{}}}",
            "window.report = {broken}")) {
      assertThrows(ProviderException.Unavailable.class, () -> LibreReportPage.days(page), page);
    }
  }

  @Test
  void bothTicketsOfAConnectionAreOneToken() {
    assertEquals("p f", new LibreTokens("p", Optional.of("f")).accessToken());
    assertEquals(new LibreTokens("p", Optional.of("f")), LibreTokens.of("p f"));
    assertEquals(new LibreTokens("p", Optional.empty()), LibreTokens.of("p"));
    assertFalse(LibreTokens.of("p f").toString().contains("p f"));
  }
}
