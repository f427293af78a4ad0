package io.tributary.pull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * How much this node does of each provider at once, and who is left alone for a while: a provider
 * that hangs, or lets nobody call, takes no place of another one. Claims ask before they look into
 * the queue, so that rows of a full or resting provider stay there. Shared by all threads.
 */
final class ProviderSlotPool {
  /** Kinds of work; each has places of its own. */
  enum Lane {
    /** Historical pulls. */
    HISTORY,
    /** Polls: what is new. */
    NEW
  }

  /** Teams of providers whose turns are known: more than that are seldom loaded at once. */
  private static final int REMEMBERED = 512;

  private final int perProvider;
  private final List<String> providers;
  private final LongSupplier nanos;
  private final Map<Lane, Side> sides = new EnumMap<>(Lane.class);
  private final Map<String, Long> ill = new HashMap<>();

  /** One lane. */
  private static final class Side {
    private final List<Desk> desks = new ArrayList<>();
    private final Map<String, Integer> running = new HashMap<>();
    private final Map<Work, Integer> busy = new HashMap<>();

    /** When teams were served, of those served last; who is not here was served longer ago. */
    private final Map<Work, Long> served =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Work, Long> eldest) {
            return size() > REMEMBERED;
          }
        };

    private long serves;
    private final Map<String, Integer> away = new HashMap<>();
    private final Map<Resting, Long> resting = new HashMap<>();
  }

  private record Resting(String provider, UUID app) {}

  /** Whose row it is that a run was claimed for. */
  record Work(String provider, UUID team) {}

  /**
   * What may be claimed now.
   *
   * @param places free places by provider; those without one are left out
   * @param resting applications that are not to be claimed, as provider and id side by side
   * @param busy what is under way here, of which each team has its part
   * @param served when each team was served here, by numbers that grow
   */
  record Offer(
      Map<String, Integer> places,
      List<String> restingOf,
      List<UUID> resting,
      Map<Work, Integer> busy,
      Map<Work, Long> served) {
    Offer {
      places = new TreeMap<>(places);
      restingOf = List.copyOf(restingOf);
      resting = List.copyOf(resting);
      busy = Map.copyOf(busy);
      // In one order, as its parts are told apart from each other.
      Map<Work, Long> known = new LinkedHashMap<>(served);
      busy.keySet().forEach(w -> known.putIfAbsent(w, 0L));
      served = Collections.unmodifiableMap(known);
    }

    boolean empty() {
      return places.isEmpty();
    }

    String[] providers() {
      return places.keySet().toArray(String[]::new);
    }

    Integer[] numbers() {
      return places.values().toArray(Integer[]::new);
    }

    String[] restingProviders() {
      return restingOf.toArray(String[]::new);
    }

    UUID[] restingApps() {
      return resting.toArray(UUID[]::new);
    }

    String[] knownProviders() {
      return served.keySet().stream().map(Work::provider).toArray(String[]::new);
    }

    UUID[] knownTeams() {
      return served.keySet().stream().map(Work::team).toArray(UUID[]::new);
    }

    Integer[] busyNumbers() {
      return served.keySet().stream().map(w -> busy.getOrDefault(w, 0)).toArray(Integer[]::new);
    }

    Long[] servedNumbers() {
      return served.values().toArray(Long[]::new);
    }
  }

  /**
   * One claim loop of a lane: loops of a node share its places evenly, so that each has work. What
   * it was offered is taken until it says what became of it.
   */
  final class Desk {
    private final Side side;
    private final Map<String, Integer> own = new HashMap<>();
    private final Map<Work, Integer> ownBusy = new HashMap<>();
    private boolean closed;

    private Desk(Side side) {
      this.side = side;
    }

    Offer offer() {
      synchronized (ProviderSlotPool.this) {
        return ProviderSlotPool.this.offer(side, own);
      }
    }

    /**
     * Gives back what was offered and not claimed.
     *
     * @param claimed whose the claimed rows are, one each
     */
    void claimed(Offer offer, Collection<Work> claimed) {
      synchronized (ProviderSlotPool.this) {
        offer.places().forEach((provider, n) -> add(provider, -n));
        claimed.forEach(
            work -> {
              add(work, 1);
              side.served.put(work, ++side.serves);
            });
      }
    }

    /** The place of a run of this application that was claimed here. */
    PullSlot seat(Work work, UUID app) {
      String provider = work.provider();
      return new PullSlot() {
        @Override
        public boolean leave(Duration wait, boolean onlyUser) {
          synchronized (ProviderSlotPool.this) {
            if (side.away.getOrDefault(provider, 0) >= perProvider) {
              return false;
            }
            side.away.merge(provider, 1, Integer::sum);
            add(work, -1);
            if (!onlyUser) {
              rest(side, provider, app, ProviderCooldowns.shortened(wait));
            }
            return true;
          }
        }

        @Override
        public void back() {
          synchronized (ProviderSlotPool.this) {
            side.away.merge(provider, -1, Integer::sum);
            add(work, 1);
          }
        }
      };
    }

    /** A run has ended. */
    void ended(Work work) {
      synchronized (ProviderSlotPool.this) {
        add(work, -1);
      }
    }

    private void add(Work work, int n) {
      add(work.provider(), n);
      if (!closed) {
        sum(ownBusy, work, n);
        sum(side.busy, work, n);
      }
    }

    private void add(String provider, int n) {
      if (closed) {
        return;
      }
      own.merge(provider, n, Integer::sum);
      side.running.merge(provider, n, Integer::sum);
    }

    /** The loop has ended; its places are for the others. */
    void close() {
      synchronized (ProviderSlotPool.this) {
        side.desks.remove(this);
        own.forEach((provider, n) -> side.running.merge(provider, -n, Integer::sum));
        ownBusy.forEach((work, n) -> sum(side.busy, work, -n));
        closed = true;
      }
    }
  }

  /**
   * @param perProvider places of one provider in each lane
   * @param providers all there can be work of
   * @param nanos any monotonic clock
   */
  ProviderSlotPool(int perProvider, Collection<String> providers, LongSupplier nanos) {
    this.perProvider = perProvider;
    this.providers = List.copyOf(providers);
    this.nanos = nanos;
    for (Lane lane : Lane.values()) {
      sides.put(lane, new Side());
    }
  }

  synchronized Desk desk(Lane lane) {
    Side side = sides.get(lane);
    Desk desk = new Desk(side);
    side.desks.add(desk);
    return desk;
  }

  /**
   * Nobody of the application may call for a while. Who may not read what is new may not read
   * history either.
   */
  synchronized void rest(Lane lane, String provider, UUID app, Duration wait) {
    rest(sides.get(Lane.HISTORY), provider, app, wait);
    if (lane == Lane.NEW) {
      rest(sides.get(Lane.NEW), provider, app, wait);
    }
  }

  private void rest(Side side, String provider, UUID app, Duration wait) {
    side.resting.merge(
        new Resting(provider, app),
        nanos.getAsLong() + wait.toNanos(),
        (a, b) -> b - a > 0 ? b : a);
  }

  /**
   * A host of the provider is left alone. It may have others that are well, so one run at a time
   * goes on.
   */
  synchronized void ill(String provider, Duration wait) {
    ill.put(provider, nanos.getAsLong() + wait.toNanos());
  }

  private Offer offer(Side side, Map<String, Integer> own) {
    long now = nanos.getAsLong();
    ill.values().removeIf(until -> until - now <= 0);
    side.resting.values().removeIf(until -> until - now <= 0);
    int loops = Math.max(1, side.desks.size());
    Map<String, Integer> places = new HashMap<>();
    for (String provider : providers) {
      int all = ill.containsKey(provider) ? 1 : perProvider;
      int share = (all + loops - 1) / loops;
      int free =
          Math.min(
              all - side.running.getOrDefault(provider, 0), share - own.getOrDefault(provider, 0));
      if (free > 0) {
        places.put(provider, free);
        own.merge(provider, free, Integer::sum);
        side.running.merge(provider, free, Integer::sum);
      }
    }
    List<Resting> resting = List.copyOf(side.resting.keySet());
    return new Offer(
        places,
        resting.stream().map(Resting::provider).toList(),
        resting.stream().map(Resting::app).toList(),
        side.busy,
        side.served);
  }

  /** Teams come and go: whom nothing is under way of is forgotten. */
  private static void sum(Map<Work, Integer> counts, Work work, int n) {
    counts.merge(work, n, (a, b) -> a + b == 0 ? null : Integer.valueOf(a + b));
  }
}
