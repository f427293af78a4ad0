package io.tributary.provider.polar;

import static io.tributary.provider.polar.PolarFixture.FACTS;
import static io.tributary.provider.polar.PolarFixture.batch;
import static io.tributary.provider.polar.PolarFixture.exercises;
import static io.tributary.provider.polar.PolarFixture.facts;
import static io.tributary.provider.polar.PolarFixture.fields;
import static io.tributary.provider.polar.PolarFixture.file;
import static io.tributary.provider.polar.PolarFixture.json;
import static io.tributary.provider.polar.PolarFixture.nights;
import static io.tributary.provider.polar.PolarFixture.samples;
import static io.tributary.provider.polar.PolarFixture.wire;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.model.DeviceDescription;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.SourceType;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutStream.Channel;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Normalizes vendor documents. Each test names a pitfall. */
class PolarNormalizerTest {
  private static ObjectNode night() {
    return (ObjectNode) file("nights").get(0).deepCopy();
  }

  @Test
  void anExerciseBeginsByAClockOnTheWallWhoseOffsetIsInMinutes() {
    NormalizedBatch batch = exercises(file("exercises"));
    List<JsonNode> all = wire(batch, Resource.WORKOUTS);
    assertEquals(2, all.size());
    assertEquals(List.of("exercise: duration is missing"), batch.refused());
    fields(
        """
        {'calendar_date':'2026-03-02','time_start':'2026-03-01T18:40:00+00:00',
         'time_end':'2026-03-01T19:42:03+00:00','timezone_offset':19800,'provider_id':'2AC312F',
         'average_hr':129,'max_hr':147,'distance':10080.5,'calories':530,'moving_time':null,
         'average_speed':null,'map':null}
        """,
        all.get(0));
    assertEquals("trail_running", all.get(0).at("/sport/slug").asText());
  }

  @Test
  void keysWithHyphensAreReadLikeThoseWithUnderscoresAndANoughtIsNoHeartRate() {
    JsonNode kayak = wire(exercises(file("exercises")), Resource.WORKOUTS).get(1);
    fields(
        """
        {'calendar_date':'2026-03-01','time_start':'2026-03-01T12:30:00+00:00',
         'time_end':'2026-03-01T13:00:05.500000+00:00','timezone_offset':-12600,'average_hr':null,
         'max_hr':151,'hr_zones':null,'distance':null,'calories':0}
        """,
        kayak);
    assertEquals("kayaking", kayak.at("/sport/slug").asText());
  }

  @Test
  void samplesLieAtTheRecordingRateGapsKeepTheirPlaceAndSpeedsAreMetresASecond() {
    NormalizedBatch batch = exercises(file("exercises"));
    assertEquals(1, batch.streams().size());
    WorkoutStream stream = batch.streams().getFirst().stream();
    long start = 1_772_390_400L;
    assertEquals(
        List.of(0L, 5L, 10L, 15L, 20L),
        Arrays.stream(stream.times()).map(t -> t - start).boxed().toList());
    assertEquals("[100.0, 101.0, NaN, 140.0, NaN]", text(stream, Channel.HEARTRATE));
    assertEquals("[0.0, 10.0, 5.0, NaN, NaN]", text(stream, Channel.VELOCITY_SMOOTH));
    assertEquals("[12.5, NaN, 13.0, NaN, NaN]", text(stream, Channel.ALTITUDE));
    assertTrue(!stream.has(Channel.POWER), "nobody knows when that was");
    assertEquals(
        List.of(
            "2026-03-01T18:40:00Z 19800 100.0",
            "2026-03-01T18:40:05Z 19800 101.0",
            "2026-03-01T18:40:15Z 19800 140.0"),
        samples(batch, Resource.HEARTRATE));
  }

  private static String text(WorkoutStream stream, Channel channel) {
    return Arrays.toString(stream.values(channel));
  }

