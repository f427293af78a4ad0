package io.tributary.simulators.kit;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Failures that a tester ordered for future requests. Used on one event loop only. */
public final class FaultInjection {

  /** Effect of a fault on a request or its response. */
  public sealed interface FaultEffect {
    /** No effect other than the delay. */
    record None() implements FaultEffect {}

    /** Responds with these statuses in rotation; a 429 carries the vendor's own rate headers. */
    record Status(List<Integer> statuses, OptionalInt retryAfter) implements FaultEffect {
      public Status {
        statuses = List.copyOf(statuses);
        if (statuses.isEmpty() || statuses.stream().anyMatch(s -> s < 400 || s > 599)) {
          throw new IllegalArgumentException("status 400..599");
        }
      }
    }

    /** Drops the connection before the request is processed. */
    record Reset() implements FaultEffect {}

    /** Drops the connection after the request was processed, so that only the response is lost. */
    record Lost() implements FaultEffect {}

    /**
     * Withholds the response until the fault ends or is cleared, then processes the request
     * normally.
     */
    record Hang() implements FaultEffect {}

    /** Cuts the body of a successful response after this percentage of its bytes. */
    record Truncate(int percent) implements FaultEffect {
      public Truncate {
        if (percent < 0 || percent > 99) {
          throw new IllegalArgumentException("truncate 0..99");
        }
      }
    }

    /** Sends the body slowly. */
    record Trickle(int bytesPerSecond) implements FaultEffect {
      public Trickle {
        if (bytesPerSecond < 20) {
          throw new IllegalArgumentException("trickle must be 20 or more");
        }
      }
    }

    /** Replaces the body with markup where JSON is expected. */
    record Garbage() implements FaultEffect {}
  }

  /**
   * Definition of a fault.
   *
   * @param pathPrefix prefix of the request paths to which the fault applies
   * @param userId restricts the fault to tokens of this person; empty applies it to all
   * @param delay delay before the request is processed
   * @param after number of matching requests that pass first
   * @param every of the following requests, each n-th fails; 1 means all
   * @param script script to which the fault belongs and with which it ends; empty if none
   */
  public record Fault(
      String pathPrefix,
      String userId,
      FaultEffect harm,
      Duration delay,
      int after,
      int every,
      String script) {
    public Fault {
      if (after < 0 || every < 1) {
        throw new IllegalArgumentException("after must be 0 or more, and every must be 1 or more");
      }
    }

    public static Fault of(String pathPrefix, FaultEffect harm) {
      return new Fault(pathPrefix, "", harm, Duration.ZERO, 0, 1, "");
    }

    public Fault delayed(Duration by) {
      return new Fault(pathPrefix, userId, harm, by, after, every, script);
    }

    public Fault forUser(String id) {
      return new Fault(pathPrefix, id, harm, delay, after, every, script);
    }

    public Fault each(int nth) {
      return new Fault(pathPrefix, userId, harm, delay, after, nth, script);
    }

    Fault named(String name) {
      return new Fault(pathPrefix, userId, harm, delay, after, every, name);
    }
  }

  /**
   * Effect on one request.
   *
   * @param script script that ordered the fault; empty if none
   * @param until end of the fault, in milliseconds of the fault clock
   */
  record Hit(FaultEffect harm, Duration delay, String script, long until) {}

  /** Request whose response is withheld. */
  private record HeldRequest(String script, Runnable proceed) {}

  /** Count of a fault that applies until it is cleared. */
  public static final int ALWAYS = Integer.MAX_VALUE;

  private static final class ActiveFault {
    private final Fault fault;
    private final long until;
    private int left;
    private int met;

    private ActiveFault(Fault fault, int left, long until) {
      this.fault = fault;
      this.left = left;
      this.until = until;
    }
  }

  private final LongSupplier clockMillis;
  private final List<ActiveFault> activeFaults = new ArrayList<>();
  private final List<ActiveFault> faultsOnPush = new ArrayList<>();
  private final List<HeldRequest> held = new ArrayList<>();

  FaultInjection(LongSupplier millis) {
    this.clockMillis = millis;
  }

  /** Adds a fault for the given number of matching requests. */
  public void add(Fault fault, int count) {
    add(fault, count, Optional.empty());
  }

