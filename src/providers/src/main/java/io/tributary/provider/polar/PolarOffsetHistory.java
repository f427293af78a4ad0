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
 * UTC offsets of a user over time, as observed in exercises and nights.
 *
 * <p>They apply to data without an offset: times of day, and times within a night that has an
 * offset at its start and end only. Not thread-safe.
 */
final class PolarOffsetHistory {
  /** Name of the zone or offset that is added to the document of a day. */
  static final String FIELD = "clock";

  /** Retention; the API returns four weeks, and older offsets are not needed. */
  private static final Duration RETENTION = Duration.ofDays(60);

  private final TreeMap<Instant, Integer> known = new TreeMap<>();

  /** Restores the result of {@link #json}. */
  static PolarOffsetHistory of(JsonNode stored) {
    PolarOffsetHistory out = new PolarOffsetHistory();
    for (LenientJson pair : LenientJson.of(stored).list()) {
      List<LenientJson> both = pair.list();
      if (both.size() == 2 && both.get(0).number() != null && both.get(1).number() != null) {
        Integer offset = UtcOffset.of(both.get(1).number().longValue(), ChronoUnit.SECONDS);
        out.record(Instant.ofEpochSecond(both.get(0).number().longValue()), offset);
      }
    }
    return out;
  }

  /** Records an observed offset; null is ignored. */
  PolarOffsetHistory record(Instant at, Integer offset) {
    if (offset != null) {
      known.put(at.truncatedTo(ChronoUnit.SECONDS), offset);
    }
    return this;
  }

  /** Returns the first and last instant of each period with an unchanged offset. */
  ArrayNode json() {
    ArrayNode out = Json.array();
    Instant oldest = known.isEmpty() ? Instant.EPOCH : known.lastKey().minus(RETENTION);
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
   * Returns the zone of a local day.
   *
   * <p>This is the user's own zone if it agrees with the offsets observed around that day, because
   * it includes daylight saving changes. Otherwise it is the newest offset known by the end of the
   * day. If the offset changed once around the day, it is a zone with that change, provided that
   * {@link #between} finds one. Empty without any observation.
   */
  Optional<ZoneId> of(LocalDate day, Optional<ZoneId> own) {
    List<OffsetInstant> around = nearest(day);
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

  /** Returns the observations of the day and the nearest ones before and after it, in order. */
  private List<OffsetInstant> nearest(LocalDate day) {
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
   * Returns a zone for the period between two observations.
   *
   * <p>If the offset differs at the end, it changed in between: in the user's own zone if that has
   * this change, otherwise in any zone, provided that all zones with this change have it at the
   * same instant. Empty for a journey, during which the instant of the change is unknown, and
   * without offsets.
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
