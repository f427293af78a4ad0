package io.tributary.model;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Time zone of a data point.
 *
 * <p>The zone is the first that is known of: the offset of the data point, the provider's zone, the
 * user's fallback zone. If none is known, the offset stays unknown and days are UTC days. All
 * components except {@code policy} may be null.
 *
 * @param datumOffset offset that the data point specifies, in s, east positive
 * @param provider zone that the provider or sender names, or an inferred one
 * @param fallback the user's fallback zone
 */
public record LocalZone(
    Integer datumOffset, ZoneId provider, ZoneId fallback, TimeZonePolicy policy) {

  public LocalZone {
    ValueChecks.required("policy", policy);
    ValueChecks.offset("offset", datumOffset);
  }

  /**
   * Returns the zone of another data point, which may have a different offset because the user
   * travels.
   *
   * @param offsetSeconds null if it has none
   */
  public LocalZone withOffset(Integer offsetSeconds) {
    return new LocalZone(offsetSeconds, provider, fallback, policy);
  }

  /** Returns the offset at an instant in s, east positive; null if unknown. */
  public Integer offset(Instant at) {
    return switch (policy) {
      case NULL, FLOATING -> null;
      default -> {
        if (datumOffset != null) {
          yield datumOffset;
        }
        ZoneId zone = zone();
        yield zone == null
            ? null
            : Integer.valueOf(zone.getRules().getOffset(at).getTotalSeconds());
      }
    };
  }

  /** Returns the local day of an instant, or the UTC day if the offset is unknown. */
  public LocalDate day(Instant at) {
    Integer offset = offset(at);
    return at.atOffset(offset == null ? ZoneOffset.UTC : ZoneOffset.ofTotalSeconds(offset))
        .toLocalDate();
  }

  /**
   * Converts a local time without offset to an instant.
   *
   * <p>A local time inside a gap is shifted by the length of the gap. An ambiguous local time means
   * its first occurrence. Without a zone, and for floating times, the local time is read as UTC.
   */
  public Instant instant(LocalDateTime wall) {
    if (policy == TimeZonePolicy.FLOATING) {
      return wall.toInstant(ZoneOffset.UTC);
    }
    if (datumOffset != null) {
      return wall.toInstant(ZoneOffset.ofTotalSeconds(datumOffset));
    }
    ZoneId zone = zone();
    return wall.atZone(zone == null ? ZoneOffset.UTC : zone).toInstant();
  }

  /**
   * Returns how the zone was determined, for the explanation of stored values; empty if it is
   * unknown.
   */
  public String origin() {
    if (policy == TimeZonePolicy.NULL) {
      return "";
    }
    if (policy == TimeZonePolicy.FLOATING) {
      return "floating";
    }
    if (datumOffset != null) {
      return "datum";
    }
    if (provider != null) {
      return "provider " + provider;
    }
    if (fallback != null && policy.usesFallback()) {
      return "fallback " + fallback;
    }
    return policy == TimeZonePolicy.FALLBACK_OR_UTC ? "utc" : "";
  }

  private ZoneId zone() {
    if (provider != null) {
      return provider;
    }
    if (fallback != null && policy.usesFallback()) {
      return fallback;
    }
    return policy == TimeZonePolicy.FALLBACK_OR_UTC ? ZoneOffset.UTC : null;
  }
}