  /** Adds a fault for the given number of matching requests within a duration of machine time. */
  public void add(Fault fault, int count, Optional<Duration> length) {
    if (count < 1) {
      throw new IllegalArgumentException("count must be 1 or more");
    }
    activeFaults.add(new ActiveFault(fault, count, endOf(length)));
  }

  /**
   * Adds a fault that is ordered again after each notification sent, each time for {@code count}
   * requests.
   */
  void addOnPush(Fault fault, int count, Optional<Duration> length) {
    faultsOnPush.add(new ActiveFault(fault, count, endOf(length)));
  }

  void notificationSent() {
    long now = clockMillis.getAsLong();
    faultsOnPush.removeIf(o -> o.until <= now);
    faultsOnPush.forEach(o -> activeFaults.add(new ActiveFault(o.fault, o.left, o.until)));
  }

  private long endOf(Optional<Duration> length) {
    return length.map(l -> clockMillis.getAsLong() + l.toMillis()).orElse(Long.MAX_VALUE);
  }

  /** Ends all faults and releases the requests that hang. */
  public void clear() {
    activeFaults.clear();
    faultsOnPush.clear();
    release(h -> true);
  }

  /** Ends the faults of a script and releases the requests that hang because of it. */
  void clear(String script) {
    activeFaults.removeIf(o -> o.fault.script().equals(script));
    faultsOnPush.removeIf(o -> o.fault.script().equals(script));
    release(h -> h.script.equals(script));
  }

  private void release(Predicate<HeldRequest> which) {
    List<HeldRequest> waiting = held.stream().filter(which).toList();
    held.removeAll(waiting);
    waiting.forEach(h -> h.proceed.run());
  }

  /**
   * Holds a request until its fault ends or the returned action is run. The request proceeds only
   * once.
   */
  Runnable hold(Hit hit, Runnable proceed) {
    var one = new HeldRequest(hit.script(), proceed);
    held.add(one);
    return () -> release(h -> h == one);
  }

  /** Returns the remaining duration of the fault; empty if it lasts until it is cleared. */
  Optional<Duration> remaining(Hit hit) {
    return hit.until() == Long.MAX_VALUE
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(hit.until() - clockMillis.getAsLong()));
  }

  /** Returns the number of requests that hang. */
  public int held() {
    return held.size();
  }

  /** Returns the number of failures still to come; a fault without an end counts as one. */
  public int failuresLeft() {
    return activeFaults.stream().mapToInt(o -> o.left == ALWAYS ? 1 : o.left).sum();
  }

  /** Returns the effect of the oldest matching fault and consumes one of its failures. */
  Optional<Hit> match(String path, String userId) {
    long now = clockMillis.getAsLong();
    activeFaults.removeIf(o -> o.until <= now);
    for (ActiveFault order : activeFaults) {
      Fault fault = order.fault;
      boolean fits =
          path.startsWith(fault.pathPrefix())
              && (fault.userId().isEmpty() || fault.userId().equals(userId));
      if (!fits) {
        continue;
      }
      int met = ++order.met;
      if (met <= fault.after() || (met - fault.after()) % fault.every() != 0) {
        continue;
      }
      int hit = (met - fault.after()) / fault.every() - 1;
      if (order.left != ALWAYS && --order.left == 0) {
        activeFaults.remove(order);
      }
      return Optional.of(
          new Hit(effectOf(fault.harm(), hit), fault.delay(), fault.script(), order.until));
    }
    return Optional.empty();
  }

  private static FaultEffect effectOf(FaultEffect harm, int hit) {
    return harm instanceof FaultEffect.Status s
        ? new FaultEffect.Status(
            List.of(s.statuses().get(hit % s.statuses().size())), s.retryAfter())
        : harm;
  }

  JsonObject report() {
    var open = new JsonArray();
    for (ActiveFault order : activeFaults) {
      var json =
          new JsonObject()
              .put("path_prefix", order.fault.pathPrefix())
              .put("harm", order.fault.harm().getClass().getSimpleName().toLowerCase(Locale.ROOT))
              .put("script", order.fault.script());
      if (order.left != ALWAYS) {
        json.put("left", order.left);
      }
      open.add(json);
    }
    return new JsonObject()
        .put("left", failuresLeft())
        .put("hanging", held.size())
        .put("orders", open);
  }
}
