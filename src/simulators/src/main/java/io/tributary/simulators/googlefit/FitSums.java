package io.tributary.simulators.googlefit;

import io.tributary.simulators.kit.HeartPoint;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimWorld;
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
 * Sums over buckets: of equal length, or the calendar days of a zone, which on some days of the
 * year have 23 or 25 hours. Without the one and the other there is one bucket.
 */
final class FitSums {
  private static final Duration LONGEST = Duration.ofDays(91);
  private static final int MOST_BUCKETS = 10_000;

  private record Bucket(Instant from, Instant to) {}

  private final SimWorld world;

  FitSums(SimWorld world) {
    this.world = world;
  }

  /**
   * @param mayRead whether the grant shows a type
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
    if (Duration.between(from, to).compareTo(LONGEST) > 0) {
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
                .put("point", points(type, days, bucket)));
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
                  .filter(FitType::sums)
                  .orElseThrow(() -> FitErrors.invalid("unsupported dataTypeName"));
          String source = by.getString("dataSourceId");
          if (source != null && !source.equals(type.merged()) && !source.equals(type.raw())) {
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
        throw FitErrors.invalid("only periods of one day are played");
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
    if (step <= 0 || Duration.between(from, to).toMillis() / step > MOST_BUCKETS) {
      throw FitErrors.invalid("durationMillis makes no buckets");
    }
    for (Instant at = from; at.isBefore(to); at = at.plusMillis(step)) {
      Instant end = at.plusMillis(step);
      out.add(new Bucket(at, end.isBefore(to) ? end : to));
    }
    return out;
  }

  /** None, or one of all that is in the bucket. */
  private static JsonArray points(FitType type, List<SimDay> days, Bucket bucket) {
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
              case DISTANCE -> day.steps()[i] * SimDay.STRIDE;
              case EXPENDED -> day.activeCalories()[i] + FitPoints.resting(day);
              case BMR -> FitPoints.resting(day);
              default -> 0;
            };
        if (part > 0) {
          rate = part;
          sum += part;
          first = first == null ? day.minute(i) : first;
          last = day.minute(i + 1);
        }
      }
    }
    return switch (type) {
      case HEART -> heart(days, bucket);
      case STEPS ->
          first == null ? new JsonArray() : one(type, first, last, FitPoints.ints((int) sum));
      // What somebody at rest would burn in a whole day: the mean, the most and the least.
      case BMR ->
          first == null
              ? new JsonArray()
              : one(type, first, last, FitPoints.floats(rate * 1440, rate * 1440, rate * 1440));
      default -> first == null ? new JsonArray() : one(type, first, last, FitPoints.floats(sum));
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
    return one(
        FitType.HEART,
        Instant.ofEpochSecond(found.getFirst().epochSecond()),
        Instant.ofEpochSecond(found.getLast().epochSecond()),
        FitPoints.floats(figures.getAverage(), figures.getMax(), figures.getMin()));
  }

  private static JsonArray one(FitType type, Instant first, Instant last, JsonArray value) {
    return new JsonArray()
        .add(
            new JsonObject()
                .put("startTimeNanos", FitPoints.nanos(first))
                .put("endTimeNanos", FitPoints.nanos(last))
                .put("dataTypeName", type.dataType())
                .put("originDataSourceId", type.merged())
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

  /** 64-bit numbers are taken as numbers and as texts. */
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
