package io.tributary.simulators.oura;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.simulators.kit.ActivityMinutes;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimSleep;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Compares the vendor's responses with the ground truth. */
class OuraTruthTest {
  private static final String BASE = "/v2/usercollection/";
  private static final LocalDate FROM = LocalDate.of(2026, 3, 20);
  private static final LocalDate TO = LocalDate.of(2026, 4, 5);

  private static OuraSimulatorHarness sim;
  private static String token;
  private static SimPerson person;

  @BeforeAll
  static void start() {
    sim = new OuraSimulatorHarness(OuraOptions.defaults().withDays(40));
    sim.control("clock", new JsonObject().put("now", "2026-04-10T12:00:00Z"));
    String id =
        sim.control("users", new JsonObject().put("name", "true").put("zone", "Europe/Berlin"))
            .getString("id");
    token = sim.accessToken("true");
    person =
        new SimPerson(id, "true", ZoneId.of("Europe/Berlin"), LocalDate.of(2026, 3, 1), Set.of());
  }

  @AfterAll
  static void stop() {
    sim.close();
  }

  private static JsonArray pages(String collection) {
    return sim.pages(BASE + collection + "?start_date=" + FROM + "&end_date=" + TO, token);
  }

  @Test
  void stepsAreThoseOfTheMinutesFromFourToFour() {
    JsonArray days = pages("daily_activity");
    assertTrue(days.size() > 10);
    for (Object item : days) {
      var document = (JsonObject) item;
      LocalDate day = LocalDate.parse(document.getString("day"));
      int steps = 0;
      for (LocalDate part = day; !part.isAfter(day.plusDays(1)); part = part.plusDays(1)) {
        SimDay whole = SimDay.of(person, part, 0);
        for (int i = 0; i < whole.steps().length; i++) {
          Instant at = whole.instantOfMinute(i);
          boolean inside =
              !at.isBefore(ActivityMinutes.startOf(person, day))
                  && at.isBefore(ActivityMinutes.startOf(person, day.plusDays(1)));
          steps += inside ? whole.steps()[i] : 0;
        }
      }
      assertEquals(steps, document.getInteger("steps"), day.toString());
    }
  }

  @Test
  void sleepsBeginAndEndWhereTheyDid() {
    int nights = 0;
    for (Object item : pages("sleep")) {
      var document = (JsonObject) item;
      if (!document.getString("type").equals("rest")) {
        SimSleep sleep =
            SimDay.of(person, LocalDate.parse(document.getString("day")), 0).sleeps().stream()
                .filter(s -> s.start().equals(instant(document, "bedtime_start")))
                .findFirst()
                .orElseThrow();
        assertEquals(sleep.end(), instant(document, "bedtime_end"));
        assertEquals(sleep.breath(), document.getDouble("average_breath"));
        nights += sleep.nap() ? 0 : 1;
      }
    }
    assertTrue(nights > 10, "nights " + nights);
  }

  @Test
  void workoutsAreTheSameOnes() {
    for (Object item : pages("workout")) {
      var document = (JsonObject) item;
      var workout =
          SimDay.of(person, LocalDate.parse(document.getString("day")), 0).workouts().stream()
              .filter(w -> w.start().equals(instant(document, "start_datetime")))
              .findFirst()
              .orElseThrow();
      assertEquals(workout.what().sport(), document.getString("activity"));
      assertEquals(workout.what().calories(), document.getDouble("calories"));
    }
  }

  @Test
  void aRevisionShowsInDocumentsAsItDoesInTruth() {
    LocalDate day =
        FROM.datesUntil(TO)
            .filter(d -> !SimDay.of(person, d, 0).nights().isEmpty())
            .findFirst()
            .orElseThrow();
    try (var own = new OuraSimulatorHarness(OuraOptions.defaults().withDays(40))) {
      own.control("clock", new JsonObject().put("now", "2026-04-10T12:00:00Z"));
      own.control("users", new JsonObject().put("name", "true").put("zone", "Europe/Berlin"));
      String access = own.accessToken("true");
      String query = "?start_date=" + day + "&end_date=" + day;
      JsonObject before = only(own.pages(BASE + "daily_activity" + query, access));
      JsonObject night = longSleep(own.pages(BASE + "sleep" + query, access));
      var order = new JsonObject().put("day", day.toString());
      own.control("people/" + person.id() + "/revise", order);
      JsonObject after = only(own.pages(BASE + "daily_activity" + query, access));
      assertEquals(before.getInteger("steps") + 40, after.getInteger("steps"));
      assertEquals(before.getString("id"), after.getString("id"));
      JsonObject later = longSleep(own.pages(BASE + "sleep" + query, access));
      SimSleep revised = SimDay.of(person, day, 1).nights().getFirst();
      assertEquals(revised.end(), instant(later, "bedtime_end"));
      assertEquals(night.getInteger("awake_time") + 300, later.getInteger("awake_time"));
      assertEquals(
          later.getInteger("time_in_bed"), later.getString("sleep_phase_5_min").length() * 300);
    }
  }

