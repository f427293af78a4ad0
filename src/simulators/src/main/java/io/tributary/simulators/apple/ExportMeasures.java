package io.tributary.simulators.apple;

import static io.tributary.simulators.apple.ExportRecords.HOUR;
import static io.tributary.simulators.apple.ExportRecords.MINUTE;

import java.io.IOException;
import java.util.List;
import java.util.Random;

/** Writes measurements of the scale, the watch and the phone, and nutrition records. */
final class ExportMeasures {
  private final ExportRecords records;
  private final ExportWriter out;

  ExportMeasures(ExportRecords records) {
    this.records = records;
    this.out = records.out;
  }

  void scale() throws IOException {
    for (int day = 0; day < records.days; day += 3) {
      long at = records.startOfDay(day) + 7 * HOUR;
      records.quantity(
          SourceDevice.SCALE,
          "BodyMass",
          "kg",
          at,
          at,
          62 + records.randomFor(1, day).nextGaussian());
    }
    for (int day = 0; day < records.days; day += 3) {
      long at = records.startOfDay(day) + 7 * HOUR;
      records.quantity(
          SourceDevice.SCALE,
          "BodyFatPercentage",
          "%",
          at,
          at,
          0.22 + records.randomFor(2, day).nextDouble() / 100);
    }
  }

  void heart() throws IOException {
    for (int day = 0; day < records.days; day++) {
      Random dice = records.randomFor(3, day);
      long second = records.startOfDay(day) + dice.nextInt(200);
      while (second < records.startOfDay(day + 1)) {
        boolean running =
            ExportRecords.hasWorkout(day) && addWithinDay(second, day, 18 * HOUR, 19 * HOUR);
        double bpm = running ? 130 + dice.nextInt(40) : 55 + dice.nextInt(40);
        if (running) {
          records.quantity(SourceDevice.WATCH, "HeartRate", "count/min", second, second, bpm);
          second += 5;
        } else {
          records.openRecord(
              SourceDevice.WATCH, "HKQuantityTypeIdentifierHeartRate", "count/min", second, second);
          out.add(" value=\"").add(bpm).add("\">").endLine();
          out.add("  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"0\"/>")
              .endLine();
          out.add(" </Record>").endLine();
          second += 200 + dice.nextInt(200);
        }
      }
    }
  }

  private boolean addWithinDay(long second, int day, int from, int to) {
    return second >= records.startOfDay(day) + from && second < records.startOfDay(day) + to;
  }

  void measures() throws IOException {
    for (int day = 0; day < records.days; day++) {
      long at = records.startOfDay(day);
      Random dice = records.randomFor(4, day);
      records.quantity(
          SourceDevice.WATCH,
          "RestingHeartRate",
          "count/min",
          at,
          at + 20 * HOUR,
          50 + dice.nextInt(8));
    }
    for (int day = 0; day < records.days; day++) {
      Random dice = records.randomFor(5, day);
      for (int i = 0; i < 6; i++) {
        long at = records.startOfDay(day) + i * 4 * HOUR + dice.nextInt(HOUR);
        records.openRecord(
            SourceDevice.WATCH,
            "HKQuantityTypeIdentifierHeartRateVariabilitySDNN",
            "ms",
            at,
            at + 60);
        out.add(" value=\"").add(30 + 30 * dice.nextDouble()).add("\">").endLine();
        out.add("  <HeartRateVariabilityMetadataList>").endLine();
        for (int b = 0; b < 4; b++) {
          out.add("   <InstantaneousBeatsPerMinute bpm=\"").add(50L + dice.nextInt(20));
          out.add("\" time=\"7:47:41,36 AM\"/>").endLine();
        }
        out.add("  </HeartRateVariabilityMetadataList>").endLine();
        out.add(" </Record>").endLine();
      }
    }
    for (int day = 0; day < records.days; day++) {
      Random dice = records.randomFor(6, day);
      for (int i = 0; i < 8; i++) {
        long at = records.startOfDay(day) + i * 3 * HOUR + dice.nextInt(HOUR);
        records.quantity(
            SourceDevice.WATCH, "OxygenSaturation", "%", at, at, 0.94 + dice.nextInt(6) / 100.0);
      }
    }
    for (int day = 0; day < records.days; day++) {
      Random dice = records.randomFor(7, day);
      for (int i = 0; i < 12; i++) {
        long at = records.startOfDay(day) + i * HOUR / 2;
        records.quantity(
            SourceDevice.WATCH, "RespiratoryRate", "count/min", at, at, 12 + dice.nextInt(5));
      }
    }
  }

  /**
   * Writes the same walk as counted by the phone and by the watch, whose records have different
   * bounds.
   */
  void movement(String type, String unit, double perStep, boolean floors) throws IOException {
    for (SourceDevice by : List.of(SourceDevice.PHONE, SourceDevice.WATCH)) {
      for (int day = 0; day < records.days; day++) {
        Random dice = records.randomFor(8, day);
        long second = records.startOfDay(day) + 7 * HOUR;
        while (second < records.startOfDay(day) + 22 * HOUR) {
          int steps = 20 + dice.nextInt(600);
          int length = 2 * MINUTE + dice.nextInt(8 * MINUTE);
          int shift = by == SourceDevice.PHONE ? dice.nextInt(30) : -dice.nextInt(30);
          records.quantity(
              by, type, unit, second + shift, second + shift + length, steps * perStep);
          second += length + 2 * MINUTE + dice.nextInt(12 * MINUTE);
        }
      }
    }
    for (int day = 0; floors && day < records.days; day++) {
      Random dice = records.randomFor(9, day);
      for (int i = 0; i < 5; i++) {
        long at = records.startOfDay(day) + 8 * HOUR + i * 2 * HOUR + dice.nextInt(HOUR);
        records.quantity(
            SourceDevice.PHONE, "FlightsClimbed", "count", at, at + 60, 1 + dice.nextInt(3));
      }
    }
  }

  void energy(String type, double perMinute, int minutes) throws IOException {
    for (int day = 0; day < records.days; day++) {
      Random dice = records.randomFor(10 + minutes, day);
      long end = records.startOfDay(day + 1);
      for (long at = records.startOfDay(day); at < end; at += (long) minutes * MINUTE) {
        records.quantity(
            SourceDevice.WATCH,
            type,
            "kcal",
            at,
            Math.min(end, at + (long) minutes * MINUTE),
            perMinute * minutes * (0.5 + dice.nextDouble()));
      }
    }
  }

  void food() throws IOException {
    List<String> types =
        List.of("DietaryEnergyConsumed", "DietaryProtein", "DietaryCarbohydrates", "DietaryWater");
    List<String> units = List.of("kcal", "g", "g", "mL");
    for (int t = 0; t < types.size(); t++) {
      for (int day = 0; day < records.days; day++) {
        Random dice = records.randomFor(30 + t, day);
        for (int hour : new int[] {8, 13, 19}) {
          long at = records.startOfDay(day) + hour * HOUR + dice.nextInt(HOUR);
          records.quantity(
              SourceDevice.DIARY, types.get(t), units.get(t), at, at, 10 + dice.nextInt(300));
        }
      }
    }
  }
}
