package io.tributary.sampleblock;

import io.tributary.model.Resource;

/**
 * Which stretch of time a block covers. A block should hold some hundred samples: few enough that a
 * push of ten rewrites little, enough that the row around them costs next to nothing. So the length
 * follows how often a resource is measured (wearables-data.md §3). These lengths are in the rows of
 * every database: a change needs a migration that packs anew.
 */
public final class BlockInterval {
  private static final long MICROS_PER_MINUTE = 60_000_000L;
  private static final int HOUR = 60;
  private static final int MONTH = 32 * 24 * HOUR;

  private BlockInterval() {}

  /** Minutes that a block of this resource covers. */
  public static int minutes(Resource resource) {
    return switch (resource) {
      case HEARTRATE, CALORIES_ACTIVE, ELECTROCARDIOGRAM_VOLTAGE -> HOUR;
      case STEPS,
          CALORIES_BASAL,
          DISTANCE,
          GLUCOSE,
          STRESS_LEVEL,
          HRV,
          RESPIRATORY_RATE,
          BLOOD_OXYGEN,
          DAYLIGHT_EXPOSURE,
          STAND_DURATION,
          WORKOUT_DISTANCE,
          WORKOUT_DURATION,
          WORKOUT_SWIMMING_STROKE ->
          6 * HOUR;
      // At most a few a day.
      default -> MONTH;
    };
  }

  /**
   * The slot of an instant: the first minute, counted from 1970, of the block that holds it. The
   * first and the last slot that the number can name, in the years -2113 and 6053, hold all that is
   * beyond.
   *
   * @param micros microseconds since 1970
   */
  public static int slot(Resource resource, long micros) {
    int span = minutes(resource);
    long place = Math.floorDiv(micros, MICROS_PER_MINUTE * span);
    return Math.clamp(place, Integer.MIN_VALUE / span, Integer.MAX_VALUE / span) * span;
  }

  /** The first microsecond of a slot. */
  public static long start(int slot) {
    return slot * MICROS_PER_MINUTE;
  }
}
