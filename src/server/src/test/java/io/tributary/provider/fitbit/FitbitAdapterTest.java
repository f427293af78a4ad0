package io.tributary.provider.fitbit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.RawDocument;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.provider.AccountContext;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.DocumentMapper;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.Puller;
import io.tributary.provider.SubscriptionClient;
import io.tributary.provider.TestAccount;
import io.tributary.provider.document.DayWindows;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Behavior beyond {@link FitbitCasesTest}. */
class FitbitAdapterTest {
  private static final LocalDate LAST = FitbitHarness.today().minusDays(2);

  private static FitbitHarness h;

  @BeforeAll
  static void start() {
    h = new FitbitHarness(FitbitHarness.options());
  }

  @AfterAll
  static void stop() {
    h.close();
  }

  private static TestAccount person(String name, String zone, List<String> scopes) {
    h.control("people", new JsonObject().put("name", name).put("zone", zone));
    return h.account(name, scopes);
  }

  private static List<Integer> offsets(NormalizedBatch batch) {
    return batch.samples().stream().map(Sample::offsetSeconds).distinct().toList();
  }

  @Test
  void theZoneOfTheProfileIsKnownBeforeTheFirstClockIsRead() {
    TestAccount account = person("ada", "Asia/Kolkata", FitbitHarness.ALL);
    NormalizedBatch batch = h.pull(account, "heart", LAST, LAST);
    assertEquals(List.of(19_800), offsets(batch));
    // One call for the zone and one for the day.
    assertEquals(2, account.permits);
    h.pull(account, "heart", LAST, LAST);
    assertEquals(3, account.permits);
  }

  @Test
  void withoutTheProfileTheNewestExerciseTellsTheOffset() {
    TestAccount account = person("bob", "Asia/Kolkata", List.of("activity", "heartrate"));
    assertEquals(List.of(19_800), offsets(h.pull(account, "heart", LAST, LAST)));
  }

  @Test
  void whoToldNeitherIsWhereTheFallbackZoneIs() {
    TestAccount account = person("cat", "Asia/Kolkata", List.of("heartrate"));
    account.zone = ZoneId.of("Asia/Tokyo");
    assertEquals(List.of(32_400), offsets(h.pull(account, "heart", LAST, LAST)));
  }

  @Test
  void aDayThatWasReadIsTheSameAfterAJourney() {
    TestAccount account = person("dan", "Europe/Berlin", FitbitHarness.ALL);
    NormalizedBatch before = h.pull(account, "minutes", LAST, LAST);
    // Simulates a profile that returned another zone until now and is requested again.
    account.state.set(
        AccountContext.FACTS_KEY,
        FitbitTime.updatedZones(
                (ObjectNode) account.state.get(AccountContext.FACTS_KEY),
                ZoneId.of("America/New_York"),
                Instant.now(),
                true)
            .orElseThrow());
    account.state.remove("zone_asked");
    NormalizedBatch after = h.pull(account, "minutes", LAST, LAST);
    assertFalse(before.samples().isEmpty());
    assertEquals(new HashSet<>(before.samples()), new HashSet<>(after.samples()));
  }

  /**
   * A first exercise weeks after the link reveals the zone. Records that were already read keep
   * their instants.
   */
  @Test
  void aZoneThatIsToldLateHoldsFromTheDayAfterItOn() {
    TestAccount account = person("mia", "Asia/Kolkata", FitbitHarness.ALL);
    account.zone = ZoneId.of("Asia/Tokyo");
    account.state.put("zone_asked", Instant.now().minus(Duration.ofHours(2)).toString());
    assertEquals(List.of(32_400), offsets(h.pull(account, "heart", LAST, LAST)));
    AccountContext facts = AccountContext.of(account);
    assertEquals(ZoneId.of("Asia/Tokyo"), FitbitTime.zone(FitbitHarness.today(), facts));
    assertEquals(
        ZoneId.of("Asia/Kolkata"), FitbitTime.zone(FitbitHarness.today().plusDays(3), facts));
  }

