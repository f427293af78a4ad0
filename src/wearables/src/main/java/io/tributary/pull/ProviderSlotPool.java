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
    NEW_DATA
  }

  /**
   * Number of (provider, team) pairs whose last service is remembered. More are rarely loaded at
   * once.
   */
  private static final int MAX_SERVED_ENTRIES = 512;

  private final int perProvider;
  private final List<String> providers;
  private final LongSupplier nanos;
  private final Map<Lane, LaneState> lanes = new EnumMap<>(Lane.class);
  private final Map<String, Long> degraded = new HashMap<>();

  /** State of one lane. */
  private static final class LaneState {
    private final List<Claimer> claimers = new ArrayList<>();
    private final Map<String, Integer> running = new HashMap<>();
    private final Map<TeamWork, Integer> inProgress = new HashMap<>();

    /** Last service of the most recently served teams. A missing team was served longer ago. */
    private final Map<TeamWork, Long> lastServed =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<TeamWork, Long> eldest) {
            return size() > MAX_SERVED_ENTRIES;
          }
        };

    private long serveCounter;
    private final Map<String, Integer> waitingWithoutSlot = new HashMap<>();
    private final Map<CooldownKey, Long> cooldowns = new HashMap<>();
  }

  private record CooldownKey(String provider, UUID app) {}

  /** Provider and team of a claimed row. */
  record TeamWork(String provider, UUID team) {}

  /**
   * Slots that a claim may fill.
   *
   * @param freeSlots free slots by provider; providers without free slots are left out
   * @param cooldowns providers and IDs of applications in cooldown, as parallel lists
   * @param inProgress work in progress on this node by provider and team
   * @param lastServed sequence number of the last service by provider and team
   */
  record Offer(
      Map<String, Integer> freeSlots,
      List<String> cooldownProviderList,
      List<UUID> cooldownAppList,
      Map<TeamWork, Integer> inProgress,
      Map<TeamWork, Long> lastServed) {
    Offer {
      freeSlots = new TreeMap<>(freeSlots);
      cooldownProviderList = List.copyOf(cooldownProviderList);
      cooldownAppList = List.copyOf(cooldownAppList);
      inProgress = Map.copyOf(inProgress);
      // One iteration order, because the SQL parameters are read from it as parallel arrays.
      Map<TeamWork, Long> known = new LinkedHashMap<>(lastServed);
      inProgress.keySet().forEach(w -> known.putIfAbsent(w, 0L));
      lastServed = Collections.unmodifiableMap(known);
    }

    boolean isEmpty() {
      return freeSlots.isEmpty();
    }

    String[] providers() {
      return freeSlots.keySet().toArray(String[]::new);
    }

    Integer[] freeSlotCounts() {
      return freeSlots.values().toArray(Integer[]::new);
    }

    String[] cooldownProviders() {
      return cooldownProviderList.toArray(String[]::new);
    }

    UUID[] cooldownApps() {
      return cooldownAppList.toArray(UUID[]::new);
    }

    String[] knownProviders() {
      return lastServed.keySet().stream().map(TeamWork::provider).toArray(String[]::new);
    }

    UUID[] knownTeams() {
      return lastServed.keySet().stream().map(TeamWork::team).toArray(UUID[]::new);
    }

    Integer[] inProgressCounts() {
      return lastServed.keySet().stream()
          .map(w -> inProgress.getOrDefault(w, 0))
          .toArray(Integer[]::new);
    }

    Long[] lastServedNumbers() {
      return lastServed.values().toArray(Long[]::new);
    }
  }

  /**
   * Registration of one claim loop in a lane. The loops of a node share its slots evenly. Offered
   * slots are reserved until the loop reports its claim.
   */
  final class Claimer {
    private final LaneState laneState;
    private final Map<String, Integer> slotsInUse = new HashMap<>();
    private final Map<TeamWork, Integer> ownInProgress = new HashMap<>();
    private boolean closed;

    private Claimer(LaneState side) {
      this.laneState = side;
    }

    Offer offer() {
      synchronized (ProviderSlotPool.this) {
        return ProviderSlotPool.this.offer(laneState, slotsInUse);
      }
    }

    /**
     * Releases the offered slots that were not claimed.
     *
     * @param claimed provider and team of each claimed row
     */
    void recordClaim(Offer offer, Collection<TeamWork> claimed) {
      synchronized (ProviderSlotPool.this) {
        offer.freeSlots().forEach((provider, n) -> add(provider, -n));
        claimed.forEach(
            work -> {
              add(work, 1);
              laneState.lastServed.put(work, ++laneState.serveCounter);
            });
      }
    }

    /** Returns the slot of a claimed run of this application. */
    PullSlot slot(TeamWork work, UUID app) {
      String provider = work.provider();
      return new PullSlot() {
        @Override
        public boolean release(Duration wait, boolean onlyUser) {
          synchronized (ProviderSlotPool.this) {
            if (laneState.waitingWithoutSlot.getOrDefault(provider, 0) >= perProvider) {
              return false;
            }
            laneState.waitingWithoutSlot.merge(provider, 1, Integer::sum);
            add(work, -1);
            if (!onlyUser) {
              coolDown(laneState, provider, app, ProviderCooldowns.cooldownFor(wait));
            }
            return true;
          }
        }

        @Override
        public void reacquire() {
          synchronized (ProviderSlotPool.this) {
            laneState.waitingWithoutSlot.merge(provider, -1, Integer::sum);
            add(work, 1);
          }
        }
      };
    }

    /** Releases the slot of a run that has ended. */
    void release(TeamWork work) {
      synchronized (ProviderSlotPool.this) {
        add(work, -1);
      }
    }

    private void add(TeamWork work, int n) {
      add(work.provider(), n);
      if (!closed) {
        addCount(ownInProgress, work, n);
        addCount(laneState.inProgress, work, n);
      }
    }

    private void add(String provider, int n) {
      if (closed) {
        return;
      }
      slotsInUse.merge(provider, n, Integer::sum);
      laneState.running.merge(provider, n, Integer::sum);
    }

    /** Unregisters the loop and releases its slots for the others. */
    void close() {
      synchronized (ProviderSlotPool.this) {
        laneState.claimers.remove(this);
        slotsInUse.forEach((provider, n) -> laneState.running.merge(provider, -n, Integer::sum));
        ownInProgress.forEach((work, n) -> addCount(laneState.inProgress, work, -n));
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
      lanes.put(lane, new LaneState());
    }
  }

  synchronized Claimer newClaimer(Lane lane) {
    LaneState side = lanes.get(lane);
    Claimer desk = new Claimer(side);
    side.claimers.add(desk);
    return desk;
  }

  /**
   * Puts an application into cooldown. An application that may not read new data may not read
   * history either.
   */
  synchronized void coolDown(Lane lane, String provider, UUID app, Duration wait) {
    coolDown(lanes.get(Lane.HISTORY), provider, app, wait);
    if (lane == Lane.NEW_DATA) {
      coolDown(lanes.get(Lane.NEW_DATA), provider, app, wait);
    }
  }

  private void coolDown(LaneState side, String provider, UUID app, Duration wait) {
    side.cooldowns.merge(
        new CooldownKey(provider, app),
        nanos.getAsLong() + wait.toNanos(),
        (a, b) -> b - a > 0 ? b : a);
  }

  /**
   * Puts a provider into cooldown after the failure of one of its hosts. Other hosts of it may be
   * healthy, so one run at a time continues.
   */
  synchronized void coolDownProvider(String provider, Duration wait) {
    degraded.put(provider, nanos.getAsLong() + wait.toNanos());
  }

  private Offer offer(LaneState side, Map<String, Integer> own) {
    long now = nanos.getAsLong();
    degraded.values().removeIf(until -> until - now <= 0);
    side.cooldowns.values().removeIf(until -> until - now <= 0);
    int loops = Math.max(1, side.claimers.size());
    Map<String, Integer> places = new HashMap<>();
    for (String provider : providers) {
      int all = degraded.containsKey(provider) ? 1 : perProvider;
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
    List<CooldownKey> resting = List.copyOf(side.cooldowns.keySet());
    return new Offer(
        places,
        resting.stream().map(CooldownKey::provider).toList(),
        resting.stream().map(CooldownKey::app).toList(),
        side.inProgress,
        side.lastServed);
  }

  /** Adds to a counter and removes it at zero, because teams come and go. */
  private static void addCount(Map<TeamWork, Integer> counts, TeamWork work, int n) {
    counts.merge(work, n, (a, b) -> a + b == 0 ? null : Integer.valueOf(a + b));
  }
}
