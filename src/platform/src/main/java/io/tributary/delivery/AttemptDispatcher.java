package io.tributary.delivery;

import io.tributary.config.WebhookConfig;
import io.tributary.core.Ids;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Starts the due attempts of one shard and reports their results. Runs on the event loop of the
 * shard's verticle.
 */
final class AttemptDispatcher {
  private static final long SLOT_POLL_MS = 5;
  private static final long IDLE_POLL_MS = 250;

  /** Callbacks into the shard's verticle. */
  interface Listener {
    /**
     * Returns whether starting attempts is suspended, because results wait to be written or the
     * shard is stopping.
     */
    boolean isSuspended();

    void ended(DeliveryResult result);

    /** Called if more rows or fresher endpoint settings are needed. */
    void refillNeeded();
  }

  private final Vertx vertx;
  private final WebhookConfig settings;
  private final TransportRegistry transports;
  private final DeliveryBuffer buffer;
  private final Listener listener;
  private final RetrySchedule retry;
  private final InFlightAttempts inFlight;
  private long timer = -1;
  private long staleCheckedAt;

  AttemptDispatcher(
      Vertx vertx,
      WebhookConfig settings,
      TransportRegistry sender,
      DeliveryBuffer window,
      Listener listener) {
    this.vertx = vertx;
    this.settings = settings;
    this.transports = sender;
    this.buffer = window;
    this.listener = listener;
    this.retry = new RetrySchedule(settings);
    this.inFlight = new InFlightAttempts(settings.limits().slowAttemptThreshold());
  }

  /** Starts every attempt that may start now. */
  void startDue() {
    if (listener.isSuspended()) {
      return;
    }
    long now = System.nanoTime();
    for (Optional<DeliveryBuffer.DispatchedAttempt> go = buffer.next(now);
        go.isPresent();
        go = buffer.next(now)) {
      send(go.get());
    }
    scheduleNext(now);
    if (settingsStale(now)) {
      listener.refillNeeded();
    }
  }

  /** Frees the slots of slow attempts, and drops buffered deliveries that cannot start soon. */
  void releaseSlow() {
    long now = System.nanoTime();
    buffer.evictIfScarce(now);
    if (inFlight.releaseSlow(now)) {
      startDue();
    }
  }

  void stop() {
    vertx.cancelTimer(timer);
  }

  /**
   * Returns whether settings of endpoints with waiting deliveries are getting old. Checks at most
   * once per eighth of their lifetime.
   */
  private boolean settingsStale(long now) {
    long life = settings.settingsCacheTtl().toNanos();
    if (!buffer.hasWaiting() || now - staleCheckedAt < life / 8) {
      return false;
    }
    staleCheckedAt = now;
    return !buffer.staleEndpoints(List.of(), now, life / 2).isEmpty();
  }

  private void scheduleNext(long now) {
    vertx.cancelTimer(timer);
    timer = -1;
    if (buffer.hasWaiting()) {
      long ms =
          buffer
              .nextAllowedIn(now)
              .map(n -> Math.max(1, Math.ceilDiv(n, 1_000_000L)))
              .orElse(IDLE_POLL_MS);
      timer =
          vertx.setTimer(
              buffer.isWaitingForSlots() ? Math.min(ms, SLOT_POLL_MS) : ms, id -> startDue());
    }
  }

  private void send(DeliveryBuffer.DispatchedAttempt go) {
    EndpointQueue.StartedAttempt started = go.started();
    inFlight.add(go);
    transports
        .send(started.target(), started.delivery().delivery())
        .onComplete(
            r -> {
              long now = System.nanoTime();
              go.slot().release();
              buffer.end(started, r.result(), now);
              double luck = ThreadLocalRandom.current().nextDouble();
              listener.ended(
                  DeliveryResult.of(started.delivery(), r.result(), Ids.uuid(), retry, luck, now));
              startDue();
            });
  }
}
