package io.tributary.lab.exchange;

/** An order that cannot be told to its laboratory until somebody has mended it. */
final class Unsendable extends RuntimeException {
  /**
   * @param reason for whoever mends it: no word about the patient
   */
  Unsendable(String reason) {
    super(reason, null, false, false);
  }
}
