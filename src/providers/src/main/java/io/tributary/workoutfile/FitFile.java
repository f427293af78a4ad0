package io.tributary.workoutfile;

import io.tributary.model.Sport;
import io.tributary.model.Sports;
import io.tributary.model.WorkoutStream.Channel;
import io.tributary.workoutfile.WorkoutFile.Maker;
import io.tributary.workoutfile.WorkoutFile.Segment;
import io.tributary.workoutfile.WorkoutFile.Session;
import io.tributary.workoutfile.WorkoutFile.Totals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Builds activities from FIT messages. Field numbers, scales and enumerations are those of the
 * public FIT profile. Not thread-safe.
 */
final class FitFile {
  private static final int FILE_ID = 0;
  private static final int SPORT = 12;
  private static final int SESSION = 18;
  private static final int LAP = 19;
  private static final int RECORD = 20;
  private static final int DEVICE_INFO = 23;
  private static final int ACTIVITY = 34;
  private static final int LENGTH = 101;

  private static final int ACTIVITY_FILE = 4;

  /**
   * Seconds of the FIT epoch, 1989-12-31T00:00:00Z. Times below {@code LEAST_TIME} count from the
   * start of the recorder.
   */
  private static final long EPOCH = 631_065_600;

  private static final long LEAST_TIME = 0x1000_0000;
  private static final double DEGREES_PER_SEMICIRCLE = 180.0 / (1L << 31);

  /** Resolution of coordinates: 1e-7 degrees, about a centimeter. */
  private static final double STEPS_PER_DEGREE = 1e7;

  private static final int MAX_PARTS = 20_000;
  private static final int MAX_SESSIONS = 100;
  private static final int QUARTER = 900;
  private static final int MAX_OFFSET_SECONDS = 15 * 3600;

  private final TrackPoints points = new TrackPoints();
  private final List<Segment> laps = new ArrayList<>();
  private final List<Segment> lengths = new ArrayList<>();
  private final List<RawSession> sessions = new ArrayList<>();
  private boolean identified;
  private Long serial;
  private Long manufacturer;
  private Long product;
  private String productName;
  private String version;
  private Long created;
  private Integer offset;
  private Sport sport;

  private FitFile() {}

  /** A session before its points are assigned. */
  private record RawSession(Sport sport, Instant start, Instant end, Totals totals) {}

  static WorkoutFile read(byte[] file) {
    FitFile fit = new FitFile();
    FitReader.read(file, fit::handle);
    return fit.toWorkoutFile();
  }

  private void handle(FitMessage m) {
    switch (m.globalNumber()) {
      case FILE_ID -> fileId(m);
      case SPORT -> sport = FitSports.of(m.longValue(0), m.longValue(1));
      case SESSION -> session(m);
      case LAP -> lap(m);
      case RECORD -> record(m);
      case DEVICE_INFO -> deviceInfo(m);
      case ACTIVITY -> activity(m);
      case LENGTH -> length(m);
      // Settings, zones, events and proprietary messages are not part of a workout.
      default -> {}
    }
  }

  private void fileId(FitMessage m) {
    if (identified) {
      return;
    }
    identified = true;
    Long type = m.longValue(0);
    if (type != null && type != ACTIVITY_FILE) {
      throw new UnsupportedFileException("the FIT file is not an activity");
    }
    manufacturer = m.longValue(1);
    product = m.longValue(2);
    serial = m.longValue(3);
    created = m.longValue(4);
    productName = m.text(8);
  }

  private void deviceInfo(FitMessage m) {
    Long index = m.longValue(0);
    if (index != null && index == 0) {
      Double software = m.doubleValue(5, 100, 0);
      version = software == null ? version : software.toString();
      productName = productName == null ? m.text(27) : productName;
    }
  }

  private void activity(FitMessage m) {
    Long utc = m.timestamp();
    Long local = m.longValue(5);
    if (utc == null || local == null || local < LEAST_TIME) {
      return;
    }
    long difference = local - utc;
    long quarters = Math.round((double) difference / QUARTER) * QUARTER;
    // Some recorders set the two times a few seconds apart; any other difference is not an offset.
    if (Math.abs(quarters) <= MAX_OFFSET_SECONDS && Math.abs(difference - quarters) <= 60) {
      offset = (int) quarters;
    }
  }

  private void record(FitMessage m) {
    Long at = m.timestamp();
    if (at == null || at < LEAST_TIME) {
      return;
    }
    points.add(at + EPOCH);
    points.set(Channel.HEARTRATE, m.doubleValue(3));
    points.set(Channel.CADENCE, sum(m.doubleValue(4), m.doubleValue(53, 128, 0)));
    points.set(Channel.ALTITUDE, firstNonNull(m.doubleValue(78, 5, 500), m.doubleValue(2, 5, 500)));
    points.set(
        Channel.VELOCITY_SMOOTH,
        firstNonNull(m.doubleValue(73, 1000, 0), m.doubleValue(6, 1000, 0)));
    points.set(Channel.LAT, degrees(m.doubleValue(0)));
    points.set(Channel.LNG, degrees(m.doubleValue(1)));
    points.set(Channel.DISTANCE, m.doubleValue(5, 100, 0));
    points.set(Channel.POWER, m.doubleValue(7));
    points.set(Channel.RESISTANCE, m.doubleValue(10));
    points.set(Channel.TEMPERATURE, m.doubleValue(13));
  }

  private static Double degrees(Double semicircles) {
    return semicircles == null
        ? null
        : Double.valueOf(
            Math.rint(semicircles * DEGREES_PER_SEMICIRCLE * STEPS_PER_DEGREE) / STEPS_PER_DEGREE);
  }

