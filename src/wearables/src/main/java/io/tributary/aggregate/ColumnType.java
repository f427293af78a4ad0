package io.tributary.aggregate;

import java.util.Locale;

/** Type of a column's values. */
enum ColumnType {
  NUMBER,
  TEXT,
  FLAG,
  DATE,
  /** Local date and time. */
  TIME,
  LIST;

  String wire() {
    return this == FLAG ? "boolean" : this == TIME ? "datetime" : name().toLowerCase(Locale.ROOT);
  }

  boolean ordered() {
    return this != LIST && this != FLAG;
  }

  boolean comparableWith(ColumnType other) {
    return this != LIST && (this == other || this.temporal() && other.temporal());
  }

  private boolean temporal() {
    return this == DATE || this == TIME;
  }
}
