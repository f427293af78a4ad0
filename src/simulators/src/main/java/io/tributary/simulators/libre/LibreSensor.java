package io.tributary.simulators.libre;

import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimPerson;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Readings of a sensor on a day: automatic ones every 15 minutes, and scans with a phone. */
final class LibreSensor {
  private static final double MG_DL_PER_MMOL = 18.018;
  private static final long AUTOMATIC_SECONDS = 900;
  private static final long MEASUREMENT_SECONDS = 300;
  private static final LocalTime MORNING = LocalTime.of(9, 2, 30);

  private LibreSensor() {}

  /**
   * @param scan whether the reading is a scan
   */
  record Reading(Instant at, int milligrams, boolean scan) {
    /** Returns the local time encoded as if it were UTC, in epoch seconds. */
    long localEpochSecond(SimPerson person) {
      return local(person).toEpochSecond(ZoneOffset.UTC);
    }

    LocalDateTime local(SimPerson person) {
      return at.atZone(person.zone()).toLocalDateTime();
    }
  }

  /**
   * Returns the readings in chronological order. Each revision of a day raises the first reading
   * after noon by 2 mg/dL.
   */
  static List<Reading> readings(SimDay day) {
    var out = new ArrayList<Reading>();
    Instant noon = day.day().atTime(12, 0).atZone(day.person().zone()).toInstant();
    Instant morning = day.day().atTime(MORNING).atZone(day.person().zone()).toInstant();
    boolean raised = day.revision() == 0;
    boolean scanned = false;
    for (PointEvent.Glucose spot : day.spots(PointEvent.Glucose.class)) {
      long second = spot.at().getEpochSecond();
      int value = milligrams(spot);
      if (!scanned && !spot.at().isBefore(morning) && second % MEASUREMENT_SECONDS == 0) {
        out.add(new Reading(morning, value, true));
        scanned = true;
      }
      if (second % AUTOMATIC_SECONDS == 0) {
        if (!raised && !spot.at().isBefore(noon)) {
          value += 2 * day.revision();
          raised = true;
        }
        out.add(new Reading(spot.at(), value, false));
      } else if (second % MEASUREMENT_SECONDS != 0) {
        out.add(new Reading(spot.at(), value, true));
      }
    }
    out.sort(Comparator.comparing(Reading::at));
    return out;
  }

  private static int milligrams(PointEvent.Glucose spot) {
    return (int) Math.round(spot.mmolPerLitre() * MG_DL_PER_MMOL);
  }

  /** Returns whether the account uses mmol/L. */
  static boolean usesMmol(SimPerson person) {
    return person.name().toLowerCase(Locale.ROOT).startsWith("mmol");
  }

  /** Converts a value to the account's unit: integer mg/dL or mmol/L with one decimal. */
  static Number convert(SimPerson person, int milligrams) {
    if (usesMmol(person)) {
      return Math.round(milligrams / MG_DL_PER_MMOL * 10) / 10.0;
    }
    return milligrams;
  }

  /** Returns the current glucose; the sensor measures every five minutes. */
  static Optional<Reading> current(SimDay today) {
    return today.spots(PointEvent.Glucose.class).stream()
        .max(Comparator.comparing(PointEvent.Glucose::at))
        .map(s -> new Reading(s.at(), milligrams(s), true));
  }
}
