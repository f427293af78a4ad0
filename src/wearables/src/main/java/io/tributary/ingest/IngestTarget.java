package io.tributary.ingest;

import io.tributary.core.Tenant;
import java.time.LocalDate;
import java.util.Objects;
import java.util.UUID;

/**
 * User and connection to which a batch belongs, with the origin of its data.
 *
 * @param clientUserId the customer's reference; null if the user has none
 * @param provider slug of the connection
 * @param ingestionStart first accepted day; null for no bound
 * @param ingestionEnd last accepted day; null for no bound
 */
public record IngestTarget(
    Tenant tenant,
    UUID userId,
    String clientUserId,
    String provider,
    LocalDate ingestionStart,
    LocalDate ingestionEnd,
    DataOrigin origin) {
  public IngestTarget {
    Objects.requireNonNull(tenant, "tenant");
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(origin, "origin");
  }

  public IngestTarget(
      Tenant tenant,
      UUID userId,
      String clientUserId,
      String provider,
      LocalDate ingestionStart,
      LocalDate ingestionEnd) {
    this(tenant, userId, clientUserId, provider, ingestionStart, ingestionEnd, DataOrigin.UNKNOWN);
  }

  public IngestTarget withOrigin(DataOrigin origin) {
    return new IngestTarget(
        tenant, userId, clientUserId, provider, ingestionStart, ingestionEnd, origin);
  }

  boolean isBounded() {
    return ingestionStart != null || ingestionEnd != null;
  }

  /** Returns whether a record of this local day is accepted; both bounds are inclusive. */
  public boolean accepts(LocalDate day) {
    return (ingestionStart == null || !day.isBefore(ingestionStart))
        && (ingestionEnd == null || !day.isAfter(ingestionEnd));
  }
}
