package io.tributary.report.parsing;

import io.tributary.core.ServiceException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Limits concurrent uploads of a node, in total and per team, and the disk space that they may
 * still use. Thread-safe.
 */
final class UploadAdmission {
  private static final Duration RETRY = Duration.ofSeconds(5);

  private final int maxUploads;
  private final int maxPerTeam;
  private final Map<UUID, Integer> perTeam = new HashMap<>();
  private int total;
  private long reservedBytes;

  UploadAdmission(int most, int mostOfTeam) {
    this.maxUploads = most;
    this.maxPerTeam = mostOfTeam;
  }

  /** Slot of one upload until it is released. */
  final class UploadSlot implements AutoCloseable {
    private final UUID team;
    private long bytes;
    private boolean released;

    private UploadSlot(UUID team) {
      this.team = team;
    }

    /**
     * Reserves disk space for the files of this upload. Bytes that are already written count twice,
     * because they also reduce the free space; this errs on the safe side.
     *
     * @param free free bytes of the disk
     * @param keep bytes to leave free for other uses
     * @throws ServiceException 503 if all current uploads together do not fit
     */
    void reserve(long more, long free, long keep) {
      synchronized (UploadAdmission.this) {
        if (free - reservedBytes - more < keep) {
          throw diskFull();
        }
        bytes += more;
        reservedBytes += more;
      }
    }

    /** Releases the slot once. */
    @Override
    public void close() {
      synchronized (UploadAdmission.this) {
        if (!released) {
          released = true;
          total--;
          reservedBytes -= bytes;
          perTeam.computeIfPresent(team, (t, n) -> n == 1 ? null : n - 1);
        }
      }
    }
  }

  static ServiceException diskFull() {
    return ServiceException.unavailable(
        "there is not enough storage space for this file at the moment; try again",
        Duration.ofMinutes(1));
  }

  /**
   * Takes a slot.
   *
   * @throws ServiceException 429 if the team uses all of its slots, 503 if the node has none left
   */
  synchronized UploadSlot acquire(UUID team) {
    if (perTeam.getOrDefault(team, 0) >= maxPerTeam) {
      throw ServiceException.tooManyRequests(
          "a team can upload at most " + maxPerTeam + " reports at once to one node", RETRY);
    }
    if (total >= maxUploads) {
      throw ServiceException.unavailable("too many uploads at once; try again", RETRY);
    }
    total++;
    perTeam.merge(team, 1, Integer::sum);
    return new UploadSlot(team);
  }
}
