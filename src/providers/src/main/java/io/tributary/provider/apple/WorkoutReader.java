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

  boolean isOpen() {
    return open;
  }

  HkMetadata metadata() {
    return metadata;
  }

  private ByteSlice attribute(ExportAttribute a) {
    return scanner.get(a);
  }

  void begin() {
    open = true;
    metadata.clear();
    draft = WorkoutDraft.empty();
    ByteSlice from = attribute(ExportAttribute.START_DATE);
    ByteSlice to = attribute(ExportAttribute.END_DATE);
    ByteSlice activity = attribute(ExportAttribute.ACTIVITY_TYPE);
    usable = from != null && to != null && activity != null && start.parse(from) && end.parse(to);
    if (!usable) {
      return;
    }
    type = activity.toString();
    by =
        sources
            .get(attribute(ExportAttribute.SOURCE_NAME), attribute(ExportAttribute.DEVICE))
            .hkSource();
    draft =
        draft
            .withSeconds(
                convertedAttribute(
                    ExportAttribute.DURATION,
                    QuantityUnit.SECONDS,
                    ExportAttribute.DURATION_UNIT,
                    "min"))
            // Up to iOS 15 the totals are attributes. Later versions write statistics, which
            // replace them.
            .withDistance(
                convertedAttribute(
                    ExportAttribute.TOTAL_DISTANCE,
                    QuantityUnit.METERS,
                    ExportAttribute.TOTAL_DISTANCE_UNIT,
                    "km"))
            .withCalories(
                convertedAttribute(
                    ExportAttribute.TOTAL_ENERGY,
                    QuantityUnit.KILOCALORIES,
                    ExportAttribute.TOTAL_ENERGY_UNIT,
                    "kcal"));
  }

  /** Returns an attribute in our unit; null if absent, zero or invalid. */
  private Double convertedAttribute(
      ExportAttribute value, QuantityUnit measure, ExportAttribute unit, String without) {
    ByteSlice v = attribute(value);
    ByteSlice u = unit == null ? null : attribute(unit);
    QuantityUnit.Conversion conversion = measure.conversionFrom(u == null ? without : u.toString());
    double d = v == null ? Double.NaN : v.toDouble();
    return conversion == null || !(d > 0) ? null : Double.valueOf(conversion.of(d));
  }

  void readStatistics() {
    ByteSlice of = attribute(ExportAttribute.TYPE);
    if (!open || of == null) {
      return;
    }
    String name = of.toString();
    switch (name.startsWith(QUANTITY) ? name.substring(QUANTITY.length()) : name) {
      case "HeartRate" ->
          draft =
              draft.withHeart(
                  convertedAttribute(
                      ExportAttribute.AVERAGE,
                      QuantityUnit.RATE,
                      ExportAttribute.UNIT,
                      "count/min"),
                  convertedAttribute(
                      ExportAttribute.MAXIMUM,
                      QuantityUnit.RATE,
                      ExportAttribute.UNIT,
                      "count/min"));
      case "ActiveEnergyBurned" ->
          draft =
              draft.withCalories(
                  convertedAttribute(
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
                  convertedAttribute(
                      ExportAttribute.SUM, QuantityUnit.METERS, ExportAttribute.UNIT, "km"));
      case "StepCount" ->
          draft =
              draft.withSteps(
                  convertedAttribute(
                      ExportAttribute.SUM, QuantityUnit.COUNT, ExportAttribute.UNIT, ""));
      case "RunningPower", "CyclingPower" ->
          draft =
              draft.withPower(
                  convertedAttribute(
                      ExportAttribute.AVERAGE, QuantityUnit.WATTS, ExportAttribute.UNIT, "W"),
                  convertedAttribute(
                      ExportAttribute.MAXIMUM, QuantityUnit.WATTS, ExportAttribute.UNIT, "W"));
      default -> {
        // No field for this type.
      }
    }
  }

  /** Stores the path of a route file beside the XML; the first one counts. */
  void readRoute() {
    ByteSlice path = attribute(ExportAttribute.PATH);
    if (open && path != null) {
      draft = draft.withRoute(path.toString());
    }
  }

  /** Returns the finished workout; null if its times are invalid. */
  PendingRecord finish() {
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
            .withGain(parseElevation(metadata.get("HKElevationAscended")));
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
  private static Double parseElevation(String text) {
    int space = text.indexOf(' ');
    if (space <= 0) {
      return null;
    }
    ByteSlice number = new ByteSlice();
    byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    number.set(bytes, 0, space);
    QuantityUnit.Conversion conversion =
        QuantityUnit.METERS.conversionFrom(text.substring(space + 1));
    double d = number.toDouble();
    return conversion == null || !(d >= 0) ? null : Double.valueOf(conversion.of(d));
  }
}
