package io.tributary.lab.state;

import java.util.Optional;

/** The webhook that a new event of an order causes. */
public enum OrderEventType {
  CREATED("labtest.order.created"),
  UPDATED("labtest.order.updated");

  private final String eventType;

  OrderEventType(String eventType) {
    this.eventType = eventType;
  }

  public String eventType() {
    return eventType;
  }

  /**
   * What is told of one event of an order. Every order tells of its first event once, and of each
   * later one; of partial results only teams hear that want it.
   *
   * @param first whether it is the order's first event
   */
  public static Optional<OrderEventType> of(
      boolean first, LowStatus status, boolean partialResults) {
    if (first) {
      return Optional.of(CREATED);
    }
    return status == LowStatus.PARTIAL_RESULTS && !partialResults
        ? Optional.empty()
        : Optional.of(UPDATED);
  }
}