  @Test
  void aRecordLeavesTheDocumentsAlone() {
    String query = "?start_date=2026-04-06&end_date=2026-04-07";
    JsonArray activity = sim.pages(BASE + "daily_activity" + query, token);
    JsonArray nights = sim.pages(BASE + "sleep" + query, token);
    for (int i = 0; i < 2; i++) {
      var water = new JsonObject().put("kind", "water").put("millilitres", 250);
      water.put("at", "2026-04-06T12:0" + i + ":00+02:00");
      assertEquals(
          0, sim.control("people/" + person.id() + "/records", water).getInteger("deliveries"));
    }
    assertEquals(activity, sim.pages(BASE + "daily_activity" + query, token));
    assertEquals(nights, sim.pages(BASE + "sleep" + query, token));
  }

  @Test
  void aRunningDayThatIsRevisedGoesOn() {
    LocalDate day =
        FROM.datesUntil(TO)
            .filter(d -> !SimDay.of(person, d, 0).nights().isEmpty())
            .findFirst()
            .orElseThrow();
    String query = "?start_date=" + day + "&end_date=" + day;
    JsonObject plain = only(sim.pages(BASE + "daily_activity" + query, token));
    try (var own = new OuraSimulatorHarness(OuraOptions.defaults().withDays(40))) {
      own.control("clock", new JsonObject().put("now", day + "T16:00:00Z"));
      own.control("users", new JsonObject().put("name", "true").put("zone", "Europe/Berlin"));
      String access = own.accessToken("true");
      int before = only(own.pages(BASE + "daily_activity" + query, access)).getInteger("steps");
      own.control("people/" + person.id() + "/revise", new JsonObject().put("day", day.toString()));
      int after = only(own.pages(BASE + "daily_activity" + query, access)).getInteger("steps");
      assertEquals(before + 40, after);
      // The hours after midnight still belong to the day before.
      own.control("clock", new JsonObject().put("now", day.plusDays(1) + "T00:30:00Z"));
      own.control("script", new JsonObject().put("name", "late_revisions").put("days", 1));
      own.control("clock", new JsonObject().put("now", day.plusDays(1) + "T12:00:00Z"));
      String later = own.accessToken("true");
      JsonObject whole = only(own.pages(BASE + "daily_activity" + query, later));
      assertEquals(plain.getInteger("steps") + 80, whole.getInteger("steps"));
      assertEquals(plain.getString("class_5_min"), whole.getString("class_5_min"));
    }
  }

  @Test
  void beforeNoonARevisionHasNoStepsYet() {
    LocalDate day =
        FROM.datesUntil(TO)
            .filter(d -> !SimDay.of(person, d, 0).nights().isEmpty())
            .findFirst()
            .orElseThrow();
    String query = "?start_date=" + day + "&end_date=" + day;
    try (var own = new OuraSimulatorHarness(OuraOptions.defaults().withDays(40))) {
      own.control("clock", new JsonObject().put("now", day + "T09:00:00Z"));
      own.control("users", new JsonObject().put("name", "true").put("zone", "Europe/Berlin"));
      String access = own.accessToken("true");
      JsonObject before = only(own.pages(BASE + "daily_activity" + query, access));
      own.control("people/" + person.id() + "/revise", new JsonObject().put("day", day.toString()));
      assertEquals(before, only(own.pages(BASE + "daily_activity" + query, access)));
    }
  }

  private static JsonObject only(JsonArray list) {
    assertEquals(1, list.size());
    return list.getJsonObject(0);
  }

  private static JsonObject longSleep(JsonArray list) {
    return list.stream()
        .map(JsonObject.class::cast)
        .filter(s -> s.getString("type").equals("long_sleep"))
        .findFirst()
        .orElseThrow();
  }

  private static Instant instant(JsonObject document, String name) {
    return OffsetDateTime.parse(document.getString(name)).toInstant();
  }
}
