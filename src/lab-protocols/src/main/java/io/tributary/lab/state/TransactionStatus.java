package io.tributary.lab.state;

import java.util.Collection;
import java.util.Locale;

/** Where the orders of one transaction stand together. */
public enum TransactionStatus {
  ACTIVE,
  COMPLETED,
  CANCELLED;

  /** One order of a transaction. */
  public record Member(Modality modality, LowStatus status) {}

  /** As it is written in JSON. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Follows from the orders alone, so one that joins opens a closed transaction again. */
  public static TransactionStatus of(Collection<Member> orders) {
    if (orders.isEmpty()) {
      throw new IllegalArgumentException("a transaction has an order");
    }
    if (!orders.stream().allMatch(o -> Transitions.isFinished(o.modality(), o.status()))) {
      return ACTIVE;
    }
    boolean allCancelled =
        orders.stream().allMatch(o -> o.status().high(o.modality()) == HighStatus.CANCELLED);
    return allCancelled ? CANCELLED : COMPLETED;
  }
}
