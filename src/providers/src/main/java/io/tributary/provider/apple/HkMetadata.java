package io.tributary.provider.apple;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Metadata entries of one element, limited to the keys that are used. */
final class HkMetadata {
  private static final Set<String> KNOWN =
      Set.of(
          "HKTimeZone",
          "HKMenstrualCycleStart",
          "HKSexualActivityProtectionUsed",
          "HKInsulinDeliveryReason",
          "HKBodyTemperatureSensorLocation",
          "HKWasUserEntered",
          "HKIndoorWorkout",
          "HKSwimmingLocationType",
          "HKElevationAscended",
          "HKWorkoutBrandName");

  private final Map<String, String> entries = new HashMap<>();

  void clear() {
    if (!entries.isEmpty()) {
      entries.clear();
    }
  }

  /** Adds an entry; the first entry of a key counts. */
  void add(ByteSlice key, ByteSlice value) {
    if (key != null && value != null) {
      String k = key.toString();
      if (KNOWN.contains(k)) {
        entries.putIfAbsent(k, value.toString());
      }
    }
  }

  /** Returns the empty string if the key is absent. */
  String get(String key) {
    return entries.getOrDefault(key, "");
  }

  boolean isTrue(String key) {
    return get(key).equals("1");
  }

  /** Returns the time zone of the person at the time of recording; null if absent or invalid. */
  ZoneId zone() {
    String name = get("HKTimeZone");
    if (name.isEmpty()) {
      return null;
    }
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      return null;
    }
  }
}
