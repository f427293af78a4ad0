package io.tributary.simulators.googlefit;

import io.tributary.simulators.kit.HeartPoint;
import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimSleep;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Renders a person's day as data points of one type. 64-bit numbers are strings. */
final class FitPoints {
  private static final double ML_PER_L = 1000;

  private FitPoints() {}

  /**
   * @param start instant by which the point is selected
   */
  record Point(Instant start, Instant end, JsonObject json) {}

  static List<Point> of(FitType type, SimDay day) {
    return switch (type) {
      case STEPS, DISTANCE, EXPENDED -> minutes(type, day);
      case BMR -> List.of();
      case HEART -> heart(day);
      case WEIGHT -> spots(type, day, PointEvent.Weight.class, w -> floats(w.kilograms()));
      case FAT -> spots(type, day, PointEvent.Weight.class, w -> floats(w.fatPercent()));
      case HEIGHT -> height(day);
      case GLUCOSE -> spots(type, day, PointEvent.Glucose.class, g -> floats(g.mmolPerLitre()));
      case PRESSURE ->
          spots(
              type, day, PointEvent.BloodPressure.class, p -> floats(p.systolic(), p.diastolic()));
      case TEMPERATURE -> spots(type, day, PointEvent.Temperature.class, t -> floats(t.celsius()));
      case WATER ->
          spots(type, day, PointEvent.Water.class, w -> floats(w.millilitres() / ML_PER_L));
      case OXYGEN -> oxygen(day);
      case SEGMENT -> segments(day);
    };
  }

  /** Returns the kilocalories of a minute at rest. */
  static double restingKilocaloriesPerMinute(SimDay day) {
    var person = day.person();
    return (10 * person.weight() + 625 * person.height() - 5 * person.age() - 78) / 1440;
  }

  private static List<Point> minutes(FitType type, SimDay day) {
    var out = new ArrayList<Point>();
    for (int i = 0; i < day.steps().length; i++) {
      int steps = day.steps()[i];
      JsonArray value =
          switch (type) {
            case STEPS -> steps == 0 ? null : ints(steps);
            case DISTANCE -> steps == 0 ? null : floats(steps * SimDay.METERS_PER_STEP);
            default -> floats(day.activeCalories()[i] + restingKilocaloriesPerMinute(day));
          };
      if (value != null) {
        out.add(point(type, day.instantOfMinute(i), day.instantOfMinute(i + 1), value));
      }
    }
    return out;
  }

  private static List<Point> heart(SimDay day) {
    var out = new ArrayList<Point>();
    for (HeartPoint p : day.heart()) {
      Instant at = Instant.ofEpochSecond(p.epochSecond());
      out.add(point(FitType.HEART, at, at, floats(p.bpm())));
    }
    return out;
  }

  private static List<Point> oxygen(SimDay day) {
    var out = new ArrayList<Point>();
    for (SimSleep sleep : day.sleeps()) {
      for (SimSleep.Reading r : sleep.readings()) {
        out.add(point(FitType.OXYGEN, r.at(), r.at(), floats(r.oxygen())));
      }
    }
    return out;
  }

  private static List<Point> segments(SimDay day) {
    var out = new ArrayList<Point>();
    for (SimSleep sleep : day.sleeps()) {
      for (SimSleep.Stage stage : sleep.stages()) {
        int code =
            switch (stage.kind()) {
              case AWAKE -> 1;
              case LIGHT -> 4;
              case DEEP -> 5;
              case REM -> 6;
            };
        Instant end = stage.start().plusSeconds(stage.seconds());
        out.add(point(FitType.SEGMENT, stage.start(), end, ints(code)));
      }
    }
    return out;
  }

  /** Returns the height, which was entered once on the first day. */
  private static List<Point> height(SimDay day) {
    if (!day.day().equals(day.person().firstDay()) || day.steps().length < 600) {
      return List.of();
    }
    Instant at = day.instantOfMinute(600);
    return List.of(point(FitType.HEIGHT, at, at, floats(day.person().height())));
  }

  private static <T extends PointEvent> List<Point> spots(
      FitType type, SimDay day, Class<T> kind, Function<T, JsonArray> value) {
    return day.spots(kind).stream().map(s -> point(type, s.at(), s.at(), value.apply(s))).toList();
  }

  private static Point point(FitType type, Instant start, Instant end, JsonArray value) {
    return new Point(
        start,
        end,
        new JsonObject()
            .put("startTimeNanos", nanos(start))
            .put("endTimeNanos", nanos(end))
            .put("dataTypeName", type.dataType())
            .put("originDataSourceId", type.rawSource())
            .put("value", value));
  }

  static JsonArray ints(int value) {
    return new JsonArray()
        .add(new JsonObject().put("intVal", value).put("mapVal", new JsonArray()));
  }

  static JsonArray floats(double... values) {
    var out = new JsonArray();
    for (double v : values) {
      out.add(new JsonObject().put("fpVal", v).put("mapVal", new JsonArray()));
    }
    return out;
  }

  static String nanos(Instant at) {
    return Long.toString(Math.addExact(at.getEpochSecond() * 1_000_000_000L, at.getNano()));
  }
}