  @Test
  void withoutTheBreathingScopeANightIsStillRead() {
    TestAccount account = h.account("nia", FitbitHarness.ALL);
    h.pull(account, "heart", LAST, LAST);
    h.fault("/user/-/br", new JsonObject().put("status", 403).put("count", 1));
    NormalizedBatch batch = h.pull(account, "sleep", LAST.minusDays(3), LAST);
    assertFalse(batch.retain(Set.of(Resource.SLEEP)).summaries().isEmpty());
    assertTrue(batch.retain(Set.of(Resource.RESPIRATORY_RATE)).samples().isEmpty());
  }

  @Test
  void anApplicationWithoutLeaveForItHasNoHeartRates() {
    TestAccount account = h.account("eve", FitbitHarness.ALL);
    account.app = h.app(Json.object().put("is_hr_enabled", false));
    assertThrows(ProviderException.ScopeMissing.class, () -> h.pull(account, "heart", LAST, LAST));
    assertFalse(h.pull(account, "minutes", LAST, LAST).samples().isEmpty());
  }

  @Test
  void daysThatHaveNotBegunAreNotAskedFor() {
    TestAccount account = person("fay", "America/Los_Angeles", FitbitHarness.ALL);
    LocalDate tomorrow = LocalDate.now(ZoneId.of("America/Los_Angeles")).plusDays(1);
    assertTrue(h.pull(account, "day", tomorrow, tomorrow).isEmpty());
    // Only the zone of the user was requested.
    assertEquals(1, account.permits);
  }

  @Test
  void aHundredNightsAreOneCallAndTheirBreathsFour() {
    TestAccount account = h.account("gus", FitbitHarness.ALL);
    NormalizedBatch batch = h.pull(account, "sleep", LAST.minusDays(99), LAST);
    assertEquals(1 + 1 + 4, account.permits);
    assertFalse(batch.retain(Set.of(Resource.RESPIRATORY_RATE)).samples().isEmpty());
    assertEquals(List.of(), batch.refused());
  }

  /**
   * The quota is 150 calls an hour. Checks the share of a poll, and the hours of a history of
   * ninety days.
   */
  @Test
  void aPollIsAThirdOfAnHoursCallsAndAHistoryOfNinetyDaysGoesOnOverHours() {
    TestAccount account = h.account("hal", FitbitHarness.ALL);
    LocalDate today = FitbitHarness.today();
    for (var feed : h.adapter.descriptor().feeds()) {
      Puller.Window whole = new Puller.Window(today.minusDays(2), today, Instant.now());
      for (var w : DayWindows.split(whole, feed.windowDays())) {
        h.pull(account, feed.name(), w.first(), w.last());
      }
    }
    assertTrue(account.permits <= 50, () -> account.permits + " calls");
    // No page needs more calls than an hour allows.
    for (var feed : h.adapter.descriptor().feeds()) {
      int before = account.permits;
      h.pullSinglePage(account, feed.name(), LAST.minusDays(feed.windowDays() - 1L), LAST);
      assertTrue(account.permits - before <= 12, feed::name);
    }
  }

  @Test
  void withoutARetryAfterTheResetOfTheHourIsWaitedFor() {
    var headers = MultiMap.caseInsensitiveMultiMap();
    headers.set("Fitbit-Rate-Limit-Reset", "1234");
    var answer = new ProviderHttp.ProviderResponse(429, headers, null);
    var told =
        (ProviderException.RateLimited)
            FitbitErrorMapping.MAPPING.toException(answer, Duration.ofHours(1)).orElseThrow();
    assertEquals(Duration.ofSeconds(1234), told.retryAfter());
    headers.set("Fitbit-Rate-Limit-Reset", "soon");
    told =
        (ProviderException.RateLimited)
            FitbitErrorMapping.MAPPING.toException(answer, Duration.ofHours(1)).orElseThrow();
    assertEquals(Duration.ofHours(1), told.retryAfter());
  }

