package io.tributary.simulator.oura;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Failures a tester ordered for the next requests. */
final class Faults {

  /**
   * One order.
   *
   * @param pathPrefix requests it concerns
   * @param status status to answer; empty: the request is only delayed
   * @param retryAfter seconds for the Retry-After header
   * @param delayMillis how long the answer waits
   * @param reset drop the connection instead of answering
   */
  record Fault(
      String pathPrefix,
      OptionalInt status,
      OptionalInt retryAfter,
      OptionalLong delayMillis,
      boolean reset) {}

  private static final class Order {
    private final Fault fault;
    private int left;

    private Order(Fault fault, int left) {
      this.fault = fault;
      this.left = left;
    }
  }

  private final List<Order> orders = new ArrayList<>();

  void add(Fault fault, int count) {
    orders.add(new Order(fault, count));
  }

  void clear() {
    orders.clear();
  }

  int left() {
    return orders.stream().mapToInt(o -> o.left).sum();
  }

  /** The oldest open order for this path, one of whose failures is used up by this call. */
  Optional<Fault> take(String path) {
    Optional<Order> match =
        orders.stream().filter(o -> path.startsWith(o.fault.pathPrefix())).findFirst();
    match.ifPresent(
        order -> {
          order.left--;
          if (order.left == 0) {
            orders.remove(order);
          }
        });
    return match.map(o -> o.fault);
  }
}
