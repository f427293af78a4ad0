package io.tributary.throttle;

import io.tributary.config.Quota;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The calls of one provider: a budget for each application and, where the provider counts by user,
 * one for each user of it. Not thread-safe.
 */
final class CallBudgets {
  private final List<Quota> quotas;
  private final boolean byUser;
  private final Map<UUID, CallBudget> apps = new HashMap<>();
  private final Map<Caller, CallBudget> users = new HashMap<>();

  private record Caller(UUID app, UUID user) {}

  /**
   * @param quotas none = not known, only pauses hold
   */
  CallBudgets(List<Quota> quotas) {
    this.quotas = List.copyOf(quotas);
    this.byUser = quotas.stream().anyMatch(Quota::perUser);
  }

  /**
   * What came of asking.
   *
   * @param nanos to wait before asking again; 0 = taken
   * @param onlyUser whether others of the application need not wait
   */
  record Leave(long nanos, boolean onlyUser) {
    boolean granted() {
      return nanos == 0;
    }
  }

  /** Takes the calls, all or none. */
  Leave take(UUID app, UUID user, int calls, boolean backfill, Moment now) {
    CallBudget all = app(app);
    long wait = all.wait(calls, backfill, now);
    long own = byUser ? user(app, user).wait(calls, backfill, now) : 0;
    if (wait == 0 && own == 0) {
      all.use(calls, now);
      if (byUser) {
        user(app, user).use(calls, now);
      }
    }
    return new Leave(Math.max(wait, own), wait == 0 && own > 0);
  }

  /**
   * The provider asked for a pause. Where it counts by application as well, nobody can tell which
   * quota was meant: all wait.
   *
   * @param user null when it is not known whose call it was
   */
  void pause(UUID app, UUID user, Duration pause, Moment now) {
    boolean one = user != null && Quota.ofUsersOnly(quotas);
    (one ? user(app, user) : app(app)).pause(pause, now);
  }

  /** Forgets who has not called for a while: a provider may have very many users. */
  void sweep(Moment now) {
    apps.values().removeIf(b -> b.idle(now));
    users.values().removeIf(b -> b.idle(now));
  }

  private CallBudget app(UUID app) {
    return apps.computeIfAbsent(app, a -> budget(false));
  }

  private CallBudget user(UUID app, UUID user) {
    return users.computeIfAbsent(new Caller(app, user), c -> budget(true));
  }

  private CallBudget budget(boolean perUser) {
    return new CallBudget(
        quotas.stream().filter(q -> q.perUser() == perUser).map(CallWindow::of).toList());
  }
}
