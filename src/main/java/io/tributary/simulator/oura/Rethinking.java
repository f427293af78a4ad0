package io.tributary.simulator.oura;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.OffsetDateTime;

/** How a document looks once the vendor has thought again; the same change for every document. */
final class Rethinking {
  private static final int STEPS = 40;
  private static final int SECONDS = 300;

  private Rethinking() {}

  /** Changes the document; false where nothing is to be changed. */
  static boolean change(Collection collection, ObjectNode json) {
    if (collection == Collection.DAILY_ACTIVITY) {
      json.put("steps", json.path("steps").asInt() + STEPS);
      return true;
    }
    if (!json.path("type").asText().equals("long_sleep")) {
      return false;
    }
    for (String stages : new String[] {"sleep_phase_5_min", "app_sleep_phase_5_min"}) {
      json.put(stages, json.path(stages).asText() + "4");
    }
    json.put("movement_30_sec", json.path("movement_30_sec").asText() + "4".repeat(10));
    for (String seconds : new String[] {"awake_time", "time_in_bed"}) {
      json.put(seconds, json.path(seconds).asInt() + SECONDS);
    }
    for (String series : new String[] {"heart_rate", "hrv"}) {
      ((ArrayNode) json.path(series).path("items")).addNull();
    }
    double asleep = json.path("total_sleep_duration").asDouble();
    json.put("efficiency", (int) Math.round(100 * asleep / json.path("time_in_bed").asInt()));
    OffsetDateTime end = OffsetDateTime.parse(json.path("bedtime_end").asText());
    json.put("bedtime_end", end.plusSeconds(SECONDS).toString());
    return true;
  }
}
