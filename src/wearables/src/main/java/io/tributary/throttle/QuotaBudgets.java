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
 * Call budgets of one provider: one per application and, where the provider has per-user quotas,
 * one per user. Not thread-safe.
 *
 * <p>Permits are reserved in the {@link PermitLog} before they are granted. A write takes time in
 * which quotas may change, so the budgets are checked again after it.
 */
final class QuotaBudgets {
  // Limit for a database whose writes take longer than a reservation stays valid.
  private static final int MOST_WRITES = 3;
  private static final Duration SLOW = Duration.ofMillis(200);

  private final PermitLog ledger;
  private final List<ProviderQuota> quotas;
  private final boolean byUser;
  private final Duration life;
  private final Map<UUID, QuotaBudget> apps = new HashMap<>();
  private final Map<Caller, QuotaBudget> users = new HashMap<>();

  /** Calls in flight by permit ID, oldest first. */
  private final Map<Long, Flight> flights = new LinkedHashMap<>();

  private record Caller(UUID app, UUID user) {}

  private record Flight(UUID app, UUID user, int calls, long since) {}

  /**
   * @param quotas empty when unknown; only pauses apply then
   */
  QuotaBudgets(List<ProviderQuota> quotas, PermitLog ledger) {
    this.ledger = ledger;
    this.quotas = List.copyOf(quotas);
    this.byUser = quotas.stream().anyMatch(ProviderQuota::perUser);
    this.life = ReservedPermits.life(quotas);
  }

  /**
   * Result of a permit request.
   *
   * @param nanos wait before the next request; 0 means granted
   * @param onlyUser true when other users of the application do not have to wait
   * @param at time at which the calls were counted or denied
   */
  record Leave(long nanos, boolean onlyUser, ClockReading at) {
    boolean granted() {
      return nanos == 0;
    }
  }

  /**
   * Takes all of the calls or none. Calls without a user (null) count for the application only. If
   * reserving fails, nothing is taken and the exception is propagated.
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
   * Marks calls that were just taken as in flight, until they have ended.
   *
   * @param id unique ID of the permit
   * @param made time at which the calls were counted
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

  /**
   * Counts the calls of a permit as ended, whether they were answered or abandoned. A repeated
   * call, or one for a permit of another owner, has no effect.
   */
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

  /** Restores the calls that an earlier owner may have made, and its pauses. */
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

  /** Length of the longest quota window; older calls do not count. */
  static Duration longest(List<ProviderQuota> quotas) {
    return quotas.stream().map(ProviderQuota::per).max(Duration::compareTo).orElse(Duration.ZERO);
  }

  private QuotaBudget budget(UUID app, UUID user) {
    return user == null ? app(app) : user(app, user);
  }

  /**
   * Applies a pause that the provider requested. If the provider also has per-application quotas,
   * it is unknown which quota was meant, so the whole application pauses.
   *
   * @param user null when the user of the call is unknown
   * @return the user that pauses, or null for the application
   */
  UUID pause(UUID app, UUID user, Duration pause, ClockReading now) {
    UUID who = ProviderQuota.ofUsersOnly(quotas) ? user : null;
    budget(app, who).pause(pause, now);
    return who;
  }

  /**
   * Discards idle budgets, because a provider may have very many users.
   *
   * @param longest maximum time in flight; the end of older calls is never reported, so they count
   *     as ended
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
