package io.tributary.lab.state;

import java.util.Optional;

/** Webhook type of an order event. */
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
   * Returns the webhook type of an order event. The first event is a creation and each later one an
   * update. Partial results are announced only to teams that enable them.
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
