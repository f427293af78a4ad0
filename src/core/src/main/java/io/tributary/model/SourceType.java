package io.tributary.model;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Kinds of devices and other origins of data: the sixteen source types of the API. */
public enum SourceType {
  UNKNOWN,
  PHONE,
  WATCH,
  APP,
  MULTIPLE_SOURCES,
  FINGERPRICK,
  CUFF,
  MANUAL_SCAN,
  AUTOMATIC,
  INSULIN_PUMP,
  SCALE,
  CHEST_STRAP,
  RING,
  LAB,
  EXERCISE_MACHINE,
  EARPHONE;

  private static final Map<String, SourceType> BY_WIRE =
      Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(SourceType::wire, t -> t));

  private final String wire = name().toLowerCase(Locale.ROOT);

  @JsonValue
  public String wire() {
    return wire;
  }

  /**
   * Returns the type with this name.
   *
   * @throws IllegalArgumentException if the name is not in the list
   */
  public static SourceType of(String wire) {
    SourceType type = BY_WIRE.get(wire);
    if (type == null) {
      throw new IllegalArgumentException("unknown source type");
    }
    return type;
  }
}