  @Test
  void zonesAreOursOfTheReadingsAndNotTheFiveThatTheUserHasSet() {
    // 40 years: maximum 180 a minute. 100 and 101 are 55 %, for five and ten seconds; 140 is 77 %
    // and the last reading, which counts for a minute.
    assertEquals(
        json("[0,15,0,60,0,0]"),
        wire(exercises(file("exercises")), Resource.WORKOUTS).getFirst().get("hr_zones"));
  }

  @Test
  void withoutAnOffsetTheUsersZoneIsTheBestThatIsKnownAndWithoutThatNone() {
    JsonNode bare = json("[{'id':'a','start_time':'2026-07-02T10:00:00','duration':'PT60S'}]");
    DocumentSet documents = new DocumentSet().add(PolarDocumentKind.EXERCISE, bare);
    fields(
        "{'time_start':'2026-07-02T08:00:00+00:00','timezone_offset':7200}",
        wire(batch(PolarFeed.HEART, documents, facts("Europe/Berlin")), Resource.WORKOUTS)
            .getFirst());
    fields(
        "{'time_start':'2026-07-02T10:00:00+00:00','timezone_offset':null}",
        wire(batch(PolarFeed.HEART, documents, FACTS), Resource.WORKOUTS).getFirst());
  }

  @Test
  void samplesBeyondAllMeasureCostThemselvesAndNotTheExercise() {
    ObjectNode huge = (ObjectNode) file("exercises").get(0).deepCopy();
    ((ObjectNode) huge.get("samples").get(0))
        .put("data", "1,".repeat(WorkoutStream.MAX_POINTS + 9));
    NormalizedBatch batch = exercises(huge);
    assertEquals(1, wire(batch, Resource.WORKOUTS).size());
    assertEquals(0, batch.streams().size());
    assertEquals(1, batch.refused().size());
  }

  @Test
  void theDeviceOfExercisesAndNightsIsTold() {
    assertEquals(
        new DeviceDescription(
            "polar", SourceType.WATCH, null, "Polar", "Polar Vantage V3", null, "1111AAAA"),
        exercises(file("exercises")).devices().getFirst());
    assertEquals(
        new DeviceDescription("polar", SourceType.WATCH, null, "Polar", null, null, "1111AAAA"),
        nights(file("nights"), FACTS).devices().getFirst());
  }

  @Test
  void aNightWithTheNightlyRechargeOfItsDate() {
    fields(
        """
        {'calendar_date':'2026-03-02','bedtime_start':'2026-03-01T22:39:07+00:00',
         'bedtime_stop':'2026-03-02T05:39:07+00:00','type':'long_sleep','timezone_offset':3600,
         'duration':25200,'total':22500,'light':12000,'deep':4500,'rem':6000,'awake':2400,
         'score':78,'efficiency':89.28571428571429,'hr_lowest':47,'hr_average':52,
         'hr_resting':null,'average_hrv':48,'respiratory_rate':14.1,'latency':653,'state':null,
         'recovery_readiness_score':null}
        """,
        wire(nights(file("nights"), FACTS), Resource.SLEEP).getFirst());
  }

  @Test
  void theHypnogramGoesOverMidnightAndItsCodesAreNotOurs() {
    JsonNode cycle = wire(nights(file("nights"), FACTS), Resource.SLEEP_CYCLE).getFirst();
    // 23:39:07, 23:50, 00:40, 02:00, 03:00, 03:05, 06:30, 06:39:07; both kinds of light sleep are
    // one.
    fields(
        """
        {'session_start':'2026-03-01T22:39:07+00:00','session_end':'2026-03-02T05:39:07+00:00',
         'stage_start_offset_second':[0,653,3653,8453,12053,12353,24653],
         'stage_end_offset_second':[653,3653,8453,12053,12353,24653,25200],
         'stage_type':[4,2,1,3,-1,2,4]}
        """,
        cycle);
  }