  @Test
  void theApplicationsFaultIsNotTheUsers() {
    OAuth.Granted granted = h.grant("ida", FitbitHarness.ALL);
    var wrong =
        new AppCredentials(
            h.app().id(), "fitbit", "tributary-sandbox", "wrong", h.app().urls(), "");
    OAuth.Session session = new OAuth.Session(granted.tokens(), granted.externalUserId());
    assertThrows(
        ProviderException.AppCredentialsRejected.class, () -> h.oauth().refresh(wrong, session));
    h.oauth().revoke(h.app(), session);
    assertThrows(ProviderException.TokenRejected.class, () -> h.oauth().refresh(h.app(), session));
  }

  @Test
  void aSubscriptionIsMadeOnceFoundAgainTakenUpAndEnded() {
    h.control("subscriber", new JsonObject().put("url", "http://127.0.0.1:9/nobody"));
    TestAccount account = h.account("jon", FitbitHarness.ALL);
    SubscriptionClient s = h.adapter.subscriber().orElseThrow();
    assertEquals(
        List.of("activities", "body", "foods", "sleep", "userRevokedAccess"),
        s.subscriptionNames(h.app()));
    assertEquals(List.of(), s.subscriptionNames(h.app(Json.object())), "there is no subscriber");
    SubscriptionClient.SubscriptionRequest request =
        new SubscriptionClient.SubscriptionRequest(
            h.app(), Optional.of(account.session()), "sleep", "http://127.0.0.1:9/nobody", "w");
    SubscriptionClient.ProviderSubscription made = s.ensure(request);
    assertEquals(made.remoteId(), s.ensure(request).remoteId());
    assertTrue(s.exists(request, made));
    s.remove(request, made);
    assertFalse(s.exists(request, made));
    s.remove(request, made);
    // A subscription with another ID, as from another installation with the same application.
    var taken =
        ProviderRequest.post(h.sim.baseUrl() + "/1/user/-/sleep/apiSubscriptions/older.json")
            .bearer(account.tokens.access());
    assertEquals(201, h.http.send(h.app(), taken).status());
    assertEquals("older", s.ensure(request).remoteId());
  }

  @Test
  void aKindWithoutItsScopeIsNoRefusalOfTheSubscription() {
    h.control("subscriber", new JsonObject().put("url", "http://127.0.0.1:9/nobody"));
    TestAccount account = h.account("kim", List.of("activity"));
    SubscriptionClient.SubscriptionRequest request =
        new SubscriptionClient.SubscriptionRequest(
            h.app(), Optional.of(account.session()), "foods", "http://127.0.0.1:9/nobody", "w");
    assertThrows(
        ProviderException.ScopeMissing.class,
        () -> h.adapter.subscriber().orElseThrow().ensure(request));
  }

  @Test
  void whatIsKeptGivesTheSameRecordsAgain() {
    TestAccount account = person("lea", "Europe/Berlin", FitbitHarness.ALL);
    DocumentMapper mapping = h.adapter.mapping().orElseThrow();
    for (var feed : h.adapter.descriptor().feeds()) {
      Puller.Page page = h.pages(account, feed.name(), LAST, LAST).getFirst();
      AccountContext facts = AccountContext.of(account);
      List<RawDocument> kept = page.documents().get();
      List<DocumentMapper.Document> documents =
          kept.stream()
              .map(d -> new DocumentMapper.Document(d.kind(), d.key(), facts, d.body()))
              .toList();
      List<NormalizedBatch> again = mapping.normalize(feed, documents);
      assertEquals(keys(List.of(page.batch())), keys(again), feed::name);
    }
  }

  private static Object keys(List<NormalizedBatch> batches) {
    UUID user = new UUID(1, 1);
    return batches.stream()
        .flatMap(
            b ->
                Stream.of(
                        b.summaries().stream().map(s -> s.id(user) + s.content(user)),
                        b.samples().stream().map(Object::toString),
                        b.devices().stream().map(Object::toString))
                    .flatMap(x -> x))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
