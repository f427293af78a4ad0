package io.tributary.simulators.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.tributary.simulators.kit.PasswordSim.Account;
import io.tributary.simulators.kit.PasswordSim.Outcome;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PasswordSimTest {
  private final SimClock clock = new SimClock(Clock.systemUTC());
  private final SimPeople people = new SimPeople(1, "person", clock, Set.of());
  private final PasswordSim logins =
      new PasswordSim(clock, people, new PasswordSim.Rules(3, Duration.ofMinutes(5)));

  private static Account account(boolean expired, String code, String region) {
    return new Account("ann@example.com", "right", "ann", expired, code, region);
  }

  private Outcome login(String password) {
    return logins.login("ann@example.com", password, "eu");
  }

  @Test
  void theRightPasswordOpens() {
    logins.put(account(false, "", ""));
    assertEquals(
        "ann", assertInstanceOf(Outcome.LoginSucceeded.class, login("right")).person().name());
    assertInstanceOf(Outcome.Wrong.class, logins.login("bob@example.com", "right", "eu"));
    assertEquals(2, logins.attempts());
  }

  @Test
  void guessingLocksEvenForTheRightPassword() {
    logins.put(account(false, "", ""));
    for (int i = 0; i < 3; i++) {
      assertInstanceOf(Outcome.Wrong.class, login("guess"));
    }
    assertInstanceOf(Outcome.Locked.class, login("right"));
    clock.shift(Duration.ofMinutes(6));
    assertInstanceOf(Outcome.LoginSucceeded.class, login("right"));
  }

  @Test
  void anExpiredPasswordIsToldApart() {
    logins.put(account(true, "", ""));
    assertInstanceOf(Outcome.Expired.class, login("right"));
    assertInstanceOf(Outcome.Wrong.class, login("guess"));
  }

  @Test
  void anotherRegionIsNamed() {
    logins.put(account(false, "", "us"));
    assertEquals("us", assertInstanceOf(Outcome.OtherRegion.class, login("right")).region());
    assertInstanceOf(Outcome.LoginSucceeded.class, logins.login("ann@example.com", "right", "us"));
  }

  @Test
  void theSecondFactorIsNeededOnce() {
    logins.put(account(false, "123456", ""));
    String ticket = assertInstanceOf(Outcome.CodeNeeded.class, login("right")).ticket();
    assertInstanceOf(Outcome.Wrong.class, logins.confirm(ticket, "000000"));
    assertInstanceOf(Outcome.LoginSucceeded.class, logins.confirm(ticket, "123456"));
    assertInstanceOf(Outcome.Wrong.class, logins.confirm(ticket, "123456"));
  }

  private String lockedOnceThenTicket() {
    logins.put(account(false, "123456", ""));
    for (int i = 0; i < 3; i++) {
      login("guess");
    }
    clock.shift(Duration.ofMinutes(6));
    return assertInstanceOf(Outcome.CodeNeeded.class, login("right")).ticket();
  }

  @Test
  void aLockThatIsOverCostsNoTicket() {
    String ticket = lockedOnceThenTicket();
    assertInstanceOf(Outcome.Wrong.class, logins.confirm(ticket, "000000"));
    assertInstanceOf(Outcome.LoginSucceeded.class, logins.confirm(ticket, "123456"));
  }

  @Test
  void codesThatLockTheAccountCostTheTicket() {
    String ticket = lockedOnceThenTicket();
    for (int i = 0; i < 3; i++) {
      assertInstanceOf(Outcome.Wrong.class, logins.confirm(ticket, "000000"));
    }
    clock.shift(Duration.ofMinutes(12));
    assertInstanceOf(Outcome.Wrong.class, logins.confirm(ticket, "123456"));
  }

  @Test
  void aLockedAccountTakesNoCode() {
    String ticket = lockedOnceThenTicket();
    for (int i = 0; i < 3; i++) {
      login("guess");
    }
    assertInstanceOf(Outcome.Locked.class, logins.confirm(ticket, "123456"));
    clock.shift(Duration.ofMinutes(12));
    assertInstanceOf(Outcome.LoginSucceeded.class, logins.confirm(ticket, "123456"));
  }
}
