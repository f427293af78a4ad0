package io.tributary.workoutfile;

import io.tributary.core.Encryption;
import io.tributary.core.Times;
import io.tributary.model.Sport;
import java.time.Instant;
import java.util.HexFormat;

/** Keys of workouts, which are the same for every upload of a file and for a corrected one. */
final class WorkoutKeys {
  private WorkoutKeys() {}

  static String of(String format, String identity) {
    return format + "-" + HexFormat.of().formatHex(Encryption.sha256(identity), 0, 12);
  }

  /**
   * Returns a key for recorders without a better ID; one person does not start the same sport twice
   * at one instant.
   */
  static String of(String format, Instant start, Sport sport) {
    return of(format, Times.format(start) + " " + sport.slug());
  }
}
