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
  record Go(EndpointQueue.Started started, AttemptSlots.Slot slot) {}

  private final WebhookConfig settings;
  private final AttemptSlots slots;
  private final MemoryBudget memory;
  private final Map<String, EndpointQueue> lanes = new HashMap<>();

  /** Queues with waiting deliveries, by team. */
  private final Map<UUID, Deque<EndpointQueue>> turns = new LinkedHashMap<>();

  private final Deque<UUID> teams = new ArrayDeque<>();
  private int inFlight;
  private boolean refused;

  DeliveryBuffer(WebhookConfig settings, AttemptSlots slots, MemoryBudget memory) {
    this.settings = settings;
    this.slots = slots;
    this.memory = memory;
  }

  int inFlight() {
    return inFlight;
  }

  boolean anyWaiting() {
    return !turns.isEmpty();
  }

  Optional<EndpointQueue> lane(String endpoint) {
    return Optional.ofNullable(lanes.get(endpoint));
  }

  Collection<EndpointQueue> lanes() {
    return lanes.values();
  }

  /**
   * Returns the endpoints that reads exclude, because enough of them or of their team is in memory.
   */
  List<String> full() {
    boolean scarce = memory.scarce();
    long now = System.nanoTime();
    List<String> out = new ArrayList<>();
    for (EndpointQueue lane : lanes.values()) {
      if (full(lane, scarce, now)) {
        out.add(lane.target().id());
      }
    }
    return out;
  }

  private boolean full(EndpointQueue lane, boolean scarce, long now) {
    return lane.full(now)
        || !lane.empty() && (scarce || memory.full(lane.target().tenant().team()));
  }

  boolean full(String endpoint) {
    EndpointQueue lane = lanes.get(endpoint);
    return lane != null && full(lane, memory.scarce(), System.nanoTime());
  }

  /**
   * Returns the endpoints, among the given and the waiting deliveries, whose settings are unknown
   * or older than the given age. Endpoints with unreadable settings are included, so that they are
   * read again.
   */
  Set<String> stale(Collection<PendingDelivery> due, long now, long life) {
    Set<String> out = new java.util.HashSet<>();
    for (PendingDelivery d : due) {
      String endpoint = d.delivery().endpointId();
      EndpointQueue lane = lanes.get(endpoint);
      if (lane == null || now - lane.targetAt() > life) {
        out.add(endpoint);
      }
    }
    for (EndpointQueue lane : lanes.values()) {
      if ((lane.waiting() > 0 || lane.unreadable()) && now - lane.targetAt() > life) {
        out.add(lane.target().id());
      }
    }
    return out;
  }

  /** Marks the settings of all endpoints as stale; they are read again before anything is sent. */
  void distrust(long now) {
    long old = now - settings.settingsLife().toNanos() - 1;
    lanes.values().forEach(l -> l.target(l.target(), Math.min(l.targetAt(), old)));
  }

  /**
   * Updates endpoint settings. Returns the waiting deliveries of disabled and deleted endpoints,
   * which must be canceled.
   *
   * @param asked endpoints that were looked up; those not found have been deleted
   */
  List<PendingDelivery> targets(
      Collection<String> asked, Collection<EndpointSnapshot> found, long askedAt) {
    List<PendingDelivery> canceled = new ArrayList<>();
    Map<String, EndpointSnapshot> byId = new HashMap<>();
    found.forEach(t -> byId.put(t.id(), t));
    for (String id : asked) {
      EndpointSnapshot t = byId.get(id);
      EndpointQueue lane = lanes.get(id);
      if (t != null && lane == null) {
        lanes.put(id, new EndpointQueue(settings, t, askedAt));
      } else if (t != null) {
        lane.target(t, askedAt);
      }
      if (lane != null && (t == null || t.off())) {
        canceled.addAll(clear(lane));
      } else if (lane != null && lane.unreadable()) {
        clear(lane).forEach(this::forget);
      }
      if (lane != null && t == null && lane.empty()) {
        lanes.remove(id);
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
      EndpointQueue lane = lanes.get(d.delivery().endpointId());
      if (lane == null) {
        canceled.add(d);
      } else if (!lane.unreadable() && lane.hold(d)) {
        memory.hold(team(lane), d.bytes());
        if (lane.target().off() || d.empty()) {
          canceled.add(d);
        } else {
          lane.add(d);
          if (lane.waiting() == 1) {
            queue(lane);
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

  private void queue(EndpointQueue lane) {
    UUID team = team(lane);
    turns
        .computeIfAbsent(
            team,
            t -> {
              teams.add(t);
              return new ArrayDeque<>();
            })
        .add(lane);
  }

  /** Returns whether the last {@link #next} found an attempt that lacked only a slot. */
  boolean waitsForSlots() {
    return refused;
  }

  /** Returns the next attempt that may start, round-robin over teams and their endpoints. */
  Optional<Go> next(long now) {
    refused = false;
    for (int i = teams.size(); i > 0; i--) {
      UUID team = teams.poll();
      teams.add(team);
      Optional<Go> go = next(team, turns.get(team), now);
      if (turns.get(team).isEmpty()) {
        turns.remove(team);
        teams.removeLast();
      }
      if (go.isPresent()) {
        return go;
      }
    }
    return Optional.empty();
  }

  private Optional<Go> next(UUID team, Deque<EndpointQueue> own, long now) {
    long life = settings.settingsLife().toNanos();
    for (int i = own.size(); i > 0; i--) {
      EndpointQueue lane = own.poll();
      if (lane.waiting() == 0) {
        continue;
      }
      own.add(lane);
      if (now - lane.targetAt() > life || !lane.ready(now)) {
        continue;
      }
      AttemptSlots.Slot slot = slots.take(team);
      if (slot == null) {
        refused = true;
        return Optional.empty();
      }
      inFlight++;
      EndpointQueue.Started started = lane.start(now);
      if (lane.waiting() == 0) {
        own.removeLast();
      }
      return Optional.of(new Go(started, slot));
    }
    return Optional.empty();
  }

  void end(EndpointQueue.Started started, AttemptOutcome outcome, long now) {
    inFlight--;
    started.lane().end(started, outcome, now);
  }

  /**
   * Removes a delivery whose result is recorded. A later read returns it again only when it is due
   * again.
   */
  void forget(PendingDelivery d) {
    EndpointQueue lane = lanes.get(d.delivery().endpointId());
    if (lane != null && lane.held(d.turn()).contains(d.delivery().key())) {
      lane.forget(d);
      memory.drop(team(lane), d.bytes());
    }
  }

  /**
   * Returns the nanoseconds until rate limit or circuit breaker allow a waiting delivery; empty if
   * neither blocks one.
   */
  Optional<Long> pause(long now) {
    long least = Long.MAX_VALUE;
    for (Deque<EndpointQueue> own : turns.values()) {
      for (EndpointQueue lane : own) {
        long p = lane.pause(now);
        least = p > 0 && p < least ? p : least;
      }
    }
    return least == Long.MAX_VALUE ? Optional.empty() : Optional.of(least);
  }

  /** Drops waiting deliveries; the next owner of the shard reads them again. */
  void clear() {
    lanes.values().forEach(lane -> clear(lane).forEach(this::forget));
  }

  /** Returns all memory to the budget when no more results will be written. */
  void release() {
    for (EndpointQueue lane : lanes.values()) {
      memory.drop(team(lane), lane.bytes());
    }
    lanes.clear();
  }

  /**
   * Drops deliveries that cannot start soon while memory of the node or a team is scarce. They are
   * read again when they can start.
   */
  void relieve(long now) {
    for (EndpointQueue lane : lanes.values()) {
      if (lane.waiting() > 0 && (memory.scarce() || memory.full(team(lane)))) {
        lane.spare(now).forEach(this::forget);
        if (lane.waiting() == 0) {
          endTurns(lane);
        }
      }
    }
  }

  private List<PendingDelivery> clear(EndpointQueue lane) {
    endTurns(lane);
    return lane.clear();
  }

  private void endTurns(EndpointQueue lane) {
    Deque<EndpointQueue> own = turns.get(team(lane));
    if (own != null && own.remove(lane) && own.isEmpty()) {
      turns.remove(team(lane));
      teams.remove(team(lane));
    }
  }

  /**
   * Removes endpoints that have nothing in memory and no state to keep. An endpoint that stayed
   * unreadable for long is added again by a read if it still has deliveries.
   */
  void tidy(long now) {
    long old = settings.breaker().window().toNanos() * 2;
    lanes.values().removeIf(l -> idle(l) && now - unused(l) > old);
  }

  private static boolean idle(EndpointQueue l) {
    return l.empty() && l.inFlight() == 0 && !l.breakerOpen();
  }

  private static long unused(EndpointQueue l) {
    return l.unreadable() ? l.unreadableSince() : l.targetAt();
  }

  /** Returns the number of known endpoints whose settings cannot be decrypted. */
  long unreadable() {
    return lanes.values().stream().filter(EndpointQueue::unreadable).count();
  }
}
