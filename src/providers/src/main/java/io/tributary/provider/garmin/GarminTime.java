package io.tributary.provider.garmin;

import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.Stamp;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/** When something was: seconds since 1970, and beside them what local clocks were ahead. */
final class GarminTime {
  private static final String START = "startTimeInSeconds";
  private static final String START_OFFSET = "startTimeOffsetInSeconds";
  private static final String MEASURED = "measurementTimeInSeconds";
  private static final String MEASURED_OFFSET = "measurementTimeOffsetInSeconds";

  private GarminTime() {}

  /** Null without one. */
  static Long startSeconds(Doc doc) {
    return doc.whole(START);
  }

  /**
   * @throws IllegalArgumentException without a readable time
   */
  static Stamp start(Doc doc, AccountFacts facts) {
    return stamp(doc, START, START_OFFSET, facts);
  }

  /** When a scale or a cuff measured. */
  static Stamp measured(Doc doc, AccountFacts facts) {
    return doc.has(MEASURED) ? stamp(doc, MEASURED, MEASURED_OFFSET, facts) : start(doc, facts);
  }

  /** The vendor's own day, else that of the stamp; null without both. */
  static LocalDate day(Doc doc, AccountFacts facts) {
    LocalDate own = doc.day("calendarDate");
    try {
      return own == null ? measured(doc, facts).date() : own;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static Stamp stamp(Doc doc, String at, String offset, AccountFacts facts) {
    return Stamp.in(
        Stamp.zone(facts.zone()).datum(doc.offset(offset, ChronoUnit.SECONDS)),
        doc.requiredEpoch(at, ChronoUnit.SECONDS));
  }
}
