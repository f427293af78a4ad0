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

/**
 * What a sensor has read on a day: a quarter of an hour apart by itself, and when somebody held a
 * phone to it.
 */
final class Sensor {
  private static final double PER_MMOL = 18.018;
  private static final long STEP = 900;
  private static final long GRID = 300;
  private static final LocalTime MORNING = LocalTime.of(9, 2, 30);

  private Sensor() {}

  /**
   * A reading.
   *
   * @param scan whether somebody asked for it
   */
  record Reading(Instant at, int milligrams, boolean scan) {
    /** What the clock on the wall showed, as seconds of a day in UTC. */
    long wall(SimPerson person) {
      return local(person).toEpochSecond(ZoneOffset.UTC);
    }

    LocalDateTime local(SimPerson person) {
      return at.atZone(person.zone()).toLocalDateTime();
    }
  }

  /** In order of time. Each revision of a day raises the first reading after noon by 2 mg/dL. */
  static List<Reading> of(SimDay day) {
    var out = new ArrayList<Reading>();
    Instant noon = day.day().atTime(12, 0).atZone(day.person().zone()).toInstant();
    Instant morning = day.day().atTime(MORNING).atZone(day.person().zone()).toInstant();
    boolean raised = day.revision() == 0;
    boolean scanned = false;
    for (PointEvent.Glucose spot : day.spots(PointEvent.Glucose.class)) {
      long second = spot.at().getEpochSecond();
      int value = milligrams(spot);
      if (!scanned && !spot.at().isBefore(morning) && second % GRID == 0) {
        out.add(new Reading(morning, value, true));
        scanned = true;
      }
      if (second % STEP == 0) {
        if (!raised && !spot.at().isBefore(noon)) {
          value += 2 * day.revision();
          raised = true;
        }
        out.add(new Reading(spot.at(), value, false));
      } else if (second % GRID != 0) {
        out.add(new Reading(spot.at(), value, true));
      }
    }
    out.sort(Comparator.comparing(Reading::at));
    return out;
  }

  private static int milligrams(PointEvent.Glucose spot) {
    return (int) Math.round(spot.mmolPerLitre() * PER_MMOL);
  }

  /** The unit of the account. */
  static boolean mmol(SimPerson person) {
    return person.name().toLowerCase(Locale.ROOT).startsWith("mmol");
  }

  /** A value in the unit of the account: whole mg/dL, mmol/L with a decimal. */
  static Number value(SimPerson person, int milligrams) {
    if (mmol(person)) {
      return Math.round(milligrams / PER_MMOL * 10) / 10.0;
    }
    return milligrams;
  }

  /** The glucose at the moment; the sensor is read each five minutes. */
  static Optional<Reading> current(SimDay today) {
    return today.spots(PointEvent.Glucose.class).stream()
        .max(Comparator.comparing(PointEvent.Glucose::at))
        .map(s -> new Reading(s.at(), milligrams(s), true));
  }
}
