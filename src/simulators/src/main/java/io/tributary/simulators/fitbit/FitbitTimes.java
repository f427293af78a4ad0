package io.tributary.simulators.fitbit;

import io.tributary.simulators.kit.SimPerson;
import java.time.Instant;
import java.time.format.DateTimeFormatter;

/** Formats times like the vendor: in the person's local time, mostly without an offset. */
final class FitbitTimes {
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS");
  private static final DateTimeFormatter OFFSET =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSxxx");
  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

  private FitbitTimes() {}

  static String local(SimPerson person, Instant at) {
    return LOCAL.format(at.atZone(person.zone()));
  }

  static String withOffset(SimPerson person, Instant at) {
    return OFFSET.format(at.atZone(person.zone()));
  }

  static String clock(SimPerson person, Instant at) {
    return CLOCK.format(at.atZone(person.zone()));
  }
}
