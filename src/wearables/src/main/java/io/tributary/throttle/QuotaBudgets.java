package io.tributary.throttle;

import io.tributary.config.ProviderQuota;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The calls of one provider: a budget for each application and, where the provider counts by user,
 * one for each user of it. Not thread-safe.
 */
final class QuotaBudgets {
  // A database that takes longer for a write than what is written lives.
  private static final int MOST_WRITES = 3;
  private static final Duration SLOW = Duration.ofMillis(200);

  private final PermitLog ledger;
  private final List<ProviderQuota> quotas;
  private final boolean byUser;
  private final Duration life;
  private final Map<UUID, QuotaBudget> apps = new HashMap<>();
  private final Map<Caller, QuotaBudget> users = new HashMap<>();

  /** Calls under way, oldest first. */
  private final Map<Long, Flight> flights = new LinkedHashMap<>();

  private record Caller(UUID app, UUID user) {}

  private record Flight(UUID app, UUID user, int calls, long since) {}

  /**
   * @param quotas none = not known, only pauses hold
   */
  QuotaBudgets(List<ProviderQuota> quotas, PermitLog ledger) {
    this.ledger = ledger;
    this.quotas = List.copyOf(quotas);
    this.byUser = quotas.stream().anyMatch(ProviderQuota::perUser);
    this.life = ReservedPermits.life(quotas);
  }

  /**
   * What came of asking.
   *
   * @param nanos to wait before asking again; 0 = taken
   * @param onlyUser whether others of the application need not wait
   * @param at when it was counted, or refused
   */
  record Leave(long nanos, boolean onlyUser, ClockReading at) {
    boolean granted() {
      return nanos == 0;
    }
  }

  /**
   * Takes the calls, all or none; those of nobody in particular (null) from the application alone.
   * Writing down may take a while, in which others are asked for: it is looked again after it. What
   * fails to be written down is not taken, and its exception comes through.
   */
  Leave take(UUID app, UUID user, int calls, boolean backfill, Supplier<ClockReading> clock) {
    boolean ofUser = byUser && user != null;
    for (int writes = 0; ; writes++) {
      ClockReading now = clock.get();
      long wait = app(app).wait(calls, backfill, now);
      long own = ofUser ? user(app, user).wait(calls, backfill, now) : 0;
      if (wait > 0 || own > 0) {
        return new Leave(Math.max(wait, own), wait == 0, now);
      }
      List<PermitLog.Reserved> missing = missing(app, user, calls, now);
      if (missing.isEmpty()) {
        app(app).use(calls, now);
        if (ofUser) {
          user(app, user).use(calls, now);
        }
        return new Leave(0, false, now);
      }
      if (writes == MOST_WRITES) {
        return new Leave(SLOW.toNanos(), false, now);
      }
      ledger.write(missing);
      missing.forEach(r -> budget(r.app(), r.user()).reserved(r.calls(), now));
    }
  }

  /**
   * Calls that were just taken are under way until {@link #ended}.
   *
   * @param id of this leave alone
   * @param made when they were counted
   */
  void begun(long id, UUID app, UUID user, int calls, ClockReading made) {
    if (quotas.isEmpty()) {
      return;
    }
    UUID who = byUser ? user : null;
    flights.put(id, new Flight(app, who, calls, made.nanos()));
    app(app).fly(calls, made);
    if (who != null) {
      user(app, who).fly(calls, made);
    }
  }

  /** They have been answered or given up. Told twice, or of another owner's, it changes nothing. */
  void ended(long id, ClockReading now) {
    Flight f = flights.remove(id);
    if (f != null) {
      app(f.app()).land(f.calls(), now);
      if (f.user() != null) {
        user(f.app(), f.user()).land(f.calls(), now);
      }
    }
  }

  private List<PermitLog.Reserved> missing(UUID app, UUID user, int calls, ClockReading now) {
    List<PermitLog.Reserved> missing = new ArrayList<>();
    int ofApp = app(app).missing(calls, now);
    if (ofApp > 0) {
      missing.add(new PermitLog.Reserved(app, null, ofApp));
    }
    int ofUser = byUser && user != null ? user(app, user).missing(calls, now) : 0;
    if (ofUser > 0) {
      missing.add(new PermitLog.Reserved(app, user, ofUser));
    }
    return missing;
  }

  /** Counts what an earlier owner may have called, and waits as it was told to. */
  void recall(List<PermitRepo.Past> past, List<PermitRepo.Pause> pauses, ClockReading now) {
    for (PermitRepo.Past p : past) {
      budget(p.what().app(), p.what().user())
          .recall(
              p.what().calls(),
              now.before(p.ageMillis()),
              now.before(Math.max(0, p.lastAgeMillis() - life.toMillis())));
    }
    pauses.forEach(p -> budget(p.app(), p.user()).pause(p.rest(), now));
  }

  /** The longest window; nothing counts longer. */
  static Duration longest(List<ProviderQuota> quotas) {
    return quotas.stream().map(ProviderQuota::per).max(Duration::compareTo).orElse(Duration.ZERO);
  }

  private QuotaBudget budget(UUID app, UUID user) {
    return user == null ? app(app) : user(app, user);
  }

  /**
   * The provider asked for a pause. Where it counts by application as well, nobody can tell which
   * quota was meant: all wait.
   *
   * @param user null when it is not known whose call it was
   * @return the user who pauses; null: the application
   */
  UUID pause(UUID app, UUID user, Duration pause, ClockReading now) {
    UUID who = ProviderQuota.ofUsersOnly(quotas) ? user : null;
    budget(app, who).pause(pause, now);
    return who;
  }

  /**
   * Forgets who has not called for a while: a provider may have very many users.
   *
   * @param longest that calls may be under way; of those that are for longer nobody tells any more
   */
  void sweep(ClockReading now, Duration longest) {
    List.copyOf(flights.entrySet()).stream()
        .takeWhile(f -> now.nanos() - f.getValue().since() > longest.toNanos())
        .forEach(f -> ended(f.getKey(), now));
    apps.values().removeIf(b -> b.idle(now));
    users.values().removeIf(b -> b.idle(now));
  }

  private QuotaBudget app(UUID app) {
    return apps.computeIfAbsent(app, a -> budget(false));
  }

  private QuotaBudget user(UUID app, UUID user) {
    return users.computeIfAbsent(new Caller(app, user), c -> budget(true));
  }

  private QuotaBudget budget(boolean perUser) {
    return new QuotaBudget(quotas.stream().filter(q -> q.perUser() == perUser).toList(), life);
  }
}
