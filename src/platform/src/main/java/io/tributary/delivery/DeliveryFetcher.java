package io.tributary.delivery;

import io.tributary.config.WebhookConfig;
import io.tributary.core.SafeErrorMessage;
import io.tributary.delivery.PendingDelivery.AttemptKind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads due rows of one shard into its buffer.
 *
 * <p>First attempts are read on wake-ups, retries when they become due, and manual attempts when
 * some exist. Only one read runs at a time, limited by the available memory. Runs on the event loop
 * of the shard's verticle; times are in nanoseconds.
 */
final class DeliveryFetcher {
  private static final System.Logger LOG = System.getLogger(DeliveryFetcher.class.getName());
  private static final long MEMORY_RETRY_MS = 5;

  /** Callbacks into the shard's verticle. */
  interface Listener {
    void cancel(List<PendingDelivery> off);

    /** Called after a read, when attempts may be able to start. */
    void readCompleted();
  }

  private final Vertx vertx;
  private final String actor;
  private final WebhookConfig settings;
  private final PendingDeliveryRepo repo;
  private final EndpointSnapshotRepo endpoints;
  private final DeliveryBuffer buffer;
  private final MemoryBudget memory;
  private final Listener listener;

  /** Endpoints that may have more due rows than are in memory, by kind of read. */
  private final Map<AttemptKind, Set<String>> mayHaveMore = new EnumMap<>(AttemptKind.class);

  /**
   * Position in long queues of first attempts, by endpoint, so that rows in memory are not read
   * again.
   */
  private final Map<String, String> positions = new HashMap<>();

  private boolean truncated;
  private boolean reading;
  private boolean readAgain;
  private boolean stopped;
  private long lastReadAt;
  private boolean hasRead;
  private long timer = -1;
  private long retryAt;
  private long retryTimer = -1;

  DeliveryFetcher(
      Vertx vertx,
      String actor,
      WebhookConfig settings,
      PendingDeliveryRepo due,
      EndpointSnapshotRepo targets,
      DeliveryBuffer window,
      MemoryBudget memory,
      Listener listener) {
    this.vertx = vertx;
    this.actor = actor;
    this.settings = settings;
    this.repo = due;
    this.endpoints = targets;
    this.buffer = window;
    this.memory = memory;
    this.listener = listener;
    for (AttemptKind t : AttemptKind.values()) {
      mayHaveMore.put(t, new HashSet<>());
    }
    this.retryAt = System.nanoTime();
  }

  void stop() {
    stopped = true;
    vertx.cancelTimer(timer);
    vertx.cancelTimer(retryTimer);
  }

  /** Schedules a read of retries after the given delay. */
  void retryIn(long nanos) {
    long at = System.nanoTime() + Math.max(0, nanos);
    if (at - retryAt < 0) {
      retryAt = at;
      vertx.cancelTimer(retryTimer);
      retryTimer =
          vertx.setTimer(Math.max(1, Math.ceilDiv(Math.max(0, nanos), 1_000_000)), id -> read());
    }
  }

  /**
   * Restarts reading at the head of every queue. IDs are generated before their transactions
   * commit, so rows can appear behind the position.
   */
  void resetPositions() {
    positions.clear();
  }

  /** Returns whether a read would return rows for which there is memory. */
  boolean shouldReadMore() {
    if (truncated) {
      return true;
    }
    for (Set<String> endpoints : mayHaveMore.values()) {
      for (String endpoint : endpoints) {
        if (!buffer.full(endpoint)) {
          return true;
        }
      }
    }
    return false;
  }

  void read() {
    if (stopped) {
      return;
    }
    if (reading) {
      readAgain = true;
      return;
    }
    long gap = settings.readInterval().toNanos() - (System.nanoTime() - lastReadAt);
    if (hasRead && gap > 0) {
      readLater(Math.ceilDiv(gap, 1_000_000));
      return;
    }
    long room = 2L * settings.limits().readBytes();
    if (!memory.reserve(room)) {
      readLater(MEMORY_RETRY_MS);
      return;
    }
    reading = true;
    hasRead = true;
    readAgain = false;
    lastReadAt = System.nanoTime();
    readAll()
        .compose(found -> refreshSettings(found).map(found))
        .onComplete(
            r -> {
              reading = false;
              memory.release(room);
              if (r.failed()) {
                LOG.log(
                    System.Logger.Level.WARNING,
                    "actor=" + actor + " due messages not read: " + SafeErrorMessage.of(r.cause()));
                resetPositions();
                retryAt = System.nanoTime();
              } else if (!stopped) {
                listener.cancel(buffer.add(r.result()));
                listener.readCompleted();
              }
              if (readAgain) {
                read();
              }
            });
  }

