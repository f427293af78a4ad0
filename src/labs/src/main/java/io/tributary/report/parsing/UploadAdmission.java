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

  private final int most;
  private final int mostOfTeam;
  private final Map<UUID, Integer> ofTeam = new HashMap<>();
  private int all;
  private long reservedBytes;

  UploadAdmission(int most, int mostOfTeam) {
    this.most = most;
    this.mostOfTeam = mostOfTeam;
  }

  /** Slot of one upload until it is released. */
  final class Place implements AutoCloseable {
    private final UUID team;
    private long bytes;
    private boolean given;

    private Place(UUID team) {
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
          throw noRoom();
        }
        bytes += more;
        reservedBytes += more;
      }
    }

    /** Releases the slot once. */
    @Override
    public void close() {
      synchronized (UploadAdmission.this) {
        if (!given) {
          given = true;
          all--;
          reservedBytes -= bytes;
          ofTeam.computeIfPresent(team, (t, n) -> n == 1 ? null : n - 1);
        }
      }
    }
  }

  static ServiceException noRoom() {
    return ServiceException.unavailable(
        "there is no room for this file now; try again", Duration.ofMinutes(1));
  }

  /**
   * Takes a slot.
   *
   * @throws ServiceException 429 if the team uses all of its slots, 503 if the node has none left
   */
  synchronized Place enter(UUID team) {
    if (ofTeam.getOrDefault(team, 0) >= mostOfTeam) {
      throw ServiceException.tooMany(
          "a team sends at most " + mostOfTeam + " reports at once to a node", RETRY);
    }
    if (all >= most) {
      throw ServiceException.unavailable("too many uploads at once; try again", RETRY);
    }
    all++;
    ofTeam.merge(team, 1, Integer::sum);
    return new Place(team);
  }
}
