package io.tributary.bench.report;

/** What may stand in a column. */
enum Col {
  NAME,
  NAME_METHOD,
  NAME_UNITS,
  NAME_CODE,
  VALUE,
  VALUE_FLAG,
  FLAG_VALUE,
  VALUE_UNITS,
  VALUE_RANGE,
  IN,
  OUT,
  FLAG,
  UNITS,
  RANGE,
  RANGE_UNITS,
  PREVIOUS,
  PREVIOUS_2,
  CODE,
  LOINC,
  METHOD,
  BAR,
  SITE;

  /** The text of a row in this column; lines are parted by line feeds. */
  String text(Paper.Line l) {
    String value = l.value();
    return switch (this) {
      case NAME -> l.name();
      case NAME_METHOD -> l.name() + (l.method().isEmpty() ? "" : "\nMethod: " + l.method());
      case NAME_UNITS -> l.name() + (l.units().isEmpty() ? "" : "\n" + l.units());
      case NAME_CODE -> l.name() + " " + (l.code().endsWith("1") ? "01" : "02");
      case VALUE -> value;
      case VALUE_FLAG -> value + gap(l.flag());
      case FLAG_VALUE -> l.flag().isEmpty() ? value : l.flag() + " " + value;
      case VALUE_UNITS -> value + gap(l.units());
      case VALUE_RANGE -> value + (l.range().isEmpty() ? "" : "\n" + String.join("\n", l.range()));
      case IN -> l.abnormal() ? "" : value;
      case OUT -> l.abnormal() ? value + gap(l.flag()) : "";
      case FLAG -> l.flag();
      case UNITS -> l.units();
      case RANGE -> String.join("\n", l.range());
      case RANGE_UNITS -> l.range().isEmpty() ? l.units() : l.rangeText() + gap(l.units());
      case PREVIOUS -> l.previous().isEmpty() ? "" : l.previous().get(0);
      case PREVIOUS_2 -> l.previous().size() < 2 ? "" : l.previous().get(1);
      case CODE -> l.code();
      case LOINC -> l.loinc();
      case METHOD -> l.method();
      case BAR -> "";
      case SITE -> "01";
    };
  }

  private static String gap(String text) {
    return text.isEmpty() ? "" : " " + text;
  }
}
