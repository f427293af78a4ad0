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
 * The due deliveries of one shard that are in memory: waiting, in flight or not yet recorded. Gives
 * the teams their turns, and the endpoints of each. Times are nanoseconds.
 */
final class DeliveryBuffer {
  /** An attempt and its place among the node's. */
  record Go(EndpointQueue.Started started, AttemptSlots.Slot slot) {}

  private final WebhookConfig settings;
  private final AttemptSlots slots;
  private final MemoryBudget memory;
  private final Map<String, EndpointQueue> lanes = new HashMap<>();

  /** Lanes with something waiting, by team. */
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

  /** Endpoints that a read leaves out: enough of them, or of their team, is in memory. */
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
   * Endpoints among these and the waiting ones whose settings are unknown or older than this, and
   * those that could not be read then: nothing of them is read or waits before they can.
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

  /** What is known of the endpoints is to be read again before anything is sent. */
  void distrust(long now) {
    long old = now - settings.settingsLife().toNanos() - 1;
    lanes.values().forEach(l -> l.target(l.target(), Math.min(l.targetAt(), old)));
  }

  /**
   * Takes endpoints as they are now. What waits for those that are off or gone is given back, to be
   * canceled.
   *
   * @param asked all that were looked for; those not found are gone
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

  /** Puts read rows into their lanes; those that nothing can be sent for are given back. */
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

  /** Whether the last look for an attempt found one that only lacks a place. */
  boolean waitsForSlots() {
    return refused;
  }

  /** The next attempt that may start: each team gets one in turn, and each endpoint of it. */
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

  /** Its outcome is recorded, so a read finds it again only when it is due again. */
  void forget(PendingDelivery d) {
    EndpointQueue lane = lanes.get(d.delivery().endpointId());
    if (lane != null && lane.held(d.turn()).contains(d.delivery().key())) {
      lane.forget(d);
      memory.drop(team(lane), d.bytes());
    }
  }

  /** How long until rate or breaker let something waiting start; empty when they hold nothing. */
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

  /** Drops what waits: the next owner reads it. */
  void clear() {
    lanes.values().forEach(lane -> clear(lane).forEach(this::forget));
  }

  /** Gives the memory of everything back, when no more results are going to be written. */
  void release() {
    for (EndpointQueue lane : lanes.values()) {
      memory.drop(team(lane), lane.bytes());
    }
    lanes.clear();
  }

  /**
   * While room is scarce, the node's or a team's, what cannot start soon is let go: it is read
   * again when it can.
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
   * Forgets endpoints of which nothing is here and nothing needs to be remembered. One that could
   * not be read for long comes back if it still has something.
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

  /** Endpoints that are known and cannot be read. */
  long unreadable() {
    return lanes.values().stream().filter(EndpointQueue::unreadable).count();
  }
}
