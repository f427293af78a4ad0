package io.tributary.delivery;

/**
 * Delivery in memory.
 *
 * @param ordered whether its end releases the user's next message
 */
record PendingDelivery(Delivery delivery, boolean ordered) {
  /** Estimated memory in addition to the body. */
  private static final int OVERHEAD = 1024;

  /** Kind of read that returns the delivery. */
  enum AttemptKind {
    FIRST,
    RETRY,
    MANUAL
  }

  AttemptKind kind() {
    return delivery.manual().isPresent()
        ? AttemptKind.MANUAL
        : delivery.attempts() == 0 ? AttemptKind.FIRST : AttemptKind.RETRY;
  }

  long bytes() {
    return OVERHEAD + (delivery.body() == null ? 0 : delivery.body().length());
  }

  /** Returns whether the payload has been removed, so that nothing can be sent. */
  boolean isEmpty() {
    return delivery.body() == null;
  }
}
