package io.tributary.provider.apple;

import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import java.time.Duration;
import java.util.Map;

/** Converts Record elements to samples and pending records. */
final class RecordMapper {
  private static final SampleExtras WRIST = SampleExtras.sensorLocation("wrist");

  /** HealthKit sensor locations, numbered from 1. */
  private static final SampleExtras[] LOCATIONS = {
    SampleExtras.sensorLocation("armpit"),
    SampleExtras.sensorLocation("body"),
    SampleExtras.sensorLocation("ear"),
    SampleExtras.sensorLocation("finger"),
    SampleExtras.sensorLocation("gastrointestinal"),
    SampleExtras.sensorLocation("mouth"),
    SampleExtras.sensorLocation("rectum"),
    SampleExtras.sensorLocation("toe"),
    SampleExtras.sensorLocation("eardrum"),
    SampleExtras.sensorLocation("temporal_artery"),
    SampleExtras.sensorLocation("forehead"),
  };

  private static final Map<String, SampleExtras> STAND =
      Map.of(
          "HKCategoryValueAppleStandHourStood", SampleExtras.type("stood"),
          "HKCategoryValueAppleStandHourIdle", SampleExtras.type("idle"));
  private static final Map<String, SampleExtras> INSULIN =
      Map.of(
          "1", SampleExtras.insulin("long_acting", "basal", null, null),
          "2", SampleExtras.insulin("rapid_acting", "bolus", null, null));

  private RecordMapper() {}

  /**
   * Emits what a record produces.
   *
   * @return false if the record is not understood and produces nothing
   * @throws IllegalArgumentException for impossible values
   */
  static boolean map(HkRecord r, ExportReader.ExportSink out) {
    r.applyRecordedZone();
    switch (r.type.use()) {
      case SAMPLE -> out.sample(toSample(r, r.source, null));
      case BODY -> {
        out.sample(toSample(r, r.source, null));
        emitPending(out, r, PendingRecord.Kind.BODY, r.source.type().wire());
      }
      case MEAL_SAMPLE -> {
        out.sample(toSample(r, r.source, null));
        emitPending(out, r, PendingRecord.Kind.MEAL, r.hkSource.key());
      }
      case MEAL -> emitPending(out, r, PendingRecord.Kind.MEAL, r.hkSource.key());
      case PRESSURE -> emitPending(out, r, PendingRecord.Kind.PRESSURE, r.hkSource.key());
      case DAILY_VALUE -> emitPending(out, r, PendingRecord.Kind.DAY, "");
      case PERSON -> emitPending(out, r, PendingRecord.Kind.PERSON, "");
      case WRIST -> {
        out.sample(toSample(r, r.source, WRIST));
        emitPending(out, r, PendingRecord.Kind.WRIST, "");
      }
      case SLEEP -> {
        String stage = SleepJoin.STAGES.get(r.category);
        if (stage == null) {
          return false;
        }
        String zone = r.metadata.zone() == null ? null : r.metadata.get("HKTimeZone");
        out.pendingRecord(
            new PendingRecord(
                PendingRecord.Kind.SLEEP,
                r.hkSource.key(),
                PendingRecord.day(r.start, 0),
                r.start,
                r.end,
                stage,
                0,
                r.offset,
                zone));
      }
      case DURATION -> {
        r.value = Duration.between(r.start, r.end).toMillis() / 60_000.0;
        out.sample(toSample(r, r.source, null));
      }
      case EVENT -> {
        r.value = 1;
        out.sample(
            toSample(r, r.source, r.type.name() == null ? null : SampleExtras.type(r.type.name())));
      }
      case STAND_HOUR -> {
        SampleExtras stood = STAND.get(r.category);
        if (stood == null) {
          return false;
        }
        r.value = 1;
        out.sample(toSample(r, r.source, stood));
      }
      case INSULIN -> {
        SampleExtras reason = INSULIN.get(r.metadata.get("HKInsulinDeliveryReason"));
        if (reason == null) {
          return false;
        }
        out.sample(toSample(r, r.source, reason));
      }
      case TEMPERATURE -> out.sample(toSample(r, r.source, sensorLocation(r)));
      case WHEELCHAIR ->
          out.sample(toSample(r, r.source.withWorkout(null, "wheelchair_pushing"), null));
      case CYCLE -> {
        return CycleJoin.addRecord(r, out);
      }
      case CYCLE_SAMPLE -> {
        out.sample(toSample(r, r.source, sensorLocation(r)));
        emitPending(out, r, PendingRecord.Kind.CYCLE, r.source.type().wire());
      }
    }
    return true;
  }

  private static SampleExtras sensorLocation(HkRecord r) {
    String number = r.metadata.get("HKBodyTemperatureSensorLocation");
    if (number.isEmpty() || number.length() > 2 || !number.chars().allMatch(Character::isDigit)) {
      return null;
    }
    int n = Integer.parseInt(number);
    return n >= 1 && n <= LOCATIONS.length ? LOCATIONS[n - 1] : null;
  }

  private static Sample toSample(HkRecord r, Source source, SampleExtras extras) {
    return new Sample(
        r.type.resource(),
        source,
        r.start,
        r.type.isInterval() ? r.end : null,
        r.offset,
        r.value,
        extras);
  }

  private static void emitPending(
      ExportReader.ExportSink out, HkRecord r, PendingRecord.Kind kind, String origin) {
    out.pendingRecord(
        new PendingRecord(
            kind, origin, r.day(), r.start, r.end, r.type.name(), r.value, r.offset, null));
  }
}
