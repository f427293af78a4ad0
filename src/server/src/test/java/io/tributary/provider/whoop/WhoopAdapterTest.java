package io.tributary.provider.whoop;

import static io.tributary.provider.AdapterHarness.summaries;
import static io.tributary.provider.whoop.WhoopHarness.ALL;
import static io.tributary.provider.whoop.WhoopHarness.today;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.ActivitySummary;
import io.tributary.model.BodySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.SleepSummary;
import io.tributary.model.SleepType;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.DocumentMapper;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller;
import io.tributary.provider.TestAccount;
import io.tributary.simulators.kit.DailyTotals;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WhoopAdapterTest {
  private WhoopHarness whoop;

  @BeforeEach
  void start() {
    whoop = new WhoopHarness(WhoopHarness.options());
  }

  @AfterEach
  void stop() {
    whoop.close();
  }

  private SimDay day(SimPerson person, LocalDate day) {
    return whoop.sim.runOnEventLoop(w -> w.people().day(person, day)).await();
  }

  @Test
  void everyDayIsReadAsItReallyWas() {
    TestAccount account = whoop.account("emma", ALL);
    SimPerson emma = whoop.person("emma");
    LocalDate first = today().minusDays(40);
    NormalizedBatch cycles = whoop.pullSinglePage(account, "cycle", first, today().minusDays(2));
    NormalizedBatch sleeps = whoop.pullSinglePage(account, "sleep", first, today().minusDays(2));
    NormalizedBatch workouts =
        whoop.pullSinglePage(account, "workout", first, today().minusDays(2));
    int nights = 0;
    for (LocalDate d = first; !d.isAfter(today().minusDays(2)); d = d.plusDays(1)) {
      LocalDate at = d;
      DailyTotals truth = DailyTotals.of(day(emma, d));
      List<ActivitySummary> activity =
          summaries(cycles, ActivitySummary.class).stream()
              .filter(a -> a.calendarDate().equals(at))
              .toList();
      assertEquals(truth.nights(), activity.size(), () -> "cycles of " + at);
      activity.forEach(a -> assertEquals(truth.highestHeart(), a.heartRate().maxBpm().intValue()));
      List<SleepSummary> asleep =
          summaries(sleeps, SleepSummary.class).stream()
              .filter(s -> s.calendarDate().equals(at))
              .toList();
      assertEquals(truth.nights() + truth.naps(), asleep.size(), () -> "sleeps of " + at);
      assertEquals(truth.asleepSeconds(), asleep.stream().mapToInt(SleepSummary::total).sum());
      assertEquals(truth.deepSeconds(), asleep.stream().mapToInt(SleepSummary::deep).sum());
      asleep.forEach(
          s ->
              assertEquals(
                  s.type() == SleepType.ACKNOWLEDGED_NAP, s.recoveryReadinessScore() == null));
      assertEquals(
          truth.workouts(),
          summaries(workouts, WorkoutSummary.class).stream()
              .filter(w -> w.calendarDate().equals(at))
              .count());
      nights += truth.nights();
    }
    assertTrue(nights > 30, "nights " + nights);
    assertEquals(nights, sleeps.retain(Set.of(Resource.HRV)).samples().size());
    assertEquals(nights, sleeps.retain(Set.of(Resource.BLOOD_OXYGEN)).samples().size());
    assertEquals(List.of(), sleeps.refused());
  }

  @Test
  void windowsSideBySideAndSmallPagesGiveWhatOneWindowGives() {
    TestAccount account = whoop.account("fay", ALL);
    LocalDate middle = today().minusDays(9);
    var whole =
        new HashSet<>(
            whoop.pullSinglePage(account, "sleep", today().minusDays(30), today()).summaries());
    var parts =
        new HashSet<>(
            whoop.pullSinglePage(account, "sleep", today().minusDays(30), middle).summaries());
    for (var s : whoop.pullSinglePage(account, "sleep", middle.plusDays(1), today()).summaries()) {
      assertTrue(parts.add(s), "twice");
    }
    assertEquals(whole, parts);
    assertTrue(whole.size() > 20, "sleeps " + whole.size());
    try (WhoopHarness small = new WhoopHarness(WhoopHarness.options().withPageSize(3))) {
      TestAccount same = small.account("fay", ALL);
      LocalDate last = today().minusDays(2);
      assertEquals(
          new HashSet<>(
              whoop.pullSinglePage(account, "sleep", last.minusDays(20), last).summaries()),
          new HashSet<>(small.pull(same, "sleep", last.minusDays(20), last).summaries()));
    }
  }

  @Test
  void aRefreshNamesTheScopeAndKeepsBothNewTokens() {
    TestAccount account = whoop.account("gina", ALL);
    OAuth.Tokens first = account.tokens;
    whoop.fault("/v2/cycle", new JsonObject().put("status", 401).put("count", 1));
    whoop.pullSinglePage(account, "cycle", today().minusDays(3), today());
    assertFalse(first.refresh().equals(account.tokens.refresh()));
    account.tokenRejected(account.tokens.access());
    whoop.pullSinglePage(account, "cycle", today().minusDays(3), today());
    assertEquals(0, whoop.sim.runOnEventLoop(w -> w.grants().reuses()).await());
    assertThrows(
        ProviderException.TokenRejected.class,
        () ->
            whoop
                .oauth()
                .refresh(
                    whoop.app(), new OAuth.Session(first, account.session().externalUserId())));
  }

  @Test
  void theMembersIdIsKnownWithoutTheProfileTooAndTheGrantCanBeEnded() {
    String number = Long.toString(whoop.person("hana").numericId());
    assertEquals(number, whoop.account("hana", ALL).session().externalUserId().orElseThrow());
    OAuth.Granted bare = whoop.grant("hana", List.of("offline", "read:workout", "read:sleep"));
    assertEquals(number, bare.externalUserId().orElseThrow());
    OAuth.Granted body = whoop.grant("hana", List.of("offline", "read:body_measurement"));
    assertTrue(body.externalUserId().isEmpty());
    var session = new OAuth.Session(bare.tokens(), bare.externalUserId());
    whoop.oauth().revoke(whoop.app(), session);
    assertThrows(
        ProviderException.TokenRejected.class, () -> whoop.oauth().refresh(whoop.app(), session));
  }

  @Test
  void aScopeThatIsMissingCostsNoCallAndFieldsAtMost() {
    TestAccount account = whoop.account("ida", List.of("offline", "read:sleep"));
    assertThrows(
        ProviderException.ScopeMissing.class,
        () -> whoop.pullSinglePage(account, "cycle", today().minusDays(2), today()));
    assertEquals(0, account.permits);
    NormalizedBatch nights =
        whoop.pullSinglePage(account, "sleep", today().minusDays(9), today().minusDays(2));
    assertEquals(1, account.permits);
    assertTrue(
        summaries(nights, SleepSummary.class).stream().allMatch(s -> s.averageHrv() == null));
    assertTrue(nights.samples().isEmpty());
  }

  @Test
  void aRateLimitTellsItsSecondsInAHeaderOfItsOwn() {
    TestAccount account = whoop.account("jana", ALL);
    whoop.fault(
        "/v2/cycle", new JsonObject().put("status", 429).put("retry_after", 37).put("count", 1));
    var limited =
        assertThrows(
            ProviderException.RateLimited.class,
            () -> whoop.pullSinglePage(account, "cycle", today().minusDays(2), today()));
    assertEquals(Duration.ofSeconds(37), limited.retryAfter());
    assertEquals(List.of(Duration.ofSeconds(37)), account.backOffs);
  }

  @Test
  void aWeightStaysOnItsDayUntilItChanges() {
    TestAccount account = whoop.account("mia", ALL);
    BodySummary first = body(account, Instant.now());
    assertEquals(first, body(account, Instant.now().plus(Duration.ofDays(3))));
    String yesterday = Instant.now().minusSeconds(60).toString();
    whoop.control(
        "people/" + whoop.person("mia").id() + "/records",
        new JsonObject().put("kind", "weight").put("at", yesterday).put("kilograms", 61.5));
    BodySummary next = body(account, Instant.now().plus(Duration.ofDays(4)));
    assertEquals(61.5, next.weight());
    assertTrue(next.calendarDate().isAfter(first.calendarDate()));
  }

  @Test
  void aChangedZoneMakesNoSecondWeighIn() {
    TestAccount account = whoop.account("mia", ALL);
    account.zone = ZoneId.of("Europe/Berlin");
    Instant now = Instant.now();
    BodySummary first = body(account, now);
    account.zone = ZoneId.of("America/New_York");
    assertEquals(first, body(account, now));
    // The state of connections from before the midnight was stored.
    account.state.remove("weight_at");
    assertEquals(first.calendarDate(), body(account, now).calendarDate());
    assertTrue(account.state.has("weight_at"));
  }

  private BodySummary body(Puller.Account account, Instant now) {
    var window = new Puller.Window(today().minusDays(1), today(), now);
    return summaries(whoop.page(account, "body", window, null).batch(), BodySummary.class)
        .getFirst();
  }

  @Test
  void aScoreThatComesLateIsARevisionOfTheSameRecord() {
    TestAccount account = whoop.account("nora", ALL);
    LocalDate last = today().minusDays(2);
    SleepSummary night =
        summaries(
                whoop.pullSinglePage(account, "sleep", last.minusDays(9), last), SleepSummary.class)
            .getLast();
    whoop.control("clock", new JsonObject().put("now", night.bedtimeStop().toString()));
    TestAccount then = whoop.account("nora", ALL);
    SleepSummary waiting = of(then, night);
    assertEquals(SleepSummary.State.TENTATIVE, waiting.state());
    assertEquals(0, waiting.total());
    assertEquals(night.providerKey(), waiting.providerKey());
    assertEquals(night.duration(), waiting.duration());
    String later = night.bedtimeStop().plusSeconds(1000).toString();
    whoop.control("clock", new JsonObject().put("now", later));
    assertEquals(night, of(then, night));
  }

  private SleepSummary of(Puller.Account account, SleepSummary night) {
    var told = new FetchTarget.SingleDocument("sleep", night.providerKey());
    return summaries(whoop.fetch(account, "sleep", told).batch(), SleepSummary.class).getFirst();
  }

  @Test
  void keptDocumentsGiveTheSameRecordsAgain() {
    TestAccount account = whoop.account(whoop.dailyExerciser("olga"), ALL);
    for (String name : List.of("cycle", "sleep", "workout", "body")) {
      var window = new Puller.Window(today().minusDays(9), today().minusDays(2), Instant.now());
      Puller.Page page = whoop.page(account, name, window, null);
      var facts = AccountContext.of(account);
      var kept =
          page.documents().get().stream()
              .map(d -> new DocumentMapper.Document(d.kind(), d.key(), facts, d.body()))
              .toList();
      List<NormalizedBatch> again =
          whoop.adapter.mapping().orElseThrow().normalize(whoop.feed(name), kept);
      assertEquals(List.of(page.batch()), again, name);
      assertFalse(page.batch().isEmpty(), name);
    }
  }
}
