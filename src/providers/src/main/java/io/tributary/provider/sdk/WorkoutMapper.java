package io.tributary.provider.sdk;

import io.tributary.model.HeartRateReadings;
import io.tributary.model.Polyline;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourcedStream;
import io.tributary.model.Sports;
import io.tributary.model.Units;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutStream.Channel;
import io.tributary.model.WorkoutStreamTotals;
import io.tributary.model.WorkoutSummary;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * Maps workouts with their streams. A workout without an ID is identified by its start. Totals that
 * the device reports take precedence; missing ones are computed from the recorded data if there is
 * any.
 */
record WorkoutMapper(SummaryMapperSupport support) {
  private static final int ZONES = 6;

  void map(RecordNode r) {
    Instant start = r.requiredTime("start_date", support.times);
    Instant end = r.requiredTime("end_date", support.times);
    ZoneId zone = support.zone(r);
    Source source = support.source(r);
    WorkoutStream stream = StreamNode.of(r.child("stream"), start, end);
    List<Sample> beats =
        support.samples(r, "heart_rate", Resource.HEARTRATE, SummaryMapperSupport.index(r));
    HeartRateReadings rates = HeartRateSeries.of(stream, beats, start, end);
    WorkoutStreamTotals figures = new WorkoutStreamTotals(stream);
    String id = r.text("id");
    LocalDate day = SummaryMapperSupport.day(zone, start);
    Double distance =
        firstNonNull(r.number("distance"), Units.roundTo(figures.last(Channel.DISTANCE), 2));
    Double moving = r.number("moving_time");
    WorkoutSummary workout =
        WorkoutSummary.of(id == null || id.isEmpty() ? start.toString() : id, day, start, end)
            .sport(Sports.of(r.text("sport")))
            .title(r.text("title"))
            .timezoneOffset(SummaryMapperSupport.offset(zone, start))
            .averageHr(
                firstNonNull(
                    Units.round(r.number("heart_rate_mean")), rates.average().orElse(null)))
            .maxHr(
                firstNonNull(Units.round(r.number("heart_rate_maximum")), rates.max().orElse(null)))
            .hrZones(zones(r, rates, day))
            .distance(distance)
            .movingTime(Units.round(moving))
            .steps(Units.round(r.number("steps")))
            .calories(r.number("calories"))
            .totalElevationGain(
                firstNonNull(
                    r.number("ascent_elevation"), Units.roundTo(figures.elevationGain(), 1)))
            .elevHigh(figures.elevHigh())
            .elevLow(figures.elevLow())
            .averageSpeed(speed(distance, moving))
            .maxSpeed(Units.roundTo(figures.highest(Channel.VELOCITY_SMOOTH), 3))
            .averageWatts(Units.roundTo(figures.mean(Channel.POWER), 1))
            .maxWatts(figures.highest(Channel.POWER))
            .map(Polyline.of(stream))
            .build();
    support.add(workout, source);
    support.collector().add(SourcedStream.of(workout, source, stream));
  }

  private static <T> T firstNonNull(T told, T workedOut) {
    return told == null ? workedOut : told;
  }

  private static Double speed(Double distance, Double moving) {
    return distance == null || moving == null || moving <= 0
        ? null
        : Double.valueOf(distance / moving);
  }

  /**
   * Returns the seconds in the six heart-rate zones as the device counted them, or otherwise
   * computed from heart rates; null without either.
   */
  private List<Integer> zones(RecordNode r, HeartRateReadings rates, LocalDate day) {
    List<Integer> out = new ArrayList<>(ZONES);
    boolean any = false;
    for (int i = 1; i <= ZONES; i++) {
      Double seconds = r.number("heart_rate_zone_" + i);
      any |= seconds != null;
      out.add(seconds == null ? 0 : Units.round(seconds));
    }
    if (any) {
      return out;
    }
    return rates.isEmpty() ? null : rates.zones(support.birthDate(), day).orElse(null);
  }
}
