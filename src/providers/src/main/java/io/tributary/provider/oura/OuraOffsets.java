package io.tributary.provider.oura;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetHistory;
import java.util.List;

/**
 * Local offsets for readings in UTC. The surrounding sleep determines the offset, otherwise a sleep
 * on the local day, otherwise the activity of that day.
 */
final class OuraOffsets {
  private OuraOffsets() {}

  static OffsetHistory of(DocumentSet documents, AccountContext facts) {
    OffsetHistory known = new OffsetHistory();
    for (LenientJson doc : documents.of(OuraCollection.DAILY_ACTIVITY)) {
      if (doc.day("day") != null) {
        known.addDay(doc.day("day"), OuraDaily.offset(doc, facts));
      }
    }
    List<OuraNight> nights = OuraNight.of(documents, facts);
    nights.forEach(n -> known.addSpan(n.start().at(), n.end().at(), n.offsetSeconds()));
    nights.stream()
        .filter(OuraNight::isLong)
        .forEach(n -> known.addDay(n.day(), n.offsetSeconds()));
    nights.forEach(n -> known.addDayIfAbsent(n.day(), n.offsetSeconds()));
    return known;
  }
}
