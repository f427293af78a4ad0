package io.tributary.simulators.fitbit;

import io.tributary.simulators.kit.SimPerson;
import java.time.Instant;
import java.time.format.DateTimeFormatter;

/** Times as the vendor prints them: on the person's clock, mostly without a zone. */
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
