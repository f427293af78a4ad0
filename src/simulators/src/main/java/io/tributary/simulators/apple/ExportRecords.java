package io.tributary.simulators.apple;

import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Writes the records of an export, for days numbered from 0. */
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

  /** Returns the epoch second at which a day begins. */
  long startOfDay(int day) {
    return first.plusDays(day).atStartOfDay(ExportWriter.ZONE).toEpochSecond();
  }

  /** Returns the days with a workout. */
  List<Integer> workoutDays() {
    List<Integer> out = new ArrayList<>();
    for (int day = 0; day < days; day += WORKOUT_EVERY) {
      out.add(day);
    }
    return out;
  }

  static boolean hasWorkout(int day) {
    return day % WORKOUT_EVERY == 0;
  }

  /**
   * Returns the random generator of one topic on one day, so that a day does not depend on how many
   * days the export has.
   */
  Random randomFor(int topic, int day) {
    return new Random(seed * 31 + topic * 1_000_003L + first.plusDays(day).toEpochDay() * 7919);
  }

  /** Writes the start of a record element; the value and the closing tag follow. */
  void openRecord(SourceDevice source, String type, String unit, long from, long to) {
    out.add(" <Record type=\"").add(type).add("\"").add(source.attributes);
    if (unit != null) {
      out.add(" unit=\"").add(unit).add("\"");
    }
    out.add(" creationDate=\"").time(to).add("\" startDate=\"").time(from);
    out.add("\" endDate=\"").time(to).add("\"");
  }

  void quantity(SourceDevice source, String type, String unit, long from, long to, double value)
      throws IOException {
    openRecord(source, "HKQuantityTypeIdentifier" + type, unit, from, to);
    out.add(" value=\"").add(value).add("\"/>").endLine();
  }

  void category(SourceDevice source, String type, long from, long to, String value)
      throws IOException {
    openRecord(source, "HKCategoryTypeIdentifier" + type, null, from, to);
    out.add(" value=\"").add(value).add("\">").endLine();
    out.add("  <MetadataEntry key=\"HKTimeZone\" value=\"Europe/Berlin\"/>").endLine();
    out.add(" </Record>").endLine();
  }
}
