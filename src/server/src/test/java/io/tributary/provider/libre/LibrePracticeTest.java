package io.tributary.provider.libre;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.provider.PasswordLogin.Connected;
import io.tributary.provider.PasswordLogin.RefusalReason;
import io.tributary.provider.PasswordLogin.Refused;
import io.tributary.provider.PasswordLogin.StoredLogin;
import io.tributary.provider.ProviderException;
import io.tributary.provider.TestAccount;
import io.tributary.simulators.kit.SimPerson;
import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Patients of a practice, identified by email address only. */
class LibrePracticeTest {
  private static LibreAdapterHarness practice;

  @BeforeAll
  static void start() {
    practice = LibreAdapterHarness.practice();
  }

  @AfterAll
  static void stop() {
    practice.close();
  }

  @BeforeEach
  void quiet() {
    practice.calls();
  }

  private static LocalDate today() {
    return LibreAdapterHarness.today();
  }

  @Test
  void aPatientIsFoundByJustTheirAddress() {
    String email = practice.put("paul", false, "", "");
    practice.put("jean.paul", false, "", "");
    Connected in = practice.in("PAUL@example.com ".strip());
    assertEquals(SimPerson.idOf("paul"), in.granted().state().get("patient").asText());
    StoredLogin kept = in.storedLogin().orElseThrow();
    assertEquals("", kept.secret());
    assertFalse(kept.more().has("practice"));
    practice.calls();
    // Patients may have no email address.
    assertEquals(new Refused(RefusalReason.WRONG_CREDENTIALS), practice.login("   ", ""));
    assertEquals(null, practice.calls().get("/patients/search"));
    assertEquals(
        new Refused(RefusalReason.WRONG_CREDENTIALS), practice.login("aul@example.com", ""));
    assertEquals(
        new Refused(RefusalReason.WRONG_CREDENTIALS), practice.login("nobody@example.com", ""));
    TestAccount account = practice.account(in);
    assertFalse(
        practice.pull(account, "readings", today().minusDays(3), today()).samples().isEmpty());
    practice.sim.runOnEventLoop(w -> w.passwords().remove(email)).await();
    var gone =
        assertThrows(
            ProviderException.AccountRevoked.class,
            () -> practice.pull(account, "readings", today().minusDays(3), today()));
    assertEquals("deregistered_per_provider", gone.errorType());
  }

  @Test
  void aPracticeSignsInOnceForAllItsPatientsAndNeverTwiceWithAWrongPassword() {
    LibreAdapterHarness own = LibreAdapterHarness.practice();
    try {
      String one = own.put("one", false, "", "");
      Connected in = own.in(one);
      own.in(own.put("another", false, "", ""));
      own.login().renewSession(own.app(), in.storedLogin().orElseThrow(), in.granted().state());
      assertEquals(Integer.valueOf(1), own.calls().get("/auth/login"));
      own.secret = "changed";
      for (int i = 0; i < 3; i++) {
        assertThrows(ProviderException.AppCredentialsRejected.class, () -> own.login(one, ""));
      }
      assertEquals(Integer.valueOf(1), own.calls().get("/auth/login"));
      own.secret = "";
      assertThrows(ProviderException.AppCredentialsRejected.class, () -> own.login(one, ""));
      assertEquals(Map.of(), own.calls());
    } finally {
      own.close();
    }
  }
}
