package io.tributary.delivery;

import io.tributary.config.WebhookConfig;
import io.tributary.core.Tenant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Memory buffer of one shard's due deliveries: waiting, in flight or not yet recorded.
 *
 * <p>It schedules fairly: round-robin over teams, and within a team over its endpoints. Times are
 * in nanoseconds.
 */
final class DeliveryBuffer {
  /** Started attempt with its slot. */
  record DispatchedAttempt(EndpointQueue.StartedAttempt started, AttemptSlots.Slot slot) {}

  private final WebhookConfig settings;
  private final AttemptSlots slots;
  private final MemoryBudget memory;
  private final Map<String, EndpointQueue> queues = new HashMap<>();

  /** Queues with waiting deliveries, by team. */
  private final Map<UUID, Deque<EndpointQueue>> waitingByTeam = new LinkedHashMap<>();

  private final Deque<UUID> teamRotation = new ArrayDeque<>();
  private int inFlight;
  private boolean slotRefused;

  DeliveryBuffer(WebhookConfig settings, AttemptSlots slots, MemoryBudget memory) {
    this.settings = settings;
    this.slots = slots;
    this.memory = memory;
  }

  int inFlight() {
    return inFlight;
  }

  boolean hasWaiting() {
    return !waitingByTeam.isEmpty();
  }

  Optional<EndpointQueue> queue(String endpoint) {
    return Optional.ofNullable(queues.get(endpoint));
  }

  Collection<EndpointQueue> queues() {
    return queues.values();
  }

  /**
   * Returns the endpoints that reads exclude, because enough of them or of their team is in memory.
   */
  List<String> full() {
    boolean scarce = memory.isScarce();
    long now = System.nanoTime();
    List<String> out = new ArrayList<>();
    for (EndpointQueue lane : queues.values()) {
      if (full(lane, scarce, now)) {
        out.add(lane.target().id());
      }
    }
    return out;
  }

  private boolean full(EndpointQueue lane, boolean scarce, long now) {
    return lane.isFull(now)
        || !lane.isEmpty() && (scarce || memory.isTeamFull(lane.target().tenant().team()));
  }

  boolean full(String endpoint) {
    EndpointQueue lane = queues.get(endpoint);
    return lane != null && full(lane, memory.isScarce(), System.nanoTime());
  }

  /**
   * Returns the endpoints, among the given and the waiting deliveries, whose settings are unknown
   * or older than the given age. Endpoints with unreadable settings are included, so that they are
   * read again.
   */
  Set<String> staleEndpoints(Collection<PendingDelivery> due, long now, long life) {
    Set<String> out = new java.util.HashSet<>();
    for (PendingDelivery d : due) {
      String endpoint = d.delivery().endpointId();
      EndpointQueue lane = queues.get(endpoint);
      if (lane == null || now - lane.settingsAt() > life) {
        out.add(endpoint);
      }
    }
    for (EndpointQueue lane : queues.values()) {
      if ((lane.waiting() > 0 || lane.isUnreadable()) && now - lane.settingsAt() > life) {
        out.add(lane.target().id());
      }
    }
    return out;
  }

  /** Marks the settings of all endpoints as stale; they are read again before anything is sent. */
  void markSettingsStale(long now) {
    long old = now - settings.settingsCacheTtl().toNanos() - 1;
    queues.values().forEach(l -> l.target(l.target(), Math.min(l.settingsAt(), old)));
  }

  /**
   * Updates endpoint settings. Returns the waiting deliveries of disabled and deleted endpoints,
   * which must be canceled.
   *
   * @param asked endpoints that were looked up; those not found have been deleted
   */
  List<PendingDelivery> updateSettings(
      Collection<String> asked, Collection<EndpointSnapshot> found, long askedAt) {
    List<PendingDelivery> canceled = new ArrayList<>();
    Map<String, EndpointSnapshot> byId = new HashMap<>();
    found.forEach(t -> byId.put(t.id(), t));
    for (String id : asked) {
      EndpointSnapshot t = byId.get(id);
      EndpointQueue lane = queues.get(id);
      if (t != null && lane == null) {
        queues.put(id, new EndpointQueue(settings, t, askedAt));
      } else if (t != null) {
        lane.target(t, askedAt);
      }
      if (lane != null && (t == null || t.inactive())) {
        canceled.addAll(clear(lane));
      } else if (lane != null && lane.isUnreadable()) {
        clear(lane).forEach(this::remove);
      }
      if (lane != null && t == null && lane.isEmpty()) {
        queues.remove(id);
      }
    }
    return canceled;
  }

  /**
   * Adds rows that were read to their queues. Returns those that cannot be sent and must be
   * canceled.
   */
  List<PendingDelivery> add(List<PendingDelivery> due) {
    List<PendingDelivery> canceled = new ArrayList<>();
    for (PendingDelivery d : due) {
      EndpointQueue lane = queues.get(d.delivery().endpointId());
      if (lane == null) {
        canceled.add(d);
      } else if (!lane.isUnreadable() && lane.register(d)) {
        memory.addMessage(team(lane), d.bytes());
        if (lane.target().inactive() || d.isEmpty()) {
          canceled.add(d);
        } else {
          lane.add(d);
          if (lane.waiting() == 1) {
            addToRotation(lane);
          }
        }
      }
    }
    return canceled;
  }

