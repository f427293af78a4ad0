package io.tributary.lab.exchange;

/** Failure to create the message of an order until an operator fixes the cause. */
final class UndeliverableOrder extends RuntimeException {
  /**
   * @param reason explanation for the operator; no patient data
   */
  UndeliverableOrder(String reason) {
    super(reason, null, false, false);
  }
}
