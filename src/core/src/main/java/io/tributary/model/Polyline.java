package io.tributary.model;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Encodes routes in the encoded polyline format.
 *
 * <p>Coordinates are in units of 1e-5 degree, each stored as the difference to the previous one,
 * with five bits per character.
 */
public final class Polyline {
  private static final double STEPS = 1e5;
  private static final int MAX_POINTS = 10_000;
  private static final int MAX_SUMMARY_POINTS = 200;

  private Polyline() {}

  /**
   * Returns the route of a stream; null if the stream has fewer than two positions.
   *
   * <p>The full polyline has at most 10,000 points, the summary polyline at most 200.
   */
  public static WorkoutSummary.RouteMap of(WorkoutStream stream) {
    double[] lat = stream.values(WorkoutStream.Channel.LAT);
    double[] lng = stream.values(WorkoutStream.Channel.LNG);
    int n = 0;
    for (int i = 0; i < lat.length && i < lng.length; i++) {
      if (!Double.isNaN(lat[i]) && !Double.isNaN(lng[i])) {
        lat[n] = lat[i];
        lng[n++] = lng[i];
      }
    }
    if (n < 2) {
      return null;
    }
    double[][] route = downsample(Arrays.copyOf(lat, n), Arrays.copyOf(lng, n));
    String whole = encode(route[0], route[1]);
    double[][] coarse = route;
    // Tolerance starts at about one meter and doubles; even a route around the world needs only
    // some twenty rounds.
    for (double tolerance = 1e-5; coarse[0].length > MAX_SUMMARY_POINTS; tolerance *= 2) {
      coarse = simplify(coarse[0], coarse[1], tolerance);
    }
    return new WorkoutSummary.RouteMap(whole, encode(coarse[0], coarse[1]));
  }

  /** Selects at most 10,000 points evenly; the last point is kept. */
  private static double[][] downsample(double[] lat, double[] lng) {
    int n = lat.length;
    if (n <= MAX_POINTS) {
      return new double[][] {lat, lng};
    }
    double[][] out = new double[2][MAX_POINTS];
    for (int i = 0; i < MAX_POINTS; i++) {
      int from = (int) ((long) i * (n - 1) / (MAX_POINTS - 1));
      out[0][i] = lat[from];
      out[1][i] = lng[from];
    }
    return out;
  }

  /** Encodes coordinates in degrees. */
  public static String encode(double[] lat, double[] lng) {
    StringBuilder out = new StringBuilder(lat.length * 6);
    long beforeLat = 0;
    long beforeLng = 0;
    for (int i = 0; i < lat.length; i++) {
      long a = Math.round(lat[i] * STEPS);
      long b = Math.round(lng[i] * STEPS);
      append(out, a - beforeLat);
      append(out, b - beforeLng);
      beforeLat = a;
      beforeLng = b;
    }
    return out.toString();
  }

  private static void append(StringBuilder out, long difference) {
    long v = difference < 0 ? ~(difference << 1) : difference << 1;
    while (v >= 0x20) {
      out.append((char) ((0x20 | v & 0x1f) + 63));
      v >>= 5;
    }
    out.append((char) (v + 63));
  }

  /** Removes points that are closer than the tolerance, in degrees, to the line without them. */
  private static double[][] simplify(double[] lat, double[] lng, double tolerance) {
    int n = lat.length;
    boolean[] keep = new boolean[n];
    keep[0] = true;
    keep[n - 1] = true;
    Deque<int[]> parts = new ArrayDeque<>();
    parts.push(new int[] {0, n - 1});
    while (!parts.isEmpty()) {
      int[] part = parts.pop();
      int farthest = -1;
      double most = tolerance;
      for (int i = part[0] + 1; i < part[1]; i++) {
        double d = distance(lat, lng, i, part[0], part[1]);
        if (d > most) {
          most = d;
          farthest = i;
        }
      }
      if (farthest > 0) {
        keep[farthest] = true;
        parts.push(new int[] {part[0], farthest});
        parts.push(new int[] {farthest, part[1]});
      }
    }
    double[][] out = new double[2][n];
    int kept = 0;
    for (int i = 0; i < n; i++) {
      if (keep[i]) {
        out[0][kept] = lat[i];
        out[1][kept++] = lng[i];
      }
    }
    return new double[][] {Arrays.copyOf(out[0], kept), Arrays.copyOf(out[1], kept)};
  }

  /** Returns the distance of a point from a line segment, in degrees of latitude. */
  private static double distance(double[] lat, double[] lng, int at, int from, int to) {
    double narrow = Math.cos(Math.toRadians(lat[from]));
    double x = (lng[at] - lng[from]) * narrow;
    double y = lat[at] - lat[from];
    double dx = (lng[to] - lng[from]) * narrow;
    double dy = lat[to] - lat[from];
    double length = dx * dx + dy * dy;
    double share = length == 0 ? 0 : Math.clamp((x * dx + y * dy) / length, 0.0, 1.0);
    return Math.hypot(x - share * dx, y - share * dy);
  }
}
