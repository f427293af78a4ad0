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
 * Times are clocks on the wall. Their zone is the account's, as its profile or its newest exercise
 * tells it, else the user's fallback zone, else UTC (wearables-data.md §6).
 *
 * <p>The account has one zone at a time, and what was read before a change must keep its instants:
 * each zone is kept with the day from which on it holds.
 */
final class FitbitTime {
  private static final String ZONES = "zones";
  private static final String ZONE = "zone";
  private static final String SINCE = "since";

  /** Whatever zone stood in for an unknown one, its day is none after the day here. */
  private static final ZoneId STAND_IN = ZoneOffset.ofHours(14);

  /** Nobody moves as often within what is read again. */
  private static final int MOST = 30;

  private FitbitTime() {}

  /** The zone of a local day. */
  static ZoneId zone(LocalDate day, AccountContext facts) {
    return told(day, facts.told()).or(facts::zone).orElse(ZoneOffset.UTC);
  }

  /** The zone's IANA name, where the account told one; else null. */
  static String name(LocalDate day, AccountContext facts) {
    return told(day, facts.told())
        .filter(z -> !(z instanceof ZoneOffset))
        .map(ZoneId::getId)
        .orElse(null);
  }

  private static Optional<ZoneId> told(LocalDate day, ObjectNode told) {
    ZoneId found = null;
    for (LenientJson entry : LenientJson.of(told).list(ZONES)) {
      LocalDate since = entry.day(SINCE);
      if (since == null || !day.isBefore(since)) {
        found = entry.zone(ZONE);
      }
    }
    return Optional.ofNullable(found);
  }

  /** Midnight of a local day: where figures of a day stand. */
  static OffsetInstant midnight(LocalDate day, AccountContext facts) {
    return stamp(day.atStartOfDay(zone(day, facts)).toInstant(), day, facts);
  }

  /** The midnight at which a local day ends, in its own zone: the next day may have another. */
  static Instant end(LocalDate day, AccountContext facts) {
    return day.plusDays(1).atStartOfDay(zone(day, facts)).toInstant();
  }

  /** A clock on the wall; of a time that came twice the first is meant. */
  static OffsetInstant local(LocalDateTime wall, AccountContext facts) {
    LocalDate day = wall.toLocalDate();
    return stamp(wall.atZone(zone(day, facts)).toInstant(), day, facts);
  }

  private static OffsetInstant stamp(Instant at, LocalDate day, AccountContext facts) {
    return new OffsetInstant(at, zone(day, facts).getRules().getOffset(at).getTotalSeconds());
  }

  /**
   * What is known once the account has told this zone; empty when it is what was known. A new zone
   * holds from the next day on: of this one some is stored already.
   *
   * @param read whether clocks were read before, if need be in the zone that stands in for it
   */
  static Optional<ObjectNode> learnt(ObjectNode told, ZoneId zone, Instant now, boolean read) {
    ArrayNode zones = told.path(ZONES) instanceof ArrayNode known ? known.deepCopy() : Json.array();
    if (zones.isEmpty()) {
      ObjectNode first = zones.addObject().put(ZONE, zone.getId());
      if (read) {
        first.put(SINCE, dayAfter(now, zone, STAND_IN).toString());
      }
      return Optional.of(with(told, zones));
    }
    ZoneId last = LenientJson.of(zones.get(zones.size() - 1)).zone(ZONE);
    if (last == null || zone.equals(last) || zone instanceof ZoneOffset && same(zone, last, now)) {
      return Optional.empty();
    }
    LocalDate since = dayAfter(now, zone, last);
    while (zones.size() > 1 && !since.isAfter(day(zones.get(zones.size() - 1)))) {
      zones.remove(zones.size() - 1);
    }
    if (!zone.getId().equals(zones.get(zones.size() - 1).path(ZONE).asText())) {
      zones.addObject().put(ZONE, zone.getId()).put(SINCE, since.toString());
    }
    while (zones.size() > MOST) {
      zones.remove(0);
    }
    return Optional.of(with(told, zones));
  }

  /** The first day that has begun in neither. */
  private static LocalDate dayAfter(Instant now, ZoneId zone, ZoneId other) {
    LocalDate here = now.atZone(zone).toLocalDate();
    LocalDate there = now.atZone(other).toLocalDate();
    return (here.isAfter(there) ? here : there).plusDays(1);
  }

  private static LocalDate day(JsonNode entry) {
    LocalDate since = LenientJson.of(entry).day(SINCE);
    return since == null ? LocalDate.MIN : since;
  }

  /** A bare offset says no more than the zone that has it now. */
  private static boolean same(ZoneId offset, ZoneId zone, Instant now) {
    return zone.getRules().getOffset(now).equals(offset.getRules().getOffset(now));
  }

  private static ObjectNode with(ObjectNode told, ArrayNode zones) {
    ObjectNode out = told.deepCopy();
    out.set(ZONES, zones);
    return out;
  }
}
