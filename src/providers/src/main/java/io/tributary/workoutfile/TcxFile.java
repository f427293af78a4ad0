package io.tributary.workoutfile;

import io.tributary.model.Sport;
import io.tributary.model.WorkoutStream.Channel;
import io.tributary.workoutfile.WorkoutFile.Maker;
import io.tributary.workoutfile.WorkoutFile.Segment;
import io.tributary.workoutfile.WorkoutFile.Session;
import io.tributary.workoutfile.WorkoutFile.Totals;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads activities of a TCX document, with the extensions for speed, power and steps. */
final class TcxFile implements XmlElementReader.Handler {
  static final String ROOT = "TrainingCenterDatabase";

  private static final int MAX_LAPS = 20_000;
  private static final int MAX_ACTIVITIES = 100;

  private final List<Session> sessions = new ArrayList<>();
  private TrackPoints points;
  private List<Lap> laps = new ArrayList<>();
  private Sport sport;
  private Instant start;
  private Integer offset;
  private final Map<String, String> lap = new HashMap<>();
  private final Map<String, String> point = new HashMap<>();
  private final Map<String, String> creator = new HashMap<>();
  private boolean inPoint;
  private boolean inCreator;
  private boolean device;

  /** Values of one lap. */
  private record Lap(
      Segment part,
      Double calories,
      Double averageHr,
      Double maxHr,
      Double maxSpeed,
      Double watts,
      Double maxWatts,
      Double steps) {}

  private TcxFile() {}

  static WorkoutFile read(byte[] file) {
    TcxFile tcx = new TcxFile();
    XmlElementReader.walk(file, tcx);
    if (tcx.sessions.isEmpty()) {
      throw new UnsupportedFileException("the TCX file contains no activity");
    }
    String serial = tcx.creator.get("UnitId");
    return new WorkoutFile(
        "tcx",
        tcx.device,
        new Maker(null, tcx.creator.get("Name"), null, "0".equals(serial) ? null : serial),
        tcx.offset,
        tcx.sessions);
  }

  @Override
  public void start(String name, Function<String, String> attributes) {
    switch (name) {
      case "Activity" -> {
        if (sessions.size() == MAX_ACTIVITIES) {
          throw new UnsupportedFileException("more than " + MAX_ACTIVITIES + " workouts");
        }
        points = new TrackPoints();
        laps = new ArrayList<>();
        start = null;
        sport = XmlValues.sport(attributes.apply("Sport"));
      }
      case "Lap" -> {
        lap.clear();
        lap.put("StartTime", attributes.apply("StartTime"));
      }
      case "Trackpoint" -> {
        point.clear();
        inPoint = true;
      }
      case "Creator" -> {
        inCreator = true;
        device = "Device_t".equals(attributes.apply("type"));
      }
      // Other elements are handled when they end.
      default -> {}
    }
  }

  @Override
  public void end(String name, String parent, String text) {
    switch (name) {
      case "Activity" -> addActivity();
      case "Lap" -> addLap();
      case "Trackpoint" -> addPoint();
      case "Creator" -> inCreator = false;
      case "Value" -> put(parent, text);
      case "Id" -> {
        if (parent.equals("Activity")) {
          start = XmlValues.instant(text);
        }
      }
      default -> put(name, text);
    }
  }

  private void put(String name, String text) {
    if (text.isEmpty()) {
      return;
    }
    if (inCreator) {
      creator.putIfAbsent(name, text);
    } else if (inPoint) {
      point.put(name, text);
    } else {
      lap.put(name, text);
    }
  }

  private void addPoint() {
    inPoint = false;
    OffsetDateTime time = XmlValues.time(point.get("Time"));
    if (points == null || time == null) {
      return;
    }
    // Nearly all writers use Z; any other offset is that of the recorder.
    if (offset == null && time.getOffset().getTotalSeconds() != 0) {
      offset = time.getOffset().getTotalSeconds();
    }
    points.add(time.toEpochSecond());
    points.set(Channel.HEARTRATE, number(point, "HeartRateBpm"));
    Double cadence = number(point, "RunCadence");
    points.set(Channel.CADENCE, cadence == null ? number(point, "Cadence") : cadence);
    points.set(Channel.ALTITUDE, number(point, "AltitudeMeters"));
    points.set(Channel.VELOCITY_SMOOTH, number(point, "Speed"));
    points.set(Channel.LAT, number(point, "LatitudeDegrees"));
    points.set(Channel.LNG, number(point, "LongitudeDegrees"));
    points.set(Channel.DISTANCE, number(point, "DistanceMeters"));
    points.set(Channel.POWER, number(point, "Watts"));
  }

