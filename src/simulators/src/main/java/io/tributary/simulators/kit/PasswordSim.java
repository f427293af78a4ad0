package io.tributary.simulators.kit;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Password logins with expired passwords, second factors, accounts of another region, and a lock
 * after too many wrong passwords. The vendor's routes call it and format the outcome. Used on one
 * event loop only.
 */
public final class PasswordSim {

  /**
   * Account that a tester created.
   *
   * @param login login name, often an email address
   * @param person name of the person who owns the account
   * @param expired whether the password is correct but must be changed first
   * @param code code of the second factor; empty if none is required
   * @param region home region of the account; empty accepts any
   */
  public record Account(
      String login, String password, String person, boolean expired, String code, String region) {}

  /**
   * Protection of logins.
   *
   * @param guesses consecutive wrong passwords that lock an account
   * @param lock duration of the lock, by the simulator's clock
   */
  public record Rules(int guesses, Duration lock) {}

  /** Outcome of a login. */
  public sealed interface Outcome {
    record LoginSucceeded(SimPerson person, Account account) implements Outcome {}

    /** Login name or password is wrong; the response does not reveal which. */
    record Wrong() implements Outcome {}

    record Locked(long seconds) implements Outcome {}

    record Expired() implements Outcome {}

    /** The ticket is passed with the code to {@link #confirm}. */
    record CodeNeeded(String ticket) implements Outcome {}

    record OtherRegion(String region) implements Outcome {}
  }

  private record Ticket(Account account, Instant expiresAt) {}

  private final SimClock clock;
  private final SimPeople people;
  private final Rules rules;
  private final Map<String, Account> accounts = new HashMap<>();
  private final Map<String, Integer> wrongPasswords = new HashMap<>();
  private final Map<String, Instant> lockedUntil = new HashMap<>();
  private final Map<String, Ticket> tickets = new HashMap<>();
  private int attempts;

  PasswordSim(SimClock clock, SimPeople people, Rules rules) {
    this.clock = clock;
    this.people = people;
    this.rules = rules;
  }

  public void put(Account account) {
    accounts.put(account.login(), account);
    wrongPasswords.remove(account.login());
    lockedUntil.remove(account.login());
  }

  /** Logs in at the host of the given region; an empty region is any. */
  public Outcome login(String login, String password, String region) {
    attempts++;
    Instant now = clock.now();
    if (isLocked(login, now)) {
      return new Outcome.Locked(lockedSeconds(login, now));
    }
    Account account = accounts.get(login);
    if (account == null || !account.password().equals(password)) {
      return countWrongPassword(login, now);
    }
    wrongPasswords.remove(login);
    if (!account.region().isEmpty() && !region.isEmpty() && !account.region().equals(region)) {
      return new Outcome.OtherRegion(account.region());
    }
    if (account.expired()) {
      return new Outcome.Expired();
    }
    if (!account.code().isEmpty()) {
      String ticket = "mfa-%016x".formatted(SeededRandom.hash(SeededRandom.hash(login), attempts));
      tickets.put(ticket, new Ticket(account, now.plus(Duration.ofMinutes(10))));
      return new Outcome.CodeNeeded(ticket);
    }
    return loggedIn(account);
  }

  private Outcome countWrongPassword(String login, Instant now) {
    if (wrongPasswords.merge(login, 1, Integer::sum) >= rules.guesses()) {
      wrongPasswords.remove(login);
      lockedUntil.put(login, now.plus(rules.lock()));
    }
    return new Outcome.Wrong();
  }

  private boolean isLocked(String login, Instant now) {
    return lockedUntil.getOrDefault(login, Instant.MIN).isAfter(now);
  }

  private long lockedSeconds(String login, Instant now) {
    return Math.max(1, Duration.between(now, lockedUntil.get(login)).toSeconds());
  }

  /**
   * Checks the second factor. A wrong code counts as a wrong password and keeps the ticket valid
   * unless it locks the account. For an account that is already locked, the code is not checked.
   */
  public Outcome confirm(String ticket, String code) {
    Ticket held = tickets.get(ticket);
    Instant now = clock.now();
    if (held == null || !held.expiresAt().isAfter(now)) {
      return new Outcome.Wrong();
    }
    String login = held.account().login();
    if (isLocked(login, now)) {
      return new Outcome.Locked(lockedSeconds(login, now));
    }
    if (!held.account().code().equals(code)) {
      Outcome outcome = countWrongPassword(login, now);
      if (isLocked(login, now)) {
        tickets.remove(ticket);
      }
      return outcome;
    }
    tickets.remove(ticket);
    return loggedIn(held.account());
  }

  /**
   * Returns the number of logins so far, successful or not, which reveals a client that keeps
   * retrying a rejected password.
   */
  public int attempts() {
    return attempts;
  }

  Optional<Account> find(String login) {
    return Optional.ofNullable(accounts.get(login));
  }

  /** Returns every account that testers created, by name. */
  public List<Account> accounts() {
    return accounts.values().stream().sorted(Comparator.comparing(Account::login)).toList();
  }

  /** Removes the account; returns false if it did not exist. */
  public boolean remove(String login) {
    return accounts.remove(login) != null;
  }

  private Outcome loggedIn(Account account) {
    return new Outcome.LoginSucceeded(people.named(account.person()), account);
  }
}
