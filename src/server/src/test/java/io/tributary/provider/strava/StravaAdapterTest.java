package io.tributary.provider.strava;

import static io.tributary.provider.AdapterHarness.summaries;
import static io.tributary.provider.strava.StravaHarness.ALL;
import static io.tributary.provider.strava.StravaHarness.today;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.BodySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.SourcedStream;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.DocumentMapper;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller;
import io.tributary.provider.SubscriptionClient;
import io.tributary.provider.TestAccount;
import io.tributary.simulators.kit.DailyTotals;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimWorkout;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StravaAdapterTest {
  private StravaHarness strava;

  @BeforeEach
  void start() {
    strava = new StravaHarness(StravaHarness.options());
  }

  @AfterEach
  void stop() {
    strava.close();
  }

  private NormalizedBatch activities(Puller.Account account, LocalDate first, LocalDate last) {
    return strava.pull(account, "activities", first, last);
  }

  @Test
  void everyDayHasTheWorkoutsThatReallyWere() {
    TestAccount account = strava.account("emma", ALL);
    SimPerson emma = strava.person("emma");
    NormalizedBatch batch = activities(account, today().minusDays(55), today().minusDays(2));
    int workouts = 0;
    for (LocalDate d = today().minusDays(55); d.isBefore(today().minusDays(1)); d = d.plusDays(1)) {
      LocalDate at = d;
      DailyTotals truth =
          DailyTotals.of(strava.sim.runOnEventLoop(w -> w.people().day(emma, at)).await());
      List<WorkoutSummary> of =
          summaries(batch, WorkoutSummary.class).stream()
              .filter(w -> w.calendarDate().equals(at))
              .toList();
      assertEquals(truth.workouts(), of.size(), () -> "workouts of " + at);
      assertEquals(
          truth.workoutSeconds(),
          of.stream()
              .mapToLong(w -> Duration.between(w.timeStart(), w.timeEnd()).toSeconds())
              .sum());
      workouts += of.size();
    }
    assertTrue(workouts > 5, "workouts " + workouts);
    assertEquals(workouts, batch.streams().size());
    assertFalse(batch.retain(Set.of(Resource.HEARTRATE)).samples().isEmpty());
    assertEquals(List.of(), batch.refused());
  }

  @Test
  void smallPagesGiveWhatLargeOnesGive() {
    TestAccount account = strava.account("fay", ALL);
    LocalDate last = today().minusDays(2);
    NormalizedBatch whole = activities(account, last.minusDays(25), last);
    try (StravaHarness small = new StravaHarness(StravaHarness.options().withPageSize(2))) {
      NormalizedBatch parts =
          small.pull(small.account("fay", ALL), "activities", last.minusDays(25), last);
      assertEquals(new HashSet<>(whole.summaries()), new HashSet<>(parts.summaries()));
    }
  }

  @Test
  void aPageFitsIntoAQuarterOfAnHourHoweverManyActivitiesAWindowHas() {
    TestAccount account = strava.account(strava.dailyExerciser("emma"), ALL);
    LocalDate last = today().minusDays(2);
    NormalizedBatch whole = activities(account, last.minusDays(50), last);
    int all = whole.summaries().size();
    assertTrue(all > 16, "activities " + all);
    account.permits = 0;
    List<Puller.Page> pages = strava.pages(account, "activities", last.minusDays(50), last);
    assertEquals((all + 14) / 15, pages.size());
    // The list and its empty end again for each page, plus two calls for each activity.
    assertEquals(2 * pages.size() + 2 * all, account.permits);
    assertEquals(15, pages.getFirst().batch().summaries().size());
    assertEquals(15, pages.getFirst().batch().streams().size());
    assertEquals(30, pages.getFirst().documents().get().size());
    Set<String> ids = new HashSet<>();
    summaries(whole, WorkoutSummary.class)
        .forEach(w -> assertTrue(ids.add(w.providerId()), "twice"));
  }

  @Test
  void cadenceIsThatOfBothFeetOrOfTheCrank() {
    TestAccount account = strava.account("emma", ALL);
    LocalDate last = today().minusDays(2);
    SimPerson emma = strava.person("emma");
    int checked = 0;
    for (SourcedStream found : activities(account, last.minusDays(30), last).streams()) {
      if (found.stream().has(WorkoutStream.Channel.CADENCE)) {
        SimWorkout real = real(emma, found.stream().time(0));
        boolean ride = real.what().sport().equals("cycling");
        for (int i = 0; i < found.stream().size(); i++) {
          int turns = real.points().get(i).cadence();
          assertEquals(
              ride ? turns : turns / 2 * 2, found.stream().value(WorkoutStream.Channel.CADENCE, i));
        }
        checked++;
      }
    }
    assertTrue(checked > 0);
  }

  private SimWorkout real(SimPerson person, long start) {
    return strava
        .sim
        .runOnEventLoop(
            w ->
                w.people().days(person, today().minusDays(40), today()).stream()
                    .flatMap(d -> d.workouts().stream())
                    .filter(x -> x.points().getFirst().at().getEpochSecond() == start)
                    .findFirst()
                    .orElseThrow())
        .await();
  }

  @Test
  void withoutTheWideScopeHiddenActivitiesAndStreamsAreLeftOut() {
    LocalDate last = today().minusDays(2);
    LocalDate first = last.minusDays(50);
    String name = personWithHiddenActivity(first, last);
    TestAccount wide = strava.account(name, ALL);
    TestAccount narrow = strava.account(name, List.of("read", "activity:read"));
    assertEquals(List.of("activity:read", "read"), narrow.scopes().stream().sorted().toList());
    NormalizedBatch all = activities(wide, first, last);
    NormalizedBatch open = activities(narrow, first, last);
    assertTrue(open.summaries().size() < all.summaries().size());
    assertTrue(open.streams().isEmpty() && open.samples().isEmpty());
    TestAccount none = strava.account(name, List.of("read"));
    assertThrows(ProviderException.ScopeMissing.class, () -> activities(none, last, last));
    assertEquals(0, none.permits);
  }

  /** Returns the first person with a hidden activity; on some dates, some people have none. */
  private String personWithHiddenActivity(LocalDate first, LocalDate last) {
    return IntStream.range(0, 50)
        .mapToObj(i -> "gina-" + i)
        .filter(
            name ->
                strava.pages(strava.account(name, ALL), "activities", first, last).stream()
                    .flatMap(page -> page.documents().get().stream())
                    .anyMatch(document -> document.body().path("private").booleanValue()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aFreshTokenComesBackTheSameAndASpentOneIsReplaced() {
    TestAccount account = strava.account("hana", ALL);
    String number = Long.toString(strava.person("hana").numericId());
    assertEquals(number, account.session().externalUserId().orElseThrow());
    OAuth.Tokens first = account.tokens;
    account.tokenRejected(first.access());
    assertEquals(first.access(), account.tokens.access());
    assertEquals(first.refresh(), account.tokens.refresh());
    strava.control("people/" + strava.person("hana").id() + "/expire", new JsonObject());
    activities(account, today().minusDays(2), today());
    assertNotEquals(first.access(), account.tokens.access());
    assertNotEquals(first.refresh(), account.tokens.refresh());
    assertEquals(0, strava.sim.runOnEventLoop(w -> w.grants().reuses()).await());
    var session = new OAuth.Session(account.tokens, account.session().externalUserId());
    strava.oauth().revoke(strava.app(), session);
    assertThrows(
        ProviderException.TokenRejected.class, () -> strava.oauth().refresh(strava.app(), session));
  }

  @Test
  void anApplicationThatIsRefusedIsNotTheUsersFault() {
    TestAccount account = strava.account("ida", ALL);
    AppCredentials good = strava.app();
    var wrong =
        new AppCredentials(
            good.id(), good.provider(), good.clientId(), "wrong", good.urls(), good.redirectUri());
    assertThrows(
        ProviderException.AppCredentialsRejected.class,
        () -> strava.oauth().refresh(wrong, new OAuth.Session(account.tokens, Optional.empty())));
  }

  @Test
  void aNoticeHasOneActivityReadWithItsStreams() {
    TestAccount account = strava.account("kim", ALL);
    LocalDate last = today().minusDays(2);
    NormalizedBatch all = activities(account, last.minusDays(40), last);
    WorkoutSummary one = summaries(all, WorkoutSummary.class).getFirst();
    var told = new FetchTarget.SingleDocument("activity", one.providerId());
    Puller.Page page = strava.fetch(account, "activities", told);
    assertEquals(List.of(one), summaries(page.batch(), WorkoutSummary.class));
    assertEquals(1, page.batch().streams().size());
    assertEquals(2, page.documents().get().size());
    var gone = new FetchTarget.SingleDocument("activity", "1");
    assertThrows(ProviderException.Rejected.class, () -> strava.fetch(account, "activities", gone));
  }

  @Test
  void oneSubscriptionIsMadeTakenUpAndEnded() {
    SubscriptionClient subscriber = strava.adapter.subscriber().orElseThrow();
    var hook =
        strava
            .vertx
            .createHttpServer()
            .requestHandler(
                r ->
                    r.response()
                        .end(
                            new JsonObject()
                                .put("hub.challenge", r.getParam("hub.challenge"))
                                .encode()))
            .listen(0, "127.0.0.1")
            .await();
    String url = "http://127.0.0.1:" + hook.actualPort() + "/push/word";
    var request =
        new SubscriptionClient.SubscriptionRequest(
            strava.app(), Optional.empty(), "activities", url, "word");
    SubscriptionClient.ProviderSubscription made = subscriber.ensure(request);
    assertEquals(made, subscriber.ensure(request), "one that is there is taken up");
    assertTrue(subscriber.exists(request, made));
    var moved =
        new SubscriptionClient.SubscriptionRequest(
            strava.app(), Optional.empty(), "activities", url + "2", "word");
    var beside =
        new SubscriptionClient.SubscriptionRequest(
            strava.app(), Optional.empty(), "activities", url + "2", "word", url::equals);
    assertThrows(ProviderException.Rejected.class, () -> subscriber.ensure(beside));
    assertTrue(subscriber.exists(request, made), "that of another application of ours stays");
    SubscriptionClient.ProviderSubscription next = subscriber.ensure(moved);
    assertNotEquals(made.remoteId(), next.remoteId());
    assertFalse(subscriber.exists(request, made));
    subscriber.remove(moved, next);
    subscriber.remove(moved, next);
    assertFalse(subscriber.exists(moved, next));
    hook.close().await();
    var nowhere =
        new SubscriptionClient.SubscriptionRequest(
            strava.app(), Optional.empty(), "activities", "http://127.0.0.1:9/x", "word");
    assertThrows(ProviderException.Rejected.class, () -> subscriber.ensure(nowhere));
  }

  @Test
  void aSubscriptionWaitsForTheFullQuarterLikeAllOtherCalls() {
    strava.fault("/push_subscriptions", new JsonObject().put("status", 429).put("count", 9));
    var request =
        new SubscriptionClient.SubscriptionRequest(
            strava.app(), Optional.empty(), "activities", "http://127.0.0.1:9/x", "word");
    Clock clock = Clock.fixed(Instant.parse("2026-03-02T11:13:59Z"), ZoneOffset.UTC);
    var subscriber = new StravaSubscriptionClient(strava.http, new StravaErrorMapping(clock));
    var limited =
        assertThrows(ProviderException.RateLimited.class, () -> subscriber.ensure(request));
    assertEquals(Duration.ofSeconds(61), limited.retryAfter());
  }

  @Test
  void aChangedZoneMakesNoSecondWeighIn() {
    TestAccount account = strava.account("mia", ALL);
    account.zone = ZoneId.of("Europe/Berlin");
    BodySummary first = body(account);
    account.zone = ZoneId.of("America/New_York");
    assertEquals(first, body(account));
    // The state of connections from before the midnight was stored.
    account.state.remove("weight_at");
    assertEquals(first.calendarDate(), body(account).calendarDate());
    assertTrue(account.state.has("weight_at"));
  }

  private BodySummary body(Puller.Account account) {
    return summaries(strava.pull(account, "athlete", today(), today()), BodySummary.class)
        .getFirst();
  }

  @Test
  void keptDocumentsGiveTheSameRecordsAgain() {
    TestAccount account = strava.account("olga", ALL);
    for (String name : List.of("activities", "athlete")) {
      Puller.Page page =
          strava.pages(account, name, today().minusDays(30), today().minusDays(2)).getFirst();
      var facts = AccountContext.of(account);
      var kept =
          page.documents().get().stream()
              .map(d -> new DocumentMapper.Document(d.kind(), d.key(), facts, d.body()))
              .toList();
      assertEquals(
          List.of(page.batch()),
          strava.adapter.mapping().orElseThrow().normalize(strava.feed(name), kept),
          name);
    }
    assertEquals(
        1, summaries(strava.pull(account, "athlete", today(), today()), BodySummary.class).size());
  }
}