  private void readLater(long millis) {
    if (timer < 0) {
      timer =
          vertx.setTimer(
              Math.max(1, millis),
              id -> {
                timer = -1;
                read();
              });
    }
  }

  private Future<List<PendingDelivery>> readAll() {
    List<String> full = buffer.full();
    boolean retries = System.nanoTime() - retryAt >= 0 || mayReadMore(AttemptKind.RETRY);
    List<PendingDelivery> out = new ArrayList<>();
    truncated = false;
    return readKind(AttemptKind.FIRST, full, settings.limits().readBytes(), out)
        .compose(
            firsts -> retries ? readRetries(full, out).map(firsts) : Future.succeededFuture(firsts))
        .compose(
            firsts ->
                firsts.anyManual()
                    ? readKind(AttemptKind.MANUAL, full, settings.limits().readBytes() / 2, out)
                    : Future.succeededFuture(firsts))
        .map(out);
  }

  private boolean mayReadMore(AttemptKind turn) {
    return mayHaveMore.get(turn).stream().anyMatch(e -> !buffer.full(e));
  }

  private Future<PendingDeliveryRepo.ReadResult> readRetries(
      List<String> full, List<PendingDelivery> out) {
    // Set before the read: retries recorded during the read move it forward again.
    retryAt = System.nanoTime() + settings.limits().sweepInterval().toNanos();
    return readKind(AttemptKind.RETRY, full, settings.limits().readBytes() / 2, out)
        .onSuccess(found -> found.nextMillis().ifPresent(ms -> retryIn((long) Math.ceil(ms * 1e6))))
        .onFailure(t -> retryAt = System.nanoTime());
  }

  private Future<PendingDeliveryRepo.ReadResult> readKind(
      AttemptKind turn, List<String> full, int bytes, List<PendingDelivery> out) {
    Map<String, String> from = turn == AttemptKind.FIRST ? Map.copyOf(positions) : Map.of();
    // Excludes all rows in memory, even those before the read position: a result may be written
    // while the read runs, and the read must not return the row in its earlier state.
    List<String> held = new ArrayList<>();
    for (EndpointQueue lane : buffer.queues()) {
      String endpoint = lane.target().id();
      lane.registeredKeys(turn).forEach(key -> held.add(key + endpoint));
    }
    return repo.read(
            turn,
            new PendingDeliveryRepo.ReadRequest(
                held,
                from,
                full,
                8 * settings.endpointConcurrency(),
                settings.readBatchSize(),
                bytes))
        .onSuccess(
            found -> {
              out.addAll(found.due());
              recordPositions(turn, found, new HashSet<>(full), from.keySet(), bytes);
            });
  }

  /** Records which endpoints may have more due rows. */
  private void recordPositions(
      AttemptKind turn,
      PendingDeliveryRepo.ReadResult found,
      Set<String> excluded,
      Set<String> from,
      int bytes) {
    Map<String, Integer> counts = new HashMap<>();
    Map<String, String> last = new HashMap<>();
    long size = 0;
    for (PendingDelivery d : found.due()) {
      counts.merge(d.delivery().endpointId(), 1, Integer::sum);
      last.put(d.delivery().endpointId(), d.delivery().messageId());
      size += d.isEmpty() ? 0 : d.delivery().body().length();
    }
    boolean some = found.due().size() >= settings.readBatchSize() || size >= bytes;
    truncated |= some;
    Set<String> rest = mayHaveMore.get(turn);
    rest.clear();
    rest.addAll(excluded);
    counts.forEach(
        (endpoint, n) -> {
          if (some || n >= found.page()) {
            rest.add(endpoint);
            if (turn == AttemptKind.FIRST) {
              positions.put(endpoint, last.get(endpoint));
            }
          }
        });
    for (String endpoint : from) {
      if (!excluded.contains(endpoint) && !rest.contains(endpoint) && !some) {
        // The end of the queue is reached. Read once more from its head for rows that were
        // committed late.
        positions.remove(endpoint);
        rest.add(endpoint);
      }
    }
  }

  /**
   * Reads the settings of endpoints that are about to be used and whose settings are unknown or
   * getting old.
   */
  private Future<Void> refreshSettings(List<PendingDelivery> found) {
    long asked = System.nanoTime();
    Set<String> stale =
        buffer.staleEndpoints(found, asked, settings.settingsCacheTtl().toNanos() / 2);
    if (stale.isEmpty()) {
      return Future.succeededFuture();
    }
    return endpoints
        .find(stale)
        .map(
            now -> {
              listener.cancel(buffer.updateSettings(stale, now, asked));
              return null;
            });
  }
}
