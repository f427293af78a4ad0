package io.tributary.provider.wahoo;

import static io.tributary.provider.VendorDocumentReader.assertFields;
import static io.tributary.provider.VendorDocumentReader.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Sports;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutStream.Channel;
import io.tributary.provider.AccountContext;
import io.tributary.provider.VendorDocumentReader;
import io.tributary.provider.document.DocumentSet;
import io.tributary.workoutfile.FitWriter;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Normalizes the vendor's examples. Each test names a pitfall. */
class WahooNormalizerTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final UUID USER = new UUID(1, 1);
  private static final long START = Instant.parse("2026-03-02T05:30:00Z").getEpochSecond();

  private static AccountContext facts(String zone) {
    return new AccountContext(
        Optional.ofNullable(zone).map(ZoneId::of),
        Instant.parse("2026-02-20T23:30:00Z"),
        Optional.empty(),
        Optional.of(LocalDate.parse("1986-03-02")),
        JSON.createObjectNode());
  }

  private static JsonNode file(String name) {
    return VendorDocumentReader.file("wahoo", name);
  }

  /**
   * Writes four readings a minute apart, one without strap contact; a run if {@code run} is set.
   */
  private static FitWriter fit(boolean run) {
    FitWriter fit = new FitWriter();
    fit.define(0, 0, FitWriter.field(0, FitWriter.ENUM), FitWriter.field(1, FitWriter.UINT16));
    fit.data(0, 4, 32);
    fit.define(
        1,
        20,
        FitWriter.field(253, FitWriter.UINT32),
        FitWriter.field(3, FitWriter.UINT8),
        FitWriter.field(4, FitWriter.UINT8),
        FitWriter.field(5, FitWriter.UINT32),
        FitWriter.field(7, FitWriter.UINT16));
    fit.data(1, FitWriter.fit(START), 120, 84, 0, 150);
    fit.data(1, FitWriter.fit(START + 60), 0, 85, 40050, 160);
    fit.data(1, FitWriter.fit(START + 120), 150, null, 80000, null);
    fit.data(1, FitWriter.fit(START + 180), 171, 80, 120000, 200);
    fit.define(
        2,
        18,
        FitWriter.field(253, FitWriter.UINT32),
        FitWriter.field(2, FitWriter.UINT32),
        FitWriter.field(5, FitWriter.ENUM),
        FitWriter.field(7, FitWriter.UINT32));
    fit.data(2, FitWriter.fit(START + 240), FitWriter.fit(START), run ? 1 : 2, 240_000);
    return fit;
  }

  private static NormalizedBatch batch(AccountContext facts, ObjectNode... files) {
    DocumentSet documents = new DocumentSet().add(WahooDocumentKind.WORKOUT, file("workouts"));
    documents.markRead(WahooDocumentKind.FILE);
    for (ObjectNode f : files) {
      documents.add(WahooDocumentKind.FILE, f);
    }
    return WahooNormalizer.normalise(WahooFeed.WORKOUTS, documents, facts);
  }

  private static NormalizedBatch withFile(boolean run) {
    LocalDate day = LocalDate.parse("2026-03-02");
    return batch(facts(null), WahooFile.toJson("88", day, fit(run).file()));
  }

  private static JsonNode workout(NormalizedBatch batch, int index) {
    return json(batch.summaries().get(index).content(USER));
  }

  @Test
  void aRideAsTheVendorTellsItInTexts() {
    NormalizedBatch batch = withFile(false);
    assertFields(
        """
        {"provider_id":"88","calendar_date":"2026-03-02",
         "time_start":"2026-03-02T05:30:00+00:00","time_end":"2026-03-02T06:15:10+00:00",
         "title":"Morning ride","timezone_offset":null,"average_hr":139,"max_hr":171,
         "distance":20110.4,"moving_time":2650,"steps":null,"calories":512,
         "total_elevation_gain":140,"elev_high":null,"elev_low":null,"average_speed":7.58,
         "max_speed":null,"average_watts":181,"max_watts":null,"weighted_average_watts":194.2,
         "device_watts":null,"map":null}
        """,
        workout(batch, 0));
    assertEquals("cycling", workout(batch, 0).at("/sport/slug").asText());
    assertEquals("unknown", batch.summaries().getFirst().source().type().wire());
    assertEquals("wahoo", batch.summaries().getFirst().source().provider());
  }

  @Test
  void theDayIsThatOfTheFallbackZoneAndTheOffsetStaysUnknown() {
    assertEquals("2026-03-02", workout(batch(facts(null)), 1).get("calendar_date").asText());
    JsonNode kolkata = workout(batch(facts("Asia/Kolkata")), 1);
    assertFields(
        """
        {"calendar_date":"2026-03-03","time_start":"2026-03-02T23:30:00+00:00",
         "timezone_offset":null}
        """,
        kolkata);
  }

  @Test
  void theDayFollowsTheClockOfTheFallbackZoneOverItsChange() {
    ObjectNode late = file("workouts").get(0).deepCopy();
    DocumentSet documents = new DocumentSet();
    // New York changes clocks on 8 March 2026 at 07:00Z: 04:30Z is 23:30 before the change and
    // 00:30 after it.
    for (String starts : List.of("2026-03-08T04:30:00.000Z", "2026-03-09T04:30:00.000Z")) {
      documents.add(
          WahooDocumentKind.WORKOUT, late.deepCopy().put("starts", starts).put("id", starts));
    }
    NormalizedBatch batch =
        WahooNormalizer.normalise(WahooFeed.WORKOUTS, documents, facts("America/New_York"));
    assertEquals("2026-03-07", workout(batch, 0).get("calendar_date").asText());
    assertEquals("2026-03-09", workout(batch, 1).get("calendar_date").asText());
  }

  @Test
  void anIdOf64BitsKeepsAllItsDigits() {
    assertEquals("9223372036854775807", workout(batch(facts(null)), 1).get("provider_id").asText());
  }

  @Test
  void theMinutesOfTheCalendarEndAWorkoutWhoseLengthIsNotTold() {
    assertFields(
        """
        {"time_start":"2026-03-02T23:30:00+00:00","time_end":"2026-03-03T00:00:00+00:00",
         "moving_time":1796}
        """,
        workout(batch(facts(null)), 1));
  }

  @Test
  void zerosOfSensorsThatWereNotThereAreGapsAndOthersAreFigures() {
    assertFields(
        """
        {"average_hr":null,"average_watts":null,"weighted_average_watts":null,
         "average_speed":null,"distance":0,"total_elevation_gain":0,"calories":300.1}
        """,
        workout(batch(facts(null)), 1));
  }

  @Test
  void aTrainerIsAMachine() {
    NormalizedBatch batch = batch(facts(null));
    assertEquals("exercise_machine", batch.summaries().get(1).source().type().wire());
    assertEquals("indoor_cycling", workout(batch, 1).at("/sport/slug").asText());
  }

  @Test
  void aPlanIsNoWorkoutAndOneWithoutALengthIsRefused() {
    NormalizedBatch batch = batch(facts(null));
    assertEquals(
        List.of("88", "9223372036854775807", "93"),
        batch.summaries().stream().map(s -> s.summary().providerKey()).toList());
    assertEquals(List.of("workout: duration_total_accum is missing"), batch.refused());
  }

  @Test
  void aWorkoutWithoutABeginIsRefusedAndSeenToBe() {
    ObjectNode odd = file("workouts").get(0).deepCopy();
    NormalizedBatch batch =
        WahooNormalizer.normalise(
            WahooFeed.WORKOUTS,
            new DocumentSet().add(WahooDocumentKind.WORKOUT, odd.put("starts", "2026-03-02 05:30")),
            facts(null));
    assertTrue(batch.isEmpty());
    assertEquals(List.of("workout: starts is missing"), batch.refused());
  }

  @Test
  void anUnknownTypeIsOtherAndAFigureBelowZeroIsNone() {
    JsonNode odd = workout(batch(facts(null)), 2);
    assertEquals("other", odd.at("/sport/slug").asText());
    assertFields(
        """
        {"distance":null,"moving_time":1100,"time_end":"2026-03-04T10:20:00+00:00"}
        """,
        odd);
  }

  @Test
  void everyTypeOfTheTableIsASportOfOursOnce() {
    Set<Long> ids = new HashSet<>();
    JsonNode table = file("workout_types");
    assertTrue(table.size() > 60);
    for (JsonNode type : table) {
      assertTrue(ids.add(type.get("id").longValue()), type::toString);
      assertTrue(Sports.contains(type.get("sport").textValue()), type::toString);
    }
    assertEquals("treadmill_running", WahooWorkoutTypes.sport(5L).slug());
    assertTrue(WahooWorkoutTypes.onMachine(5L));
    assertEquals("hiking", WahooWorkoutTypes.sport(9L).slug());
    assertEquals("pool_swimming", WahooWorkoutTypes.sport(25L).slug());
    assertEquals("strength_training", WahooWorkoutTypes.sport(42L).slug());
    assertFalse(WahooWorkoutTypes.onMachine(null));
    assertEquals(Sports.OTHER, WahooWorkoutTypes.sport(null));
  }

  @Test
  void theFileIsTheStreamTheHeartRatesAndTheZones() {
    NormalizedBatch batch = withFile(false);
    assertEquals(1, batch.streams().size());
    assertEquals("88", batch.streams().getFirst().workoutKey());
    WorkoutStream stream = batch.streams().getFirst().stream();
    assertEquals(4, stream.size());
    assertEquals(START + 180, stream.time(3));
    assertEquals(400.5, stream.value(Channel.DISTANCE, 1));
    assertEquals(84, stream.value(Channel.CADENCE, 0));
    assertTrue(Double.isNaN(stream.value(Channel.POWER, 2)));
    assertTrue(Double.isNaN(stream.value(Channel.HEARTRATE, 1)), "no contact");
    List<Sample> heart =
        batch.samples().stream().filter(s -> s.resource() == Resource.HEARTRATE).toList();
    assertEquals(3, heart.size());
    assertEquals(Instant.ofEpochSecond(START), heart.getFirst().at());
    assertEquals(120, heart.getFirst().value());
    assertEquals(null, heart.getFirst().offsetSeconds());
    // Age 40: 120 is 67 %, 150 is 83 %, 171 is 95 % of 180; each holds for a minute.
    assertFields("{\"hr_zones\":[0,0,60,0,60,60]}", workout(batch, 0));
  }

  @Test
  void cadenceOfARunIsThatOfBothFeet() {
    WorkoutStream stream = withFile(true).streams().getFirst().stream();
    assertEquals(168, stream.value(Channel.CADENCE, 0));
  }

  @Test
  void aFileThatNobodyCanReadCostsWhatIsOnlyInIt() {
    byte[] whole = fit(false).file();
    LocalDate day = LocalDate.parse("2026-03-02");
    byte[] torn = java.util.Arrays.copyOf(whole, whole.length / 2);
    for (ObjectNode bad :
        List.of(
            WahooFile.toJson("88", day, torn),
            WahooFile.toJson("88", day, "<html>".getBytes(java.nio.charset.StandardCharsets.UTF_8)),
            WahooFile.toJson("88", day, new byte[0]),
            WahooFile.missing("88", day, "status 404"),
            (ObjectNode) json("{\"workout_id\":\"88\",\"fit\":\"no base64!\"}"))) {
      NormalizedBatch batch = batch(facts(null), bad);
      assertEquals(3, batch.summaries().size());
      assertEquals(List.of(), batch.streams());
      assertEquals(2, batch.refused().size(), () -> batch.refused().toString());
      assertTrue(batch.refused().getFirst().startsWith("file: "), batch.refused().getFirst());
      assertFields("{\"max_hr\":null,\"hr_zones\":null,\"average_hr\":139}", workout(batch, 0));
    }
  }

  @Test
  void whatUsersHaveEnteredOfThemselves() {
    NormalizedBatch batch =
        WahooNormalizer.normalise(
            WahooFeed.USER,
            new DocumentSet().add(WahooDocumentKind.USER, file("user")),
            facts(null));
    assertEquals(2, batch.summaries().size());
    assertFields(
        "{\"height\":181,\"birth_date\":\"1990-05-01\",\"sex\":\"female\",\"gender\":null}",
        workout(batch, 0));
    assertFields(
        """
        {"calendar_date":"2026-03-04","date":"2026-03-03T23:00:00+00:00","weight":70.5,"fat":null}
        """,
        workout(batch, 1));
  }

  @Test
  void aUserWhoHasEnteredNothingHasNoRecords() {
    JsonNode empty =
        json(
            "{\"asked_day\":\"2026-03-04\",\"answer\":{\"id\":9,\"height\":\"0.0\","
                + "\"weight\":\"0.0\",\"birth\":null,\"gender\":7}}");
    NormalizedBatch batch =
        WahooNormalizer.normalise(
            WahooFeed.USER, new DocumentSet().add(WahooDocumentKind.USER, empty), facts(null));
    assertTrue(batch.isEmpty());
    assertEquals(List.of(), batch.refused());
  }
}
