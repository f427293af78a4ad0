package io.tributary.workoutfile;

import io.tributary.model.Sport;
import io.tributary.model.WorkoutStream;
import java.time.Instant;
import java.util.List;

/**
 * Content of a workout file, independent of its format. Optional components are null if absent.
 *
 * @param format {@code fit}, {@code tcx} or {@code gpx}
 * @param byDevice whether a wearable recorded it, rather than an app
 * @param offsetSeconds UTC offset of the recorder
 */
public record WorkoutFile(
    String format, boolean byDevice, Maker maker, Integer offsetSeconds, List<Session> sessions) {
  /** Longest workout, a month; a longer one results from a wrong clock. */
  public static final long MAX_SECONDS = 31L * 86_400;

  public WorkoutFile {
    sessions = List.copyOf(sessions);
  }

  /** Recorder of the file; each component may be null. */
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
      List<Segment> laps,
      List<Segment> lengths) {
    public Session {
      laps = List.copyOf(laps);
      lengths = List.copyOf(lengths);
    }
  }

  /**
   * Totals of a workout as recorded; every component may be null.
   *
   * @param movingSeconds duration without pauses
   * @param distance in m
   * @param calories in kcal
   * @param ascent in m
   * @param steps number of steps
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
   * @param movingSeconds duration without pauses, or null
   * @param distance in m, or null
   * @param resting whether the person rested
   * @param strokes number of strokes of a length, or null
   */
  public record Segment(
      Instant start,
      Instant end,
      Double movingSeconds,
      Double distance,
      boolean resting,
      Integer strokes) {}
}