  @Test
  void aHypnogramThatIsSortedByTheClockIsOfTheSameNight() {
    ObjectNode sorted = night();
    sorted.set(
        "hypnogram",
        json("{'00:10':3,'00:40':4,'02:00':1,'03:00':5,'03:05':3,'06:30':0,'23:39':0,'23:50':2}"));
    assertEquals(
        wire(nights(file("nights"), FACTS), Resource.SLEEP_CYCLE),
        wire(nights(sorted, FACTS), Resource.SLEEP_CYCLE));
  }

  @Test
  void readingsOfANightAreBetweenItsBeginAndItsEndAndANoughtIsNone() {
    NormalizedBatch batch = nights(file("nights"), FACTS);
    assertEquals(
        List.of("2026-03-01T22:58:00Z 3600 41.0", "2026-03-01T23:03:00Z 3600 44.0"),
        samples(batch, Resource.HRV));
    assertEquals(
        List.of("2026-03-01T22:58:00Z 3600 13.6", "2026-03-01T23:03:00Z 3600 14.4"),
        samples(batch, Resource.RESPIRATORY_RATE));
    assertEquals("rmssd", PolarFixture.sample(batch, Resource.HRV).get("unit").asText());
  }

  @Test
  void aNightIsTheSameRecordHoweverItsBeginIsRevised() {
    ObjectNode later = night().put("sleep_start_time", "2026-03-01T23:45:00+01:00");
    assertEquals(
        nights(file("nights"), FACTS).summaries().getFirst().summary().providerKey(),
        nights(later, FACTS).summaries().getFirst().summary().providerKey());
  }

  @Test
  void withoutStagesThereIsNoEfficiencyAndTheTimeInBedDecidesTheType() {
    ObjectNode bare = night();
    bare.remove(List.of("light_sleep", "deep_sleep", "rem_sleep", "hypnogram"));
    NormalizedBatch batch = nights(bare, FACTS);
    fields(
        "{'type':'long_sleep','total':0,'light':0,'efficiency':null,'latency':null}",
        wire(batch, Resource.SLEEP).getFirst());
    assertEquals(List.of(), wire(batch, Resource.SLEEP_CYCLE));
  }

  @Test
  void aNightWithoutABeginOrThatEndsBeforeItIsRefused() {
    ObjectNode none = night();
    none.remove("sleep_start_time");
    assertEquals(List.of("sleep: sleep_start_time is missing"), nights(none, FACTS).refused());
    ObjectNode turned = night().put("sleep_end_time", "2026-03-01T23:00:00+01:00");
    assertEquals(1, nights(turned, FACTS).refused().size());
  }

  /** Clocks went from 02:00 to 03:00 at 01:00 UTC. */
  private static ObjectNode spring() {
    ObjectNode night =
        night()
            .put("date", "2026-03-29")
            .put("sleep_start_time", "2026-03-28T23:30:00+01:00")
            .put("sleep_end_time", "2026-03-29T07:00:00+02:00");
    night.set("hypnogram", json("{'23:30':0,'01:50':4,'03:10':1,'06:00':3}"));
    return night;
  }

  @Test
  void inANightWhoseClocksGoForwardNoStageIsAnHourLate() {
    for (String zone : new String[] {"Europe/Berlin", "Asia/Tokyo", null}) {
      JsonNode cycle = wire(nights(spring(), facts(zone)), Resource.SLEEP_CYCLE).getFirst();
      // 22:30, 00:50, 01:10 and 04:00 UTC.
      fields(
          """
          {'stage_start_offset_second':[0,8400,9600,19800],
           'stage_end_offset_second':[8400,9600,19800,23400],'stage_type':[4,1,3,2]}
          """,
          cycle);
    }
  }