  private static Double number(Map<String, String> of, String name) {
    return XmlValues.number(of.get(name));
  }

  private void addLap() {
    if (points == null) {
      // A lap of a course, not of an activity.
      return;
    }
    Instant begin = XmlValues.instant(lap.get("StartTime"));
    Double seconds = number(lap, "TotalTimeSeconds");
    if (begin == null || seconds == null || seconds < 0 || seconds > WorkoutFile.MAX_SECONDS) {
      throw new UnsupportedFileException("a TCX lap has no valid start or duration");
    }
    if (laps.size() == MAX_LAPS) {
      throw new UnsupportedFileException("more than " + MAX_LAPS + " laps");
    }
    laps.add(
        new Lap(
            new Segment(
                begin,
                begin.plusMillis(Math.round(seconds * 1000)),
                seconds,
                number(lap, "DistanceMeters"),
                "Resting".equals(lap.get("Intensity")),
                null),
            number(lap, "Calories"),
            number(lap, "AverageHeartRateBpm"),
            number(lap, "MaximumHeartRateBpm"),
            number(lap, "MaximumSpeed"),
            number(lap, "AvgWatts"),
            number(lap, "MaxWatts"),
            number(lap, "Steps")));
    lap.clear();
  }

  private void addActivity() {
    if (laps.isEmpty() && points.size() == 0) {
      throw new UnsupportedFileException("a TCX activity has neither laps nor points");
    }
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (int i = 0; i < points.size(); i++) {
      first = Math.min(first, points.time(i));
      last = Math.max(last, points.time(i));
    }
    for (Lap l : laps) {
      first = Math.min(first, l.part().start().getEpochSecond());
      last = Math.max(last, l.part().end().getEpochSecond());
    }
    Instant begin = start == null ? Instant.ofEpochSecond(first) : start;
    Instant end = Instant.ofEpochSecond(Math.max(last, begin.getEpochSecond()));
    sessions.add(
        new Session(
            WorkoutKeys.of("tcx", begin, sport),
            sport,
            null,
            begin,
            end,
            totals(),
            points.stream(Long.MIN_VALUE, Long.MAX_VALUE, FitSports.isOnFoot(sport)),
            laps.stream().map(Lap::part).toList(),
            List.of()));
    points = null;
  }

  private Totals totals() {
    Sums s = new Sums();
    laps.forEach(s::add);
    return new Totals(
        s.moving,
        s.distance,
        s.calories,
        s.timedHr == 0 ? null : Integer.valueOf((int) Math.floor(s.hr / s.timedHr + 0.5)),
        s.maxHr == null ? null : Integer.valueOf((int) Math.floor(s.maxHr + 0.5)),
        null,
        null,
        s.maxSpeed,
        s.timedWatts == 0 ? null : Double.valueOf(s.watts / s.timedWatts),
        s.maxWatts,
        null,
        s.steps == null ? null : Integer.valueOf(s.steps.intValue()));
  }

  /** Sums and means over laps; means are weighted by the time of the lap. */
  private static final class Sums {
    private Double moving;
    private Double distance;
    private Double calories;
    private double hr;
    private double timedHr;
    private Double maxHr;
    private Double maxSpeed;
    private double watts;
    private double timedWatts;
    private Double maxWatts;
    private Double steps;

    private void add(Lap l) {
      double seconds = l.part().movingSeconds();
      moving = sum(moving, seconds);
      distance = sum(distance, l.part().distance());
      calories = sum(calories, l.calories());
      steps = sum(steps, l.steps());
      if (l.averageHr() != null && l.averageHr() > 0) {
        hr += l.averageHr() * seconds;
        timedHr += seconds;
      }
      if (l.watts() != null) {
        watts += l.watts() * seconds;
        timedWatts += seconds;
      }
      maxHr = max(maxHr, l.maxHr());
      maxSpeed = max(maxSpeed, l.maxSpeed());
      maxWatts = max(maxWatts, l.maxWatts());
    }

    private static Double sum(Double a, Double b) {
      return a == null ? b : b == null ? a : Double.valueOf(a + b);
    }

    private static Double max(Double a, Double b) {
      return a == null ? b : b == null ? a : Double.valueOf(Math.max(a, b));
    }
  }
}
