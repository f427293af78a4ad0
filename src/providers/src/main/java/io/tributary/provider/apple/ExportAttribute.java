package io.tributary.provider.apple;

import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** XML attributes that are read. */
enum ExportAttribute {
  TYPE("type"),
  SOURCE_NAME("sourceName"),
  DEVICE("device"),
  UNIT("unit"),
  START_DATE("startDate"),
  END_DATE("endDate"),
  VALUE("value"),
  KEY("key"),
  ACTIVITY_TYPE("workoutActivityType"),
  DURATION("duration"),
  DURATION_UNIT("durationUnit"),
  TOTAL_DISTANCE("totalDistance"),
  TOTAL_DISTANCE_UNIT("totalDistanceUnit"),
  TOTAL_ENERGY("totalEnergyBurned"),
  TOTAL_ENERGY_UNIT("totalEnergyBurnedUnit"),
  AVERAGE("average"),
  MINIMUM("minimum"),
  MAXIMUM("maximum"),
  SUM("sum"),
  PATH("path"),
  DATE_COMPONENTS("dateComponents"),
  ACTIVE_ENERGY("activeEnergyBurned"),
  ACTIVE_ENERGY_UNIT("activeEnergyBurnedUnit"),
  BIRTH_DATE("HKCharacteristicTypeIdentifierDateOfBirth"),
  SEX("HKCharacteristicTypeIdentifierBiologicalSex"),
  WHEELCHAIR("HKCharacteristicTypeIdentifierWheelchairUse");

  static final ByteKeyTable<ExportAttribute> KNOWN =
      new ByteKeyTable<>(
          Stream.of(values()).collect(Collectors.toMap(a -> a.attribute, Function.identity())));

  private final String attribute;

  ExportAttribute(String attribute) {
    this.attribute = attribute;
  }
}
