package io.tributary.lab.appointment;

import java.util.List;
import java.util.Optional;

/** Distances between coordinates, in miles. */
final class Geo {
  static final List<String> RADII = List.of("10", "20", "25", "50", "100");

  private static final double EARTH_RADIUS_MILES = 3958.8;
  private static final double MILES_PER_DEGREE = 69.0;

  private Geo() {}

  static Optional<String> parseRadius(String word) {
    return Optional.of(word).filter(RADII::contains);
  }

  static double miles(double lat1, double lng1, double lat2, double lng2) {
    double a = Math.toRadians(lat1);
    double b = Math.toRadians(lat2);
    double h =
        square(Math.sin((b - a) / 2))
            + Math.cos(a) * Math.cos(b) * square(Math.sin(Math.toRadians(lng2 - lng1) / 2));
    return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(h)));
  }

  private static double square(double v) {
    return v * v;
  }

  /** Degrees of latitude that span the given miles, rounded up slightly. */
  static double latitudeDegrees(int miles) {
    return miles / MILES_PER_DEGREE * 1.02;
  }
}
