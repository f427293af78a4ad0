package io.tributary.workoutfile;

import io.tributary.model.Sport;
import io.tributary.model.WorkoutStream;
import java.time.Instant;
import java.util.List;

/**
 * What a file holds, whatever its format. Optional fields are null when the file does not say.
 *
 * @param format fit, tcx or gpx
 * @param byDevice whether something worn recorded it, rather than an app
 * @param offsetSeconds offset of the recorder's clock
 */
public record WorkoutFile(
    String format, boolean byDevice, Maker maker, Integer offsetSeconds, List<Session> sessions) {
  /** Of one workout, a month: longer is a broken clock. */
  public static final long LONGEST_SECONDS = 31L * 86_400;

  public WorkoutFile {
    sessions = List.copyOf(sessions);
  }

  /** What recorded it; each may be null. */
  public record Maker(String manufacturer, String model, String version, String serial) {
    public boolean known() {
      return manufacturer != null || model != null;
    }
  }

  /**
   * One workout.
   *
   * @param key stable over repeated uploads of the file
   */
  public record Session(
      String key,
      Sport sport,
      String title,
      Instant start,
      Instant end,
      Totals totals,
      WorkoutStream stream,
      List<Part> laps,
      List<Part> lengths) {
    public Session {
      laps = List.copyOf(laps);
      lengths = List.copyOf(lengths);
    }
  }

  /**
   * What the file says about a whole workout; every field may be null.
   *
   * @param movingSeconds without pauses
   * @param distance m
   * @param calories kcal
   * @param ascent m
   * @param steps count
   */
  public record Totals(
      Double movingSeconds,
      Double distance,
      Double calories,
      Integer averageHr,
      Integer maxHr,
      Double ascent,
      Double averageSpeed,
      Double maxSpeed,
      Double averageWatts,
      Double maxWatts,
      Double weightedWatts,
      Integer steps) {
    public static final Totals NONE =
        new Totals(null, null, null, null, null, null, null, null, null, null, null, null);
  }

  /**
   * A lap, or a length of a pool.
   *
   * @param movingSeconds without pauses, or null
   * @param distance m, or null
   * @param resting whether the sportsperson rested
   * @param strokes count of a length, or null
   */
  public record Part(
      Instant start,
      Instant end,
      Double movingSeconds,
      Double distance,
      boolean resting,
      Integer strokes) {}
}