  @Test
  void inANightWhoseClocksGoBackTheHourThatIsShownTwiceIsReadInItsOrder() {
    ObjectNode night =
        night()
            .put("date", "2026-10-25")
            .put("sleep_start_time", "2026-10-25T01:30:00+02:00")
            .put("sleep_end_time", "2026-10-25T07:00:00+01:00");
    night.set("hypnogram", json("{'01:30':0,'02:50':4,'02:10':1,'06:00':3}"));
    // 23:30 of the day before, 00:50, 01:10 and 05:00 UTC.
    fields(
        """
        {'stage_start_offset_second':[0,4800,6000,19800],
         'stage_end_offset_second':[4800,6000,19800,23400],'stage_type':[4,1,3,2]}
        """,
        wire(nights(night, FACTS), Resource.SLEEP_CYCLE).getFirst());
  }

  @Test
  void whoTravelsAsleepHasANightButNoHypnogramAsNobodyKnowsWhenTheClockWasChanged() {
    ObjectNode flight =
        night()
            .put("sleep_start_time", "2026-03-01T23:39:07+01:00")
            .put("sleep_end_time", "2026-03-02T10:00:00+05:30");
    NormalizedBatch batch = nights(flight, facts("Europe/Berlin"));
    fields(
        "{'bedtime_stop':'2026-03-02T04:30:00+00:00','timezone_offset':3600,'hr_lowest':null}",
        wire(batch, Resource.SLEEP).getFirst());
    assertEquals(List.of(), wire(batch, Resource.SLEEP_CYCLE));
    assertEquals(List.of(), samples(batch, Resource.HRV));
  }

  private static NormalizedBatch activities(String documents, AccountContext facts) {
    return batch(
        PolarFeed.ACTIVITY,
        new DocumentSet().add(PolarDocumentKind.ACTIVITY, json(documents)),
        facts);
  }

  @Test
  void aDayOfActivity() {
    String day =
        """
        [{'start_time':'2026-03-02T00:00:00','end_time':'2026-03-02T23:59:59',
          'active_duration':'PT3H','inactive_duration':'PT8H','calories':2456,
          'active_calories':890,'steps':10123,'distance_from_steps':7590.5}]
        """;
    fields(
        """
        {'calendar_date':'2026-03-02','calories_total':2456,'calories_active':890,'steps':10123,
         'distance':7590.5,'low':null,'medium':null,'high':null,'floors_climbed':null,
         'timezone_offset':null}
        """,
        wire(activities(day, FACTS), Resource.ACTIVITY).getFirst());
    fields(
        "{'timezone_offset':-18000}",
        wire(activities(day, facts("America/New_York")), Resource.ACTIVITY).getFirst());
  }

  @Test
  void ofTwoActivitiesOfOneDayTheOneWithMoreStepsCounts() {
    NormalizedBatch batch =
        activities(
            """
            [{'start_time':'2026-03-02T00:00:00','steps':900},
             {'start_time':'2026-03-02T06:00:00','steps':12},
             {'end_time':'2026-03-02T06:00:00','steps':12}]
            """,
            FACTS);
    assertEquals(1, wire(batch, Resource.ACTIVITY).size());
    fields("{'steps':900}", wire(batch, Resource.ACTIVITY).getFirst());
    assertEquals(List.of("activity: start_time is missing"), batch.refused());
  }

  private static List<String> heart(String day, String clock, AccountContext facts, String... at) {
    StringBuilder readings = new StringBuilder();
    for (String time : at) {
      readings.append(readings.isEmpty() ? "" : ",");
      readings.append("{'heart_rate':60,'sample_time':'").append(time).append("'}");
    }
    String known = clock == null ? "" : "'clock':'" + clock + "',";
    String document =
        "[{" + known + "'date':'" + day + "','heart_rate_samples':[" + readings + "]}]";
    return samples(
        batch(
            PolarFeed.HEART, new DocumentSet().add(PolarDocumentKind.HEART, json(document)), facts),
        Resource.HEARTRATE);
  }

