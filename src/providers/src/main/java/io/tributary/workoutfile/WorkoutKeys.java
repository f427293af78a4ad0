package io.tributary.workoutfile;

import io.tributary.core.Encryption;
import io.tributary.core.Times;
import io.tributary.model.Sport;
import java.time.Instant;
import java.util.HexFormat;

/** Keys of workouts: the same for every upload of a file, and for a corrected one. */
final class WorkoutKeys {
  private WorkoutKeys() {}

  static String of(String format, String identity) {
    return format + "-" + HexFormat.of().formatHex(Encryption.sha256(identity), 0, 12);
  }

  /** Where the recorder names nothing better: nobody begins the same sport twice at once. */
  static String of(String format, Instant start, Sport sport) {
    return of(format, Times.wire(start) + " " + sport.slug());
  }
}
