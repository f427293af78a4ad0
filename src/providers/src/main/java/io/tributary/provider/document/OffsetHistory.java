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
 * Local offsets for readings that come without one, from documents that have one. Null offsets may
 * be told: they say nothing. Not thread-safe.
 */
public final class OffsetHistory {
  private record Span(Instant from, Instant to, Integer offset) {}

  private final List<Span> spans = new ArrayList<>();
  private final Map<LocalDate, Integer> days = new HashMap<>();
  private final TreeMap<Instant, Integer> moments = new TreeMap<>();

  /** Of [from, to) it is known, even when it is known that nobody knows. */
  public OffsetHistory span(Instant from, Instant to, Integer offset) {
    spans.add(new Span(from, to, offset));
    return this;
  }

  /** Of a local day; a later one takes its place. */
  public OffsetHistory day(LocalDate day, Integer offset) {
    if (offset != null) {
      days.put(day, offset);
    }
    return this;
  }

  /** Of a local day of which nothing better is known. */
  public OffsetHistory dayElse(LocalDate day, Integer offset) {
    if (offset != null) {
      days.putIfAbsent(day, offset);
    }
    return this;
  }

  /** At that moment somebody was there. */
  public OffsetHistory moment(Instant at, Integer offset) {
    if (offset != null) {
      moments.put(at, offset);
    }
    return this;
  }

  /**
   * From the span around an instant, else from its local day. Where days with different offsets
   * both claim it, as on a journey, nobody knows: null.
   */
  public Integer at(Instant instant) {
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

  /** That of the last moment that is not after the instant, else of the first one after it. */
  public Integer nearest(Instant instant) {
    Map.Entry<Instant, Integer> before = moments.floorEntry(instant);
    Map.Entry<Instant, Integer> found = before == null ? moments.ceilingEntry(instant) : before;
    return found == null ? null : found.getValue();
  }
}
