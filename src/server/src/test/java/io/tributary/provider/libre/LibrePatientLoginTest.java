package io.tributary.provider.libre;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Json;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.PasswordLogin.Connected;
import io.tributary.provider.PasswordLogin.Pending;
import io.tributary.provider.PasswordLogin.RefusalReason;
import io.tributary.provider.PasswordLogin.Refused;
import io.tributary.provider.PasswordLogin.StoredLogin;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.TestAccount;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Patient sign-in: regions, second factors and rejected logins. */
class LibrePatientLoginTest {
  private static LibreAdapterHarness patients;

  @BeforeAll
  static void start() {
    patients = LibreAdapterHarness.patients();
  }

  @AfterAll
  static void stop() {
    patients.close();
  }

  @BeforeEach
  void quiet() {
    patients.calls();
  }

  private static LocalDate today() {
    return LibreAdapterHarness.today();
  }

  @Test
  void theRegionIsFoundAndKeptAndNoOtherHostHasTheData() {
    Connected in = patients.in(patients.put("rea", false, "", "eu2"));
    assertEquals("eu2", in.granted().state().get("region").asText());
    assertEquals(SimPerson.idOf("rea"), in.granted().state().get("patient").asText());
    assertEquals(Optional.of(SimPerson.idOf("rea")), in.granted().externalUserId());
    assertEquals(Optional.empty(), in.granted().scopes());
    assertFalse(in.granted().state().toString().contains("right"));
    TestAccount account = patients.account(in);
    assertFalse(
        patients.pull(account, "readings", today().minusDays(2), today()).samples().isEmpty());
    patients.calls();
    account.tokenRejected(account.accessToken());
    // The next login uses the region at once.
    assertEquals(Integer.valueOf(1), patients.calls().get("/region/eu2/auth/login"));
    account.state.put("region", "");
    assertThrows(
        ProviderException.Unauthorized.class,
        () -> patients.pull(account, "readings", today().minusDays(2), today()));
  }

  @Test
  void aRegionWithoutAnAddressIsUnsupported() {
    assertEquals(
        new Refused(RefusalReason.UNSUPPORTED_REGION),
        patients.login(patients.put("mars", false, "", "jp"), "right"));
  }

  @Test
  void aRejectedPasswordIsSentOnce() {
    String email = patients.put("wanda", false, "", "");
    int before = patients.attempts();
    assertEquals(new Refused(RefusalReason.WRONG_CREDENTIALS), patients.login(email, "wrong"));
    assertEquals(before + 1, patients.attempts());
  }

  /**
   * A rejection by status alone counts as a rejection; otherwise each poll would send the password
   * again.
   */
  @Test
  void aLoginThatIsToldToSignInIsRefused() {
    Connected in = patients.in(patients.put("sign", false, "", ""));
    patients.fault("/auth/login", new JsonObject().put("status", 401).put("count", 1));
    assertEquals(
        new Refused(RefusalReason.WRONG_CREDENTIALS),
        patients
            .login()
            .renewSession(patients.app(), in.storedLogin().orElseThrow(), in.granted().state()));
    for (String body :
        List.of(
            "{'status':4}",
            "{'status':401}",
            "{'status':2}",
            "{'status':7,'error':{'message':'notAuthenticated'}}")) {
      assertTrue(LibreErrorMapping.refusesLogin(answer(200, body)), body);
    }
    assertFalse(LibreErrorMapping.refusesLogin(answer(200, "{'status':7}")));
    assertFalse(LibreErrorMapping.refusesLogin(answer(503, "")));
  }

  private static ProviderHttp.ProviderResponse answer(int status, String body) {
    return new ProviderHttp.ProviderResponse(
        status, MultiMap.caseInsensitiveMultiMap(), Buffer.buffer(body.replace('\'', '"')));
  }

