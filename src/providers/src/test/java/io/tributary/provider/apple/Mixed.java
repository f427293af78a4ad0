package io.tributary.provider.apple;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Random elements of all kinds over a few days, no two of which have the same sample key. */
final class Mixed {
  private static final String[] STAGES = {
    "InBed", "AsleepCore", "AsleepDeep", "AsleepREM", "AsleepUnspecified", "Awake"
  };

  private Mixed() {}

  static List<String> elements(Random random, int count) {
    List<String> out = new ArrayList<>();
    Set<Integer> used = new LinkedHashSet<>();
    while (out.size() < count) {
      int second = random.nextInt(5 * 86_400);
      // Apart from each other by type and second, whatever the source.
      if (!used.add(second)) {
        continue;
      }
      String from = time(second);
      String to = time(second + 60 + random.nextInt(900));
      boolean watch = random.nextBoolean();
      String number = Integer.toString(1 + random.nextInt(120));
      out.add(
          switch (random.nextInt(10)) {
            case 0, 1 ->
                watch
                    ? Xml.watch("QuantityTypeIdentifierStepCount", "count", from, to, number)
                    : Xml.phone("QuantityTypeIdentifierStepCount", "count", from, to, number);
            case 2 -> Xml.watch("QuantityTypeIdentifierHeartRate", "count/min", from, from, number);
            case 3 ->
                Xml.watch(
                    "CategoryTypeIdentifierSleepAnalysis",
                    null,
                    from,
                    to,
                    "HKCategoryValueSleepAnalysis" + STAGES[random.nextInt(STAGES.length)]);
            case 4 ->
                Xml.phone("QuantityTypeIdentifierActiveEnergyBurned", "kcal", from, to, number);
            case 5 -> Xml.app("QuantityTypeIdentifierDietarySugar", "g", from, from, number, "");
            case 6 -> Xml.app("QuantityTypeIdentifierBodyMass", "kg", from, from, number, "");
            case 7 ->
                Xml.app(
                    "CategoryTypeIdentifierMenstrualFlow",
                    null,
                    from,
                    to,
                    "HKCategoryValueMenstrualFlowLight",
                    Xml.meta("HKMenstrualCycleStart", "0"));
            case 8 ->
                "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\">"
                    + Xml.app(
                        "QuantityTypeIdentifierBloodPressureSystolic",
                        "mmHg",
                        from,
                        from,
                        "120",
                        "")
                    + Xml.app(
                        "QuantityTypeIdentifierBloodPressureDiastolic",
                        "mmHg",
                        from,
                        from,
                        "80",
                        "")
                    + "</Correlation>";
            default ->
                Xml.watch("QuantityTypeIdentifierRestingHeartRate", "count/min", from, to, number);
          });
    }
    return out;
  }

  private static String time(int second) {
    int day = second / 86_400;
    int s = second % 86_400;
    return String.format(
        "2026-03-%02d %02d:%02d:%02d +0100", 2 + day, s / 3600, s / 60 % 60, s % 60);
  }
}
