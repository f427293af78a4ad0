package io.tributary.delivery;

import io.tributary.config.ServiceConfig;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * One endpoint's deliveries in memory: first attempts before retries, a limit on what is in flight,
 * its rate and its breaker. Times are nanoseconds.
 */
final class EndpointLane {
  /** An attempt that the lane let go; it must be ended. */
  record Started(Delivery delivery, Target target, boolean probe) {}

  private final ServiceConfig.Webhook settings;
  private final Deque<Delivery> firsts = new ArrayDeque<>();
  private final Deque<Delivery> retries = new ArrayDeque<>();
  private final Breaker breaker;
  private Target target;
  private TokenBucket bucket;
  private int inFlight;

  EndpointLane(ServiceConfig.Webhook settings, Target target) {
    this.settings = settings;
    this.breaker = new Breaker(settings.breaker());
    this.target = target;
  }

  Target target() {
    return target;
  }

  void target(Target changed) {
    target = changed;
  }

  void streak(Streak changed) {
    target = target.with(changed);
  }

  void add(Delivery d) {
    (d.attempts() == 0 ? firsts : retries).add(d);
  }

  int waiting() {
    return firsts.size() + retries.size();
  }

  int inFlight() {
    return inFlight;
  }

  boolean breakerOpen() {
    return breaker.isOpen();
  }

  /** Whether there is no point in reading more rows for it. */
  boolean full() {
    return waiting() >= settings.perEndpoint();
  }

  /** Whether an attempt may start now, rate and breaker included. */
  boolean ready(long now) {
    return waiting() > 0 && inFlight < settings.perEndpoint() && pause(now) == 0;
  }

  /** How long rate or breaker hold back what waits; what is in flight is not counted. */
  long pause(long now) {
    return Math.max(breaker.pause(now), bucket(now) == null ? 0 : bucket.pause(now));
  }

  private TokenBucket bucket(long now) {
    int limit = target.rateLimit();
    if (limit == 0) {
      bucket = null;
    } else if (bucket == null || bucket.limit() != limit) {
      bucket = new TokenBucket(limit, now);
    }
    return bucket;
  }

  /** The next one, if {@link #ready}. */
  Started start(long now) {
    if (bucket(now) != null) {
      bucket.take(now);
    }
    inFlight++;
    return new Started(firsts.isEmpty() ? retries.poll() : firsts.poll(), target, breaker.start());
  }

  void end(Started started, Outcome outcome, long now) {
    inFlight--;
    breaker.end(now, started.probe(), outcome.answered());
  }

  /** Takes out everything that waits. */
  List<Delivery> clear() {
    List<Delivery> out = new ArrayList<>(firsts);
    out.addAll(retries);
    firsts.clear();
    retries.clear();
    return out;
  }
}
