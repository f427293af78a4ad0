package io.tributary.provider.oura;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.kernel.Ids;
import io.tributary.model.Batch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.Feed;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import io.tributary.simulator.oura.Options;
import io.tributary.simulator.oura.OuraSimulator;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OuraAdapterTest {
  private static final List<String> ALL =
      List.of(
          "personal",
          "daily",
          "heartrate",
          "workout",
          "session",
          "spo2",
          "heart_health",
          "ring_configuration");
  private static Vertx vertx;
  private static WebClient web;
  private static OuraSimulator simulator;
  private static OuraAdapter adapter;

  @BeforeAll
  static void start() {
    vertx = Vertx.vertx();
    web = WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
    simulator =
        OuraSimulator.start(
                vertx,
                Options.defaults()
                    .withPort(0)
                    .withDays(70)
                    .withPages(7, 50)
                    .withHeartrateSpacing(Duration.ofHours(1)))
            .await();
    adapter = adapter(Duration.ofSeconds(5));
  }

  @AfterAll
  static void stop() {
    simulator.close().await();
    vertx.close().await();
  }

  @BeforeEach
  void noFaults() {
    web.deleteAbs(simulator.baseUrl() + "/control/faults").send().await();
  }

  private static OuraAdapter adapter(Duration timeout) {
    return new OuraAdapter(
        new ProviderHttp(
            vertx,
            new ProviderHttp.Limits(
                timeout,
                3,
                Duration.ofMillis(5),
                4,
                Duration.ofMinutes(1),
                Duration.ofSeconds(300))));
  }

  private static AppCredentials app(String secret, String url) {
    return new AppCredentials(
        Ids.NIL,
        "oura",
        "tributary-sandbox",
        secret,
        url,
        simulator.baseUrl() + "/oauth/authorize",
        "http://127.0.0.1:9/v2/link/connect/oura");
  }

  private static AppCredentials app() {
    return app("tributary-sandbox-secret", simulator.baseUrl());
  }

  private static OAuth oauth() {
    return adapter.oauth().orElseThrow();
  }

  private static Map<String, String> consent(String user, List<String> scopes) {
    String url =
        oauth().authoriseUrl(app(), "a b&c", scopes, "") + "&sim_decision=grant&sim_user=" + user;
    var answer = web.getAbs(url).send().await();
    assertEquals(302, answer.statusCode(), answer::bodyAsString);
    Map<String, String> query = new HashMap<>();
    for (String pair : URI.create(answer.getHeader("Location")).getRawQuery().split("&")) {
      String[] kv = pair.split("=", 2);
      query.put(kv[0], URLDecoder.decode(kv[1], StandardCharsets.UTF_8));
    }
    return query;
  }

  private static OAuth.Granted grant(String user, List<String> scopes) {
    Map<String, String> back = consent(user, scopes);
    assertEquals("a b&c", back.get("state"));
    return oauth().exchange(app(), back.get("code"), "", back.get("scope"));
  }

  private static void fault(JsonObject order) {
    assertEquals(
        200,
        web.postAbs(simulator.baseUrl() + "/control/faults")
            .sendJsonObject(order)
            .await()
            .statusCode());
  }

  /** An account that counts what it is told. */
  private static final class Probe implements Puller.Account {
    final List<Duration> pauses = new ArrayList<>();
    final List<String> scopes;
    OAuth.Tokens tokens;
    int calls;
    int refused;
    AppCredentials app = OuraAdapterTest.app();

    Probe(OAuth.Granted granted) {
      tokens = granted.tokens();
      scopes = granted.scopes();
    }

    @Override
    public AppCredentials app() {
      return app;
    }

    @Override
    public String accessToken() {
      return tokens.access();
    }

    @Override
    public void refused(String accessToken) {
      refused++;
      tokens = oauth().refresh(app, tokens.refresh());
    }

    @Override
    public void beforeCall(int n) {
      calls += n;
    }

    @Override
    public void backOff(Duration pause) {
      pauses.add(pause);
    }

    @Override
    public UUID userId() {
      return Ids.NIL;
    }

    @Override
    public Instant connectedAt() {
      return Instant.parse("2026-01-01T00:00:00Z");
    }

    @Override
    public List<String> scopes() {
      return scopes;
    }

    @Override
    public ZoneId fallbackZone() {
      return null;
    }

    @Override
    public LocalDate fallbackBirthDate() {
      return null;
    }
  }

  private static Feed feed(String name) {
    return adapter.descriptor().feed(name).orElseThrow();
  }

  private static Batch pull(Puller.Account account, String feed, LocalDate first, LocalDate last) {
    Puller.Page page =
        adapter
            .puller()
            .pull(account, feed(feed), new Puller.Window(first, last, Instant.now()), null);
    assertNull(page.next());
    return page.batch();
  }

  private static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  @Test
  void aCodeGivesTokensScopesAndTheUsersIdOnce() {
    Map<String, String> back = consent("anna", ALL);
    OAuth.Granted granted = oauth().exchange(app(), back.get("code"), "", back.get("scope"));
    assertEquals(Set.copyOf(ALL), Set.copyOf(granted.scopes()));
    assertEquals(32, granted.externalUserId().length());
    assertTrue(granted.tokens().expiresAt().isAfter(Instant.now().plusSeconds(80_000)));
    assertFalse(granted.toString().contains(granted.tokens().access()));
    assertThrows(
        ProviderFault.TokenRefused.class,
        () -> oauth().exchange(app(), back.get("code"), "", back.get("scope")));
  }

  @Test
  void withoutThePersonalScopeTheUserStaysUnknown() {
    assertNull(grant("bea", List.of("daily")).externalUserId());
  }

  @Test
  void theOldSpellingOfAScopeCountsAsTheNewOne() {
    assertEquals(List.of("daily", "spo2"), OuraOAuth.scopes("daily spo2Daily spo2"));
  }

  /** A token endpoint that answers what it is told to. */
  private static OAuth.Granted exchangeAt(String answer, String callbackScope) {
    var server =
        vertx
            .createHttpServer()
            .requestHandler(
                r -> r.response().putHeader("content-type", "application/json").end(answer))
            .listen(0, "127.0.0.1")
            .await();
    try {
      return oauth()
          .exchange(app("s", "http://127.0.0.1:" + server.actualPort()), "code", "", callbackScope);
    } finally {
      server.close().await();
    }
  }

  @Test
  void theTokenAnswerSaysWhatWasGrantedBeforeTheBrowserDoes() {
    String told = "{\"access_token\":\"a\",\"refresh_token\":\"r\",\"scope\":\"daily\"}";
    assertEquals(List.of("daily"), exchangeAt(told, "daily heartrate workout").scopes());
    String silent = "{\"access_token\":\"a\",\"refresh_token\":\"r\"}";
    assertEquals(List.of("workout"), exchangeAt(silent, "workout").scopes());
    assertEquals(List.of(), exchangeAt(silent, null).scopes());
  }

  @Test
  void anAbsurdTokenLifeIsStillAPointInTime() {
    Instant now = Instant.now();
    for (String life :
        List.of("-5", "9223372036854775807", "1e300", "\"soon\"", "{}", "null", "\"3600\"")) {
      Instant end =
          exchangeAt("{\"access_token\":\"a\",\"expires_in\":" + life + "}", "daily")
              .tokens()
              .expiresAt();
      assertFalse(end.isBefore(now), life);
      assertTrue(end.isBefore(now.plus(Duration.ofDays(3651))), life);
    }
  }

  @Test
  void aRefreshTokenWorksOnceAndAWrongSecretIsTheApplicationsFault() {
    OAuth.Tokens first = grant("cora", ALL).tokens();
    assertThrows(
        ProviderFault.AppRefused.class,
        () -> oauth().refresh(app("wrong", simulator.baseUrl()), first.refresh()));
    OAuth.Tokens second = oauth().refresh(app(), first.refresh());
    assertNotEquals(first.access(), second.access());
    assertThrows(ProviderFault.TokenRefused.class, () -> oauth().refresh(app(), first.refresh()));
  }

  @Test
  void aRevokedGrantIsNotGoodForAnythingAndMayBeRevokedAgain() {
    OAuth.Granted granted = grant("dora", ALL);
    oauth().revoke(app(), granted.tokens());
    oauth().revoke(app(), granted.tokens());
    Probe account = new Probe(granted);
    assertThrows(
        ProviderFault.TokenRefused.class,
        () -> pull(account, "activity", today().minusDays(2), today()));
  }

  @Test
  void windowsSideBySideGiveWhatOneWindowGives() {
    Probe account = new Probe(grant("emma", ALL));
    LocalDate middle = today().minusDays(9);
    Set<Sample> whole =
        new HashSet<>(pull(account, "heartrate", today().minusDays(20), today()).samples());
    Set<Sample> parts =
        new HashSet<>(pull(account, "heartrate", today().minusDays(20), middle).samples());
    List<Sample> rest = pull(account, "heartrate", middle.plusDays(1), today()).samples();
    rest.forEach(s -> assertTrue(parts.add(s), () -> "twice: " + s.at()));
    assertTrue(whole.size() > 400, "samples " + whole.size());
    assertEquals(whole, parts);
  }

  @Test
  void everyFeedIsReadInWindowsThatTheProviderTakes() {
    Probe account = new Probe(grant("fay", ALL));
    for (Feed feed : adapter.descriptor().feeds()) {
      LocalDate first = today().minusDays(Math.min(60, feed.windowDays() - 1));
      Batch batch = pull(account, feed.name(), first, today());
      for (Resource r : feed.resources()) {
        assertFalse(batch.only(Set.of(r)).days(r).isEmpty() && r != Resource.PROFILE, r::wire);
      }
      assertEquals(List.of(), batch.refused(), feed.name());
    }
  }

  @Test
  void aScopeThatIsMissingCostsNoCallAndFieldsAtMost() {
    Probe noHeart = new Probe(grant("gina", List.of("spo2")));
    assertThrows(
        ProviderFault.ScopeMissing.class,
        () -> pull(noHeart, "heartrate", today().minusDays(2), today()));
    assertEquals(0, noHeart.calls);
    assertFalse(pull(noHeart, "spo2", today().minusDays(5), today()).samples().isEmpty());
  }

  @Test
  void aRefusedTokenIsRenewedOnceAndTheCallRepeated() {
    Probe account = new Probe(grant("hana", ALL));
    fault(
        new JsonObject()
            .put("path_prefix", "/v2/usercollection/daily_activity")
            .put("status", 401)
            .put("count", 1));
    assertFalse(pull(account, "activity", today().minusDays(5), today()).isEmpty());
    assertEquals(1, account.refused);
    fault(
        new JsonObject()
            .put("path_prefix", "/v2/usercollection/daily_activity")
            .put("status", 401)
            .put("count", 2));
    assertThrows(
        ProviderFault.Unauthorised.class,
        () -> pull(account, "activity", today().minusDays(5), today()));
  }

  @Test
  void aRateLimitIsToldToTheThrottleAndNotTriedAgain() {
    Probe account = new Probe(grant("ida", ALL));
    fault(
        new JsonObject()
            .put("path_prefix", "/v2/usercollection/workout")
            .put("status", 429)
            .put("retry_after", 17)
            .put("count", 1));
    ProviderFault.RateLimited limited =
        assertThrows(
            ProviderFault.RateLimited.class,
            () -> pull(account, "workout", today().minusDays(2), today()));
    assertEquals(Duration.ofSeconds(17), limited.waitFor());
    assertEquals(List.of(Duration.ofSeconds(17)), account.pauses);
    assertEquals(1, account.calls);
  }

  @Test
  void serverErrorsAndLostConnectionsAreTriedThreeTimesAndEachTryAsksLeave() {
    Probe account = new Probe(grant("jana", ALL));
    fault(
        new JsonObject()
            .put("path_prefix", "/v2/usercollection/workout")
            .put("status", 502)
            .put("count", 2));
    pull(account, "workout", today().minusDays(2), today());
    assertEquals(3, account.calls);
    fault(
        new JsonObject()
            .put("path_prefix", "/v2/usercollection/workout")
            .put("reset", true)
            .put("count", 3));
    assertThrows(
        ProviderFault.Transport.class,
        () -> pull(account, "workout", today().minusDays(2), today()));
    assertEquals(6, account.calls);
    fault(
        new JsonObject()
            .put("path_prefix", "/v2/usercollection/workout")
            .put("status", 403)
            .put("count", 1));
    assertThrows(
        ProviderFault.ScopeMissing.class,
        () -> pull(account, "workout", today().minusDays(2), today()));
    fault(
        new JsonObject()
            .put("path_prefix", "/v2/usercollection/workout")
            .put("status", 422)
            .put("count", 1));
    assertThrows(
        ProviderFault.Rejected.class,
        () -> pull(account, "workout", today().minusDays(2), today()));
  }

  @Test
  void aHostThatIsAwayIsLeftAloneAfterAWhile() {
    OuraAdapter own = adapter(Duration.ofSeconds(2));
    Probe account = new Probe(grant("kim", ALL));
    account.app = app("tributary-sandbox-secret", "http://127.0.0.1:1");
    Puller.Window window = new Puller.Window(today(), today(), Instant.now());
    assertThrows(
        ProviderFault.Transport.class,
        () -> own.puller().pull(account, feed("workout"), window, null));
    ProviderFault.Unavailable open =
        assertThrows(
            ProviderFault.Unavailable.class,
            () -> own.puller().pull(account, feed("workout"), window, null));
    assertEquals("breaker open", open.getMessage());
    // Another host of the same code is not concerned.
    account.app = app();
    own.puller().pull(account, feed("workout"), window, null);
  }
}
