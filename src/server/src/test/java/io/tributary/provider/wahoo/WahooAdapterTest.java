package io.tributary.provider.wahoo;

import static io.tributary.provider.AdapterHarness.summaries;
import static io.tributary.provider.wahoo.WahooHarness.ALL;
import static io.tributary.provider.wahoo.WahooHarness.today;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.BodySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.SourcedStream;
import io.tributary.model.WorkoutStream.Channel;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.DocumentMapper;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller;
import io.tributary.provider.TestAccount;
import io.tributary.simulators.kit.DailyTotals;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimWorkout;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.WebClient;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WahooAdapterTest {
  private static WahooHarness wahoo;

  @BeforeAll
  static void start() {
    wahoo = new WahooHarness(WahooHarness.options());
  }

  @AfterAll
  static void stop() {
    wahoo.close();
  }

  @AfterEach
  void mend() {
    WebClient web = WebClient.create(wahoo.vertx);
    web.deleteAbs(wahoo.sim.baseUrl() + "/control/faults").send().await();
    wahoo.control("files", new JsonObject().put("base", ""));
  }

  private static NormalizedBatch workouts(Puller.Account account, LocalDate first, LocalDate last) {
    return wahoo.pull(account, "workouts", first, last);
  }

  private static SimWorkout real(SimPerson person, Instant start) {
    LocalDate day = person.localDateAt(start);
    return wahoo.sim.runOnEventLoop(w -> w.people().day(person, day)).await().workouts().stream()
        .filter(w -> w.start().equals(start))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyDayHasTheWorkoutsThatReallyWereWithTheirStreams() {
    TestAccount account = wahoo.account("emma", ALL);
    SimPerson emma = wahoo.person("emma");
    account.zone = emma.zone();
    NormalizedBatch batch = workouts(account, today().minusDays(50), today().minusDays(2));
    int workouts = 0;
    for (LocalDate d = today().minusDays(50); d.isBefore(today().minusDays(1)); d = d.plusDays(1)) {
      LocalDate at = d;
      DailyTotals truth =
          DailyTotals.of(wahoo.sim.runOnEventLoop(w -> w.people().day(emma, at)).await());
      List<WorkoutSummary> of =
          summaries(batch, WorkoutSummary.class).stream()
              .filter(w -> w.calendarDate().equals(at))
              .toList();
      assertEquals(truth.workouts(), of.size(), () -> "workouts of " + at);
      workouts += of.size();
    }
    assertTrue(workouts > 10, "workouts " + workouts);
    assertEquals(workouts, batch.summaries().size());
    assertEquals(workouts, batch.streams().size());
    assertEquals(List.of(), batch.refused());
    for (WorkoutSummary w : summaries(batch, WorkoutSummary.class)) {
      SimWorkout real = real(emma, w.timeStart());
      assertEquals(real.end(), w.timeEnd());
      assertEquals(
          real.points().stream().mapToInt(SimWorkout.Point::bpm).max().orElseThrow(), w.maxHr());
      assertEquals(real.what().metres(), w.distance(), 0.01);
    }
    for (SourcedStream found : batch.streams()) {
      SimWorkout real = real(emma, Instant.ofEpochSecond(found.stream().time(0)));
      assertEquals(real.points().size(), found.stream().size());
      for (int i = 0; i < found.stream().size(); i++) {
        assertEquals(real.points().get(i).bpm(), found.stream().value(Channel.HEARTRATE, i));
        if (found.stream().has(Channel.CADENCE)) {
          assertEquals(real.points().get(i).cadence(), found.stream().value(Channel.CADENCE, i), 1);
        }
      }
    }
  }

  @Test
  void aPageIsFiveWorkoutsAndFilesCountForNoQuota() {
    TestAccount account = wahoo.account(wahoo.dailyExerciser("paul"), ALL);
    LocalDate first = today().minusDays(40);
    LocalDate last = today().minusDays(2);
    List<Puller.Page> pages = wahoo.pages(account, "workouts", first, last);
    List<String> ids = new ArrayList<>();
    for (Puller.Page page : pages) {
      List<WorkoutSummary> of = summaries(page.batch(), WorkoutSummary.class);
      of.forEach(w -> ids.add(w.providerId()));
      assertTrue(of.size() <= 5);
      assertEquals(of.size(), page.batch().streams().size());
    }
    assertTrue(ids.size() > 10, "workouts " + ids.size());
    assertEquals((ids.size() + 4) / 5, pages.size());
    assertEquals(ids.size(), new HashSet<>(ids).size(), "none twice");
    // A list page of thirty holds them all; occasionally a second one is needed.
    assertTrue(account.permits <= 2 * pages.size(), "calls " + account.permits);
  }

  @Test
  void whatIsDeletedBetweenTwoPagesHidesNoOther() {
    try (WahooHarness small = new WahooHarness(WahooHarness.options().withPageSize(3))) {
      TestAccount account = small.account(small.dailyExerciser("dora"), ALL);
      var window = new Puller.Window(today().minusDays(40), today().minusDays(2), Instant.now());
      List<String> whole =
          summaries(
                  small.pull(account, "workouts", window.first(), window.last()),
                  WorkoutSummary.class)
              .stream()
              .map(WorkoutSummary::providerId)
              .toList();
      assertTrue(whole.size() > 8, "workouts " + whole.size());
      List<String> read = new ArrayList<>();
      JsonNode cursor = null;
      do {
        Puller.Page page = small.page(account, "workouts", window, cursor);
        summaries(page.batch(), WorkoutSummary.class).forEach(w -> read.add(w.providerId()));
        if (cursor == null) {
          // Deletes all workouts that were read, so the list moves up by more than a page.
          WebClient web = WebClient.create(small.vertx);
          read.forEach(
              id -> web.deleteAbs(small.sim.baseUrl() + "/control/workouts/" + id).send().await());
        }
        cursor = page.next();
      } while (cursor != null);
      assertEquals(whole, read);
    }
  }

  @Test
  void newsAreWhatCameInLateToo() {
    TestAccount account = wahoo.account(wahoo.dailyExerciser("luna"), ALL);
    SimPerson luna = wahoo.person("luna");
    account.zone = luna.zone();
    LocalDate last = today().minusDays(2);
    List<WorkoutSummary> before =
        summaries(workouts(account, last.minusDays(12), last), WorkoutSummary.class);
    WorkoutSummary oldest = before.getLast();
    var days = new Puller.Window(today().minusDays(1), today(), Instant.now());
    var news = new Puller.Window(days.first(), days.last(), days.now(), true);
    assertFalse(ids(account, news).contains(oldest.providerId()));
    wahoo.control(
        "people/" + luna.id() + "/revise",
        new JsonObject().put("day", oldest.calendarDate().toString()));
    assertTrue(ids(account, news).contains(oldest.providerId()));
    assertFalse(ids(account, days).contains(oldest.providerId()));
  }

  private static Set<String> ids(Puller.Account account, Puller.Window window) {
    Set<String> out = new HashSet<>();
    JsonNode cursor = null;
    do {
      Puller.Page page = wahoo.page(account, "workouts", window, cursor);
      summaries(page.batch(), WorkoutSummary.class).forEach(w -> out.add(w.providerId()));
      cursor = page.next();
    } while (cursor != null);
    return out;
  }

  /** Returns the newest workouts of a user, few enough for one page. */
  private static NormalizedBatch some(Puller.Account account) {
    return wahoo
        .pages(account, "workouts", today().minusDays(9), today().minusDays(2))
        .getFirst()
        .batch();
  }

  @Test
  void aFileThatIsAwayOrElsewhereCostsTheStreamAlone() {
    TestAccount account = wahoo.account(wahoo.dailyExerciser("frida"), ALL);
    NormalizedBatch whole = some(account);
    assertFalse(whole.summaries().isEmpty());
    assertEquals(whole.summaries().size(), whole.streams().size());
    for (int status : new int[] {401, 403, 404}) {
      wahoo.fault("/files/", new JsonObject().put("status", status).put("count", 99));
      NormalizedBatch without = some(account);
      assertEquals(keys(whole), keys(without));
      assertEquals(List.of(), without.streams());
      assertEquals("file: status " + status, without.refused().getFirst());
      assertEquals(0, account.refused, "no word about the grant");
      mend();
    }
    wahoo.control("files", new JsonObject().put("base", "http://169.254.169.254"));
    NormalizedBatch elsewhere = some(account);
    assertEquals(keys(whole), keys(elsewhere));
    assertEquals(List.of(), elsewhere.streams());
    assertEquals("file: the URL is not on a host of the provider", elsewhere.refused().getFirst());
  }

  private static Set<String> keys(NormalizedBatch batch) {
    Set<String> out = new HashSet<>();
    batch.summaries().forEach(s -> out.add(s.summary().providerKey()));
    return out;
  }

  @Test
  void aTornFileIsAskedForAgainAndASickHostEndsThePage() {
    TestAccount account = wahoo.account(wahoo.dailyExerciser("tom"), ALL);
    NormalizedBatch whole = some(account);
    wahoo.fault("/files/", new JsonObject().put("truncate", 70).put("count", 2));
    NormalizedBatch again = some(account);
    assertEquals(new HashSet<>(whole.streams()), new HashSet<>(again.streams()));
    assertEquals(List.of(), again.refused());
    mend();
    wahoo.fault("/files/", new JsonObject().put("truncate", 70).put("count", 99));
    NormalizedBatch torn = some(account);
    assertEquals(keys(whole), keys(torn));
    assertEquals(List.of(), torn.streams());
    assertEquals(whole.streams().size(), torn.refused().size());
    mend();
    wahoo.fault("/files/", new JsonObject().put("status", 503).put("count", 99));
    assertThrows(ProviderException.Unavailable.class, () -> some(account));
  }

  @Test
  void aNoticeReadsItsWorkoutWithItsFile() {
    TestAccount account = wahoo.account(wahoo.dailyExerciser("nick"), ALL);
    NormalizedBatch whole = some(account);
    WorkoutSummary one = summaries(whole, WorkoutSummary.class).getLast();
    Puller.Page page =
        wahoo.fetch(
            account, "workouts", new FetchTarget.SingleDocument("workout", one.providerId()));
    assertEquals(List.of(one), summaries(page.batch(), WorkoutSummary.class));
    assertEquals(1, page.batch().streams().size());
    assertThrows(
        ProviderException.Rejected.class,
        () -> wahoo.fetch(account, "workouts", new FetchTarget.SingleDocument("workout", "1")));
  }

  @Test
  void whatIsKeptGivesTheSameRecordsAgain() {
    TestAccount account = wahoo.account(wahoo.dailyExerciser("rob"), ALL);
    Puller.Page page =
        wahoo.pages(account, "workouts", today().minusDays(9), today().minusDays(2)).getFirst();
    AccountContext facts = AccountContext.of(account);
    List<DocumentMapper.Document> kept =
        page.documents().get().stream()
            .map(d -> new DocumentMapper.Document(d.kind(), d.key(), facts, d.body()))
            .toList();
    assertEquals(2 * page.batch().summaries().size(), kept.size());
    NormalizedBatch again =
        wahoo.adapter.mapping().orElseThrow().normalize(wahoo.feed("workouts"), kept).getFirst();
    assertEquals(page.batch(), again);
  }

  @Test
  void aWeightCountsForTheDayItWasFirstRead() {
    TestAccount account = wahoo.account("wilma", ALL);
    NormalizedBatch first = wahoo.pullSinglePage(account, "user", today().minusDays(9), today());
    BodySummary body = summaries(first, BodySummary.class).getFirst();
    assertEquals(today(), body.calendarDate());
    assertEquals(first, wahoo.pullSinglePage(account, "user", today().minusDays(3), today()));
    assertFalse(first.retain(Set.of(Resource.PROFILE)).isEmpty());
  }

  @Test
  void whoHidesTheProfileIsLinkedWithoutAnIdAndReadAllTheSame() {
    var granted = wahoo.grant(wahoo.dailyExerciser("otto"), List.of("workouts_read"));
    assertEquals(Optional.empty(), granted.externalUserId());
    assertEquals(Optional.of(List.of("workouts_read")), granted.scopes());
    TestAccount account = new TestAccount(wahoo.adapter, wahoo.app(), granted);
    assertFalse(some(account).isEmpty());
    assertThrows(
        ProviderException.ScopeMissing.class,
        () -> wahoo.pullSinglePage(account, "user", today().minusDays(1), today()));
  }

  @Test
  void aRevocationEndsTheGrantAtTheVendor() {
    TestAccount account = wahoo.account("rena", ALL);
    assertEquals(
        Optional.of(Long.toString(wahoo.person("rena").numericId())),
        account.session().externalUserId());
    var before = account.tokens;
    wahoo.oauth().revoke(wahoo.app(), account.session());
    assertThrows(ProviderException.TokenRejected.class, () -> some(account));
    assertEquals(before, account.tokens);
  }

  @Test
  void aRefreshGivesANewPairAndTheTimeItLives() {
    TestAccount account = wahoo.account("rex", ALL);
    var before = account.tokens;
    account.tokenRejected(before.access());
    assertNotEquals(before.refresh(), account.tokens.refresh());
    assertTrue(account.tokens.expiresAt().isAfter(Instant.now().plusSeconds(7000)));
  }
}
