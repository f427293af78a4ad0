package io.tributary.simulators.wahoo;

import static io.tributary.simulators.wahoo.FitBytes.Type.ENUM;
import static io.tributary.simulators.wahoo.FitBytes.Type.SINT32;
import static io.tributary.simulators.wahoo.FitBytes.Type.UINT16;
import static io.tributary.simulators.wahoo.FitBytes.Type.UINT32;
import static io.tributary.simulators.wahoo.FitBytes.Type.UINT32Z;
import static io.tributary.simulators.wahoo.FitBytes.Type.UINT8;

import io.tributary.simulators.kit.SimWorkout;
import io.tributary.simulators.kit.SimWorkout.Point;
import io.tributary.simulators.wahoo.FitBytes.Field;
import java.time.Duration;

/** A workout as a bike computer writes it down: numbers and scales of the public FIT profile. */
final class WahooFile {
  private static final int ACTIVITY_FILE = 4;
  private static final int MAKER = 32;
  private static final int PRODUCT = 31;
  private static final long NONE = -1;
  private static final long NO_PLACE = 0x7fff_ffff;
  private static final double SEMICIRCLES = (1L << 31) / 180.0;

  private WahooFile() {}

  static byte[] of(long serial, SimWorkout workout) {
    long start = FitBytes.time(workout.start().getEpochSecond());
    long end = FitBytes.time(workout.end().getEpochSecond());
    var fit = new FitBytes();
    fit.define(
        0,
        0,
        new Field(0, ENUM),
        new Field(1, UINT16),
        new Field(2, UINT16),
        new Field(3, UINT32Z),
        new Field(4, UINT32));
    fit.data(0, ACTIVITY_FILE, MAKER, PRODUCT, serial, start);
    fit.define(
        1,
        20,
        new Field(253, UINT32),
        new Field(0, SINT32),
        new Field(1, SINT32),
        new Field(2, UINT16),
        new Field(3, UINT8),
        new Field(4, UINT8),
        new Field(5, UINT32),
        new Field(7, UINT16));
    workout.points().forEach(p -> fit.data(1, point(workout, p)));
    long millis = Duration.between(workout.start(), workout.end()).toMillis();
    fit.define(
        2,
        18,
        new Field(253, UINT32),
        new Field(2, UINT32),
        new Field(5, ENUM),
        new Field(6, ENUM),
        new Field(7, UINT32),
        new Field(8, UINT32),
        new Field(9, UINT32),
        new Field(17, UINT8));
    fit.data(
        2,
        end,
        start,
        sport(workout),
        NONE,
        millis,
        millis,
        Math.round(100 * workout.what().metres()),
        workout.points().stream().mapToInt(Point::bpm).max().orElse(0));
    return fit.file();
  }

  private static long[] point(SimWorkout w, Point p) {
    boolean outdoors = w.what().outdoors();
    boolean ride = w.what().sport().equals("cycling");
    return new long[] {
      FitBytes.time(p.at().getEpochSecond()),
      outdoors ? Math.round(p.latitude() * SEMICIRCLES) : NO_PLACE,
      outdoors ? Math.round(p.longitude() * SEMICIRCLES) : NO_PLACE,
      outdoors ? Math.round(5 * (p.altitude() + 500)) : NONE,
      p.bpm(),
      // Turns of a crank, but on foot only one of two feet.
      p.cadence() == 0 ? NONE : ride ? p.cadence() : p.cadence() / 2,
      Math.round(100 * p.metres()),
      ride ? p.watts() : NONE
    };
  }

  private static long sport(SimWorkout w) {
    return switch (w.what().sport()) {
      case "running" -> 1;
      case "cycling" -> 2;
      case "swimming" -> 5;
      case "strength_training", "yoga" -> 10;
      case "walking" -> 11;
      default -> 0;
    };
  }
}
