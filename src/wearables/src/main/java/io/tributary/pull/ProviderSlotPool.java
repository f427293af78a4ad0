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
 * Concurrency limits per provider on this node, and the applications and providers in cooldown.
 * Shared by all threads.
 *
 * <p>Each provider has its own slots in each lane, so a provider that hangs or denies permits does
 * not use slots of another one. Claim loops request an {@link Offer} before they read the queue, so
 * rows of a provider that is full or in cooldown stay there.
 *
 * <p>Free slots of a provider for a claim loop are the smaller of two numbers: its limit minus all
 * slots in use, and the loop's share (limit divided by the number of loops, rounded up) minus the
 * loop's own slots in use. The limit is one while the provider is in cooldown. Offered slots count
 * as used until the loop reports what it claimed.
 */
final class ProviderSlotPool {
  /** Kinds of work. Each has its own slots. */
  enum Lane {
    HISTORY,
    /** Polls for new data. */
    NEW
  }

  /**
   * Number of (provider, team) pairs whose last service is remembered. More are rarely loaded at
   * once.
   */
  private static final int REMEMBERED = 512;

  private final int perProvider;
  private final List<String> providers;
  private final LongSupplier nanos;
  private final Map<Lane, Side> sides = new EnumMap<>(Lane.class);
  private final Map<String, Long> ill = new HashMap<>();

  /** State of one lane. */
  private static final class Side {
    private final List<Desk> desks = new ArrayList<>();
    private final Map<String, Integer> running = new HashMap<>();
    private final Map<Work, Integer> busy = new HashMap<>();

    /** Last service of the most recently served teams. A missing team was served longer ago. */
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

  /** Provider and team of a claimed row. */
  record Work(String provider, UUID team) {}

  /**
   * Slots that a claim may fill.
   *
   * @param places free slots by provider; providers without free slots are left out
   * @param resting providers and IDs of applications in cooldown, as parallel lists
   * @param busy work in progress on this node by provider and team
   * @param served sequence number of the last service by provider and team
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
      // One iteration order, because the SQL parameters are read from it as parallel arrays.
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
   * Registration of one claim loop in a lane. The loops of a node share its slots evenly. Offered
   * slots are reserved until the loop reports its claim.
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
     * Releases the offered slots that were not claimed.
     *
     * @param claimed provider and team of each claimed row
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

    /** Returns the slot of a claimed run of this application. */
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

    /** Releases the slot of a run that has ended. */
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

    /** Unregisters the loop and releases its slots for the others. */
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
   * @param perProvider slots of one provider in each lane
   * @param providers all providers that can have work
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
   * Puts an application into cooldown. An application that may not read new data may not read
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
   * Puts a provider into cooldown after the failure of one of its hosts. Other hosts of it may be
   * healthy, so one run at a time continues.
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

  /** Adds to a counter and removes it at zero, because teams come and go. */
  private static void sum(Map<Work, Integer> counts, Work work, int n) {
    counts.merge(work, n, (a, b) -> a + b == 0 ? null : Integer.valueOf(a + b));
  }
}