  @Test
  void heartRatesAreReadByTheClockThatWasKnownElseByTheUsersZoneElseTheirOffsetIsNotKnown() {
    assertEquals(
        List.of("2026-03-01T18:35:07Z 19800 60.0"),
        heart("2026-03-02", "+05:30", facts("Europe/Berlin"), "00:05:07"));
    assertEquals(
        List.of("2026-03-01T23:05:07Z 3600 60.0"),
        heart("2026-03-02", null, facts("Europe/Berlin"), "00:05:07"));
    assertEquals(
        List.of("2026-03-02T00:05:07Z null 60.0"), heart("2026-03-02", null, FACTS, "00:05:07"));
  }

  @Test
  void onTheDayOfTwentyFiveHoursTheHourThatIsShownTwiceIsTwoHours() {
    assertEquals(
        List.of(
            "2026-10-24T23:59:00Z 7200 60.0",
            "2026-10-25T00:30:00Z 7200 60.0",
            "2026-10-25T01:10:00Z 3600 60.0",
            "2026-10-25T02:00:00Z 3600 60.0"),
        heart(
            "2026-10-25", "Europe/Berlin", FACTS, "01:59:00", "02:30:00", "02:10:00", "03:00:00"));
  }

  @Test
  void readingsWithoutATimeOrAHeartRateAreNone() {
    String document =
        """
        [{'date':'2026-03-02','heart_rate_samples':[{'heart_rate':60},
          {'heart_rate':0,'sample_time':'00:10:00'},{'heart_rate':61,'sample_time':'00:15:00'}]},
         {'heart_rate_samples':[{'heart_rate':60,'sample_time':'00:10:00'}]}]
        """;
    NormalizedBatch batch =
        batch(
            PolarFeed.HEART, new DocumentSet().add(PolarDocumentKind.HEART, json(document)), FACTS);
    assertEquals(List.of("2026-03-02T00:15:00Z null 61.0"), samples(batch, Resource.HEARTRATE));
    assertEquals(List.of("heart rates: date is missing"), batch.refused());
  }

  @Test
  void theUserAndTheFiguresOfTheBodyOnTheDayTheyWereFirstRead() {
    String seen = "'asked_day':'2026-03-02','asked_at':'2026-03-01T23:00:00Z'";
    DocumentSet documents =
        new DocumentSet()
            .add(
                PolarDocumentKind.PHYSICAL,
                json("{" + seen + ",'answer':{'weight':66.5,'height':170.6,'vo2-max':44}}"))
            .add(PolarDocumentKind.FITNESS, json("{" + seen + ",'answer':{'vo2-max':44}}"))
            .add(
                PolarDocumentKind.USER,
                json(
                    "{'polar-user-id':475,'first-name':'Eka','birthdate':'1985-09-06',"
                        + "'gender':'FEMALE','weight':60,'height':180}"));
    NormalizedBatch batch = batch(PolarFeed.PHYSICAL, documents, facts("Europe/Berlin"));
    fields(
        "{'height':171,'birth_date':'1985-09-06','sex':'female','gender':null}",
        wire(batch, Resource.PROFILE).getFirst());
    assertEquals(1, wire(batch, Resource.BODY).size());
    fields(
        "{'calendar_date':'2026-03-02','date':'2026-03-01T23:00:00+00:00','weight':66.5,'fat':null}",
        wire(batch, Resource.BODY).getFirst());
    assertEquals(List.of("2026-03-01T23:00:00Z 3600 44.0"), samples(batch, Resource.VO2_MAX));
  }

  @Test
  void sportsAreFoundByTheDetailedNameElseByTheCoarseOneAndWhatIsNoneIsOther() {
    assertEquals("road_biking", PolarSports.of("ROAD_BIKING", "CYCLING").slug());
    assertEquals("cycling", PolarSports.of("GRAVEL_RACING_OF_2031", "CYCLING").slug());
    assertEquals("cross_country_skiing", PolarSports.of("CLASSIC_XC_SKIING", "OTHER").slug());
    assertEquals("running", PolarSports.of(null, "JOGGING").slug());
    assertEquals("other", PolarSports.of(null, null).slug());
  }
}
