package io.tributary.simulators.googlefit;

import io.tributary.simulators.kit.HeartPoint;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Aggregates over buckets: of equal duration, or the calendar days of a time zone, some of which
 * have 23 or 25 hours. Without either there is one bucket.
 */
final class FitAggregates {
  private static final Duration MAX_RANGE = Duration.ofDays(91);
  private static final int MAX_BUCKETS = 10_000;

  private record Bucket(Instant from, Instant to) {}

  private final SimContext world;

  FitAggregates(SimContext world) {
    this.world = world;
  }

  /**
   * @param mayRead whether the grant permits a type
   * @param has whether the person has data of a type
   */
  JsonObject of(
      SimPerson person, JsonObject body, Predicate<FitType> mayRead, Predicate<FitType> has) {
    List<FitType> types = types(body);
    if (!types.stream().allMatch(mayRead)) {
      throw FitErrors.noScope();
    }
    for (FitType type : types) {
      if (!has.test(type)) {
        throw FitErrors.noSource(type);
      }
    }
    Instant from = millis(body, "startTimeMillis");
    Instant to = millis(body, "endTimeMillis");
    if (!from.isBefore(to)) {
      throw FitErrors.invalid("startTimeMillis must be before endTimeMillis");
    }
    if (Duration.between(from, to).compareTo(MAX_RANGE) > 0) {
      throw FitErrors.invalid("aggregate duration too large");
    }
    List<SimDay> days = world.people().days(person, utc(from).minusDays(1), utc(to).plusDays(1));
    var buckets = new JsonArray();
    for (Bucket bucket : buckets(body, from, to)) {
      var sets = new JsonArray();
      for (FitType type : types) {
        sets.add(
            new JsonObject()
                .put(
                    "dataSourceId",
                    "derived:" + type.dataType() + ":com.google.android.gms:aggregated")
                .put("point", aggregate(type, days, bucket)));
      }
      buckets.add(
          new JsonObject()
              .put("startTimeMillis", Long.toString(bucket.from().toEpochMilli()))
              .put("endTimeMillis", Long.toString(bucket.to().toEpochMilli()))
              .put("dataset", sets));
    }
    return new JsonObject().put("bucket", buckets);
  }

  private static List<FitType> types(JsonObject body) {
    var out = new ArrayList<FitType>();
    if (body.getValue("aggregateBy") instanceof JsonArray list) {
      for (Object one : list) {
        if (one instanceof JsonObject by) {
          FitType type =
              FitType.of(by.getString("dataTypeName", ""))
                  .filter(FitType::canAggregate)
                  .orElseThrow(() -> FitErrors.invalid("unsupported dataTypeName"));
          String source = by.getString("dataSourceId");
          if (source != null
              && !source.equals(type.mergedSource())
              && !source.equals(type.rawSource())) {
            throw FitErrors.invalid("datasource not found: " + type.dataType());
          }
          out.add(type);
        }
      }
    }
    if (out.isEmpty()) {
      throw FitErrors.invalid("aggregateBy is missing");
    }
    return out;
  }

  private static List<Bucket> buckets(JsonObject body, Instant from, Instant to) {
    if (!(body.getValue("bucketByTime") instanceof JsonObject by)) {
      return List.of(new Bucket(from, to));
    }
    JsonObject period = by.getJsonObject("period");
    var out = new ArrayList<Bucket>();
    if (period != null) {
      if (!"day".equals(period.getString("type")) || period.getInteger("value", 0) != 1) {
        throw FitErrors.invalid("the simulator supports only periods of one day");
      }
      ZoneId zone = zone(period.getString("timeZoneId", ""));
      for (Instant at = from; at.isBefore(to); ) {
        Instant end = at.atZone(zone).toLocalDate().plusDays(1).atStartOfDay(zone).toInstant();
        out.add(new Bucket(at, end.isBefore(to) ? end : to));
        at = end;
      }
      return out;
    }
    long step = number(by, "durationMillis");
    if (step <= 0 || Duration.between(from, to).toMillis() / step > MAX_BUCKETS) {
      throw FitErrors.invalid(
          "durationMillis must be positive and must not yield too many buckets");
    }
    for (Instant at = from; at.isBefore(to); at = at.plusMillis(step)) {
      Instant end = at.plusMillis(step);
      out.add(new Bucket(at, end.isBefore(to) ? end : to));
    }
    return out;
  }

