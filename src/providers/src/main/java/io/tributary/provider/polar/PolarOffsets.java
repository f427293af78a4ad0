package io.tributary.provider.polar;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tributary.core.Json;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.UtcOffset;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a user's clock was ahead of UTC, as exercises and nights tell it, for what the vendor tells
 * without: times of a day, and times of a night that tells its begin and its end only. Not
 * thread-safe.
 */
final class PolarOffsets {
  /** Name of the zone or offset that is added to the document of a day. */
  static final String FIELD = "clock";

  /** The vendor tells four weeks; what is older helps nobody. */
  private static final Duration KEPT = Duration.ofDays(60);

  private final TreeMap<Instant, Integer> known = new TreeMap<>();

  /** What {@link #json} has written. */
  static PolarOffsets of(JsonNode stored) {
    PolarOffsets out = new PolarOffsets();
    for (LenientJson pair : LenientJson.of(stored).list()) {
      List<LenientJson> both = pair.list();
      if (both.size() == 2 && both.get(0).number() != null && both.get(1).number() != null) {
        Integer offset = UtcOffset.of(both.get(1).number().longValue(), ChronoUnit.SECONDS);
        out.seen(Instant.ofEpochSecond(both.get(0).number().longValue()), offset);
      }
    }
    return out;
  }

  /** The user was there then; a null offset says nothing. */
  PolarOffsets seen(Instant at, Integer offset) {
    if (offset != null) {
      known.put(at.truncatedTo(ChronoUnit.SECONDS), offset);
    }
    return this;
  }

  /** The first and the last moment of each time in which the offset stayed what it was. */
  ArrayNode json() {
    ArrayNode out = Json.array();
    Instant oldest = known.isEmpty() ? Instant.EPOCH : known.lastKey().minus(KEPT);
    List<Map.Entry<Instant, Integer>> all = List.copyOf(known.tailMap(oldest).entrySet());
    for (int i = 0; i < all.size(); i++) {
      boolean first = i == 0 || !all.get(i - 1).getValue().equals(all.get(i).getValue());
      boolean last =
          i == all.size() - 1 || !all.get(i + 1).getValue().equals(all.get(i).getValue());
      if (first || last) {
        out.add(Json.array().add(all.get(i).getKey().getEpochSecond()).add(all.get(i).getValue()));
      }
    }
    return out;
  }

  /**
   * The clock of a local day. The user's own zone where it agrees with what was told around that
   * day, as it knows when clocks change; else the newest offset that was known by the end of the
   * day, with the change within the day if there is only one place on earth's clocks for it. Empty
   * while nothing was told.
   */
  Optional<ZoneId> of(LocalDate day, Optional<ZoneId> own) {
    List<OffsetInstant> around = around(day);
    if (around.isEmpty()) {
      return Optional.empty();
    }
    if (own.filter(zone -> around.stream().allMatch(s -> agrees(zone, s))).isPresent()) {
      return own;
    }
    List<ZoneId> changes = new ArrayList<>();
    int changed = 0;
    for (int i = 1; i < around.size(); i++) {
      if (!around.get(i).offsetSeconds().equals(around.get(i - 1).offsetSeconds())) {
        changed++;
        between(around.get(i - 1), around.get(i), own).ifPresent(changes::add);
      }
    }
    if (changed == 1 && changes.size() == 1) {
      return Optional.of(changes.getFirst());
    }
    return around.reversed().stream()
        .filter(s -> !s.date().isAfter(day))
        .findFirst()
        .or(() -> Optional.of(around.getFirst()))
        .map(s -> ZoneOffset.ofTotalSeconds(s.offsetSeconds()));
  }

  /** What was told on the day, and the nearest before and after it; in their order. */
  private List<OffsetInstant> around(LocalDate day) {
    OffsetInstant before = null;
    List<OffsetInstant> out = new ArrayList<>();
    for (Map.Entry<Instant, Integer> e : known.entrySet()) {
      OffsetInstant at = new OffsetInstant(e.getKey(), e.getValue());
      if (at.date().isBefore(day)) {
        before = at;
        continue;
      }
      out.add(at);
      if (at.date().isAfter(day)) {
        break;
      }
    }
    if (before != null) {
      out.addFirst(before);
    }
    return out;
  }

  /**
   * The clock from one moment to a later one. Where the offset is another at the end, clocks were
   * changed between: in the user's own zone if it did just that, else wherever it was done, as long
   * as it was at one moment everywhere. Empty for a journey, of which nobody knows when the clock
   * was changed, and where the offset is not told.
   */
  static Optional<ZoneId> between(OffsetInstant from, OffsetInstant to, Optional<ZoneId> own) {
    if (from.offsetSeconds() == null || to.offsetSeconds() == null) {
      return Optional.empty();
    }
    if (from.offsetSeconds().equals(to.offsetSeconds())) {
      return Optional.of(ZoneOffset.ofTotalSeconds(from.offsetSeconds()));
    }
    if (own.filter(zone -> agrees(zone, from) && agrees(zone, to)).isPresent()) {
      return own;
    }
    Set<Instant> moments = new HashSet<>();
    ZoneId found = null;
    for (String id : new TreeSet<>(ZoneId.getAvailableZoneIds())) {
      ZoneId zone = ZoneId.of(id);
      if (!agrees(zone, from) || !agrees(zone, to)) {
        continue;
      }
      ZoneOffsetTransition change = zone.getRules().nextTransition(from.at());
      if (change != null && !change.getInstant().isAfter(to.at())) {
        moments.add(change.getInstant());
        found = found == null ? zone : found;
      }
    }
    return moments.size() == 1 ? Optional.of(found) : Optional.empty();
  }

  private static boolean agrees(ZoneId zone, OffsetInstant at) {
    return zone.getRules().getOffset(at.at()).getTotalSeconds() == at.offsetSeconds();
  }
}
