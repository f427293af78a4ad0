package io.tributary.ingest;

import io.tributary.kernel.Tenant;
import java.time.LocalDate;
import java.util.Objects;
import java.util.UUID;

/**
 * Whose data a batch is.
 *
 * @param clientUserId the customer's reference, null when the user has none
 * @param provider slug of the connection that the batch came through
 * @param ingestionStart first day that is taken, null for no bound
 * @param ingestionEnd last day that is taken, null for no bound
 */
public record IngestTarget(
    Tenant tenant,
    UUID userId,
    String clientUserId,
    String provider,
    LocalDate ingestionStart,
    LocalDate ingestionEnd) {
  public IngestTarget {
    Objects.requireNonNull(tenant, "tenant");
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(provider, "provider");
  }

  boolean bounded() {
    return ingestionStart != null || ingestionEnd != null;
  }

  /** Whether a record of this local day is taken; both bounds are inclusive. */
  boolean takes(LocalDate day) {
    return (ingestionStart == null || !day.isBefore(ingestionStart))
        && (ingestionEnd == null || !day.isAfter(ingestionEnd));
  }
}
