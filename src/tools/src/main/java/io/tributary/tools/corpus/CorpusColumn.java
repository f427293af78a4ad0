package io.tributary.tools.corpus;

import java.util.List;

/** Content of a table column. */
enum CorpusColumn {
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
  SITE,
  NUMBER,
  NAME_BRACKETS,
  NAME_RANGE,
  VALUE_UNITS_RANGE,
  VALUE_UNITS_FLAG,
  FLAG_RANGE,
  RANGE_OVER_UNITS,
  PREVIOUS_3,
  STATE;

  /** Returns the text of a row in this column; lines are separated by line feeds. */
  String text(ReportContent.Line l) {
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
      case PREVIOUS, PREVIOUS_2, PREVIOUS_3 ->
          previousIndex() < l.previous().size() ? l.previous().get(previousIndex()) : "";
      case CODE -> l.code();
      case LOINC -> l.loinc();
      case METHOD -> l.method();
      case BAR, NUMBER -> "";
      case SITE -> "01";
      case NAME_BRACKETS -> l.name() + (l.units().isEmpty() ? "" : " [" + l.units() + "]");
      case NAME_RANGE -> l.name() + (l.range().isEmpty() ? "" : "\n" + reference(l));
      case VALUE_UNITS_RANGE ->
          value + gap(l.units()) + (l.range().isEmpty() ? "" : "  " + l.rangeText());
      case VALUE_UNITS_FLAG -> value + gap(l.units()) + gap(l.flag());
      case FLAG_RANGE -> l.flag() + (l.range().isEmpty() ? "" : "  " + l.rangeText());
      case RANGE_OVER_UNITS -> String.join("\n", l.range()) + "\n" + l.units();
      case STATE -> "Final";
    };
  }

  /** Returns the index of the previous result in this column, from 0; -1 for other columns. */
  int previousIndex() {
    return switch (this) {
      case PREVIOUS -> 0;
      case PREVIOUS_2 -> 1;
      case PREVIOUS_3 -> 2;
      default -> -1;
    };
  }

  /** Returns the column header with the day of the result. */
  String head(String text, List<String> days) {
    return previousIndex() >= 0 && previousIndex() < days.size()
        ? text.replace("{}", days.get(previousIndex()))
        : text;
  }

  private static String reference(ReportContent.Line l) {
    return "Reference range: " + l.rangeText() + gap(l.units());
  }

  private static String gap(String text) {
    return text.isEmpty() ? "" : " " + text;
  }
}
