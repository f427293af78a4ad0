package io.tributary.provider.fitbit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Conversion of wall-clock times. Their zone is that of the account, as its profile or newest
 * exercise reports it, otherwise the user's fallback zone, otherwise UTC.
 *
 * <p>An account has one zone at a time, and records that were read before a change must keep their
 * instants. Each zone is therefore stored with the day from which it applies.
 */
final class FitbitTime {
  private static final String ZONES = "zones";
  private static final String ZONE = "zone";
  private static final String SINCE = "since";

  /** Latest possible zone: no other stand-in for an unknown zone can be a later day. */
  private static final ZoneId LATEST_ZONE = ZoneOffset.ofHours(14);

  /** Maximum number of stored zones, more than the changes within the days that are read again. */
  private static final int MAX_ZONES = 30;

  private FitbitTime() {}

  /** Returns the zone of a local day. */
  static ZoneId zone(LocalDate day, AccountContext facts) {
    return storedZone(day, facts.facts()).or(facts::zone).orElse(ZoneOffset.UTC);
  }

  /** Returns the IANA name of the zone if the account reported one; otherwise null. */
  static String zoneName(LocalDate day, AccountContext facts) {
    return storedZone(day, facts.facts())
        .filter(z -> !(z instanceof ZoneOffset))
        .map(ZoneId::getId)
        .orElse(null);
  }

  private static Optional<ZoneId> storedZone(LocalDate day, ObjectNode told) {
    ZoneId found = null;
    for (LenientJson entry : LenientJson.of(told).list(ZONES)) {
      LocalDate since = entry.day(SINCE);
      if (since == null || !day.isBefore(since)) {
        found = entry.zone(ZONE);
      }
    }
    return Optional.ofNullable(found);
  }

  /** Returns midnight of a local day, the time of daily values. */
  static OffsetInstant midnight(LocalDate day, AccountContext facts) {
    return stamp(day.atStartOfDay(zone(day, facts)).toInstant(), day, facts);
  }

  /** Returns the midnight that ends a local day, in its own zone; the next day may have another. */
  static Instant end(LocalDate day, AccountContext facts) {
    return day.plusDays(1).atStartOfDay(zone(day, facts)).toInstant();
  }

  /** Converts a wall-clock time; of a repeated time, the first instant is chosen. */
  static OffsetInstant local(LocalDateTime wall, AccountContext facts) {
    LocalDate day = wall.toLocalDate();
    return stamp(wall.atZone(zone(day, facts)).toInstant(), day, facts);
  }

  private static OffsetInstant stamp(Instant at, LocalDate day, AccountContext facts) {
    return new OffsetInstant(at, zone(day, facts).getRules().getOffset(at).getTotalSeconds());
  }

  /**
   * Returns the zones to store once the account has reported a zone; empty if nothing changes. A
   * new zone applies from the next day on, because part of the current day is already stored.
   *
   * @param read whether times were read before, if necessary in a stand-in zone
   */
  static Optional<ObjectNode> updatedZones(
      ObjectNode told, ZoneId zone, Instant now, boolean read) {
    ArrayNode zones = told.path(ZONES) instanceof ArrayNode known ? known.deepCopy() : Json.array();
    if (zones.isEmpty()) {
      ObjectNode first = zones.addObject().put(ZONE, zone.getId());
      if (read) {
        first.put(SINCE, dayAfter(now, zone, LATEST_ZONE).toString());
      }
      return Optional.of(with(told, zones));
    }
    ZoneId last = LenientJson.of(zones.get(zones.size() - 1)).zone(ZONE);
    if (last == null
        || zone.equals(last)
        || zone instanceof ZoneOffset && hasSameOffset(zone, last, now)) {
      return Optional.empty();
    }
    LocalDate since = dayAfter(now, zone, last);
    while (zones.size() > 1 && !since.isAfter(day(zones.get(zones.size() - 1)))) {
      zones.remove(zones.size() - 1);
    }
    if (!zone.getId().equals(zones.get(zones.size() - 1).path(ZONE).asText())) {
      zones.addObject().put(ZONE, zone.getId()).put(SINCE, since.toString());
    }
    while (zones.size() > MAX_ZONES) {
      zones.remove(0);
    }
    return Optional.of(with(told, zones));
  }

  /** Returns the first day that has not begun in either zone. */
  private static LocalDate dayAfter(Instant now, ZoneId zone, ZoneId other) {
    LocalDate here = now.atZone(zone).toLocalDate();
    LocalDate there = now.atZone(other).toLocalDate();
    return (here.isAfter(there) ? here : there).plusDays(1);
  }

  private static LocalDate day(JsonNode entry) {
    LocalDate since = LenientJson.of(entry).day(SINCE);
    return since == null ? LocalDate.MIN : since;
  }

  /** Returns whether a bare offset agrees with the zone now, and therefore adds no information. */
  private static boolean hasSameOffset(ZoneId offset, ZoneId zone, Instant now) {
    return zone.getRules().getOffset(now).equals(offset.getRules().getOffset(now));
  }

  private static ObjectNode with(ObjectNode told, ArrayNode zones) {
    ObjectNode out = told.deepCopy();
    out.set(ZONES, zones);
    return out;
  }
}
