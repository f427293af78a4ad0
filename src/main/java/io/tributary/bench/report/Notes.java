package io.tributary.bench.report;

import java.util.List;
import java.util.Random;

/** Remarks between rows, with numbers that are no results. */
final class Notes {
  private static final List<String> ALL =
      List.of(
          "Verified by repeat analysis.",
          "Please note change of reference interval from 01/03/2024.",
          "Values above 100 may need follow up within 14 days.",
          "Sample slightly haemolysed; the result may be raised by up to 5 %.",
          "According to the ADA 2023 a value of 126 mg/dL or more on 2 occasions is diagnostic.",
          "This test was done by a method with a detection limit of 0.05.");

  private Notes() {}

  static String one(Random random, String drawn) {
    return random.nextInt(6) == 0
        ? "Specimen: " + drawn + ", received at 4 °C."
        : ALL.get(random.nextInt(ALL.size()));
  }
}
