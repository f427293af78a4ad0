package io.tributary.simulators.kit;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

/**
 * Rate limits of a vendor: several windows at once, per application or per person, sliding or
 * aligned to the clock. A rejected call consumes no quota. Windows use machine time instead of the
 * simulator's clock, because a test that moves the clock by days must not empty them. Used on one
 * event loop only.
 */
public final class RateQuotas {

  /** Scope of a limit. */
  public enum QuotaScope {
    APP,
    USER
  }

  /**
   * Limit of units in a window.
   *
   * @param aligned whether all windows begin at multiples of their length since the epoch
   * @param perUser units added to the amount for each person who shares data with the application
   */
  public record Limit(int amount, Duration window, QuotaScope per, boolean aligned, int perUser) {
    public Limit {
      if (amount < 1 || window.toMillis() < 1) {
        throw new IllegalArgumentException("the limit and its window must be 1 or more");
      }
    }

    public static Limit app(int amount, Duration window) {
      return new Limit(amount, window, QuotaScope.APP, false, 0);
    }

    public static Limit user(int amount, Duration window) {
      return new Limit(amount, window, QuotaScope.USER, false, 0);
    }

    public Limit alignedToClock() {
      return new Limit(amount, window, per, true, perUser);
    }

    public Limit plusPerUser(int more) {
      return new Limit(amount, window, per, aligned, more);
    }

    public long seconds() {
      return Math.max(1, window.toSeconds());
    }

    String text() {
      return amount + "/" + seconds() + "s/" + (per == QuotaScope.APP ? "app" : "user");
    }
  }

  /** Limits of a vendor and its rate limit headers; without limits every call passes. */
  public record Plan(List<Limit> limits, RateHeaders headers) {
    public Plan {
      limits = List.copyOf(limits);
    }

    public static Plan none() {
      return new Plan(List.of(), RateHeaders.BARE);
    }

    public static Plan of(RateHeaders headers, Limit... limits) {
      return new Plan(List.of(limits), headers);
    }
  }

  /** State of a limit for one caller. */
  public record Usage(Limit limit, int allowed, int used, long resetMillis) {
    public int remaining() {
      return Math.max(0, allowed - used);
    }

    /** Returns the seconds until a call may pass again or the window restarts; at least 1. */
    public long resetSeconds() {
      return Math.max(1, (resetMillis + 999) / 1000);
    }
  }

  /**
   * Result of a call.
   *
   * @param waitSeconds seconds until the next call may pass; 0 if this one passed
   * @param headers rate limit headers of the response
   */
  public record QuotaDecision(boolean passed, long waitSeconds, Map<String, String> headers) {}

  private record Key(int limit, String whose) {}

  private final Plan plan;
  private final ToIntFunction<String> usersOfApp;
  private final LongSupplier millis;
  private final Map<Key, RateWindow> windows = new HashMap<>();

  /**
   * @param usersOfApp returns the number of people who share data with an application
   */
  public RateQuotas(Plan plan, ToIntFunction<String> usersOfApp, LongSupplier millis) {
    this.plan = plan;
    this.usersOfApp = usersOfApp;
    this.millis = millis;
  }

  /** Counts one call of an application for a person. */
  public QuotaDecision acquire(String clientId, String userId) {
    return acquire(clientId, userId, 1);
  }

  /** Counts a call that weighs several units, such as days of data. */
  public QuotaDecision acquire(String clientId, String userId, int units) {
    long now = millis.getAsLong();
    var held = new ArrayList<RateWindow>();
    long wait = 0;
    for (int i = 0; i < plan.limits().size(); i++) {
      RateWindow window = window(i, clientId, userId);
      held.add(window);
      window.countAttempt(now, units);
      wait =
          Math.max(
              wait, window.millisUntilFree(now, units, allowed(plan.limits().get(i), clientId)));
    }
    if (wait == 0) {
      held.forEach(w -> w.addPassed(now, units));
    }
    long seconds = (wait + 999) / 1000;
    return new QuotaDecision(wait == 0, seconds, headers(clientId, userId, seconds, false));
  }

  /**
   * Returns a rejection that a tester ordered, with the headers of a quota that is exhausted for
   * the given seconds.
   */
  public QuotaDecision orderedRejection(String clientId, String userId, long waitSeconds) {
    return new QuotaDecision(false, waitSeconds, headers(clientId, userId, waitSeconds, true));
  }

  /** Returns the headers; an ordered rejection is reported as if the first window were full. */
  private Map<String, String> headers(
      String clientId, String userId, long waitSeconds, boolean ordered) {
    long now = millis.getAsLong();
    var usages = new ArrayList<Usage>();
    for (int i = 0; i < plan.limits().size(); i++) {
      Limit limit = plan.limits().get(i);
      RateWindow window = window(i, clientId, userId);
      int allowed = allowed(limit, clientId);
      boolean full = ordered && i == 0;
      usages.add(
          new Usage(
              limit,
              allowed,
              full ? allowed : window.used(now),
              full ? 1000 * waitSeconds : window.millisUntilReset(now)));
    }
    return plan.headers().of(usages, ordered || waitSeconds > 0, waitSeconds, now / 1000);
  }

  private int allowed(Limit limit, String clientId) {
    return limit.amount()
        + (limit.perUser() == 0 ? 0 : limit.perUser() * usersOfApp.applyAsInt(clientId));
  }

  private RateWindow window(int index, String clientId, String userId) {
    Limit limit = plan.limits().get(index);
    String whose = limit.per() == QuotaScope.APP ? clientId : clientId + "/" + userId;
    return windows.computeIfAbsent(new Key(index, whose), k -> new RateWindow(limit));
  }

  /**
   * Returns the highest number of units, including rejected ones, within one window of the
   * application's first limit.
   */
  public int maxUnitsInWindow(String clientId) {
    return windows.entrySet().stream()
        .filter(e -> e.getKey().limit() == 0)
        .filter(
            e ->
                e.getKey().whose().equals(clientId)
                    || e.getKey().whose().startsWith(clientId + "/"))
        .mapToInt(e -> e.getValue().maxUnits())
        .max()
        .orElse(0);
  }

  /**
   * Returns each limit with the highest number of units that a caller attempted within one window.
   */
  JsonArray report() {
    var all = new JsonArray();
    for (int i = 0; i < plan.limits().size(); i++) {
      int index = i;
      Limit limit = plan.limits().get(i);
      var own = new LinkedHashMap<String, Integer>();
      windows.forEach(
          (key, window) -> {
            if (key.limit() == index) {
              own.put(key.whose(), window.maxUnits());
            }
          });
      Optional<Map.Entry<String, Integer>> worst =
          own.entrySet().stream().max(Map.Entry.comparingByValue());
      int allowed = worst.map(w -> allowed(limit, w.getKey().split("/")[0])).orElse(limit.amount());
      int most = worst.map(Map.Entry::getValue).orElse(0);
      all.add(
          new JsonObject()
              .put("limit", limit.text())
              .put("allowed", allowed)
              .put("most", most)
              .put("callers", own.size())
              .put("exceeded", most > allowed));
    }
    return all;
  }
}
