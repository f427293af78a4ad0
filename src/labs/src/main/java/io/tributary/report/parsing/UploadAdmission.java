package io.tributary.report.parsing;

import io.tributary.core.ServiceException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * How many uploads a node takes in at once, of all teams and of one, and the room on the disk that
 * they may still fill. Any thread.
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

  /** The place of one upload, until it is given back. */
  final class Place implements AutoCloseable {
    private final UUID team;
    private long bytes;
    private boolean given;

    private Place(UUID team) {
      this.team = team;
    }

    /**
     * Keeps room for the files of this upload. What it has written by and by counts twice, as it is
     * missing on the disk too: that errs on the safe side.
     *
     * @param free bytes that the disk has left
     * @param keep of these for others
     * @throws Refusal 503 when all that is under way does not fit
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

    /** Gives the place back, once. */
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
   * Takes a place.
   *
   * @throws Refusal 429 when the team has all of its own, 503 when the node has none left
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
