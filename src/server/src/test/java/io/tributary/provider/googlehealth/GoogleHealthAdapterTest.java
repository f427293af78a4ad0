package io.tributary.provider.googlehealth;

import static io.tributary.provider.AdapterHarness.records;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.RawDocument;
import io.tributary.model.Resource;
import io.tributary.model.SleepSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.AdapterHarness;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.DocumentMapper;
import io.tributary.provider.Feed;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller;
import io.tributary.provider.SubscriptionClient;
import io.tributary.provider.TestAccount;
import io.tributary.simulators.googlehealth.GoogleHealthVendor;
import io.tributary.simulators.googlehealth.ServiceAccount;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GoogleHealthAdapterTest {
  private static final class Harness extends AdapterHarness {
    Harness() {
      super(new GoogleHealthVendor(), options().withDays(110), GoogleHealthAdapter::on);
    }

    @Override
    public AppCredentials app() {
      return app((ObjectNode) Json.parse(ServiceAccount.details().encode()));
    }

    AppCredentials app(ObjectNode details) {
      return new AppCredentials(
          Ids.DEFAULT_APP,
          "google_health",
          "tributary-sandbox",
          "tributary-sandbox-secret",
          new AppCredentials.Urls(
              sim.baseUrl(),
              sim.baseUrl() + "/o/oauth2/v2/auth",
              Optional.of(sim.baseUrl() + "/token"),
              Map.of("revoke", sim.baseUrl() + "/revoke")),
          "http://127.0.0.1:9/v2/link/connect/google_health",
          details);
    }

    @Override
    protected String dataPath() {
      return "/v4/users/me/dataTypes/";
    }
  }

  private static Harness google;
  private static List<String> all;

  @BeforeAll
  static void start() {
    google = new Harness();
    all = google.adapter.descriptor().defaultScopes();
  }

  @AfterAll
  static void stop() {
    google.close();
  }

  @Test
  void theConsentPageIsAskedForARefreshTokenEachTime() {
    String url =
        google.oauth().authorizeUrl(google.app(), new OAuth.Start("s", all, "v".repeat(64)));
    for (String part :
        List.of(
            "response_type=code",
            "access_type=offline",
            "prompt=consent",
            "include_granted_scopes=true",
            "code_challenge_method=S256",
            "googlehealth.sleep.readonly",
            "scope=openid+")) {
      assertTrue(url.contains(part), () -> part + " of " + url);
    }
  }

  @Test
  void aRefreshKeepsItsTokenAndItEndsTheGrantAfterTheAccessRanOut() {
    TestAccount account = google.account("ann", all);
    OAuth.Tokens first = account.tokens;
    google.control("people/" + google.person("ann").id() + "/expire", new JsonObject());
    google.pull(account, "sleep", Harness.today().minusDays(3), Harness.today());
    assertNotEquals(first.access(), account.tokens.access());
    assertEquals(first.refresh(), account.tokens.refresh());
    OAuth.Session session = account.session();
    google.control("people/" + google.person("ann").id() + "/expire", new JsonObject());
    google.oauth().revoke(google.app(), session);
    google.oauth().revoke(google.app(), session);
    assertThrows(
        ProviderException.TokenRejected.class, () -> google.oauth().refresh(google.app(), session));
  }

  @Test
  void anAccountThatWasNotMovedIsNoGrantAndNeitherIsOneWithoutData() {
    google.control("people/" + google.person("leo").id() + "/legacy", new JsonObject());
    assertThrows(ProviderException.Rejected.class, () -> google.grant("leo", all));
    assertThrows(
        ProviderException.ScopeMissing.class,
        () -> google.grant("lea", List.of("openid", GoogleHealthScopes.PROFILE)));
    assertEquals(
        Optional.of("h-" + google.person("lia").numericId()),
        google.grant("lia", List.of(GoogleHealthScopes.SLEEP)).externalUserId());
  }

  @Test
  void theLongestWindowOfEachFeedIsTakenAndReadToItsEnd() {
    TestAccount account = google.account(google.dailyExerciser("mia"), all);
    LocalDate last = Harness.today().minusDays(1);
    for (Feed feed : google.adapter.descriptor().feeds()) {
      if (feed.windowDays() <= 30) {
        NormalizedBatch batch =
            google.pull(account, feed.name(), last.minusDays(feed.windowDays() - 1L), last);
        assertEquals(List.of(), batch.refused(), feed.name());
        feed.resources().stream()
            .filter(r -> r != Resource.VO2_MAX)
            .forEach(
                r ->
                    assertTrue(
                        batch.days(r).size() * 3 >= feed.windowDays(),
                        () -> r + " on " + batch.days(r)));
      }
    }
  }

  @Test
  void windowsSideBySideGiveWhatOneWindowGives() {
    TestAccount account = google.account("nia", all);
    LocalDate last = Harness.today().minusDays(2);
    for (String feed :
        List.of("activity", "steps", "energy", "sleep", "workouts", "water", "hrv")) {
      int count =
          google.compareSplitWindow(account, feed, last.minusDays(3), last.minusDays(1), last);
      assertTrue(count > 2 || feed.equals("workouts"), feed);
    }
  }

  @Test
  void aNightOverTheEdgeIsOfTheWindowInWhichItEnds() {
    TestAccount account = google.account("olga", all);
    int nights = 0;
    for (int ago = 2; ago < 12; ago++) {
      LocalDate day = Harness.today().minusDays(ago);
      for (var s :
          google.pull(account, "sleep", day, day).retain(Set.of(Resource.SLEEP)).summaries()) {
        SleepSummary sleep = (SleepSummary) s.summary();
        assertEquals(day, sleep.calendarDate());
        boolean before =
            sleep
                .bedtimeStart()
                .atOffset(ZoneOffset.ofTotalSeconds(sleep.timezoneOffset()))
                .toLocalDate()
                .isBefore(day);
        nights += before ? 1 : 0;
      }
    }
    assertTrue(nights > 2, "nights " + nights);
  }

  @Test
  void aDayWithoutActiveEnergyHasTheRestAndOtherRefusalsFailIt() {
    TestAccount account = google.account("pia", all);
    LocalDate day = Harness.today().minusDays(2);
    JsonObject refusal = new JsonObject().put("status", 400).put("count", 1);
    google.fault("active-energy-burned", refusal);
    ObjectNode read =
        (ObjectNode)
            GoogleHealthFixture.wire(google.pull(account, "activity", day, day), Resource.ACTIVITY)
                .getFirst();
    assertTrue(read.path("calories_active").isNull());
    assertFalse(read.path("steps").isNull());
    google.fault("active-energy-burned", new JsonObject().put("status", 403).put("count", 1));
    assertEquals(1, google.pull(account, "activity", day, day).summaries().size());
    google.fault("steps", refusal);
    assertThrows(
        ProviderException.Rejected.class, () -> google.pull(account, "activity", day, day));
  }

  /** A point every five seconds: more than one day exceeds the size of a transaction. */
  @Test
  void ofHeartRatesEachDayIsAPageAndReadOnce() {
    TestAccount account = google.account("ivo", all);
    LocalDate last = Harness.today().minusDays(2);
    List<Puller.Page> pages = google.pages(account, "heart", last.minusDays(3), last);
    assertEquals(4 + 2, pages.size());
    assertEquals(4 + 2, account.permits);
    Set<String> kept = new HashSet<>();
    for (Puller.Page page : pages) {
      assertEquals(1, page.documents().get().size());
      kept.add(page.documents().get().getFirst().key());
    }
    assertEquals(4 + 2, kept.size());
    Set<String> apart = new HashSet<>();
    for (LocalDate day = last.minusDays(3); !day.isAfter(last); day = day.plusDays(1)) {
      apart.addAll(records(google.pull(account, "heart", day, day)));
    }
    assertEquals(apart, records(google.pull(account, "heart", last.minusDays(3), last)));
    // Today's range ends with the current day.
    assertEquals(2, google.pages(account, "heart", Harness.today(), Harness.today()).size());
  }

  @Test
  void aQuotaThatTellsNoTimeIsWaitedForLongerEachTime() {
    TestAccount account = google.account("quinn", all);
    LocalDate day = Harness.today().minusDays(2);
    google.fault("sleep", new JsonObject().put("status", 429).put("count", 2));
    for (int i = 0; i < 2; i++) {
      assertThrows(
          ProviderException.RateLimited.class, () -> google.pull(account, "sleep", day, day));
    }
    assertEquals(2, account.backOffs.size());
    assertEquals(account.backOffs.get(0).multipliedBy(2), account.backOffs.get(1));
  }

  @Test
  void whatIsKeptIsMappedAsItWasWhenItCame() {
    TestAccount account = google.account("rosa", all);
    DocumentMapper mapping = google.adapter.mapping().orElseThrow();
    LocalDate day = Harness.today().minusDays(2);
    for (Feed feed : google.adapter.descriptor().feeds()) {
      Puller.Page page =
          google
              .adapter
              .puller()
              .orElseThrow()
              .pull(account, feed, new Puller.Window(day, day, Instant.now()), null);
      Set<String> now = new HashSet<>();
      Set<String> keys = new HashSet<>();
      List<DocumentMapper.Document> kept = new ArrayList<>();
      for (RawDocument raw : page.documents().get()) {
        assertTrue(keys.add(raw.kind() + " " + raw.key()), () -> "twice " + raw.key());
        kept.add(
            new DocumentMapper.Document(
                raw.kind(), raw.key(), AccountContext.of(account), raw.body()));
        assertFalse(mapping.rules(feed.resources().iterator().next()).isEmpty());
      }
      mapping.normalize(feed, kept).forEach(b -> now.addAll(records(b)));
      Set<String> then = records(page.batch());
      assertTrue(now.containsAll(then), () -> feed.name() + " lost " + then);
      page.batch()
          .summaries()
          .forEach(
              s ->
                  assertTrue(
                      page.documents().get().stream()
                          .anyMatch(
                              r ->
                                  s.summary()
                                      .providerKey()
                                      .equals(r.records().get(s.summary().resource()))),
                      () -> "nothing is the record of " + s.summary().resource()));
    }
  }

  @Test
  void aSubscriberIsMadeFoundMovedAndEndedByTheServiceAccount() {
    SubscriptionClient subscriber = google.adapter.subscriber().orElseThrow();
    assertEquals(List.of("data"), subscriber.subscriptionNames(google.app()));
    List<Integer> answers = new CopyOnWriteArrayList<>();
    HttpServer[] servers = new HttpServer[2];
    List<SubscriptionClient.SubscriptionRequest> requests = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      String word = GoogleVerificationToken.of(google.app(), "hook" + i);
      servers[i] =
          google
              .vertx
              .createHttpServer()
              .requestHandler(
                  r -> {
                    int status = word.equals(r.getHeader("Authorization")) ? 200 : 401;
                    answers.add(status);
                    r.response().setStatusCode(status).end();
                  })
              .listen(0, "127.0.0.1")
              .await();
      requests.add(
          new SubscriptionClient.SubscriptionRequest(
              google.app(),
              Optional.empty(),
              "data",
              "http://127.0.0.1:" + servers[i].actualPort() + "/hook" + i,
              "hook" + i));
    }
    SubscriptionClient.ProviderSubscription made = subscriber.ensure(requests.get(0));
    assertEquals(List.of(200, 401), answers);
    assertEquals(Optional.of(GoogleVerificationToken.of(google.app(), "hook0")), made.secret());
    assertEquals(made.remoteId(), subscriber.ensure(requests.get(0)).remoteId());
    assertTrue(subscriber.exists(requests.get(0), made));
    SubscriptionClient.ProviderSubscription moved = subscriber.ensure(requests.get(1));
    assertEquals(made.remoteId(), moved.remoteId());
    assertFalse(subscriber.exists(requests.get(0), made));
    assertTrue(subscriber.exists(requests.get(1), moved));
    subscriber.remove(requests.get(1), moved);
    assertFalse(subscriber.exists(requests.get(1), moved));
    subscriber.remove(requests.get(1), moved);
    // An address that returns success for everything is rejected.
    SubscriptionClient.SubscriptionRequest open =
        new SubscriptionClient.SubscriptionRequest(
            google.app(), Optional.empty(), "data", google.sim.baseUrl() + "/control/faults", "x");
    assertThrows(ProviderException.Rejected.class, () -> subscriber.ensure(open));
    for (HttpServer server : servers) {
      server.close().await();
    }
  }

  @Test
  void anApplicationWithoutAServiceAccountIsPolledAndAWrongKeyIsTheApplicationsFault() {
    SubscriptionClient subscriber = google.adapter.subscriber().orElseThrow();
    ObjectNode details = google.app().details().deepCopy();
    for (String field : List.of("project_number", "service_account_email", "service_account_key")) {
      ObjectNode without = details.deepCopy();
      without.remove(field);
      assertEquals(List.of(), subscriber.subscriptionNames(google.app(without)), field);
    }
    for (String key : List.of("no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END")) {
      AppCredentials app = google.app(details.deepCopy().put("service_account_key", key));
      ProviderException fault =
          assertThrows(
              ProviderException.AppCredentialsRejected.class,
              () ->
                  subscriber.ensure(
                      new SubscriptionClient.SubscriptionRequest(
                          app, Optional.empty(), "data", "http://127.0.0.1:9/x", "x")));
      assertFalse(fault.toString().contains(key));
    }
    assertEquals(
        "tributary-0123456789abcdef0123",
        GoogleHealthSubscriptionClient.id(
            new AppCredentials(
                UUID.fromString("01234567-89ab-cdef-0123-456789abcdef"),
                "google_health",
                "",
                "",
                google.app().urls(),
                "")));
  }

  @Test
  void oneLineOfAKeyMayBeWrittenWithItsBreaksEscaped() {
    ObjectNode details = google.app().details().deepCopy();
    String key = details.path("service_account_key").asText().replace("\n", "\\n");
    AppCredentials app = google.app(details.put("service_account_key", key));
    SubscriptionClient.SubscriptionRequest request =
        new SubscriptionClient.SubscriptionRequest(
            app, Optional.empty(), "data", "http://127.0.0.1:9/x", "x");
    assertFalse(
        google
            .adapter
            .subscriber()
            .orElseThrow()
            .exists(
                request,
                new SubscriptionClient.ProviderSubscription(
                    "tributary-none", Optional.empty(), Optional.empty())));
  }
}
