package io.tributary.delivery;

import io.tributary.config.WebhookConfig;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Slots for in-flight attempts of a node, with a limit per team. Thread-safe.
 *
 * <p>A slow attempt frees its slot, because waiting for a response costs very little. The number of
 * slow attempts is limited as well, per node and per team.
 */
final class AttemptSlots {
  private final int perNode;
  private final int perTeam;
  private final int slowPerNode;
  private final int slowPerTeam;
  private final AtomicInteger taken = new AtomicInteger();
  private final AtomicInteger slow = new AtomicInteger();
  private final Map<UUID, TeamUsage> teams = new ConcurrentHashMap<>();

  private record TeamUsage(AtomicInteger taken, AtomicInteger slow) {}

  /** Slot of one attempt; used on one event loop. */
  final class Slot {
    private final UUID team;
    private boolean isSlow;
    private boolean ended;

    private Slot(UUID team) {
      this.team = team;
    }

    /**
     * Frees the slot while the attempt continues. Returns false if the limit of slow attempts is
     * reached.
     */
    boolean markSlow() {
      TeamUsage share = teams.get(team);
      if (isSlow || !tryIncrement(slow, slowPerNode)) {
        return isSlow;
      }
      if (!tryIncrement(share.slow, slowPerTeam)) {
        slow.decrementAndGet();
        return false;
      }
      share.taken.decrementAndGet();
      taken.decrementAndGet();
      isSlow = true;
      return true;
    }

    boolean isEnded() {
      return ended;
    }

    /** Releases the slot because the attempt has ended. */
    void release() {
      ended = true;
      (isSlow ? slow : taken).decrementAndGet();
      teams.computeIfPresent(
          team,
          (t, share) -> {
            (isSlow ? share.slow : share.taken).decrementAndGet();
            return share.taken.get() + share.slow.get() > 0 ? share : null;
          });
    }
  }

  AttemptSlots(WebhookConfig settings) {
    this.perNode = settings.concurrency();
    this.perTeam = settings.limits().teamConcurrency();
    this.slowPerNode = settings.limits().maxSlowAttempts();
    this.slowPerTeam = settings.limits().teamMaxSlowAttempts();
  }

  /** Returns the number of attempts in flight, including slow ones. */
  int inFlight() {
    return taken.get() + slow.get();
  }

  boolean isFull() {
    return taken.get() >= perNode;
  }

  /** Returns a slot, or null if the node or the team has none left. */
  Slot tryAcquire(UUID team) {
    if (!tryIncrement(taken, perNode)) {
      return null;
    }
    boolean[] got = {false};
    teams.compute(
        team,
        (t, known) -> {
          TeamUsage share =
              known == null ? new TeamUsage(new AtomicInteger(), new AtomicInteger()) : known;
          got[0] = tryIncrement(share.taken, perTeam);
          return share;
        });
    if (!got[0]) {
      taken.decrementAndGet();
      return null;
    }
    return new Slot(team);
  }

  private static boolean tryIncrement(AtomicInteger count, int most) {
    if (count.incrementAndGet() <= most) {
      return true;
    }
    count.decrementAndGet();
    return false;
  }
}
