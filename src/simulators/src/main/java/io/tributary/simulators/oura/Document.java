package io.tributary.simulators.oura;

import java.time.Instant;
import java.time.LocalDate;

/**
 * One stored document as the vendor would send it.
 *
 * @param id the document's id
 * @param day the vendor's own day; for undated collections the day of the set-up
 * @param start orders documents within a day
 * @param visibleFrom the moment from which the ring has it: nothing is known of the future
 * @param json the rendered object, UTF-8
 */
record Document(String id, LocalDate day, Instant start, Instant visibleFrom, byte[] json) {

  /** Total order of a collection; a page token holds the key of the last document sent. */
  String orderKey() {
    return day + "|" + start.getEpochSecond() + "|" + id;
  }
}
