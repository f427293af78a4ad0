package io.tributary.provider.apple;

import io.tributary.kernel.Json;
import io.tributary.kernel.Secrets;
import java.time.ZoneId;
import java.util.HexFormat;

/** Reads a Workout element with its statistics and metadata. */
final class WorkoutReader {
  private static final int ID_BYTES = 16;
  private static final String QUANTITY = "HKQuantityTypeIdentifier";

  private final ExportScanner scanner;
  private final SourceCache sources;
  private final HkMetadata metadata = new HkMetadata();
  private final Stamp start = new Stamp();
  private final Stamp end = new Stamp();
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

  private Slice at(Attribute a) {
    return scanner.get(a);
  }

  void begin() {
    open = true;
    metadata.clear();
    draft = WorkoutDraft.empty();
    Slice from = at(Attribute.START_DATE);
    Slice to = at(Attribute.END_DATE);
    Slice activity = at(Attribute.ACTIVITY_TYPE);
    usable = from != null && to != null && activity != null && start.read(from) && end.read(to);
    if (!usable) {
      return;
    }
    type = activity.toString();
    by = sources.get(at(Attribute.SOURCE_NAME), at(Attribute.DEVICE)).by();
    draft =
        draft
            .withSeconds(
                number(Attribute.DURATION, Measure.SECONDS, Attribute.DURATION_UNIT, "min"))
            // Up to iOS 15 the totals stand here, later in statistics, which replace them.
            .withDistance(
                number(
                    Attribute.TOTAL_DISTANCE, Measure.METRES, Attribute.TOTAL_DISTANCE_UNIT, "km"))
            .withCalories(
                number(
                    Attribute.TOTAL_ENERGY,
                    Measure.KILOCALORIES,
                    Attribute.TOTAL_ENERGY_UNIT,
                    "kcal"));
  }

  /** In our unit; null when absent, zero or not understood. */
  private Double number(Attribute value, Measure measure, Attribute unit, String without) {
    Slice v = at(value);
    Slice u = unit == null ? null : at(unit);
    Measure.Conversion conversion = measure.from(u == null ? without : u.toString());
    double d = v == null ? Double.NaN : v.decimal();
    return conversion == null || !(d > 0) ? null : Double.valueOf(conversion.of(d));
  }

  void statistics() {
    Slice of = at(Attribute.TYPE);
    if (!open || of == null) {
      return;
    }
    String name = of.toString();
    switch (name.startsWith(QUANTITY) ? name.substring(QUANTITY.length()) : name) {
      case "HeartRate" ->
          draft =
              draft.withHeart(
                  number(Attribute.AVERAGE, Measure.RATE, Attribute.UNIT, "count/min"),
                  number(Attribute.MAXIMUM, Measure.RATE, Attribute.UNIT, "count/min"));
      case "ActiveEnergyBurned" ->
          draft =
              draft.withCalories(
                  number(Attribute.SUM, Measure.KILOCALORIES, Attribute.UNIT, "kcal"));
      case "DistanceWalkingRunning",
          "DistanceCycling",
          "DistanceSwimming",
          "DistanceWheelchair",
          "DistanceDownhillSnowSports",
          "DistanceCrossCountrySkiing",
          "DistancePaddleSports",
          "DistanceRowing",
          "DistanceSkatingSports" ->
          draft = draft.withDistance(number(Attribute.SUM, Measure.METRES, Attribute.UNIT, "km"));
      case "StepCount" ->
          draft = draft.withSteps(number(Attribute.SUM, Measure.COUNT, Attribute.UNIT, ""));
      case "RunningPower", "CyclingPower" ->
          draft =
              draft.withPower(
                  number(Attribute.AVERAGE, Measure.WATTS, Attribute.UNIT, "W"),
                  number(Attribute.MAXIMUM, Measure.WATTS, Attribute.UNIT, "W"));
      default -> {
        // no field for it
      }
    }
  }

  /** A route that lies beside the XML; the first one counts. */
  void route() {
    Slice path = at(Attribute.PATH);
    if (open && path != null) {
      draft = draft.withRoute(path.toString());
    }
  }

  /** The workout as a fact; null when its times are broken. */
  Fact end() {
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
    String id = HexFormat.of().formatHex(Secrets.sha256(key), 0, ID_BYTES);
    return new Fact(
        Fact.Kind.WORKOUT,
        by.key(),
        Fact.day(start.instant(), offset),
        start.instant(),
        end.instant(),
        id,
        0,
        offset,
        Json.text(draft));
  }

  /** Metres out of a text such as {@code 1200 cm}; null when it is none. */
  private static Double elevation(String text) {
    int space = text.indexOf(' ');
    if (space <= 0) {
      return null;
    }
    Slice number = new Slice();
    byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    number.set(bytes, 0, space);
    Measure.Conversion conversion = Measure.METRES.from(text.substring(space + 1));
    double d = number.decimal();
    return conversion == null || !(d >= 0) ? null : Double.valueOf(conversion.of(d));
  }
}
