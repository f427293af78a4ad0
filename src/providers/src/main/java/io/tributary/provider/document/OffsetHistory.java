package io.tributary.provider.document;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Local UTC offsets for readings without one, learned from documents that have one. Null offsets
 * carry no information. Not thread-safe.
 */
public final class OffsetHistory {
  private record Span(Instant from, Instant to, Integer offset) {}

  private final List<Span> spans = new ArrayList<>();
  private final Map<LocalDate, Integer> days = new HashMap<>();
  private final TreeMap<Instant, Integer> instants = new TreeMap<>();

  /** Sets the offset of [from, to); null marks it as known to be unknown. */
  public OffsetHistory addSpan(Instant from, Instant to, Integer offset) {
    spans.add(new Span(from, to, offset));
    return this;
  }

  /** Sets the offset of a local day; a later call replaces it. */
  public OffsetHistory addDay(LocalDate day, Integer offset) {
    if (offset != null) {
      days.put(day, offset);
    }
    return this;
  }

  /** Sets the offset of a local day unless one is set. */
  public OffsetHistory addDayIfAbsent(LocalDate day, Integer offset) {
    if (offset != null) {
      days.putIfAbsent(day, offset);
    }
    return this;
  }

  /** Adds the offset at one instant. */
  public OffsetHistory addInstant(Instant at, Integer offset) {
    if (offset != null) {
      instants.put(at, offset);
    }
    return this;
  }

  /**
   * Returns the offset of the span around an instant, or otherwise of its local day. Null if days
   * with different offsets both claim the instant, as on a journey.
   */
  public Integer offsetAt(Instant instant) {
    for (Span span : spans) {
      if (!instant.isBefore(span.from()) && instant.isBefore(span.to())) {
        return span.offset();
      }
    }
    LocalDate utc = instant.atOffset(ZoneOffset.UTC).toLocalDate();
    Set<Integer> claims = new HashSet<>();
    for (LocalDate day : List.of(utc.minusDays(1), utc, utc.plusDays(1))) {
      Integer offset = days.get(day);
      if (offset != null && new OffsetInstant(instant, offset).date().equals(day)) {
        claims.add(offset);
      }
    }
    return claims.size() == 1 ? claims.iterator().next() : null;
  }

  /**
   * Returns the offset of the last known instant at or before the given one, or otherwise of the
   * first one after it.
   */
  public Integer nearestOffset(Instant instant) {
    Map.Entry<Instant, Integer> before = instants.floorEntry(instant);
    Map.Entry<Instant, Integer> found = before == null ? instants.ceilingEntry(instant) : before;
    return found == null ? null : found.getValue();
  }
}
