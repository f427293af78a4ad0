package io.tributary.provider.oura;

import static io.tributary.provider.oura.OuraHarness.ALL;
import static io.tributary.provider.oura.OuraHarness.today;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.TestAccount;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Authorization codes, tokens and scopes. */
class OuraOAuthTest {
  private static OuraHarness oura;

  @BeforeAll
  static void start() {
    oura = new OuraHarness();
  }

  @AfterAll
  static void stop() {
    oura.close();
  }

  @Test
  void aCodeGivesTokensScopesAndTheUsersIdOnce() {
    Map<String, String> back = oura.consent("anna", ALL);
    OAuth.Granted granted = oura.oauth().exchange(oura.app(), OuraHarness.callback(back));
    assertEquals(Set.copyOf(ALL), Set.copyOf(granted.scopes().orElseThrow()));
    assertEquals(32, granted.externalUserId().orElseThrow().length());
    assertTrue(granted.tokens().expiresAt().isAfter(Instant.now().plusSeconds(80_000)));
    assertFalse(granted.toString().contains(granted.tokens().access()));
    assertThrows(
        ProviderException.TokenRejected.class,
        () -> oura.oauth().exchange(oura.app(), OuraHarness.callback(back)));
  }

  @Test
  void withoutThePersonalScopeTheUserStaysUnknown() {
    assertEquals(Optional.empty(), oura.grant("bea", List.of("daily")).externalUserId());
  }

  @Test
  void theOldSpellingOfAScopeCountsAsTheNewOne() {
    assertEquals(List.of("daily", "spo2"), OuraOAuth.scopes("daily spo2Daily spo2"));
  }

  /** Exchanges a code at a token endpoint with this response. */
  private static OAuth.Granted exchangeAt(String answer, String callbackScope) {
    var server =
        oura.vertx
            .createHttpServer()
            .requestHandler(
                r -> r.response().putHeader("content-type", "application/json").end(answer))
            .listen(0, "127.0.0.1")
            .await();
    try {
      return oura.oauth()
          .exchange(
              oura.app("s", "http://127.0.0.1:" + server.actualPort()),
              new OAuth.Callback("code", "", List.of(), Optional.ofNullable(callbackScope)));
    } finally {
      server.close().await();
    }
  }

  @Test
  void theTokenAnswerSaysWhatWasGrantedBeforeTheBrowserDoes() {
    String told = "{\"access_token\":\"a\",\"refresh_token\":\"r\",\"scope\":\"daily\"}";
    assertEquals(
        List.of("daily"), exchangeAt(told, "daily heartrate workout").scopes().orElseThrow());
    String silent = "{\"access_token\":\"a\",\"refresh_token\":\"r\"}";
    assertEquals(List.of("workout"), exchangeAt(silent, "workout").scopes().orElseThrow());
    assertEquals(List.of(), exchangeAt(silent, null).scopes().orElseThrow());
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
    OAuth.Tokens first = oura.grant("cora", ALL).tokens();
    assertThrows(
        ProviderException.AppCredentialsRejected.class,
        () ->
            oura.oauth()
                .refresh(oura.app("wrong", oura.simulator.baseUrl()), OuraHarness.session(first)));
    OAuth.Tokens second = oura.oauth().refresh(oura.app(), OuraHarness.session(first));
    assertNotEquals(first.access(), second.access());
    assertThrows(
        ProviderException.TokenRejected.class,
        () -> oura.oauth().refresh(oura.app(), OuraHarness.session(first)));
  }

  @Test
  void aRevokedGrantIsNotGoodForAnythingAndMayBeRevokedAgain() {
    OAuth.Granted granted = oura.grant("dora", ALL);
    oura.oauth().revoke(oura.app(), OuraHarness.session(granted.tokens()));
    oura.oauth().revoke(oura.app(), OuraHarness.session(granted.tokens()));
    TestAccount account = new TestAccount(oura.adapter, oura.app(), granted);
    assertThrows(
        ProviderException.TokenRejected.class,
        () -> oura.pull(account, "activity", today().minusDays(2), today()));
  }
}
