package io.tributary.provider.apple;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Random elements of all kinds over a few days, each with a distinct sample key. */
final class RandomExportElements {
  private static final String[] STAGES = {
    "InBed", "AsleepCore", "AsleepDeep", "AsleepREM", "AsleepUnspecified", "Awake"
  };

  private RandomExportElements() {}

  static List<String> elements(Random random, int count) {
    List<String> out = new ArrayList<>();
    Set<Integer> used = new LinkedHashSet<>();
    while (out.size() < count) {
      int second = random.nextInt(5 * 86_400);
      // Elements of a type never share a second, whatever their source.
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
                    ? ExportXml.watch("QuantityTypeIdentifierStepCount", "count", from, to, number)
                    : ExportXml.phone("QuantityTypeIdentifierStepCount", "count", from, to, number);
            case 2 ->
                ExportXml.watch("QuantityTypeIdentifierHeartRate", "count/min", from, from, number);
            case 3 ->
                ExportXml.watch(
                    "CategoryTypeIdentifierSleepAnalysis",
                    null,
                    from,
                    to,
                    "HKCategoryValueSleepAnalysis" + STAGES[random.nextInt(STAGES.length)]);
            case 4 ->
                ExportXml.phone(
                    "QuantityTypeIdentifierActiveEnergyBurned", "kcal", from, to, number);
            case 5 ->
                ExportXml.app("QuantityTypeIdentifierDietarySugar", "g", from, from, number, "");
            case 6 -> ExportXml.app("QuantityTypeIdentifierBodyMass", "kg", from, from, number, "");
            case 7 ->
                ExportXml.app(
                    "CategoryTypeIdentifierMenstrualFlow",
                    null,
                    from,
                    to,
                    "HKCategoryValueMenstrualFlowLight",
                    ExportXml.meta("HKMenstrualCycleStart", "0"));
            case 8 ->
                "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\">"
                    + ExportXml.app(
                        "QuantityTypeIdentifierBloodPressureSystolic",
                        "mmHg",
                        from,
                        from,
                        "120",
                        "")
                    + ExportXml.app(
                        "QuantityTypeIdentifierBloodPressureDiastolic",
                        "mmHg",
                        from,
                        from,
                        "80",
                        "")
                    + "</Correlation>";
            default ->
                ExportXml.watch(
                    "QuantityTypeIdentifierRestingHeartRate", "count/min", from, to, number);
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
