package io.tributary.provider.oura;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Local offsets for readings that come in UTC: from the sleep around them, else from the sleep,
 * else from the activity of their local day. Where days with different offsets both claim an
 * instant, as on a journey, nobody knows, and the offset stays unknown.
 */
final class OuraOffsets {
  private final List<OuraNight> nights;
  private final Map<LocalDate, Integer> days = new HashMap<>();

  OuraOffsets(OuraDocuments documents, OuraContext context) {
    nights = OuraNight.of(documents, context);
    for (OuraDoc doc : documents.of(OuraCollection.DAILY_ACTIVITY)) {
      Integer offset = OuraDaily.offset(doc, context);
      if (doc.day() != null && offset != null) {
        days.put(doc.day(), offset);
      }
    }
    for (OuraNight night : nights) {
      if (night.offsetSeconds() != null && night.isLong()) {
        days.put(night.day(), night.offsetSeconds());
      }
    }
    for (OuraNight night : nights) {
      if (night.offsetSeconds() != null) {
        days.putIfAbsent(night.day(), night.offsetSeconds());
      }
    }
  }

  /** Null when unknown. */
  Integer at(Instant instant) {
    for (OuraNight night : nights) {
      if (!instant.isBefore(night.start().at()) && instant.isBefore(night.end().at())) {
        return night.offsetSeconds();
      }
    }
    LocalDate utc = instant.atOffset(ZoneOffset.UTC).toLocalDate();
    Set<Integer> claims = new HashSet<>();
    for (LocalDate day : List.of(utc.minusDays(1), utc, utc.plusDays(1))) {
      Integer offset = days.get(day);
      if (offset != null && new OuraStamp(instant, offset).date().equals(day)) {
        claims.add(offset);
      }
    }
    return claims.size() == 1 ? claims.iterator().next() : null;
  }
}