  @Test
  void anAppThatRefusesThePasswordIsNotSentItAgain() {
    String email = patients.put("twice", false, "", "");
    patients.fault("/llu/auth/login", new JsonObject().put("status", 401).put("count", 1));
    Connected in = patients.in(email);
    assertFalse(in.granted().state().path("follows").asBoolean(true));
    patients.calls();
    patients
        .login()
        .renewSession(patients.app(), in.storedLogin().orElseThrow(), in.granted().state());
    assertEquals(Map.of("/auth/login", 1), patients.calls());
  }

  @Test
  void anAccountThatIsLockedWaitsAsLongAsItIsTold() {
    String email = patients.put("lock", false, "", "");
    for (int i = 0; i < 5; i++) {
      patients.login(email, "wrong");
    }
    var told =
        assertThrows(ProviderException.RateLimited.class, () -> patients.login(email, "right"));
    assertTrue(told.retryAfter().compareTo(Duration.ofMinutes(14)) > 0);
    assertTrue(told.retryAfter().compareTo(Duration.ofMinutes(15)) <= 0);
  }

  @Test
  void whatTheVendorWaitsForIsToldApart() {
    assertEquals(
        new Refused(RefusalReason.PASSWORD_EXPIRED),
        patients.login(patients.put("old", true, "", ""), "right"));
    for (String terms : List.of("tou", "pp", "somethingNew")) {
      String email = patients.put("terms", false, "", "");
      patients.person("terms");
      patients.control(
          "people/" + SimPerson.idOf("terms") + "/step", new JsonObject().put("type", terms));
      assertEquals(
          new Refused(RefusalReason.ACTION_IN_PROVIDER_APP), patients.login(email, "right"), terms);
    }
  }

  @Test
  void aSecondFactorIsAskedForOnceAndTheDeviceIsTrustedAfterwards() {
    String email = patients.put("fay", false, "123456", "eu");
    Pending pending = assertInstanceOf(Pending.class, patients.login(email, "right"));
    assertEquals(PasswordLogin.Method.EMAIL, pending.method());
    assertEquals("f***@example.com", pending.hint());
    assertFalse(pending.toString().contains("right"));
    assertEquals(new Refused(RefusalReason.WRONG_CODE), patients.second(pending, "000000"));
    Connected in = assertInstanceOf(Connected.class, patients.second(pending, "123456"));
    StoredLogin kept = in.storedLogin().orElseThrow();
    assertTrue(kept.more().get("trusted").asText().startsWith("trusted-"));
    assertEquals("eu", in.granted().state().get("region").asText());
    patients.calls();
    Connected again =
        assertInstanceOf(
            Connected.class,
            patients.login().renewSession(patients.app(), kept, in.granted().state()));
    assertEquals(kept.more(), again.storedLogin().orElseThrow().more());
    assertFalse(
        patients
            .pull(patients.account(again), "readings", today().minusDays(2), today())
            .isEmpty());
    // Without it, no code is requested, because no user waits for one.
    StoredLogin bare = new StoredLogin(kept.user(), kept.secret(), Json.object());
    assertInstanceOf(
        Pending.class, patients.login().renewSession(patients.app(), bare, in.granted().state()));
    assertEquals(null, patients.calls().get("/region/eu/auth/continue/2fa/sendcode"));
  }

  @Test
  void anAddressThatBelongsToSomebodyElseByNowIsNotReadOn() {
    Connected in = patients.in(patients.put("eve", false, "", ""));
    patients.assignEmail("eve@example.com", "somebody else");
    assertEquals(
        new Refused(RefusalReason.WRONG_CREDENTIALS),
        patients
            .login()
            .renewSession(patients.app(), in.storedLogin().orElseThrow(), in.granted().state()));
  }

  @Test
  void aNewSessionHasNewTickets() {
    Connected in = patients.in(patients.put("renew", false, "", ""));
    TestAccount account = patients.account(in);
    account.tokenRejected(account.accessToken());
    assertNotEquals(in.granted().tokens().access(), account.accessToken());
    assertTrue(account.tokens.expiresAt().isAfter(Instant.now().plus(Duration.ofMinutes(50))));
    assertEquals(null, account.tokens.refresh());
  }
}
