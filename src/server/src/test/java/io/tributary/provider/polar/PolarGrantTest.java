package io.tributary.provider.polar;

import static io.tributary.provider.AdapterHarness.summaries;
import static io.tributary.provider.AdapterHarness.today;
import static io.tributary.provider.polar.PolarHarness.ALL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.ProfileSummary;
import io.tributary.provider.AdapterHarness;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.TestAccount;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that a grant includes the user's registration with the vendor and the mandatory consents.
 */
class PolarGrantTest {
  private static PolarHarness polar;

  @BeforeAll
  static void start() {
    polar = new PolarHarness(AdapterHarness.options());
  }

  @AfterAll
  static void stop() {
    polar.close();
  }

  @AfterEach
  void noFaults() {
    polar.noFaults();
  }

  private static void consents(String name, boolean accepted) {
    polar.control(
        "people/" + polar.person(name).id() + "/consents",
        new JsonObject().put("accepted", accepted));
  }

  @Test
  void aUserIsRegisteredWithTheGrantAndALinkAnewIsTheSameRegistration() {
    OAuth.Granted first = polar.grant("anna", ALL);
    assertEquals(
        Long.toString(polar.person("anna").numericId()), first.externalUserId().orElseThrow());
    assertEquals(Optional.of(ALL), first.scopes());
    assertEquals(null, first.tokens().refresh());
    assertTrue(first.tokens().expiresAt().isAfter(Instant.now().plus(Duration.ofDays(3000))));
    OAuth.Granted again = polar.grant("anna", ALL);
    assertEquals(Optional.of(ALL), again.scopes());
    assertEquals(first.externalUserId(), again.externalUserId());
  }

  @Test
  void aRegistrationThatIsAnsweredLateIsAskedForAgainAndIsOne() {
    Map<String, String> back = polar.consent("late", ALL);
    polar.fault("/users", new JsonObject().put("lost", true).put("count", 1));
    OAuth.Granted granted =
        polar
            .oauth()
            .exchange(polar.app(), new OAuth.Callback(back.get("code"), "", ALL, Optional.empty()));
    assertEquals(Optional.of(ALL), granted.scopes());
  }

  @Test
  void withoutTheMandatoryConsentsEverythingIsUnavailableUntilTheNextLink() {
    consents("bert", false);
    OAuth.Granted granted = polar.grant("bert", ALL);
    assertEquals(Optional.of(List.of()), granted.scopes());
    TestAccount account = new TestAccount(polar.adapter, polar.app(), granted);
    for (PolarFeed feed : PolarFeed.values()) {
      assertThrows(
          ProviderException.ScopeMissing.class,
          () -> polar.pull(account, feed.storedName(), today().minusDays(2), today()));
    }
    assertEquals(0, account.permits);
    consents("bert", true);
    assertEquals(Optional.of(ALL), polar.grant("bert", ALL).scopes());
  }

  @Test
  void consentsThatAreTakenBackLaterCostTheDataAndNotTheConnection() {
    TestAccount account = polar.account("clara", ALL);
    consents("clara", false);
    assertThrows(
        ProviderException.ScopeMissing.class,
        () -> polar.pull(account, "sleep", today().minusDays(2), today()));
    consents("clara", true);
    assertFalse(polar.pull(account, "sleep", today().minusDays(9), today()).isEmpty());
  }

  @Test
  void theEndOfARegistrationEndsTheGrantAndThereIsNothingToRenewItWith() {
    TestAccount account = polar.account("dora", ALL);
    OAuth.Session session = account.session();
    assertThrows(
        ProviderException.TokenRejected.class, () -> polar.oauth().refresh(polar.app(), session));
    polar.oauth().revoke(polar.app(), session);
    polar.oauth().revoke(polar.app(), session);
    assertThrows(
        ProviderException.TokenRejected.class,
        () -> polar.pull(account, "sleep", today().minusDays(2), today()));
    assertEquals(1, account.refused);
  }

  @Test
  void aWrongSecretIsTheApplicationsFault() {
    Map<String, String> back = polar.consent("emil", ALL);
    AppCredentials app = polar.app();
    AppCredentials wrong =
        new AppCredentials(
            app.id(), "polar", app.clientId(), "wrong", app.urls(), app.redirectUri());
    assertThrows(
        ProviderException.AppCredentialsRejected.class,
        () ->
            polar
                .oauth()
                .exchange(wrong, new OAuth.Callback(back.get("code"), "", ALL, Optional.empty())));
  }

  @Test
  void whoseGrantWasBroughtFromElsewhereHasAProfileToo() {
    TestAccount account = polar.account("gil", ALL);
    account.state.removeAll();
    NormalizedBatch batch = polar.pull(account, "physical", today(), today());
    assertNotNull(summaries(batch, ProfileSummary.class).getFirst().birthDate());
  }
}
