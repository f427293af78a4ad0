package io.tributary.provider.sdk;

import io.tributary.model.Source;
import io.tributary.model.Sports;
import io.tributary.model.Units;
import io.tributary.model.WorkoutSummary;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Workouts. One without an id is known by its begin. */
record WorkoutMapper(Inner inner) {
  private static final int ZONES = 6;

  void map(RecordNode r) {
    Instant start = r.requiredTime("start_date", inner.times);
    Instant end = r.requiredTime("end_date", inner.times);
    ZoneId zone = inner.zone(r);
    Source source = inner.source(r);
    String id = r.text("id");
    Double distance = r.number("distance");
    Double moving = r.number("moving_time");
    inner.add(
        WorkoutSummary.of(
                id == null || id.isEmpty() ? start.toString() : id,
                Inner.day(zone, start),
                start,
                end)
            .sport(Sports.of(r.text("sport")))
            .title(r.text("title"))
            .timezoneOffset(Inner.offset(zone, start))
            .averageHr(Units.round(r.number("heart_rate_mean")))
            .maxHr(Units.round(r.number("heart_rate_maximum")))
            .hrZones(zones(r))
            .distance(distance)
            .movingTime(Units.round(moving))
            .steps(Units.round(r.number("steps")))
            .calories(r.number("calories"))
            .totalElevationGain(r.number("ascent_elevation"))
            .averageSpeed(
                distance == null || moving == null || moving <= 0
                    ? null
                    : (Double) (distance / moving))
            .build(),
        source);
  }

  /** Seconds in the six zones as the device counted them; null when it counted none. */
  private static List<Integer> zones(RecordNode r) {
    List<Integer> out = new ArrayList<>(ZONES);
    boolean any = false;
    for (int i = 1; i <= ZONES; i++) {
      Double seconds = r.number("heart_rate_zone_" + i);
      any |= seconds != null;
      out.add(seconds == null ? 0 : Units.round(seconds));
    }
    return any ? out : null;
  }
}
