package io.tributary.provider.apple;

import io.tributary.model.Source;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/** One Record element, copied out of the buffer; the instance is reused for the next one. */
final class HkRecord {
  HkType type;
  HkSource hkSource;
  Source source;
  Instant start;
  Instant end;
  int offset;
  double value;
  String category;
  final HkMetadata metadata = new HkMetadata();

  /** Replaces the printed offset by that of the recorded time zone, if there is one. */
  void applyRecordedZone() {
    ZoneId zone = metadata.zone();
    if (zone != null) {
      offset = zone.getRules().getOffset(start).getTotalSeconds();
    }
  }

  LocalDate day() {
    return PendingRecord.day(start, offset);
  }
}
