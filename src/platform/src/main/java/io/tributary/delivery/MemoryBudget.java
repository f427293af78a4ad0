package io.tributary.delivery;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes of messages that a node's shards hold. A read takes its allowance before it asks the
 * database, so that many reads at once do not bring more than there is room for. For all threads.
 */
final class MemoryBudget {
  private static final int TEAMS = 4;

  private final long most;
  private final AtomicLong used = new AtomicLong();
  private final Map<UUID, AtomicLong> teams = new ConcurrentHashMap<>();

  MemoryBudget(long most) {
    this.most = most;
  }

  long used() {
    return used.get();
  }

  /** Takes room for a read; false when there is not enough. */
  boolean reserve(long bytes) {
    if (used.addAndGet(bytes) <= Math.max(most, bytes)) {
      return true;
    }
    used.addAndGet(-bytes);
    return false;
  }

  void release(long bytes) {
    used.addAndGet(-bytes);
  }

  /** A message is held for a team. */
  void hold(UUID team, long bytes) {
    used.addAndGet(bytes);
    teams.computeIfAbsent(team, t -> new AtomicLong()).addAndGet(bytes);
  }

  void drop(UUID team, long bytes) {
    used.addAndGet(-bytes);
    teams.computeIfPresent(team, (t, held) -> held.addAndGet(-bytes) > 0 ? held : null);
  }

  /** Whether a team holds its share. */
  boolean full(UUID team) {
    AtomicLong held = teams.get(team);
    return held != null && held.get() >= most / TEAMS;
  }

  /** Whether so little is left that only endpoints without any message should get some. */
  boolean scarce() {
    return used.get() >= most - most / TEAMS;
  }
}
