package io.tributary.simulators.oura;

import java.time.Instant;
import java.time.LocalDate;

/**
 * Stored document in the vendor's format.
 *
 * @param id ID of the document
 * @param day day that the vendor assigns; for undated collections the day of the setup
 * @param start orders documents within a day
 * @param visibleFrom instant from which the document is available
 * @param json rendered object in UTF-8
 */
record OuraDocument(String id, LocalDate day, Instant start, Instant visibleFrom, byte[] json) {

  /** Returns the sort key of the document; a page token holds the key of the last document sent. */
  String orderKey() {
    return day + "|" + start.getEpochSecond() + "|" + id;
  }
}
