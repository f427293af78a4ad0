package io.tributary.provider.demo;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.SplittableRandom;

/**
 * Local day of a person at a provider, as far as its data exist yet.
 *
 * @param until data after this instant do not exist yet
 */
record DemoDay(DemoProvider provider, DemoPerson person, LocalDate date, Instant until) {
  SplittableRandom random(String purpose) {
    return DemoPerson.random(person.user(), purpose, provider.slug(), date.toEpochDay());
  }

  DemoDay previousDay() {
    return new DemoDay(provider, person, date.minusDays(1), until);
  }

  Instant start() {
    return date.atStartOfDay(person.zone()).toInstant();
  }

  /** Returns the end of the day; it reflects daylight saving changes, which make 23 or 25 hours. */
  Instant end() {
    return date.plusDays(1).atStartOfDay(person.zone()).toInstant();
  }

  Instant at(LocalTime time) {
    return date.atTime(time).atZone(person.zone()).toInstant();
  }

  boolean exists(Instant end) {
    return !end.isAfter(until);
  }

  int offset(Instant at) {
    return person.zone().getRules().getOffset(at).getTotalSeconds();
  }

  LocalTime wallClock(Instant at) {
    return at.atZone(person.zone()).toLocalTime();
  }
}
