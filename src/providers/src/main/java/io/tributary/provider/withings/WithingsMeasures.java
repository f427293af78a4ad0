package io.tributary.provider.withings;

import io.tributary.model.BodySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Converts groups of measures. A value is an integer and a power of ten. Groups of one time and
 * source are merged into one record, because its time identifies it.
 */
final class WithingsMeasures {
  private static final int WEIGHT = 1;
  private static final int LEAN = 5;
  private static final int FAT = 6;
  private static final int DIASTOLIC = 9;
  private static final int SYSTOLIC = 10;
  private static final int PULSE = 11;
  private static final int TEMPERATURE = 12;
  private static final int OXYGEN = 54;
  private static final int BODY_TEMPERATURE = 71;
  private static final int MUSCLE = 76;
  private static final int WATER = 77;
  private static final int BONE = 88;
  private static final int VO2_MAX = 123;
  private static final int VISCERAL = 170;

  /** Measure types to request. */
  static final String TYPES =
      Stream.of(
              WEIGHT,
              LEAN,
              FAT,
              DIASTOLIC,
              SYSTOLIC,
              PULSE,
              TEMPERATURE,
              OXYGEN,
              BODY_TEMPERATURE,
              MUSCLE,
              WATER,
              BONE,
              VO2_MAX,
              VISCERAL)
          .map(String::valueOf)
          .collect(Collectors.joining(","));

  private static final long AMBIGUOUS = 1;
  private static final long MANUAL_ENTRY = 2;
  private static final long SIGN_UP = 4;
  private static final int LARGEST_POWER = 12;
  private static final int DECIMALS = 4;

  private record Moment(OffsetInstant at, boolean typedIn) {}

  private WithingsMeasures() {}

  static void normalise(
      List<LenientJson> groups, AccountContext facts, NormalizedBatch.Builder batch) {
    Map<Moment, Map<Integer, Double>> moments = new LinkedHashMap<>();
    for (LenientJson group : groups) {
      Long attrib = group.wholeNumber("attrib");
      if (attrib != null && (attrib == AMBIGUOUS || attrib == SIGN_UP)) {
        continue; // Possibly another person's, or an estimate entered at sign-up.
      }
      try {
        OffsetInstant at = WithingsTime.stamp(group, "date", facts);
        boolean typedIn = attrib != null && attrib == MANUAL_ENTRY;
        moments
            .computeIfAbsent(new Moment(at, typedIn), m -> new HashMap<>())
            .putAll(values(group));
      } catch (IllegalArgumentException e) {
        batch.reject("measure", e.getMessage());
      }
    }
    moments.forEach((moment, values) -> addRecords(moment, new Values(values), batch));
  }

  private static Map<Integer, Double> values(LenientJson group) {
    Map<Integer, Double> out = new HashMap<>();
    for (LenientJson measure : group.list("measures")) {
      Long type = measure.wholeNumber("type");
      Long power = measure.wholeNumber("unit");
      Double value = value(measure.wholeNumber("value"), power);
      if (type != null && value != null && type == type.intValue()) {
        out.put(type.intValue(), value);
      }
    }
    return out;
  }

  /** Divides by a power of ten instead of multiplying by its reciprocal, because that is exact. */
  private static Double value(Long value, Long power) {
    if (value == null || power == null || Math.abs(power) > LARGEST_POWER) {
      return null;
    }
    double factor = Math.pow(10, Math.abs(power));
    return power < 0 ? value / factor : value * factor;
  }

  private record Values(Map<Integer, Double> all) {
    Double of(int type, double low, double high) {
      Double value = all.get(type);
      return value != null && value >= low && value <= high ? value : null;
    }

    Double percentage(int type, Double weight) {
      Double part = of(type, 0, 1000);
      return part == null || weight == null || part > weight
          ? null
          : Units.roundTo(part / weight * 100, DECIMALS);
    }
  }

  private static void addRecords(Moment moment, Values values, NormalizedBatch.Builder batch) {
    Source scale = source(moment, SourceType.SCALE);
    Double weight = values.of(WEIGHT, 0.5, 1000);
    Double fat = values.of(FAT, 0.1, 100);
    body(moment, values, weight, fat, scale, batch);
    add(Resource.WEIGHT, moment, scale, weight, batch);
    add(Resource.FAT, moment, scale, fat, batch);
    Double systolic = values.of(SYSTOLIC, 1, 400);
    Double diastolic = values.of(DIASTOLIC, 1, 400);
    Source cuff = source(moment, SourceType.CUFF);
    boolean pressure = systolic != null && diastolic != null;
    if (pressure) {
      OffsetInstant at = moment.at();
      batch.add(
          new Sample(
              Resource.BLOOD_PRESSURE,
              cuff,
              at.at(),
              null,
              at.offsetSeconds(),
              systolic,
              SampleExtras.diastolic(diastolic)));
    }
    // Only the other values of the group indicate which device counted the pulse.
    Source counted = pressure ? cuff : weight != null ? scale : source(moment, SourceType.UNKNOWN);
    add(Resource.HEARTRATE, moment, counted, values.of(PULSE, 1, 400), batch);
    Double temperature = values.of(BODY_TEMPERATURE, 20, 50);
    add(
        Resource.BODY_TEMPERATURE,
        moment,
        source(moment, SourceType.UNKNOWN),
        temperature == null ? values.of(TEMPERATURE, 20, 50) : temperature,
        batch);
    Source watch = source(moment, SourceType.WATCH);
    add(Resource.BLOOD_OXYGEN, moment, watch, values.of(OXYGEN, 1, 100), batch);
    add(Resource.VO2_MAX, moment, watch, values.of(VO2_MAX, 1, 120), batch);
  }

  private static void body(
      Moment moment,
      Values values,
      Double weight,
      Double fat,
      Source scale,
      NormalizedBatch.Builder batch) {
    Double lean = values.of(LEAN, 0.5, 1000);
    Double visceral = values.of(VISCERAL, 0, 100);
    if (weight != null || fat != null || lean != null || visceral != null) {
      batch.add(
          BodySummary.at(moment.at().date(), moment.at().at())
              .weight(weight)
              .fat(fat)
              .leanBodyMassKilogram(lean)
              .visceralFatIndex(visceral)
              .waterPercentage(values.percentage(WATER, weight))
              .muscleMassPercentage(values.percentage(MUSCLE, weight))
              .boneMassPercentage(values.percentage(BONE, weight))
              .build(),
          scale);
    }
  }

  private static Source source(Moment moment, SourceType measuredBy) {
    return Source.of(WithingsNormalizer.SLUG, moment.typedIn() ? SourceType.APP : measuredBy);
  }

  private static void add(
      Resource resource,
      Moment moment,
      Source source,
      Double value,
      NormalizedBatch.Builder batch) {
    if (value != null) {
      batch.add(
          Sample.point(resource, source, moment.at().at(), moment.at().offsetSeconds(), value));
    }
  }
}
