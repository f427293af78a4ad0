package io.tributary.lab.order;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** US states and territories, each with the time zone of most of its area. */
public final class StateTimeZones {
  private static final Map<String, ZoneId> ZONES = zones();

  private StateTimeZones() {}

  private static Map<String, ZoneId> zones() {
    Map<String, ZoneId> out = new LinkedHashMap<>();
    put(
        out,
        "America/New_York",
        "CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV");
    put(out, "America/Chicago", "AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI");
    put(out, "America/Denver", "CO ID MT NM UT WY");
    put(out, "America/Phoenix", "AZ");
    put(out, "America/Los_Angeles", "CA NV OR WA");
    put(out, "America/Anchorage", "AK");
    put(out, "Pacific/Honolulu", "HI");
    put(out, "America/Puerto_Rico", "PR VI");
    put(out, "Pacific/Guam", "GU MP");
    put(out, "Pacific/Pago_Pago", "AS");
    return out;
  }

  private static void put(Map<String, ZoneId> out, String zone, String states) {
    for (String state : states.split(" ")) {
      out.put(state, ZoneId.of(zone));
    }
  }

  /** Postal codes of the 50 states, the District of Columbia and the territories. */
  public static Set<String> states() {
    return ZONES.keySet();
  }

  /** Time zone of a state; empty for an unknown state. */
  public static Optional<ZoneId> zoneOf(String state) {
    return Optional.ofNullable(ZONES.get(state));
  }

  /** Start of a day in a state; in UTC for an unknown state. */
  public static Instant startOfDay(LocalDate day, String state) {
    return day.atStartOfDay(zoneOf(state).orElse(ZoneId.of("UTC"))).toInstant();
  }
}