  /** Returns no point, or one that aggregates the bucket. */
  private static JsonArray aggregate(FitType type, List<SimDay> days, Bucket bucket) {
    double sum = 0;
    Instant first = null;
    Instant last = null;
    double rate = 0;
    for (SimDay day : days) {
      int minutes = day.steps().length;
      int to = (int) Math.clamp(minutesTo(day, bucket.to()), 0, minutes);
      for (int i = (int) Math.clamp(minutesTo(day, bucket.from()), 0, minutes); i < to; i++) {
        double part =
            switch (type) {
              case STEPS -> day.steps()[i];
              case DISTANCE -> day.steps()[i] * SimDay.METERS_PER_STEP;
              case EXPENDED ->
                  day.activeCalories()[i] + FitPoints.restingKilocaloriesPerMinute(day);
              case BMR -> FitPoints.restingKilocaloriesPerMinute(day);
              default -> 0;
            };
        if (part > 0) {
          rate = part;
          sum += part;
          first = first == null ? day.instantOfMinute(i) : first;
          last = day.instantOfMinute(i + 1);
        }
      }
    }
    return switch (type) {
      case HEART -> heart(days, bucket);
      case STEPS ->
          first == null
              ? new JsonArray()
              : singlePoint(type, first, last, FitPoints.ints((int) sum));
      // Basal rate per day: average, maximum and minimum.
      case BMR ->
          first == null
              ? new JsonArray()
              : singlePoint(
                  type, first, last, FitPoints.floats(rate * 1440, rate * 1440, rate * 1440));
      default ->
          first == null ? new JsonArray() : singlePoint(type, first, last, FitPoints.floats(sum));
    };
  }

  private static long minutesTo(SimDay day, Instant at) {
    return Duration.between(day.start(), at).toMinutes();
  }

  private static JsonArray heart(List<SimDay> days, Bucket bucket) {
    List<HeartPoint> found =
        days.stream()
            .flatMap(d -> d.heart().stream())
            .filter(
                p ->
                    p.epochSecond() >= bucket.from().getEpochSecond()
                        && p.epochSecond() < bucket.to().getEpochSecond())
            .toList();
    if (found.isEmpty()) {
      return new JsonArray();
    }
    var figures = found.stream().mapToInt(HeartPoint::bpm).summaryStatistics();
    return singlePoint(
        FitType.HEART,
        Instant.ofEpochSecond(found.getFirst().epochSecond()),
        Instant.ofEpochSecond(found.getLast().epochSecond()),
        FitPoints.floats(figures.getAverage(), figures.getMax(), figures.getMin()));
  }

  private static JsonArray singlePoint(FitType type, Instant first, Instant last, JsonArray value) {
    return new JsonArray()
        .add(
            new JsonObject()
                .put("startTimeNanos", FitPoints.nanos(first))
                .put("endTimeNanos", FitPoints.nanos(last))
                .put("dataTypeName", type.dataType())
                .put("originDataSourceId", type.mergedSource())
                .put("value", value));
  }

  private static ZoneId zone(String id) {
    try {
      return ZoneId.of(id);
    } catch (DateTimeException e) {
      throw FitErrors.invalid("timeZoneId is unknown");
    }
  }

  private static Instant millis(JsonObject body, String name) {
    return Instant.ofEpochMilli(number(body, name));
  }

  /** Reads a 64-bit number, which may be a JSON number or a string. */
  private static long number(JsonObject body, String name) {
    Object value = body.getValue(name);
    if (value != null && value.toString().matches("\\d{1,15}")) {
      return Long.parseLong(value.toString());
    }
    throw FitErrors.invalid(name + " is missing");
  }

  private static LocalDate utc(Instant at) {
    return at.atOffset(ZoneOffset.UTC).toLocalDate();
  }
}
