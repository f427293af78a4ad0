package io.tributary.provider.oura;

import static io.tributary.provider.oura.OuraHarness.ALL;
import static io.tributary.provider.oura.OuraHarness.today;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.provider.Adapter;
import io.tributary.provider.Feed;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller;
import io.tributary.provider.TestAccount;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads of feeds in windows, including rate limits and errors of the provider. */
class OuraAdapterTest {
  private static OuraHarness oura;

  @BeforeAll
  static void start() {
    oura = new OuraHarness();
  }

  @AfterAll
  static void stop() {
    oura.close();
  }

  @BeforeEach
  void noFaults() {
    oura.noFaults();
  }

  @Test
  void windowsSideBySideGiveWhatOneWindowGives() {
    TestAccount account = oura.account("emma", ALL);
    LocalDate middle = today().minusDays(9);
    Set<Sample> whole =
        new HashSet<>(oura.pull(account, "heartrate", today().minusDays(20), today()).samples());
    Set<Sample> parts =
        new HashSet<>(oura.pull(account, "heartrate", today().minusDays(20), middle).samples());
    List<Sample> rest = oura.pull(account, "heartrate", middle.plusDays(1), today()).samples();
    rest.forEach(s -> assertTrue(parts.add(s), () -> "twice: " + s.at()));
    assertTrue(whole.size() > 400, "samples " + whole.size());
    assertEquals(whole, parts);
  }

  @Test
  void everyFeedIsReadInWindowsThatTheProviderTakes() {
    TestAccount account = oura.account("fay", ALL);
    for (Feed feed : oura.adapter.descriptor().feeds()) {
      LocalDate first = today().minusDays(Math.min(60, feed.windowDays() - 1));
      NormalizedBatch batch = oura.pull(account, feed.name(), first, today());
      for (Resource r : feed.resources()) {
        assertFalse(batch.retain(Set.of(r)).days(r).isEmpty() && r != Resource.PROFILE, r::wire);
      }
      assertEquals(List.of(), batch.refused(), feed.name());
    }
  }

  @Test
  void aScopeThatIsMissingCostsNoCallAndFieldsAtMost() {
    TestAccount noHeart = oura.account("gina", List.of("spo2"));
    assertThrows(
        ProviderException.ScopeMissing.class,
        () -> oura.pull(noHeart, "heartrate", today().minusDays(2), today()));
    assertEquals(0, noHeart.permits);
    assertFalse(oura.pull(noHeart, "spo2", today().minusDays(5), today()).samples().isEmpty());
  }

  @Test
  void aRefusedTokenIsRenewedOnceAndTheCallRepeated() {
    TestAccount account = oura.account("hana", ALL);
    oura.fault("/v2/usercollection/daily_activity", new JsonObject().put("status", 401), 1);
    assertFalse(oura.pull(account, "activity", today().minusDays(5), today()).isEmpty());
    assertEquals(1, account.refused);
    oura.fault("/v2/usercollection/daily_activity", new JsonObject().put("status", 401), 2);
    assertThrows(
        ProviderException.Unauthorized.class,
        () -> oura.pull(account, "activity", today().minusDays(5), today()));
  }

  @Test
  void aRateLimitIsToldToTheThrottleAndNotTriedAgain() {
    TestAccount account = oura.account("ida", ALL);
    oura.fault(
        "/v2/usercollection/workout",
        new JsonObject().put("status", 429).put("retry_after", 17),
        1);
    ProviderException.RateLimited limited =
        assertThrows(
            ProviderException.RateLimited.class,
            () -> oura.pull(account, "workout", today().minusDays(2), today()));
    assertEquals(Duration.ofSeconds(17), limited.retryAfter());
    assertEquals(List.of(Duration.ofSeconds(17)), account.backOffs);
    assertEquals(1, account.permits);
  }

  @Test
  void serverErrorsAndLostConnectionsAreTriedThreeTimesAndEachTryAsksLeave() {
    TestAccount account = oura.account("jana", ALL);
    oura.fault("/v2/usercollection/workout", new JsonObject().put("status", 502), 2);
    oura.pull(account, "workout", today().minusDays(2), today());
    assertEquals(3, account.permits);
    oura.fault("/v2/usercollection/workout", new JsonObject().put("reset", true), 3);
    assertThrows(
        ProviderException.Transport.class,
        () -> oura.pull(account, "workout", today().minusDays(2), today()));
    assertEquals(6, account.permits);
    oura.fault("/v2/usercollection/workout", new JsonObject().put("status", 403), 1);
    assertThrows(
        ProviderException.ScopeMissing.class,
        () -> oura.pull(account, "workout", today().minusDays(2), today()));
    oura.fault("/v2/usercollection/workout", new JsonObject().put("status", 422), 1);
    assertThrows(
        ProviderException.Rejected.class,
        () -> oura.pull(account, "workout", today().minusDays(2), today()));
  }

  @Test
  void aHostThatIsAwayIsLeftAloneAfterAWhile() {
    Adapter own = oura.adapter(Duration.ofSeconds(60));
    TestAccount account = oura.account("kim", ALL);
    account.app = oura.app("tributary-sandbox-secret", "http://127.0.0.1:1");
    Puller.Window window = new Puller.Window(today(), today(), Instant.now());
    assertThrows(
        ProviderException.Transport.class,
        () -> own.puller().orElseThrow().pull(account, oura.feed("workout"), window, null));
    ProviderException.Unavailable open =
        assertThrows(
            ProviderException.Unavailable.class,
            () -> own.puller().orElseThrow().pull(account, oura.feed("workout"), window, null));
    assertEquals("circuit breaker open", open.getMessage());
    // Another host with the same adapter is not affected.
    account.app = oura.app();
    own.puller().orElseThrow().pull(account, oura.feed("workout"), window, null);
  }
}
