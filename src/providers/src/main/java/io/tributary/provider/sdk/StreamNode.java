package io.tributary.provider.sdk;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutStream.Channel;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Stream of an uploaded workout: {@code time} and parallel arrays with the names and units of our
 * API. Null is a missing value; a point without a time is ignored.
 */
final class StreamNode {
  /**
   * Times up to one month are seconds since the start of the workout, because no workout dates from
   * January 1970.
   */
  private static final double MAX_RELATIVE_SECONDS = 31 * 86_400;

  /** Tolerance in seconds around the session, because recorders start early and stop late. */
  private static final double TOLERANCE_SECONDS = 3600;

  private static final String TIME = "time";

  private final RecordNode node;
  private final JsonNode times;
  private final Map<Channel, JsonNode> values = new EnumMap<>(Channel.class);

  private StreamNode(RecordNode node) {
    this.node = node;
    this.times = array(TIME);
    for (Channel c : Channel.values()) {
      JsonNode of = array(c.wire());
      if (!of.isEmpty()) {
        if (of.size() != times.size()) {
          throw times.isEmpty()
              ? node.unusable(TIME, "Field required", "missing")
              : node.unusable(c.wire(), "List should be as long as time", "length");
        }
        values.put(c, of);
      }
    }
    if (times.size() > WorkoutStream.MAX_POINTS) {
      throw node.unusable(
          TIME, "List should have at most " + WorkoutStream.MAX_POINTS + " items", "too_long");
    }
  }

  /**
   * Returns the stream, or an empty one if there is none.
   *
   * @throws RecordNode.UnusableRecord if it is invalid or outside of the workout's time
   */
  static WorkoutStream of(RecordNode node, Instant start, Instant end) {
    StreamNode stream = new StreamNode(node);
    return stream.values.isEmpty() ? WorkoutStream.EMPTY : stream.points(start, end);
  }

  private WorkoutStream points(Instant start, Instant end) {
    double zero = isRelative() ? start.getEpochSecond() : 0;
    WorkoutStream.Builder out = WorkoutStream.builder();
    for (int i = 0; i < times.size(); i++) {
      Double time = number(TIME, times, i);
      if (time != null) {
        double at = zero + time;
        if (!(at >= start.getEpochSecond() - TOLERANCE_SECONDS
            && at <= end.getEpochSecond() + TOLERANCE_SECONDS)) {
          throw unusable(TIME, i, "Input should lie within the workout");
        }
        out.at((long) Math.floor(at));
        for (Map.Entry<Channel, JsonNode> of : values.entrySet()) {
          out.set(of.getKey(), number(of.getKey().wire(), of.getValue(), i));
        }
      }
    }
    return out.build();
  }

  private boolean isRelative() {
    for (JsonNode t : times) {
      if (t.isNumber() && t.doubleValue() > MAX_RELATIVE_SECONDS) {
        return false;
      }
    }
    return true;
  }

  private JsonNode array(String name) {
    JsonNode v = node.node().get(name);
    if (v == null || v.isNull()) {
      return Json.MAPPER.createArrayNode();
    }
    if (!v.isArray()) {
      throw node.unusable(name, "Input should be a valid list", "list_type");
    }
    return v;
  }

  private Double number(String name, JsonNode list, int i) {
    JsonNode v = list.get(i);
    if (v.isNull()) {
      return null;
    }
    if (!v.isNumber()) {
      throw unusable(name, i, "Input should be a valid number");
    }
    return v.doubleValue();
  }

  private RecordNode.UnusableRecord unusable(String name, int i, String reason) {
    List<Object> where = node.pathTo(name);
    where.add(i);
    return new RecordNode.UnusableRecord(where, reason, "value_error");
  }
}
