package io.tributary.model;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Where a datum was, by the first of: its own offset, its provider's zone, the user's fallback zone
 * (wearables-data.md §6). What nobody knows stays unknown, and the day is then the UTC one. Any
 * field may be null.
 *
 * @param datumOffset s, east positive, as the datum says
 * @param provider the zone that the provider or the sender names for it, or one inferred
 * @param fallback the user's fallback zone
 */
public record LocalZone(Integer datumOffset, ZoneId provider, ZoneId fallback, ZonePolicy policy) {

  public LocalZone {
    ValueChecks.required("policy", policy);
    ValueChecks.offset("offset", datumOffset);
  }

  /**
   * The same for the next datum, which may have another offset: people travel.
   *
   * @param offsetSeconds null when it has none
   */
  public LocalZone datum(Integer offsetSeconds) {
    return new LocalZone(offsetSeconds, provider, fallback, policy);
  }

  /** The offset at that instant, s east positive; null when it is unknown. */
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

  /** The local day of an instant, the UTC day where the offset is unknown. */
  public LocalDate day(Instant at) {
    Integer offset = offset(at);
    return at.atOffset(offset == null ? ZoneOffset.UTC : ZoneOffset.ofTotalSeconds(offset))
        .toLocalDate();
  }

  /**
   * The instant of a wall clock without offset. A time that the clock skipped is as much later as
   * was skipped; of a time that it showed twice the first is meant. Without any zone, and floating,
   * the clock is read as UTC.
   */
  public Instant instant(LocalDateTime wall) {
    if (policy == ZonePolicy.FLOATING) {
      return wall.toInstant(ZoneOffset.UTC);
    }
    if (datumOffset != null) {
      return wall.toInstant(ZoneOffset.ofTotalSeconds(datumOffset));
    }
    ZoneId zone = zone();
    return wall.atZone(zone == null ? ZoneOffset.UTC : zone).toInstant();
  }

  /** How it was found, for the explanation of stored values; empty when it was not. */
  public String origin() {
    if (policy == ZonePolicy.NULL) {
      return "";
    }
    if (policy == ZonePolicy.FLOATING) {
      return "floating";
    }
    if (datumOffset != null) {
      return "datum";
    }
    if (provider != null) {
      return "provider " + provider;
    }
    if (fallback != null && policy.takesFallback()) {
      return "fallback " + fallback;
    }
    return policy == ZonePolicy.FALLBACK_OR_UTC ? "utc" : "";
  }

  private ZoneId zone() {
    if (provider != null) {
      return provider;
    }
    if (fallback != null && policy.takesFallback()) {
      return fallback;
    }
    return policy == ZonePolicy.FALLBACK_OR_UTC ? ZoneOffset.UTC : null;
  }
}
