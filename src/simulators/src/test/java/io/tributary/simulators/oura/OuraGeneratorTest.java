package io.tributary.simulators.oura;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.simulators.kit.DaySchedule;
import io.tributary.simulators.kit.DaySchedule.Span;
import io.tributary.simulators.kit.HeartPoint;
import io.tributary.simulators.kit.HeartrateTrack;
import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OuraGeneratorTest {
  private static final LocalDate FIRST = LocalDate.of(2026, 1, 1);

  private static SimPerson user(String name) {
    String id = SimPerson.idOf(name);
    return new SimPerson(id, name, SimPerson.zoneOf(id), FIRST);
  }

  private static List<SimPerson> people() {
    return IntStream.range(0, 12).mapToObj(i -> user("person-" + i)).toList();
  }

  private static List<JsonObject> sleeps(SimPerson user, int days) {
    return IntStream.range(0, days)
        .mapToObj(i -> DaySchedule.of(user, FIRST.plusDays(i)))
        .flatMap(schedule -> SleepDocuments.of(user, schedule).stream())
        .map(document -> new JsonObject(Buffer.buffer(document.json())))
        .toList();
  }

  @Test
  void theSamePersonAndDayGiveTheSameBytes() {
    LocalDate day = FIRST.plusDays(17);
    for (SimPerson user : people()) {
      List<OuraDocument> once = SleepDocuments.of(user, DaySchedule.of(user, day));
      List<OuraDocument> twice = SleepDocuments.of(user(user.name()), DaySchedule.of(user, day));
      for (int i = 0; i < once.size(); i++) {
        assertArrayEquals(once.get(i).json(), twice.get(i).json());
      }
    }
  }

  @Test
  void theGeneratorNeverChangesItsMind() {
    // Demos and stored expectations depend on exactly these documents.
    assertEquals(-4576081095865414214L, SeededRandom.of(1, 2, 3).nextLong());
    SimPerson ann = user("ann");
    long fingerprint = 0;
    for (int i = 0; i < 14; i++) {
      DaySchedule schedule = DaySchedule.of(ann, FIRST.plusDays(i));
      for (OuraDocument document : SleepDocuments.of(ann, schedule)) {
        fingerprint = 31 * fingerprint + Arrays.hashCode(document.json());
      }
      for (OuraDocument document : EventDocuments.workouts(ann, schedule)) {
        fingerprint = 31 * fingerprint + Arrays.hashCode(document.json());
      }
    }
    assertEquals(3509807890026459850L, fingerprint);
  }

  @Test
  void phasesDurationsAndItemsAgree() {
    for (SimPerson user : people()) {
      for (JsonObject sleep : sleeps(user, 60)) {
        String phases = sleep.getString("sleep_phase_5_min");
        int inBed = sleep.getInteger("time_in_bed");
        assertEquals(inBed, phases.length() * 300);
        assertEquals(
            Duration.ofSeconds(inBed),
            Duration.between(
                OffsetDateTime.parse(sleep.getString("bedtime_start")),
                OffsetDateTime.parse(sleep.getString("bedtime_end"))));
        int deep = sleep.getInteger("deep_sleep_duration");
        int light = sleep.getInteger("light_sleep_duration");
        int rem = sleep.getInteger("rem_sleep_duration");
        assertEquals(deep, phases.chars().filter(c -> c == '1').count() * 300);
        assertEquals(sleep.getInteger("total_sleep_duration"), deep + light + rem);
        assertEquals(inBed, deep + light + rem + sleep.getInteger("awake_time"));
        assertTrue(sleep.getInteger("efficiency") >= 0 && sleep.getInteger("efficiency") <= 100);
        JsonArray pulse = sleep.getJsonObject("heart_rate").getJsonArray("items");
        assertEquals(phases.length(), pulse.size());
        assertEquals(phases.length(), sleep.getJsonObject("hrv").getJsonArray("items").size());
        for (Object value : pulse) {
          double bpm = value == null ? 60 : ((Number) value).doubleValue();
          assertTrue(bpm >= 30 && bpm <= 110, "bpm " + bpm);
        }
      }
    }
  }

  @Test
  void everyKindOfDayTurnsUp() {
    var types = new TreeSet<String>();
    int empty = 0;
    int withoutWorkout = 0;
    int lost = 0;
    var offsets = new HashSet<String>();
    for (SimPerson user : people()) {
      for (JsonObject sleep : sleeps(user, 120)) {
        types.add(sleep.getString("type"));
        lost += sleep.getJsonObject("heart_rate").getJsonArray("items").contains(null) ? 1 : 0;
        offsets.add(user.zone() + sleep.getString("bedtime_end").substring(19));
      }
      for (int i = 0; i < 120; i++) {
        DaySchedule schedule = DaySchedule.of(user, FIRST.plusDays(i));
        empty += schedule.empty() ? 1 : 0;
        withoutWorkout += EventDocuments.workouts(user, schedule).isEmpty() ? 1 : 0;
      }
    }
    assertEquals(new TreeSet<>(List.of("late_nap", "long_sleep", "rest", "sleep")), types);
    assertTrue(empty > 5 && empty < 120, "empty days: " + empty);
    assertTrue(withoutWorkout > 300 && withoutWorkout < 1300, "no workout: " + withoutWorkout);
    assertTrue(lost > 100, "nights with lost readings: " + lost);
    long zones = people().stream().map(SimPerson::zone).distinct().count();
    assertTrue(offsets.size() > zones, "some zone changed its clock: " + offsets);
  }

  @Test
  void whatOnePersonDoesNeverOverlaps() {
    for (SimPerson base : people()) {
      for (String zone : List.of("America/New_York", "Europe/London", "Asia/Kolkata")) {
        var user = new SimPerson(base.id(), base.name(), ZoneId.of(zone), FIRST);
        var spans = new ArrayList<Span>();
        for (int i = 0; i < 365; i++) {
          spans.addAll(DaySchedule.of(user, FIRST.plusDays(i)).spans());
        }
        spans.sort(Comparator.comparing(Span::start));
        for (int i = 1; i < spans.size(); i++) {
          assertFalse(
              spans.get(i).start().isBefore(spans.get(i - 1).end()),
              zone + " " + spans.get(i - 1) + " " + spans.get(i));
        }
      }
    }
  }

  @Test
  void heartrateIsTheSameFromAnyStartAndNeverTwiceInASecond() {
    var track = new HeartrateTrack(300);
    for (SimPerson user : people()) {
      // Covers both clock changes.
      Instant from = Instant.parse("2026-03-01T00:00:00Z");
      Instant to = Instant.parse("2026-04-10T00:00:00Z");
      List<HeartPoint> whole = track.points(user, from, to, Integer.MAX_VALUE);
      for (int i = 1; i < whole.size(); i++) {
        assertTrue(whole.get(i - 1).epochSecond() < whole.get(i).epochSecond());
      }
      HeartPoint middle = whole.get(whole.size() / 2);
      assertEquals(
          whole.subList(whole.size() / 2, whole.size()),
          track.points(user, Instant.ofEpochSecond(middle.epochSecond()), to, Integer.MAX_VALUE));
      long slots = Duration.between(from, to).toMinutes() / 5;
      assertTrue(whole.size() > slots * 0.8 && whole.size() <= slots, whole.size() + " points");
    }
  }

  @Test
  void anIdLeadsBackToItsDay() {
    SimPerson user = user("ann");
    for (int i = 0; i < 400; i++) {
      LocalDate day = FIRST.plusDays(i);
      String id = DocumentIds.of(user, OuraDataCollection.SLEEP, day, i % 3);
      assertEquals(day, DocumentIds.dayOf(id).orElseThrow());
    }
    assertTrue(DocumentIds.dayOf("w-1").isEmpty());
  }
}
