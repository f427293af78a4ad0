package io.tributary.provider.whoop;

import static io.tributary.provider.AdapterHarness.summaries;
import static io.tributary.provider.whoop.WhoopHarness.ALL;
import static io.tributary.provider.whoop.WhoopHarness.today;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.ActivitySummary;
import io.tributary.model.SleepSummary;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller;
import io.tributary.provider.TestAccount;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that notified data is read together with its related documents. */
class WhoopNotificationFetchTest {
  private WhoopHarness whoop;

  @BeforeEach
  void start() {
    whoop = new WhoopHarness(WhoopHarness.options());
  }

  @AfterEach
  void stop() {
    whoop.close();
  }

  @Test
  void aNoticeHasOneRecordReadWithAllThatCompletesIt() {
    TestAccount account = whoop.account(whoop.dailyExerciser("kim"), ALL);
    LocalDate last = today().minusDays(2);
    SleepSummary night = scoredNight(account, last);
    for (String kind : List.of("sleep", "recovery")) {
      Puller.Page page =
          whoop.fetch(account, "sleep", new FetchTarget.SingleDocument(kind, night.providerKey()));
      assertEquals(List.of(night), summaries(page.batch(), SleepSummary.class));
      assertEquals(2, page.batch().samples().size());
      assertEquals(2, page.documents().get().size());
      assertNull(page.next());
    }
    WorkoutSummary workout = workout(account, last);
    var told = new FetchTarget.SingleDocument("workout", workout.providerId());
    assertEquals(
        List.of(workout),
        summaries(whoop.fetch(account, "workout", told).batch(), WorkoutSummary.class));
    var nowhere = new FetchTarget.SingleDocument("workout", "00000000-0000-3000-8000-000000000000");
    assertThrows(ProviderException.Rejected.class, () -> whoop.fetch(account, "workout", nowhere));
  }

  @Test
  void newsOfARecordThatWasUploadedLateHaveTheCyclesOfItsDaysRead() {
    TestAccount account = whoop.account(whoop.dailyExerciser("kim"), ALL);
    LocalDate last = today().minusDays(20);
    SleepSummary night = scoredNight(account, last);
    LocalDate day = night.calendarDate();
    List<ActivitySummary> around = cycles(account, day.minusDays(1), day.plusDays(1));
    assertTrue(around.stream().anyMatch(c -> c.calendarDate().equals(day)));
    for (String kind : List.of("sleep", "recovery")) {
      assertEquals(
          around, cyclesBy(account, new FetchTarget.SingleDocument(kind, night.providerKey())));
    }
    WorkoutSummary workout = workout(account, last);
    LocalDate of = workout.calendarDate();
    assertEquals(
        cycles(account, of.minusDays(1), of.plusDays(1)),
        cyclesBy(account, new FetchTarget.SingleDocument("workout", workout.providerId())));
    var gone = new FetchTarget.SingleDocument("sleep", "00000000-0000-3000-8000-000000000000");
    List<ActivitySummary> latest = cycles(account, today().minusDays(2), today().plusDays(1));
    assertEquals(latest, cyclesBy(account, gone));
    TestAccount narrow = whoop.account("kim", List.of("offline", "read:cycles"));
    assertEquals(
        latest, cyclesBy(narrow, new FetchTarget.SingleDocument("sleep", night.providerKey())));
    assertEquals(1, narrow.permits);
  }

  /** Returns the first night with a recovery among the ten days up to this one. */
  private SleepSummary scoredNight(TestAccount account, LocalDate last) {
    return summaries(
            whoop.pullSinglePage(account, "sleep", last.minusDays(9), last), SleepSummary.class)
        .stream()
        .filter(s -> s.averageHrv() != null)
        .findFirst()
        .orElseThrow();
  }

  private WorkoutSummary workout(TestAccount account, LocalDate last) {
    return summaries(
            whoop.pullSinglePage(account, "workout", last.minusDays(9), last), WorkoutSummary.class)
        .getFirst();
  }

  private List<ActivitySummary> cycles(Puller.Account account, LocalDate first, LocalDate last) {
    return summaries(whoop.pullSinglePage(account, "cycle", first, last), ActivitySummary.class);
  }

  private List<ActivitySummary> cyclesBy(Puller.Account account, FetchTarget told) {
    return summaries(whoop.fetch(account, "cycle", told).batch(), ActivitySummary.class);
  }

  @Test
  void aRecoveryIsKeptWithTheDayOfItsSleepAndNotUnderThatOfItsMaking() {
    whoop.control(
        "people", new JsonObject().put("name", "aiko").put("zone", "Asia/Tokyo").put("days", 40));
    TestAccount account = whoop.account("aiko", ALL);
    LocalDate last = today().minusDays(3);
    var window = new Puller.Window(last.minusDays(9), last, Instant.now());
    Puller.Page page = whoop.page(account, "sleep", window, null);
    int others = kept(page);
    assertTrue(others > 5, "recoveries made on another day by UTC: " + others);
    String night =
        page.documents().get().stream()
            .filter(d -> d.kind().equals("recovery"))
            .findFirst()
            .orElseThrow()
            .key();
    var told = new FetchTarget.SingleDocument("recovery", night);
    kept(whoop.fetch(account, "sleep", told));
  }

  /** Returns the number of recoveries that were created on another UTC day than their sleep. */
  private static int kept(Puller.Page page) {
    Map<String, LocalDate> nights = new HashMap<>();
    var all = page.documents().get();
    all.stream()
        .filter(d -> d.kind().equals("sleep"))
        .forEach(d -> nights.put(d.key(), d.day().orElseThrow()));
    int others = 0;
    int recoveries = 0;
    for (var d : all) {
      if (d.kind().equals("recovery")) {
        LocalDate day = d.day().orElseThrow();
        assertEquals(nights.get(d.key()), day);
        String made = d.body().get("created_at").asText().substring(0, 10);
        others += made.equals(day.toString()) ? 0 : 1;
        recoveries++;
      }
    }
    assertTrue(recoveries > 0);
    return others;
  }

  @Test
  void aRecoveryThatIsToldOfAndNotThereDoesNotCostTheSleepItsOwn() {
    TestAccount account = whoop.account("lea", ALL);
    LocalDate last = today().minusDays(2);
    SleepSummary night = scoredNight(account, last);
    whoop.fault("/v2/cycle/", new JsonObject().put("status", 404).put("count", 1));
    var told = new FetchTarget.SingleDocument("recovery", night.providerKey());
    assertThrows(ProviderException.Rejected.class, () -> whoop.fetch(account, "sleep", told));
  }
}
