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
 * How many calls a vendor lets pass: several windows at once, per app or per person, sliding or
 * aligned to the clock. A refused call uses up nothing. Machine time, not the simulator's: a test
 * that shifts days must not empty the windows. Used on one event loop only.
 */
public final class RateQuotas {

  /** Whose calls are counted together. */
  public enum Per {
    APP,
    USER
  }

  /**
   * So many units in any window of this length.
   *
   * @param aligned windows begin at multiples of their length since the epoch, all at once
   * @param perUser added to the amount for each person who shares data with the app
   */
  public record Limit(int amount, Duration window, Per per, boolean aligned, int perUser) {
    public Limit {
      if (amount < 1 || window.toMillis() < 1) {
        throw new IllegalArgumentException("a limit and its window are 1 or more");
      }
    }

    public static Limit app(int amount, Duration window) {
      return new Limit(amount, window, Per.APP, false, 0);
    }

    public static Limit user(int amount, Duration window) {
      return new Limit(amount, window, Per.USER, false, 0);
    }

    public Limit onTheClock() {
      return new Limit(amount, window, per, true, perUser);
    }

    public Limit plusPerUser(int more) {
      return new Limit(amount, window, per, aligned, more);
    }

    public long seconds() {
      return Math.max(1, window.toSeconds());
    }

    String text() {
      return amount + "/" + seconds() + "s/" + (per == Per.APP ? "app" : "user");
    }
  }

  /** A vendor's limits and how it tells of them; no limits: everything passes. */
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

  /** A limit as it stands for one caller. */
  public record Usage(Limit limit, int allowed, int used, long resetMillis) {
    public int remaining() {
      return Math.max(0, allowed - used);
    }

    /** Seconds until a call may pass again, or the window is new; 1 or more. */
    public long resetSeconds() {
      return Math.max(1, (resetMillis + 999) / 1000);
    }
  }

  /**
   * What came of a question.
   *
   * @param waitSeconds until the next call may pass; 0 if this one did
   * @param headers what the vendor puts on the answer
   */
  public record Verdict(boolean passed, long waitSeconds, Map<String, String> headers) {}

  private record Key(int limit, String whose) {}

  private final Plan plan;
  private final ToIntFunction<String> usersOfApp;
  private final LongSupplier millis;
  private final Map<Key, RateWindow> windows = new HashMap<>();

  /**
   * @param usersOfApp how many people share data with an app
   */
  public RateQuotas(Plan plan, ToIntFunction<String> usersOfApp, LongSupplier millis) {
    this.plan = plan;
    this.usersOfApp = usersOfApp;
    this.millis = millis;
  }

  /** One call of an app for a person. */
  public Verdict ask(String clientId, String userId) {
    return ask(clientId, userId, 1);
  }

  /** A call that weighs so many units, such as days of data. */
  public Verdict ask(String clientId, String userId, int units) {
    long now = millis.getAsLong();
    var held = new ArrayList<RateWindow>();
    long wait = 0;
    for (int i = 0; i < plan.limits().size(); i++) {
      RateWindow window = window(i, clientId, userId);
      held.add(window);
      window.tried(now, units);
      wait = Math.max(wait, window.wait(now, units, allowed(plan.limits().get(i), clientId)));
    }
    if (wait == 0) {
      held.forEach(w -> w.pass(now, units));
    }
    long seconds = (wait + 999) / 1000;
    return new Verdict(wait == 0, seconds, headers(clientId, userId, seconds, false));
  }

  /** A refusal that a tester ordered: the headers of a quota used up for so many seconds. */
  public Verdict ordered(String clientId, String userId, long waitSeconds) {
    return new Verdict(false, waitSeconds, headers(clientId, userId, waitSeconds, true));
  }

  /** An ordered refusal looks as if the first window were full. */
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
              full ? 1000 * waitSeconds : window.reset(now)));
    }
    return plan.headers().of(usages, ordered || waitSeconds > 0, waitSeconds, now / 1000);
  }

  private int allowed(Limit limit, String clientId) {
    return limit.amount()
        + (limit.perUser() == 0 ? 0 : limit.perUser() * usersOfApp.applyAsInt(clientId));
  }

  private RateWindow window(int index, String clientId, String userId) {
    Limit limit = plan.limits().get(index);
    String whose = limit.per() == Per.APP ? clientId : clientId + "/" + userId;
    return windows.computeIfAbsent(new Key(index, whose), k -> new RateWindow(limit));
  }

  /**
   * The most units, refused ones included, that ever fell into one window of the app's first limit.
   */
  public int mostInAnyWindow(String clientId) {
    return windows.entrySet().stream()
        .filter(e -> e.getKey().limit() == 0)
        .filter(
            e ->
                e.getKey().whose().equals(clientId)
                    || e.getKey().whose().startsWith(clientId + "/"))
        .mapToInt(e -> e.getValue().most())
        .max()
        .orElse(0);
  }

  /** Each limit with the most that anybody ever tried in one window of it. */
  JsonArray report() {
    var all = new JsonArray();
    for (int i = 0; i < plan.limits().size(); i++) {
      int index = i;
      Limit limit = plan.limits().get(i);
      var own = new LinkedHashMap<String, Integer>();
      windows.forEach(
          (key, window) -> {
            if (key.limit() == index) {
              own.put(key.whose(), window.most());
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
