package io.tributary.workoutfile;

import io.tributary.model.Sport;
import io.tributary.model.WorkoutStream;
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

/**
 * Reads tracks of a GPX document, with the common extensions for heart rate, cadence, temperature,
 * speed and power. A track with times is a workout, and pauses separate its segments. Distance is
 * measured along the points.
 */
final class GpxFile implements XmlElementReader.Handler {
  static final String ROOT = "gpx";

  private static final int MAX_TRACKS = 100;
  private static final int MAX_SEGMENTS = 20_000;

  private final List<Session> sessions = new ArrayList<>();
  private final Map<String, String> point = new HashMap<>();
  private String creator;
  private boolean inPoint;
  private TrackPoints points;
  private String name;
  private String type;
  private Integer offset;
  private final List<Segment> segments = new ArrayList<>();
  private double distance;
  private double segmentFrom;
  private long segmentStart;
  private long last;
  private double lastLat;
  private double lastLng;

  private GpxFile() {}

  static WorkoutFile read(byte[] file) {
    GpxFile gpx = new GpxFile();
    XmlElementReader.walk(file, gpx);
    if (gpx.sessions.isEmpty()) {
      throw new UnsupportedFileException("the GPX file contains no track with timestamps");
    }
    return new WorkoutFile(
        "gpx", false, new Maker(null, gpx.creator, null, null), gpx.offset, gpx.sessions);
  }

  @Override
  public void start(String element, Function<String, String> attributes) {
    switch (element) {
      case ROOT -> creator = attributes.apply("creator");
      case "trk" -> {
        if (sessions.size() == MAX_TRACKS) {
          throw new UnsupportedFileException("more than " + MAX_TRACKS + " workouts");
        }
        points = new TrackPoints();
        segments.clear();
        name = null;
        type = null;
        distance = 0;
      }
      case "trkseg" -> {
        if (segments.size() == MAX_SEGMENTS) {
          throw new UnsupportedFileException("more than " + MAX_SEGMENTS + " segments");
        }
        segmentFrom = distance;
        segmentStart = Long.MIN_VALUE;
        lastLat = Double.NaN;
      }
      case "trkpt" -> {
        inPoint = true;
        point.clear();
        point.put("lat", attributes.apply("lat"));
        point.put("lon", attributes.apply("lon"));
      }
      // Other elements are handled when they end.
      default -> {}
    }
  }

  @Override
  public void end(String element, String parent, String text) {
    switch (element) {
      case "trkpt" -> addPoint();
      case "trkseg" -> addSegment();
      case "trk" -> addTrack();
      default -> {
        if (inPoint) {
          point.putIfAbsent(element, text);
        } else if (parent.equals("trk") && element.equals("name")) {
          name = text;
        } else if (parent.equals("trk") && element.equals("type")) {
          type = text;
        }
      }
    }
  }

  private void addPoint() {
    inPoint = false;
    OffsetDateTime time = XmlValues.time(point.get("time"));
    Double lat = XmlValues.number(point.get("lat"));
    Double lng = XmlValues.number(point.get("lon"));
    if (points == null || time == null || lat == null || lng == null) {
      return;
    }
    if (offset == null && time.getOffset().getTotalSeconds() != 0) {
      offset = time.getOffset().getTotalSeconds();
    }
    last = time.toEpochSecond();
    if (segmentStart == Long.MIN_VALUE) {
      segmentStart = last;
    }
    if (!Double.isNaN(lastLat)) {
      distance += distanceMeters(lastLat, lastLng, lat, lng);
    }
    lastLat = lat;
    lastLng = lng;
    points.add(last);
    points.set(Channel.LAT, lat);
    points.set(Channel.LNG, lng);
    points.set(Channel.DISTANCE, Math.rint(distance * 100) / 100);
    points.set(Channel.ALTITUDE, XmlValues.number(point.get("ele")));
    points.set(Channel.HEARTRATE, XmlValues.number(point.get("hr")));
    points.set(Channel.CADENCE, XmlValues.number(point.get("cad")));
    points.set(Channel.TEMPERATURE, XmlValues.number(point.get("atemp")));
    points.set(Channel.VELOCITY_SMOOTH, XmlValues.number(point.get("speed")));
    points.set(Channel.POWER, XmlValues.number(point.get("power")));
  }

  /** Returns the great-circle distance on a sphere with the earth's mean radius. */
  static double distanceMeters(double latA, double lngA, double latB, double lngB) {
    double halfLat = Math.toRadians(latB - latA) / 2;
    double halfLng = Math.toRadians(lngB - lngA) / 2;
    double h =
        Math.sin(halfLat) * Math.sin(halfLat)
            + Math.cos(Math.toRadians(latA))
                * Math.cos(Math.toRadians(latB))
                * Math.sin(halfLng)
                * Math.sin(halfLng);
    return 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(h)));
  }

  private void addSegment() {
    if (segmentStart != Long.MIN_VALUE && last >= segmentStart) {
      segments.add(
          new Segment(
              Instant.ofEpochSecond(segmentStart),
              Instant.ofEpochSecond(last),
              (double) (last - segmentStart),
              distance - segmentFrom,
              false,
              null));
    }
  }

  private void addTrack() {
    Sport sport = XmlValues.sport(type);
    WorkoutStream stream = points.stream(Long.MIN_VALUE, Long.MAX_VALUE, FitSports.isOnFoot(sport));
    points = null;
    if (stream.isEmpty()) {
      return;
    }
    Instant start = Instant.ofEpochSecond(stream.time(0));
    Instant end = Instant.ofEpochSecond(stream.time(stream.size() - 1));
    Double moving = segments.stream().mapToDouble(Segment::movingSeconds).sum();
    sessions.add(
        new Session(
            WorkoutKeys.of("gpx", start, sport),
            sport,
            name == null || name.isEmpty() ? null : name,
            start,
            end,
            new Totals(
                moving, distance, null, null, null, null, null, null, null, null, null, null),
            stream,
            List.copyOf(segments),
            List.of()));
  }
}