  private static Double sum(Double whole, Double fraction) {
    return whole == null || fraction == null ? whole : Double.valueOf(whole + fraction);
  }

  private static Double firstNonNull(Double one, Double other) {
    return one == null ? other : one;
  }

  private void lap(FitMessage m) {
    Instant start = instant(m.longValue(2));
    Double elapsed = m.doubleValue(7, 1000, 0);
    if (start == null || elapsed == null) {
      return;
    }
    Long intensity = m.longValue(23);
    addPart(
        laps,
        new Segment(
            start,
            start.plusMillis(Math.round(elapsed * 1000)),
            m.doubleValue(8, 1000, 0),
            m.doubleValue(9, 100, 0),
            intensity != null && intensity == 1,
            null));
  }

  private void length(FitMessage m) {
    Instant start = instant(m.longValue(2));
    Double elapsed = m.doubleValue(3, 1000, 0);
    Long type = m.longValue(12);
    Long strokes = m.longValue(5);
    if (start != null && elapsed != null && strokes != null && (type == null || type == 1)) {
      addPart(
          lengths,
          new Segment(
              start,
              start.plusMillis(Math.round(elapsed * 1000)),
              m.doubleValue(4, 1000, 0),
              null,
              false,
              strokes.intValue()));
    }
  }

  private static void addPart(List<Segment> parts, Segment part) {
    if (parts.size() == MAX_PARTS) {
      throw new UnsupportedFileException("more than " + MAX_PARTS + " laps or lengths");
    }
    parts.add(part);
  }

  private void session(FitMessage m) {
    if (sessions.size() == MAX_SESSIONS) {
      throw new UnsupportedFileException("more than " + MAX_SESSIONS + " workouts");
    }
    Instant start = instant(m.longValue(2));
    Double elapsed = m.doubleValue(7, 1000, 0);
    Instant stamp = instant(m.timestamp());
    if (start == null) {
      throw new UnsupportedFileException("a FIT session has no start");
    }
    Instant end =
        elapsed != null
            ? start.plusMillis(Math.round(elapsed * 1000))
            : stamp == null || stamp.isBefore(start) ? start : stamp;
    Sport kind = FitSports.of(m.longValue(5), m.longValue(6));
    Long cycles = m.longValue(10);
    sessions.add(
        new RawSession(
            kind,
            start,
            end,
            new Totals(
                m.doubleValue(8, 1000, 0),
                m.doubleValue(9, 100, 0),
                m.doubleValue(11),
                bpm(m.longValue(16)),
                bpm(m.longValue(17)),
                m.doubleValue(22),
                firstNonNull(m.doubleValue(124, 1000, 0), m.doubleValue(14, 1000, 0)),
                firstNonNull(m.doubleValue(125, 1000, 0), m.doubleValue(15, 1000, 0)),
                m.doubleValue(20),
                m.doubleValue(21),
                m.doubleValue(34),
                cycles != null && FitSports.isOnFoot(kind) && cycles < 1_000_000_000
                    ? (int) (2 * cycles)
                    : null)));
  }

  private static Integer bpm(Long value) {
    return value == null || value == 0 ? null : Integer.valueOf(value.intValue());
  }

  private static Instant instant(Long fitSeconds) {
    return fitSeconds == null || fitSeconds < LEAST_TIME
        ? null
        : Instant.ofEpochSecond(fitSeconds + EPOCH);
  }

  private WorkoutFile toWorkoutFile() {
    if (sessions.isEmpty()) {
      addSessionOfPoints();
    }
    sessions.sort(Comparator.comparing(RawSession::start));
    List<Session> out = new ArrayList<>();
    for (int i = 0; i < sessions.size(); i++) {
      out.add(session(i));
    }
    boolean app = manufacturer == null || serial == null || FitSports.isApp(manufacturer);
    return new WorkoutFile(
        "fit",
        !app,
        new Maker(
            FitSports.manufacturer(manufacturer),
            productName != null ? productName : product == null ? null : "product " + product,
            version,
            serial == null ? null : serial.toString()),
        offset,
        out);
  }

  /** Handles a recorder that stopped without a summary: all its points are one workout. */
  private void addSessionOfPoints() {
    if (points.size() == 0) {
      throw new UnsupportedFileException("the FIT file contains no workout");
    }
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (int i = 0; i < points.size(); i++) {
      first = Math.min(first, points.time(i));
      last = Math.max(last, points.time(i));
    }
    sessions.add(
        new RawSession(
            sport == null ? Sports.OTHER : sport,
            Instant.ofEpochSecond(first),
            Instant.ofEpochSecond(last),
            Totals.NONE));
  }

  private Session session(int i) {
    RawSession s = sessions.get(i);
    // Points between two workouts belong to the earlier one, points before all of them to the
    // first.
    long from = i == 0 ? Long.MIN_VALUE : s.start().getEpochSecond();
    long to =
        i + 1 < sessions.size() ? sessions.get(i + 1).start().getEpochSecond() : Long.MAX_VALUE;
    return new Session(
        key(s, i),
        s.sport(),
        null,
        s.start(),
        s.end(),
        s.totals(),
        points.stream(from, to, FitSports.isOnFoot(s.sport())),
        within(laps, from, to),
        within(lengths, from, to));
  }

  private static List<Segment> within(List<Segment> parts, long from, long to) {
    return parts.stream()
        .filter(
            p -> {
              long at = p.start().getEpochSecond();
              return at >= from && at < to;
            })
        .toList();
  }

  private String key(RawSession session, int index) {
    if (serial == null || created == null) {
      return WorkoutKeys.of("fit", session.start(), session.sport());
    }
    return WorkoutKeys.of(
        "fit", manufacturer + " " + product + " " + serial + " " + created + " " + index);
  }
}
