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
   * Takes the calls, all or none.
   *
   * @return 0 when they were taken, else the nanoseconds to wait before asking again
   */
  long take(UUID app, UUID user, int calls, boolean backfill, long now) {
    CallBudget all = app(app);
    long wait = all.wait(calls, backfill, now);
    if (!byUser) {
      if (wait == 0) {
        all.use(calls, now);
      }
      return wait;
    }
    CallBudget own = user(app, user);
    wait = Math.max(wait, own.wait(calls, backfill, now));
    if (wait == 0) {
      all.use(calls, now);
      own.use(calls, now);
    }
    return wait;
  }

  /**
   * The provider asked for a pause. Where it counts by application as well, nobody can tell which
   * quota was meant: all wait.
   *
   * @param user null when it is not known whose call it was
   */
  void pause(UUID app, UUID user, Duration pause, long now) {
    boolean one = user != null && quotas.stream().allMatch(Quota::perUser);
    (byUser && one ? user(app, user) : app(app)).pause(pause, now);
  }

  /** Forgets who has not called for a while: a provider may have very many users. */
  void sweep(long now) {
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
        quotas.stream()
            .filter(q -> q.perUser() == perUser)
            .map(q -> new CallWindow(q.calls(), q.per()))
            .toList());
  }
}