  private static UUID team(EndpointQueue lane) {
    Tenant tenant = lane.target().tenant();
    return tenant.team();
  }

  private void addToRotation(EndpointQueue lane) {
    UUID team = team(lane);
    waitingByTeam
        .computeIfAbsent(
            team,
            t -> {
              teamRotation.add(t);
              return new ArrayDeque<>();
            })
        .add(lane);
  }

  /** Returns whether the last {@link #next} found an attempt that lacked only a slot. */
  boolean isWaitingForSlots() {
    return slotRefused;
  }

  /** Returns the next attempt that may start, round-robin over teams and their endpoints. */
  Optional<DispatchedAttempt> next(long now) {
    slotRefused = false;
    for (int i = teamRotation.size(); i > 0; i--) {
      UUID team = teamRotation.poll();
      teamRotation.add(team);
      Optional<DispatchedAttempt> go = next(team, waitingByTeam.get(team), now);
      if (waitingByTeam.get(team).isEmpty()) {
        waitingByTeam.remove(team);
        teamRotation.removeLast();
      }
      if (go.isPresent()) {
        return go;
      }
    }
    return Optional.empty();
  }

  private Optional<DispatchedAttempt> next(UUID team, Deque<EndpointQueue> own, long now) {
    long life = settings.settingsCacheTtl().toNanos();
    for (int i = own.size(); i > 0; i--) {
      EndpointQueue lane = own.poll();
      if (lane.waiting() == 0) {
        continue;
      }
      own.add(lane);
      if (now - lane.settingsAt() > life || !lane.isReady(now)) {
        continue;
      }
      AttemptSlots.Slot slot = slots.tryAcquire(team);
      if (slot == null) {
        slotRefused = true;
        return Optional.empty();
      }
      inFlight++;
      EndpointQueue.StartedAttempt started = lane.start(now);
      if (lane.waiting() == 0) {
        own.removeLast();
      }
      return Optional.of(new DispatchedAttempt(started, slot));
    }
    return Optional.empty();
  }

  void end(EndpointQueue.StartedAttempt started, AttemptOutcome outcome, long now) {
    inFlight--;
    started.queue().end(started, outcome, now);
  }

  /**
   * Removes a delivery whose result is recorded. A later read returns it again only when it is due
   * again.
   */
  void remove(PendingDelivery d) {
    EndpointQueue lane = queues.get(d.delivery().endpointId());
    if (lane != null && lane.registeredKeys(d.kind()).contains(d.delivery().key())) {
      lane.unregister(d);
      memory.removeMessage(team(lane), d.bytes());
    }
  }

  /**
   * Returns the nanoseconds until rate limit or circuit breaker allow a waiting delivery; empty if
   * neither blocks one.
   */
  Optional<Long> nextAllowedIn(long now) {
    long least = Long.MAX_VALUE;
    for (Deque<EndpointQueue> own : waitingByTeam.values()) {
      for (EndpointQueue lane : own) {
        long p = lane.nextAllowedIn(now);
        least = p > 0 && p < least ? p : least;
      }
    }
    return least == Long.MAX_VALUE ? Optional.empty() : Optional.of(least);
  }

  /** Drops waiting deliveries; the next owner of the shard reads them again. */
  void clear() {
    queues.values().forEach(lane -> clear(lane).forEach(this::remove));
  }

  /** Returns all memory to the budget when no more results will be written. */
  void release() {
    for (EndpointQueue lane : queues.values()) {
      memory.removeMessage(team(lane), lane.bytes());
    }
    queues.clear();
  }

  /**
   * Drops deliveries that cannot start soon while memory of the node or a team is scarce. They are
   * read again when they can start.
   */
  void evictIfScarce(long now) {
    for (EndpointQueue lane : queues.values()) {
      if (lane.waiting() > 0 && (memory.isScarce() || memory.isTeamFull(team(lane)))) {
        lane.evictNotSoon(now).forEach(this::remove);
        if (lane.waiting() == 0) {
          removeFromRotation(lane);
        }
      }
    }
  }

  private List<PendingDelivery> clear(EndpointQueue lane) {
    removeFromRotation(lane);
    return lane.clear();
  }

  private void removeFromRotation(EndpointQueue lane) {
    Deque<EndpointQueue> own = waitingByTeam.get(team(lane));
    if (own != null && own.remove(lane) && own.isEmpty()) {
      waitingByTeam.remove(team(lane));
      teamRotation.remove(team(lane));
    }
  }

  /**
   * Removes endpoints that have nothing in memory and no state to keep. An endpoint that stayed
   * unreadable for long is added again by a read if it still has deliveries.
   */
  void removeIdleEndpoints(long now) {
    long old = settings.breaker().window().toNanos() * 2;
    queues.values().removeIf(l -> isIdle(l) && now - lastUsedAt(l) > old);
  }

  private static boolean isIdle(EndpointQueue l) {
    return l.isEmpty() && l.inFlight() == 0 && !l.isBreakerOpen();
  }

  private static long lastUsedAt(EndpointQueue l) {
    return l.isUnreadable() ? l.unreadableSince() : l.settingsAt();
  }

  /** Returns the number of known endpoints whose settings cannot be decrypted. */
  long unreadableCount() {
    return queues.values().stream().filter(EndpointQueue::isUnreadable).count();
  }
}
