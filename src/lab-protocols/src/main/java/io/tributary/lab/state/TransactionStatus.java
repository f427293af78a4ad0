package io.tributary.lab.state;

import java.util.Collection;
import java.util.Locale;

/** Combined status of the orders of one transaction. */
public enum TransactionStatus {
  ACTIVE,
  COMPLETED,
  CANCELLED;

  public record Member(Modality modality, LowStatus status) {}

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Computes the status from the orders alone, so an order that joins reopens a closed transaction.
   */
  public static TransactionStatus of(Collection<Member> orders) {
    if (orders.isEmpty()) {
      throw new IllegalArgumentException("a transaction needs at least one order");
    }
    if (!orders.stream().allMatch(o -> Transitions.isFinished(o.modality(), o.status()))) {
      return ACTIVE;
    }
    boolean allCancelled =
        orders.stream().allMatch(o -> o.status().highStatus(o.modality()) == HighStatus.CANCELLED);
    return allCancelled ? CANCELLED : COMPLETED;
  }
}
