package io.tributary.simulators.kit;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Logins by password, with what comes between: expired passwords, second factors, accounts of
 * another region, and a lock after too many guesses. The vendor's routes ask here and word the
 * outcome. Used on one event loop only.
 */
public final class PasswordSim {

  /**
   * An account a tester made.
   *
   * @param login what is typed as name, often an e-mail address
   * @param person name of the person behind it
   * @param expired the password is right but has to be changed first
   * @param code of the second factor; empty: none is asked
   * @param region where the account lives; empty: anywhere
   */
  public record Account(
      String login, String password, String person, boolean expired, String code, String region) {}

  /**
   * How logins are guarded.
   *
   * @param guesses wrong passwords in a row that lock an account
   * @param lock for how long, by the simulator's clock
   */
  public record Rules(int guesses, Duration lock) {}

  /** What a login comes to. */
  public sealed interface Outcome {
    record In(SimPerson person, Account account) implements Outcome {}

    /** Name or password is wrong; which one is not said. */
    record Wrong() implements Outcome {}

    record Locked(long seconds) implements Outcome {}

    record Expired() implements Outcome {}

    /** The ticket goes with the code into {@link #confirm}. */
    record CodeNeeded(String ticket) implements Outcome {}

    record OtherRegion(String region) implements Outcome {}
  }

  private record Ticket(Account account, Instant expiresAt) {}

  private final SimClock clock;
  private final People people;
  private final Rules rules;
  private final Map<String, Account> accounts = new HashMap<>();
  private final Map<String, Integer> wrong = new HashMap<>();
  private final Map<String, Instant> lockedUntil = new HashMap<>();
  private final Map<String, Ticket> tickets = new HashMap<>();
  private int attempts;

  PasswordSim(SimClock clock, People people, Rules rules) {
    this.clock = clock;
    this.people = people;
    this.rules = rules;
  }

  public void put(Account account) {
    accounts.put(account.login(), account);
    wrong.remove(account.login());
    lockedUntil.remove(account.login());
  }

  /** A login at the given region's host; an empty region is any. */
  public Outcome login(String login, String password, String region) {
    attempts++;
    Instant now = clock.now();
    if (locked(login, now)) {
      return new Outcome.Locked(lockedSeconds(login, now));
    }
    Account account = accounts.get(login);
    if (account == null || !account.password().equals(password)) {
      return guessed(login, now);
    }
    wrong.remove(login);
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
    return in(account);
  }

  private Outcome guessed(String login, Instant now) {
    if (wrong.merge(login, 1, Integer::sum) >= rules.guesses()) {
      wrong.remove(login);
      lockedUntil.put(login, now.plus(rules.lock()));
    }
    return new Outcome.Wrong();
  }

  private boolean locked(String login, Instant now) {
    return lockedUntil.getOrDefault(login, Instant.MIN).isAfter(now);
  }

  private long lockedSeconds(String login, Instant now) {
    return Math.max(1, Duration.between(now, lockedUntil.get(login)).toSeconds());
  }

  /**
   * The second factor. A wrong code counts like a wrong password and leaves the ticket good, unless
   * it locks the account; one that guesses elsewhere have locked looks at no code at all.
   */
  public Outcome confirm(String ticket, String code) {
    Ticket held = tickets.get(ticket);
    Instant now = clock.now();
    if (held == null || !held.expiresAt().isAfter(now)) {
      return new Outcome.Wrong();
    }
    String login = held.account().login();
    if (locked(login, now)) {
      return new Outcome.Locked(lockedSeconds(login, now));
    }
    if (!held.account().code().equals(code)) {
      Outcome outcome = guessed(login, now);
      if (locked(login, now)) {
        tickets.remove(ticket);
      }
      return outcome;
    }
    tickets.remove(ticket);
    return in(held.account());
  }

  /** Logins so far, good and bad: a client that keeps trying a rejected password shows here. */
  public int attempts() {
    return attempts;
  }

  Optional<Account> find(String login) {
    return Optional.ofNullable(accounts.get(login));
  }

  /** Every account that testers made, by name. */
  public List<Account> accounts() {
    return accounts.values().stream().sorted(Comparator.comparing(Account::login)).toList();
  }

  /** The account is gone; false when there was none. */
  public boolean forget(String login) {
    return accounts.remove(login) != null;
  }

  private Outcome in(Account account) {
    return new Outcome.In(people.named(account.person()), account);
  }
}
