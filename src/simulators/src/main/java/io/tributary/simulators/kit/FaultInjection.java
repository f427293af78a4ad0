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

/** Failures a tester ordered for requests to come. Used on one event loop only. */
public final class FaultInjection {

  /** What happens to a request or its answer. */
  public sealed interface Harm {
    /** Nothing but the delay. */
    record None() implements Harm {}

    /**
     * These statuses one after another, from the first again after the last; a 429 carries the
     * vendor's own headers.
     */
    record Status(List<Integer> statuses, OptionalInt retryAfter) implements Harm {
      public Status {
        statuses = List.copyOf(statuses);
        if (statuses.isEmpty() || statuses.stream().anyMatch(s -> s < 400 || s > 599)) {
          throw new IllegalArgumentException("status 400..599");
        }
      }
    }

    /** The connection is dropped before anything is done. */
    record Reset() implements Harm {}

    /** The connection is dropped after everything is done: only the answer is missing. */
    record Lost() implements Harm {}

    /** No answer until the fault ends or is cleared; then it comes as if nothing had been. */
    record Hang() implements Harm {}

    /** A sound answer whose body ends at so many percent. */
    record Truncate(int percent) implements Harm {
      public Truncate {
        if (percent < 0 || percent > 99) {
          throw new IllegalArgumentException("truncate 0..99");
        }
      }
    }

    /** The body in drips. */
    record Trickle(int bytesPerSecond) implements Harm {
      public Trickle {
        if (bytesPerSecond < 20) {
          throw new IllegalArgumentException("trickle 20 or more");
        }
      }
    }

    /** Another body: markup where JSON was due. */
    record Garbage() implements Harm {}
  }

  /**
   * One order.
   *
   * @param pathPrefix requests it concerns
   * @param userId only those with a token of this person; empty: all
   * @param delay how long the request waits before it is looked at
   * @param after so many fitting requests pass unharmed first
   * @param every of the others, each so-many-th is harmed; 1: all
   * @param script the name under which it can be ended; empty: none
   */
  public record Fault(
      String pathPrefix,
      String userId,
      Harm harm,
      Duration delay,
      int after,
      int every,
      String script) {
    public Fault {
      if (after < 0 || every < 1) {
        throw new IllegalArgumentException("after 0 or more, every 1 or more");
      }
    }

    public static Fault of(String pathPrefix, Harm harm) {
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
   * What is to be done to this very request.
   *
   * @param script who ordered it; empty: no script
   * @param until when the order ends, by the clock of the faults
   */
  record Hit(Harm harm, Duration delay, String script, long until) {}

  /** A request that hangs. */
  private record Held(String script, Runnable proceed) {}

  /** No end. */
  public static final int ALWAYS = Integer.MAX_VALUE;

  private static final class Order {
    private final Fault fault;
    private final long until;
    private int left;
    private int met;

    private Order(Fault fault, int left, long until) {
      this.fault = fault;
      this.left = left;
      this.until = until;
    }
  }

  private final LongSupplier millis;
  private final List<Order> orders = new ArrayList<>();
  private final List<Order> onPush = new ArrayList<>();
  private final List<Held> held = new ArrayList<>();

  FaultInjection(LongSupplier millis) {
    this.millis = millis;
  }

  /** The next so many fitting requests. */
  public void add(Fault fault, int count) {
    add(fault, count, Optional.empty());
  }

  /** The next so many fitting requests within so long, by the machine's clock. */
  public void add(Fault fault, int count, Optional<Duration> length) {
    if (count < 1) {
      throw new IllegalArgumentException("count is 1 or more");
    }
    orders.add(new Order(fault, count, end(length)));
  }

  /** Each notification that leaves orders this fault anew, for so many requests. */
  void addOnPush(Fault fault, int count, Optional<Duration> length) {
    onPush.add(new Order(fault, count, end(length)));
  }

  void pushed() {
    long now = millis.getAsLong();
    onPush.removeIf(o -> o.until <= now);
    onPush.forEach(o -> orders.add(new Order(o.fault, o.left, o.until)));
  }

  private long end(Optional<Duration> length) {
    return length.map(l -> millis.getAsLong() + l.toMillis()).orElse(Long.MAX_VALUE);
  }

  /** Ends all; what hangs is answered. */
  public void clear() {
    orders.clear();
    onPush.clear();
    release(h -> true);
  }

  /** Ends what a script ordered; what hangs by it is answered. */
  void clear(String script) {
    orders.removeIf(o -> o.fault.script().equals(script));
    onPush.removeIf(o -> o.fault.script().equals(script));
    release(h -> h.script.equals(script));
  }

  private void release(Predicate<Held> which) {
    List<Held> waiting = held.stream().filter(which).toList();
    held.removeAll(waiting);
    waiting.forEach(h -> h.proceed.run());
  }

  /** Keeps a request until its order is ended, or the returned is run; it goes on once only. */
  Runnable hold(Hit hit, Runnable proceed) {
    var one = new Held(hit.script(), proceed);
    held.add(one);
    return () -> release(h -> h == one);
  }

  /** For how long the order still is; nothing: until it is ended. */
  Optional<Duration> lasts(Hit hit) {
    return hit.until() == Long.MAX_VALUE
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(hit.until() - millis.getAsLong()));
  }

  /** How many requests hang. */
  public int held() {
    return held.size();
  }

  /** How many failures are still to come; orders without end count as one. */
  public int left() {
    return orders.stream().mapToInt(o -> o.left == ALWAYS ? 1 : o.left).sum();
  }

  /** The oldest open order for this request, one of whose failures is used up by this call. */
  Optional<Hit> take(String path, String userId) {
    long now = millis.getAsLong();
    orders.removeIf(o -> o.until <= now);
    for (Order order : orders) {
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
        orders.remove(order);
      }
      return Optional.of(
          new Hit(nth(fault.harm(), hit), fault.delay(), fault.script(), order.until));
    }
    return Optional.empty();
  }

  private static Harm nth(Harm harm, int hit) {
    return harm instanceof Harm.Status s
        ? new Harm.Status(List.of(s.statuses().get(hit % s.statuses().size())), s.retryAfter())
        : harm;
  }

  JsonObject report() {
    var open = new JsonArray();
    for (Order order : orders) {
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
    return new JsonObject().put("left", left()).put("hanging", held.size()).put("orders", open);
  }
}
