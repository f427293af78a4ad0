package io.tributary.provider.garmin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.document.LenientJson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Splits the summaries of one user into parts that fit one transaction. */
final class GarminSummarySplitter {
  /** Maximum number of readings in a part; a day of heart rates has about 6000. */
  private static final int MAX_READINGS = 15_000;

  private GarminSummarySplitter() {}

  /**
   * Returns objects with one list under the key of the kind. Epochs of one start are never
   * separated, because they are added up.
   */
  static List<ObjectNode> split(GarminDocumentKind kind, List<LenientJson> summaries) {
    List<LenientJson> sorted = new ArrayList<>(summaries);
    if (kind == GarminDocumentKind.EPOCHS) {
      sorted.sort(
          Comparator.comparing(GarminTime::startSeconds, Comparator.nullsFirst(Long::compare)));
    }
    List<ObjectNode> out = new ArrayList<>();
    ArrayNode part = null;
    int readings = 0;
    LenientJson before = null;
    for (LenientJson summary : sorted) {
      int more = readings(summary.node());
      boolean together =
          kind == GarminDocumentKind.EPOCHS
              && before != null
              && GarminTime.startSeconds(summary) != null
              && GarminTime.startSeconds(summary).equals(GarminTime.startSeconds(before));
      if (part == null || readings + more > MAX_READINGS && !together) {
        ObjectNode next = Json.object();
        part = next.putArray(kind.wire());
        out.add(next);
        readings = 0;
      }
      part.add(summary.node());
      readings += more;
      before = summary;
    }
    return out;
  }

  private static int readings(JsonNode summary) {
    int out = 3;
    for (JsonNode field : summary) {
      out += field.size();
    }
    return out;
  }
}
