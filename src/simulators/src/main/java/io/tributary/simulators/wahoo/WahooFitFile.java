package io.tributary.simulators.wahoo;

import static io.tributary.simulators.wahoo.FitFileWriter.Type.ENUM;
import static io.tributary.simulators.wahoo.FitFileWriter.Type.SINT32;
import static io.tributary.simulators.wahoo.FitFileWriter.Type.UINT16;
import static io.tributary.simulators.wahoo.FitFileWriter.Type.UINT32;
import static io.tributary.simulators.wahoo.FitFileWriter.Type.UINT32Z;
import static io.tributary.simulators.wahoo.FitFileWriter.Type.UINT8;

import io.tributary.simulators.kit.SimWorkout;
import io.tributary.simulators.kit.SimWorkout.Point;
import io.tributary.simulators.wahoo.FitFileWriter.Field;
import java.time.Duration;

/**
 * Renders a workout as a FIT file of a bike computer, with the numbers and scales of the public FIT
 * profile.
 */
final class WahooFitFile {
  private static final int ACTIVITY_FILE = 4;
  private static final int MANUFACTURER = 32;
  private static final int PRODUCT = 31;
  private static final long INVALID = -1;
  private static final long INVALID_POSITION = 0x7fff_ffff;
  private static final double SEMICIRCLES = (1L << 31) / 180.0;

  private WahooFitFile() {}

  static byte[] of(long serial, SimWorkout workout) {
    long start = FitFileWriter.time(workout.start().getEpochSecond());
    long end = FitFileWriter.time(workout.end().getEpochSecond());
    var fit = new FitFileWriter();
    fit.define(
        0,
        0,
        new Field(0, ENUM),
        new Field(1, UINT16),
        new Field(2, UINT16),
        new Field(3, UINT32Z),
        new Field(4, UINT32));
    fit.data(0, ACTIVITY_FILE, MANUFACTURER, PRODUCT, serial, start);
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
        INVALID,
        millis,
        millis,
        Math.round(100 * workout.what().metres()),
        workout.points().stream().mapToInt(Point::bpm).max().orElse(0));
    return fit.file();
  }

  private static long[] point(SimWorkout w, Point p) {
    boolean outdoors = w.what().coversDistance();
    boolean ride = w.what().sport().equals("cycling");
    return new long[] {
      FitFileWriter.time(p.at().getEpochSecond()),
      outdoors ? Math.round(p.latitude() * SEMICIRCLES) : INVALID_POSITION,
      outdoors ? Math.round(p.longitude() * SEMICIRCLES) : INVALID_POSITION,
      outdoors ? Math.round(5 * (p.altitude() + 500)) : INVALID,
      p.bpm(),
      // Revolutions of a crank; on foot, only the steps of one foot.
      p.cadence() == 0 ? INVALID : ride ? p.cadence() : p.cadence() / 2,
      Math.round(100 * p.metres()),
      ride ? p.watts() : INVALID
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
