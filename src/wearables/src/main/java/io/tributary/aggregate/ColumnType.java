package io.tributary.aggregate;

import java.util.Locale;

/** Type of a column's values. */
enum ColumnType {
  NUMBER,
  TEXT,
  BOOLEAN,
  DATE,
  /** Local date and time. */
  DATETIME,
  LIST;

  String wire() {
    return this == BOOLEAN
        ? "boolean"
        : this == DATETIME ? "datetime" : name().toLowerCase(Locale.ROOT);
  }

  boolean isOrdered() {
    return this != LIST && this != BOOLEAN;
  }

  boolean comparableWith(ColumnType other) {
    return this != LIST && (this == other || this.isTemporal() && other.isTemporal());
  }

  private boolean isTemporal() {
    return this == DATE || this == DATETIME;
  }
}
