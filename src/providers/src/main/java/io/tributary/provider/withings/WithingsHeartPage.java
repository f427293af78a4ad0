package io.tributary.provider.withings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.document.LenientJson;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Next ECG recordings of a list, ordered by time and signal ID, because several may have the same
 * second.
 *
 * @param next cursor of the following page; empty for the last one
 */
record WithingsHeartPage(List<LenientJson> recordings, Optional<ObjectNode> next) {
  /** Recordings per page: each has thousands of voltages, and a page is one transaction. */
  private static final int PAGE_SIZE = 2;

  private static final Comparator<LenientJson> ORDER =
      Comparator.<LenientJson, Long>comparing(d -> d.wholeNumber("timestamp"))
          .thenComparing(WithingsHeartPage::signal);

  /**
   * @param cursor {@link #next} of the previous page; null for the first page
   */
  static WithingsHeartPage of(List<LenientJson> listed, JsonNode cursor) {
    List<LenientJson> left =
        listed.stream()
            .filter(d -> signal(d) != null && d.wholeNumber("timestamp") != null)
            .filter(d -> cursor == null || isAfter(d, cursor))
            .sorted(ORDER)
            .toList();
    if (left.size() <= PAGE_SIZE) {
      return new WithingsHeartPage(left, Optional.empty());
    }
    LenientJson last = left.get(PAGE_SIZE - 1);
    return new WithingsHeartPage(
        left.subList(0, PAGE_SIZE),
        Optional.of(
            Json.object().put("after", last.wholeNumber("timestamp")).put("signal", signal(last))));
  }

  private static boolean isAfter(LenientJson doc, JsonNode cursor) {
    int order = Long.compare(doc.wholeNumber("timestamp"), cursor.path("after").asLong());
    return order > 0 || order == 0 && signal(doc).compareTo(cursor.path("signal").asText("")) > 0;
  }

  private static String signal(LenientJson doc) {
    return doc.child("ecg").id("signalid");
  }
}
