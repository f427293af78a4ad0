package io.tributary.provider.withings;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads times: seconds since 1970 with an IANA zone, whose rules give the offset. */
final class WithingsTime {
  private WithingsTime() {}

  /**
   * @throws IllegalArgumentException without a readable time
   */
  static OffsetInstant stamp(LenientJson doc, String field, AccountContext facts) {
    return OffsetInstant.inZone(
        OffsetInstant.zone(doc.zone("timezone"), facts.zone()),
        doc.requiredEpoch(field, ChronoUnit.SECONDS));
  }

  /** Returns the same as {@link #stamp}, but null without a readable time. */
  static OffsetInstant stampOrNull(LenientJson doc, String field, AccountContext facts) {
    Instant at = doc.epoch(field, ChronoUnit.SECONDS);
    return at == null
        ? null
        : OffsetInstant.inZone(OffsetInstant.zone(doc.zone("timezone"), facts.zone()), at);
  }

  /** Parses seconds since 1970; returns null if invalid. */
  static Instant epoch(String text) {
    return text == null || !text.matches("\\d{1,11}")
        ? null
        : Instant.ofEpochSecond(Long.parseLong(text));
  }

  /** Returns the IANA name of the zone; null if absent. */
  static String zoneName(LenientJson doc) {
    ZoneId zone = doc.zone("timezone");
    return zone == null ? null : zone.getId();
  }

  /**
   * Returns the zones of each day, for data without a zone; there are several if devices disagree.
   */
  static Map<LocalDate, Set<ZoneId>> zones(List<LenientJson> activities) {
    Map<LocalDate, Set<ZoneId>> out = new TreeMap<>();
    for (LenientJson doc : activities) {
      if (doc.day("date") != null && doc.zone("timezone") != null) {
        out.computeIfAbsent(doc.day("date"), d -> new HashSet<>()).add(doc.zone("timezone"));
      }
    }
    return out;
  }

  /**
   * Returns a time in the zone of its local day. If days or devices with different offsets match
   * it, as on a journey, the offset is unknown.
   */
  static OffsetInstant at(Instant at, Map<LocalDate, Set<ZoneId>> zones, AccountContext facts) {
    List<Integer> claims =
        zones.entrySet().stream()
            .flatMap(
                e ->
                    e.getValue().stream()
                        .filter(zone -> LocalDate.ofInstant(at, zone).equals(e.getKey())))
            .map(zone -> zone.getRules().getOffset(at).getTotalSeconds())
            .distinct()
            .toList();
    return switch (claims.size()) {
      case 0 -> OffsetInstant.inZone(OffsetInstant.zone(facts.zone()), at);
      case 1 -> new OffsetInstant(at, claims.getFirst());
      default -> new OffsetInstant(at, null);
    };
  }
}
