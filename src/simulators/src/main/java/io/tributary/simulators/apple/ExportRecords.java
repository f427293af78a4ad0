package io.tributary.simulators.apple;

import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Elements of an export, on days that are numbered from 0. */
final class ExportRecords {
  static final int MINUTE = 60;
  static final int HOUR = 3600;
  private static final int WORKOUT_EVERY = 3;

  final ExportWriter out;
  final int days;
  private final long seed;
  private final LocalDate first;

  ExportRecords(ExportWriter out, long seed, LocalDate until, int days) {
    this.out = out;
    this.seed = seed;
    this.first = until.minusDays(days);
    this.days = days;
  }

  LocalDate date(int day) {
    return first.plusDays(day);
  }

  /** Seconds since 1970 at which a day begins. */
  long start(int day) {
    return first.plusDays(day).atStartOfDay(ExportWriter.ZONE).toEpochSecond();
  }

  /** The days with a workout. */
  List<Integer> workouts() {
    List<Integer> out = new ArrayList<>();
    for (int day = 0; day < days; day += WORKOUT_EVERY) {
      out.add(day);
    }
    return out;
  }

  static boolean workout(int day) {
    return day % WORKOUT_EVERY == 0;
  }

  /** One for each topic and day, so that days are independent of how many there are. */
  Random dice(int topic, int day) {
    return new Random(seed * 31 + topic * 1_000_003L + first.plusDays(day).toEpochDay() * 7919);
  }

  /** Begins an element; its value and end are still to come. */
  void open(SourceDevice by, String type, String unit, long from, long to) {
    out.add(" <Record type=\"").add(type).add("\"").add(by.attributes);
    if (unit != null) {
      out.add(" unit=\"").add(unit).add("\"");
    }
    out.add(" creationDate=\"").time(to).add("\" startDate=\"").time(from);
    out.add("\" endDate=\"").time(to).add("\"");
  }

  void quantity(SourceDevice by, String type, String unit, long from, long to, double value)
      throws IOException {
    open(by, "HKQuantityTypeIdentifier" + type, unit, from, to);
    out.add(" value=\"").add(value).add("\"/>").line();
  }

  void category(SourceDevice by, String type, long from, long to, String value) throws IOException {
    open(by, "HKCategoryTypeIdentifier" + type, null, from, to);
    out.add(" value=\"").add(value).add("\">").line();
    out.add("  <MetadataEntry key=\"HKTimeZone\" value=\"Europe/Berlin\"/>").line();
    out.add(" </Record>").line();
  }
}
