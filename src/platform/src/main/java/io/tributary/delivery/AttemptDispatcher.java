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
  private static final long FULL_NODE_MS = 5;
  private static final long IDLE_MS = 250;

  /** Callbacks into the shard's verticle. */
  interface Listener {
    /**
     * Returns whether starting attempts is suspended, because results wait to be written or the
     * shard is stopping.
     */
    boolean halted();

    void ended(DeliveryResult result);

    /** Called if more rows or fresher endpoint settings are needed. */
    void starved();
  }

  private final Vertx vertx;
  private final WebhookConfig settings;
  private final TransportRegistry sender;
  private final DeliveryBuffer window;
  private final Listener listener;
  private final RetrySchedule retry;
  private final InFlightAttempts flights;
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
    this.sender = sender;
    this.window = window;
    this.listener = listener;
    this.retry = new RetrySchedule(settings);
    this.flights = new InFlightAttempts(settings.limits().slowAfter());
  }

  /** Starts every attempt that may start now. */
  void run() {
    if (listener.halted()) {
      return;
    }
    long now = System.nanoTime();
    for (Optional<DeliveryBuffer.Go> go = window.next(now); go.isPresent(); go = window.next(now)) {
      send(go.get());
    }
    later(now);
    if (stale(now)) {
      listener.starved();
    }
  }

  /** Frees the slots of slow attempts, and drops buffered deliveries that cannot start soon. */
  void giveBack() {
    long now = System.nanoTime();
    window.relieve(now);
    if (flights.slow(now)) {
      run();
    }
  }

  void stop() {
    vertx.cancelTimer(timer);
  }

  /**
   * Returns whether settings of endpoints with waiting deliveries are getting old. Checks at most
   * once per eighth of their lifetime.
   */
  private boolean stale(long now) {
    long life = settings.settingsLife().toNanos();
    if (!window.anyWaiting() || now - staleCheckedAt < life / 8) {
      return false;
    }
    staleCheckedAt = now;
    return !window.stale(List.of(), now, life / 2).isEmpty();
  }

  private void later(long now) {
    vertx.cancelTimer(timer);
    timer = -1;
    if (window.anyWaiting()) {
      long ms =
          window.pause(now).map(n -> Math.max(1, Math.ceilDiv(n, 1_000_000L))).orElse(IDLE_MS);
      timer = vertx.setTimer(window.waitsForSlots() ? Math.min(ms, FULL_NODE_MS) : ms, id -> run());
    }
  }

  private void send(DeliveryBuffer.Go go) {
    EndpointQueue.Started started = go.started();
    flights.add(go);
    sender
        .send(started.target(), started.due().delivery())
        .onComplete(
            r -> {
              long now = System.nanoTime();
              go.slot().free();
              window.end(started, r.result(), now);
              double luck = ThreadLocalRandom.current().nextDouble();
              listener.ended(
                  DeliveryResult.of(started.due(), r.result(), Ids.uuid(), retry, luck, now));
              run();
            });
  }
}
