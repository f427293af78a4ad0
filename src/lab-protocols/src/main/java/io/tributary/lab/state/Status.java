package io.tributary.lab.state;

import java.util.Objects;
import java.util.Optional;

/** Status with its detail, as in an order event. */
public record Status(LowStatus low, Optional<StatusDetail> detail) {
  public Status {
    Objects.requireNonNull(low);
    if (detail.isPresent() && detail.get().status() != low) {
      throw new IllegalArgumentException(
          detail.get().wireName() + " is not a detail of " + low.wireName());
    }
  }

  public static Status of(LowStatus low) {
    return new Status(low, Optional.empty());
  }

  public static Status of(StatusDetail detail) {
    return new Status(detail.status(), Optional.of(detail));
  }
}
