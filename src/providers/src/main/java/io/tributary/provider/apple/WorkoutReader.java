package io.tributary.provider.apple;

import io.tributary.core.Encryption;
import io.tributary.core.Json;
import java.time.ZoneId;
import java.util.HexFormat;

/** Reads a Workout element with its statistics and metadata. */
final class WorkoutReader {
  private static final int ID_BYTES = 16;
  private static final String QUANTITY = "HKQuantityTypeIdentifier";

  private final ExportScanner scanner;
  private final SourceCache sources;
  private final HkMetadata metadata = new HkMetadata();
  private final ExportTimestamp start = new ExportTimestamp();
  private final ExportTimestamp end = new ExportTimestamp();
  private boolean open;
  private boolean usable;
  private String type;
  private HkSource by;
  private WorkoutDraft draft;

  WorkoutReader(ExportScanner scanner, SourceCache sources) {
    this.scanner = scanner;
    this.sources = sources;
  }

  boolean open() {
    return open;
  }

  HkMetadata metadata() {
    return metadata;
  }

  private ByteSlice at(ExportAttribute a) {
    return scanner.get(a);
  }

  void begin() {
    open = true;
    metadata.clear();
    draft = WorkoutDraft.empty();
    ByteSlice from = at(ExportAttribute.START_DATE);
    ByteSlice to = at(ExportAttribute.END_DATE);
    ByteSlice activity = at(ExportAttribute.ACTIVITY_TYPE);
    usable = from != null && to != null && activity != null && start.read(from) && end.read(to);
    if (!usable) {
      return;
    }
    type = activity.toString();
    by = sources.get(at(ExportAttribute.SOURCE_NAME), at(ExportAttribute.DEVICE)).by();
    draft =
        draft
            .withSeconds(
                number(
                    ExportAttribute.DURATION,
                    QuantityUnit.SECONDS,
                    ExportAttribute.DURATION_UNIT,
                    "min"))
            // Up to iOS 15 the totals are attributes. Later versions write statistics, which
            // replace them.
            .withDistance(
                number(
                    ExportAttribute.TOTAL_DISTANCE,
                    QuantityUnit.METRES,
                    ExportAttribute.TOTAL_DISTANCE_UNIT,
                    "km"))
            .withCalories(
                number(
                    ExportAttribute.TOTAL_ENERGY,
                    QuantityUnit.KILOCALORIES,
                    ExportAttribute.TOTAL_ENERGY_UNIT,
                    "kcal"));
  }

  /** Returns an attribute in our unit; null if absent, zero or invalid. */
  private Double number(
      ExportAttribute value, QuantityUnit measure, ExportAttribute unit, String without) {
    ByteSlice v = at(value);
    ByteSlice u = unit == null ? null : at(unit);
    QuantityUnit.Conversion conversion = measure.from(u == null ? without : u.toString());
    double d = v == null ? Double.NaN : v.decimal();
    return conversion == null || !(d > 0) ? null : Double.valueOf(conversion.of(d));
  }

  void statistics() {
    ByteSlice of = at(ExportAttribute.TYPE);
    if (!open || of == null) {
      return;
    }
    String name = of.toString();
    switch (name.startsWith(QUANTITY) ? name.substring(QUANTITY.length()) : name) {
      case "HeartRate" ->
          draft =
              draft.withHeart(
                  number(
                      ExportAttribute.AVERAGE,
                      QuantityUnit.RATE,
                      ExportAttribute.UNIT,
                      "count/min"),
                  number(
                      ExportAttribute.MAXIMUM,
                      QuantityUnit.RATE,
                      ExportAttribute.UNIT,
                      "count/min"));
      case "ActiveEnergyBurned" ->
          draft =
              draft.withCalories(
                  number(
                      ExportAttribute.SUM,
                      QuantityUnit.KILOCALORIES,
                      ExportAttribute.UNIT,
                      "kcal"));
      case "DistanceWalkingRunning",
          "DistanceCycling",
          "DistanceSwimming",
          "DistanceWheelchair",
          "DistanceDownhillSnowSports",
          "DistanceCrossCountrySkiing",
          "DistancePaddleSports",
          "DistanceRowing",
          "DistanceSkatingSports" ->
          draft =
              draft.withDistance(
                  number(ExportAttribute.SUM, QuantityUnit.METRES, ExportAttribute.UNIT, "km"));
      case "StepCount" ->
          draft =
              draft.withSteps(
                  number(ExportAttribute.SUM, QuantityUnit.COUNT, ExportAttribute.UNIT, ""));
      case "RunningPower", "CyclingPower" ->
          draft =
              draft.withPower(
                  number(ExportAttribute.AVERAGE, QuantityUnit.WATTS, ExportAttribute.UNIT, "W"),
                  number(ExportAttribute.MAXIMUM, QuantityUnit.WATTS, ExportAttribute.UNIT, "W"));
      default -> {
        // No field for this type.
      }
    }
  }

  /** Stores the path of a route file beside the XML; the first one counts. */
  void route() {
    ByteSlice path = at(ExportAttribute.PATH);
    if (open && path != null) {
      draft = draft.withRoute(path.toString());
    }
  }

  /** Returns the finished workout; null if its times are invalid. */
  PendingRecord end() {
    open = false;
    if (!usable) {
      return null;
    }
    ZoneId zone = metadata.zone();
    int offset =
        zone == null ? start.offset : zone.getRules().getOffset(start.instant()).getTotalSeconds();
    draft =
        draft
            .withSport(HkSports.of(type, metadata).slug())
            .withGain(elevation(metadata.get("HKElevationAscended")));
    String key = String.join("\t", type, "" + start.seconds, "" + end.seconds, by.name());
    String id = HexFormat.of().formatHex(Encryption.sha256(key), 0, ID_BYTES);
    return new PendingRecord(
        PendingRecord.Kind.WORKOUT,
        by.key(),
        PendingRecord.day(start.instant(), offset),
        start.instant(),
        end.instant(),
        id,
        0,
        offset,
        Json.text(draft));
  }

  /** Converts a text such as {@code 1200 cm} to meters; returns null if it is invalid. */
  private static Double elevation(String text) {
    int space = text.indexOf(' ');
    if (space <= 0) {
      return null;
    }
    ByteSlice number = new ByteSlice();
    byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    number.set(bytes, 0, space);
    QuantityUnit.Conversion conversion = QuantityUnit.METRES.from(text.substring(space + 1));
    double d = number.decimal();
    return conversion == null || !(d >= 0) ? null : Double.valueOf(conversion.of(d));
  }
}
