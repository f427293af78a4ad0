package io.tributary.provider.withings;

import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.Stamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Seconds since 1970 and an IANA zone, whose rules of that moment give the offset. */
final class WithingsTime {
  private WithingsTime() {}

  /**
   * @throws IllegalArgumentException without a readable time
   */
  static Stamp stamp(Doc doc, String field, AccountFacts facts) {
    return Stamp.in(
        Stamp.zone(doc.zone("timezone"), facts.zone()),
        doc.requiredEpoch(field, ChronoUnit.SECONDS));
  }

  /** The same; null without a readable time. */
  static Stamp known(Doc doc, String field, AccountFacts facts) {
    Instant at = doc.epoch(field, ChronoUnit.SECONDS);
    return at == null ? null : Stamp.in(Stamp.zone(doc.zone("timezone"), facts.zone()), at);
  }

  /** Seconds since 1970 as a text; null for what is none. */
  static Instant epoch(String text) {
    return text == null || !text.matches("\\d{1,11}")
        ? null
        : Instant.ofEpochSecond(Long.parseLong(text));
  }

  /** Name of the zone, as it was told; null for none. */
  static String zoneName(Doc doc) {
    ZoneId zone = doc.zone("timezone");
    return zone == null ? null : zone.getId();
  }

  /** The zones of days, for what is told without one: several, where devices disagree. */
  static Map<LocalDate, Set<ZoneId>> zones(List<Doc> activities) {
    Map<LocalDate, Set<ZoneId>> out = new TreeMap<>();
    for (Doc doc : activities) {
      if (doc.day("date") != null && doc.zone("timezone") != null) {
        out.computeIfAbsent(doc.day("date"), d -> new HashSet<>()).add(doc.zone("timezone"));
      }
    }
    return out;
  }

  /**
   * A moment in the zone of the local day that it is in. Where days or devices with different
   * offsets claim it, as on a journey, nobody knows the offset.
   */
  static Stamp at(Instant at, Map<LocalDate, Set<ZoneId>> zones, AccountFacts facts) {
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
      case 0 -> Stamp.in(Stamp.zone(facts.zone()), at);
      case 1 -> new Stamp(at, claims.getFirst());
      default -> new Stamp(at, null);
    };
  }
}
