package io.tributary.delivery;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Budget for message bytes held by all shards of a node. Thread-safe.
 *
 * <p>A read reserves its maximum size before it queries the database, so that concurrent reads
 * cannot exceed the budget.
 */
final class MemoryBudget {
  private static final int TEAM_DIVISOR = 4;

  private final long maxBytes;
  private final AtomicLong used = new AtomicLong();
  private final Map<UUID, AtomicLong> teams = new ConcurrentHashMap<>();

  MemoryBudget(long most) {
    this.maxBytes = most;
  }

  long used() {
    return used.get();
  }

  /** Reserves memory for a read. Returns false if there is not enough. */
  boolean reserve(long bytes) {
    if (used.addAndGet(bytes) <= Math.max(maxBytes, bytes)) {
      return true;
    }
    used.addAndGet(-bytes);
    return false;
  }

  void release(long bytes) {
    used.addAndGet(-bytes);
  }

  /** Adds a message held for a team. */
  void addMessage(UUID team, long bytes) {
    used.addAndGet(bytes);
    teams.computeIfAbsent(team, t -> new AtomicLong()).addAndGet(bytes);
  }

  void removeMessage(UUID team, long bytes) {
    used.addAndGet(-bytes);
    teams.computeIfPresent(team, (t, held) -> held.addAndGet(-bytes) > 0 ? held : null);
  }

  /** Returns whether a team has used its share. */
  boolean isTeamFull(UUID team) {
    AtomicLong held = teams.get(team);
    return held != null && held.get() >= maxBytes / TEAM_DIVISOR;
  }

  /**
   * Returns whether memory is so low that only endpoints without any message in memory should get
   * some.
   */
  boolean isScarce() {
    return used.get() >= maxBytes - maxBytes / TEAM_DIVISOR;
  }
}
