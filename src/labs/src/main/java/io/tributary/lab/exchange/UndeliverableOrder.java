package io.tributary.lab.exchange;

/** An order that cannot be told to its laboratory until somebody has mended it. */
final class UndeliverableOrder extends RuntimeException {
  /**
   * @param reason for whoever mends it: no word about the patient
   */
  UndeliverableOrder(String reason) {
    super(reason, null, false, false);
  }
}
