package io.tributary.sampleblock;

import io.tributary.model.Resource;

/**
 * Time interval that a block covers, per resource.
 *
 * <p>A block should hold a few hundred samples: few enough that a push of ten samples rewrites
 * little, and enough that the overhead of the row is negligible. The interval therefore depends on
 * how often a resource is measured.
 *
 * <p>The intervals determine the keys of stored rows. A change needs a migration that repacks all
 * blocks.
 */
public final class BlockInterval {
  private static final long MICROS_PER_MINUTE = 60_000_000L;
  private static final int HOUR = 60;
  private static final int MONTH = 32 * 24 * HOUR;

  private BlockInterval() {}

  /** Returns the length of a block in minutes. */
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
      // at most a few samples a day
      default -> MONTH;
    };
  }

  /**
   * Returns the slot of an instant: the first minute, counted from 1970, of the block that contains
   * it. The first and the last slot that an int can express, in the years -2113 and 6053, contain
   * everything beyond them.
   *
   * @param micros microseconds since 1970
   */
  public static int slot(Resource resource, long micros) {
    int span = minutes(resource);
    long place = Math.floorDiv(micros, MICROS_PER_MINUTE * span);
    return Math.clamp(place, Integer.MIN_VALUE / span, Integer.MAX_VALUE / span) * span;
  }

  /** Returns the first microsecond of a slot. */
  public static long start(int slot) {
    return slot * MICROS_PER_MINUTE;
  }
}
