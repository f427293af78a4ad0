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
final class ProviderRateLimits {
  // Limit for a database whose writes take longer than a reservation stays valid.
  private static final int MAX_WRITES = 3;
  private static final Duration SLOW_DATABASE_WAIT = Duration.ofMillis(200);

  private final PermitLog log;
  private final List<ProviderQuota> quotas;
  private final boolean hasUserQuotas;
  private final Duration reservationTtl;
  private final Map<UUID, ProviderRateLimit> apps = new HashMap<>();
  private final Map<AppUser, ProviderRateLimit> users = new HashMap<>();

  /** Calls in flight by permit ID, oldest first. */
  private final Map<Long, InFlightCalls> inFlight = new LinkedHashMap<>();

  private record AppUser(UUID app, UUID user) {}

  private record InFlightCalls(UUID app, UUID user, int calls, long since) {}

  /**
   * @param quotas empty when unknown; only pauses apply then
   */
  ProviderRateLimits(List<ProviderQuota> quotas, PermitLog ledger) {
    this.log = ledger;
    this.quotas = List.copyOf(quotas);
    this.hasUserQuotas = quotas.stream().anyMatch(ProviderQuota::perUser);
    this.reservationTtl = ReservedPermits.ttl(quotas);
  }

  /**
   * Result of a permit request.
   *
   * @param nanos wait before the next request; 0 means granted
   * @param onlyUser true when other users of the application do not have to wait
   * @param at time at which the calls were counted or denied
   */
  record PermitDecision(long nanos, boolean onlyUser, ClockReading at) {
    boolean granted() {
      return nanos == 0;
    }
  }

  /**
   * Takes all of the calls or none. Calls without a user (null) count for the application only. If
   * reserving fails, nothing is taken and the exception is propagated.
   */
  PermitDecision acquire(
      UUID app, UUID user, int calls, boolean backfill, Supplier<ClockReading> clock) {
    boolean ofUser = hasUserQuotas && user != null;
    for (int writes = 0; ; writes++) {
      ClockReading now = clock.get();
      long wait = app(app).nanosUntilPermitted(calls, backfill, now);
      long own = ofUser ? user(app, user).nanosUntilPermitted(calls, backfill, now) : 0;
      if (wait > 0 || own > 0) {
        return new PermitDecision(Math.max(wait, own), wait == 0, now);
      }
      List<PermitLog.PermitReservation> missing = missingReservations(app, user, calls, now);
      if (missing.isEmpty()) {
        app(app).use(calls, now);
        if (ofUser) {
          user(app, user).use(calls, now);
        }
        return new PermitDecision(0, false, now);
      }
      if (writes == MAX_WRITES) {
        return new PermitDecision(SLOW_DATABASE_WAIT.toNanos(), false, now);
      }
      log.write(missing);
      missing.forEach(r -> budget(r.app(), r.user()).addReservation(r.calls(), now));
    }
  }

  /**
   * Marks calls that were just taken as in flight, until they have ended.
   *
   * @param id unique ID of the permit
   * @param made time at which the calls were counted
   */
  void markInFlight(long id, UUID app, UUID user, int calls, ClockReading made) {
    if (quotas.isEmpty()) {
      return;
    }
    UUID who = hasUserQuotas ? user : null;
    inFlight.put(id, new InFlightCalls(app, who, calls, made.nanos()));
    app(app).markInFlight(calls, made);
    if (who != null) {
      user(app, who).markInFlight(calls, made);
    }
  }

  /**
   * Counts the calls of a permit as ended, whether they were answered or abandoned. A repeated
   * call, or one for a permit of another owner, has no effect.
   */
  void release(long id, ClockReading now) {
    InFlightCalls f = inFlight.remove(id);
    if (f != null) {
      app(f.app()).markEnded(f.calls(), now);
      if (f.user() != null) {
        user(f.app(), f.user()).markEnded(f.calls(), now);
      }
    }
  }

  private List<PermitLog.PermitReservation> missingReservations(
      UUID app, UUID user, int calls, ClockReading now) {
    List<PermitLog.PermitReservation> missing = new ArrayList<>();
    int ofApp = app(app).callsToReserve(calls, now);
    if (ofApp > 0) {
      missing.add(new PermitLog.PermitReservation(app, null, ofApp));
    }
    int ofUser = hasUserQuotas && user != null ? user(app, user).callsToReserve(calls, now) : 0;
    if (ofUser > 0) {
      missing.add(new PermitLog.PermitReservation(app, user, ofUser));
    }
    return missing;
  }

  /** Restores the calls that an earlier owner may have made, and its pauses. */
  void restore(
      List<PermitRepo.PastReservation> past, List<PermitRepo.Pause> pauses, ClockReading now) {
    for (PermitRepo.PastReservation p : past) {
      budget(p.what().app(), p.what().user())
          .restore(
              p.what().calls(),
              now.minusMillis(p.ageMillis()),
              now.minusMillis(Math.max(0, p.lastAgeMillis() - reservationTtl.toMillis())));
    }
    pauses.forEach(p -> budget(p.app(), p.user()).pause(p.remaining(), now));
  }

  /** Length of the longest quota window; older calls do not count. */
  static Duration longestWindow(List<ProviderQuota> quotas) {
    return quotas.stream().map(ProviderQuota::per).max(Duration::compareTo).orElse(Duration.ZERO);
  }

  private ProviderRateLimit budget(UUID app, UUID user) {
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
    UUID who = ProviderQuota.allPerUser(quotas) ? user : null;
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
    List.copyOf(inFlight.entrySet()).stream()
        .takeWhile(f -> now.nanos() - f.getValue().since() > longest.toNanos())
        .forEach(f -> release(f.getKey(), now));
    apps.values().removeIf(b -> b.isIdle(now));
    users.values().removeIf(b -> b.isIdle(now));
  }

  private ProviderRateLimit app(UUID app) {
    return apps.computeIfAbsent(app, a -> budget(false));
  }

  private ProviderRateLimit user(UUID app, UUID user) {
    return users.computeIfAbsent(new AppUser(app, user), c -> budget(true));
  }

  private ProviderRateLimit budget(boolean perUser) {
    return new ProviderRateLimit(
        quotas.stream().filter(q -> q.perUser() == perUser).toList(), reservationTtl);
  }
}
