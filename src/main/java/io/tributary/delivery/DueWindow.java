package io.tributary.delivery;

import io.tributary.config.ServiceConfig;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The due deliveries of one shard that are in memory: waiting, in flight or not yet recorded. Gives
 * the endpoints their turns. Times are nanoseconds.
 */
final class DueWindow {
  private final ServiceConfig.Webhook settings;
  private final Map<String, EndpointLane> lanes = new HashMap<>();
  private final Deque<EndpointLane> turns = new ArrayDeque<>();
  private final Set<String> held = new HashSet<>();
  private Set<String> backlog = Set.of();
  private boolean cut;
  private int inFlight;

  DueWindow(ServiceConfig.Webhook settings) {
    this.settings = settings;
  }

  /** Keys of everything in memory, which must not be read again. */
  String[] held() {
    return held.toArray(String[]::new);
  }

  int inFlight() {
    return inFlight;
  }

  int waiting() {
    return turns.stream().mapToInt(EndpointLane::waiting).sum();
  }

  /** Endpoints for which enough is in memory. */
  String[] full() {
    return turns.stream()
        .filter(EndpointLane::full)
        .map(l -> l.target().id())
        .toArray(String[]::new);
  }

  boolean knows(String endpoint) {
    return lanes.containsKey(endpoint);
  }

  /**
   * Takes the endpoints as they are now. What waits for those that are off or gone is given back,
   * to be canceled.
   */
  List<Delivery> targets(Collection<Target> now) {
    Set<String> named = new HashSet<>();
    List<Delivery> canceled = new ArrayList<>();
    for (Target t : now) {
      named.add(t.id());
      EndpointLane lane = lanes.get(t.id());
      if (lane == null) {
        lane = new EndpointLane(settings, t);
        lanes.put(t.id(), lane);
        turns.add(lane);
      } else {
        lane.target(t);
      }
      if (t.off()) {
        canceled.addAll(lane.clear());
      }
    }
    turns.removeIf(
        lane -> {
          boolean gone = !named.contains(lane.target().id()) && lane.inFlight() == 0;
          if (gone) {
            lanes.remove(lane.target().id());
            canceled.addAll(lane.clear());
          }
          return gone;
        });
    return canceled;
  }

  /** Most rows of one endpoint that a read should bring. */
  int perEndpoint() {
    return 4 * settings.perEndpoint();
  }

  /**
   * Remembers which endpoints may have more due rows than are in memory.
   *
   * @param excluded endpoints that the read left out because they were full
   */
  void noteRead(List<Delivery> due, String[] excluded) {
    Map<String, Integer> counts = new HashMap<>();
    due.forEach(d -> counts.merge(d.endpointId(), 1, Integer::sum));
    Set<String> rest = new HashSet<>(List.of(excluded));
    counts.forEach(
        (endpoint, n) -> {
          if (n >= perEndpoint()) {
            rest.add(endpoint);
          }
        });
    backlog = rest;
    cut = due.size() >= settings.slice();
  }

  /** Whether a read would bring rows that there is room for. */
  boolean wantsMore() {
    if (cut) {
      return true;
    }
    for (String endpoint : backlog) {
      EndpointLane lane = lanes.get(endpoint);
      if (lane != null && !lane.full()) {
        return true;
      }
    }
    return false;
  }

  /** Puts read rows into their lanes; those of endpoints that are off are given back. */
  List<Delivery> add(List<Delivery> due) {
    List<Delivery> canceled = new ArrayList<>();
    for (Delivery d : due) {
      EndpointLane lane = lanes.get(d.endpointId());
      if (lane == null || !held.add(d.key())) {
        continue;
      }
      if (lane.target().off()) {
        canceled.add(d);
      } else {
        lane.add(d);
      }
    }
    return canceled;
  }

  Optional<EndpointLane> lane(String endpoint) {
    return Optional.ofNullable(lanes.get(endpoint));
  }

  /** The next attempt that may start: each endpoint gets one in turn. */
  Optional<EndpointLane.Started> next(long now) {
    for (int i = turns.size(); i > 0; i--) {
      EndpointLane lane = turns.poll();
      turns.add(lane);
      if (lane.ready(now)) {
        inFlight++;
        return Optional.of(lane.start(now));
      }
    }
    return Optional.empty();
  }

  void end(EndpointLane.Started started, Outcome outcome, long now) {
    inFlight--;
    lanes.get(started.target().id()).end(started, outcome, now);
  }

  /** Its outcome is recorded, so a read finds it again only when it is due again. */
  void forget(Delivery d) {
    held.remove(d.key());
  }

  /** How long until rate or breaker let something waiting start; empty when they hold nothing. */
  Optional<Long> pause(long now) {
    return turns.stream()
        .filter(l -> l.waiting() > 0)
        .map(l -> l.pause(now))
        .filter(p -> p > 0 && p < Long.MAX_VALUE)
        .min(Long::compare);
  }

  /** Drops what waits: the next owner reads it. */
  void clear() {
    turns.forEach(l -> l.clear().forEach(this::forget));
  }
}
