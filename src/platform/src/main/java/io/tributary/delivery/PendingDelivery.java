package io.tributary.delivery;

/**
 * A delivery in memory.
 *
 * @param ordered whether its end lets the next one of its user go
 */
record PendingDelivery(Delivery delivery, boolean ordered) {
  /** What it costs besides its body. */
  private static final int OVERHEAD = 1024;

  /** Which read brings it. */
  enum Turn {
    FIRST,
    RETRY,
    MANUAL
  }

  Turn turn() {
    return delivery.manual().isPresent()
        ? Turn.MANUAL
        : delivery.attempts() == 0 ? Turn.FIRST : Turn.RETRY;
  }

  long bytes() {
    return OVERHEAD + (delivery.body() == null ? 0 : delivery.body().length());
  }

  /** Whether its payload has been removed, so that nothing can be sent. */
  boolean empty() {
    return delivery.body() == null;
  }
}
