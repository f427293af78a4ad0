package io.tributary.recording;

import io.tributary.kernel.Secrets;
import io.tributary.kernel.Times;
import io.tributary.model.Sport;
import java.time.Instant;
import java.util.HexFormat;

/** Keys of workouts: the same for every upload of a file, and for a corrected one. */
final class Keys {
  private Keys() {}

  static String of(String format, String identity) {
    return format + "-" + HexFormat.of().formatHex(Secrets.sha256(identity), 0, 12);
  }

  /** Where the recorder names nothing better: nobody begins the same sport twice at once. */
  static String of(String format, Instant start, Sport sport) {
    return of(format, Times.wire(start) + " " + sport.slug());
  }
}
