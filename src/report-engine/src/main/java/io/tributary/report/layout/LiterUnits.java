package io.tributary.report.layout;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/** Distinguishes the letter L as a liter after a volume from a flag after other values. */
final class LiterUnits {
  private static final Pattern VOLUME =
      Pattern.compile(
          "(?i).*\\b(?:volume|fev\\d?|fvc|pef|vital"
              + " capacity|tidal|lung|inspiratory|expiratory|output|intake)\\b.*");
  private static final Pattern OF_CELLS =
      Pattern.compile("(?i).*\\b(?:cells?|corpuscular|platelets?|packed|mean|ratio)\\b.*|.*%.*");

  /** Maximum plausible value of a volume in liters. */
  private static final BigDecimal MAX_LITERS = BigDecimal.TEN;

  private LiterUnits() {}

  static boolean isLiter(String mark, TextRun name, ValueCell value) {
    String n = value.value().text().replaceAll("^[<>~]=?\\s*", "");
    return mark.matches("[Ll]")
        && VOLUME.matcher(name.text()).matches()
        && !OF_CELLS.matcher(name.text()).matches()
        && n.matches("\\d{1,2}(?:[.,]\\d{1,3})?")
        && new BigDecimal(n.replace(',', '.')).compareTo(MAX_LITERS) <= 0;
  }
}
