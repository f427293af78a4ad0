package io.tributary.provider.strava;

import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutStream.Channel;
import io.tributary.provider.document.LenientJson;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Merges streams by type into one stream; all of them are aligned with {@code time}, in seconds
 * from the start.
 */
final class StravaStream {
  private static final Map<String, Channel> CHANNELS =
      Map.of(
          "distance", Channel.DISTANCE,
          "altitude", Channel.ALTITUDE,
          "velocity_smooth", Channel.VELOCITY_SMOOTH,
          "heartrate", Channel.HEARTRATE,
          "cadence", Channel.CADENCE,
          "watts", Channel.POWER,
          "temp", Channel.TEMPERATURE);

  private StravaStream() {}

  /**
   * Returns an empty stream without times. Streams of another length are skipped, because their
   * times are unknown.
   *
   * @param onFoot whether the cadence counts one foot; ours is steps per minute
   */
  static WorkoutStream of(Instant start, LenientJson streams, boolean onFoot) {
    List<LenientJson> time = streams.child("time").list("data");
    List<LenientJson> places = streams.child("latlng").list("data");
    WorkoutStream.Builder out = WorkoutStream.builder();
    boolean placed = places.size() == time.size();
    Map<String, List<LenientJson>> data = new HashMap<>();
    CHANNELS
        .keySet()
        .forEach(
            key -> {
              List<LenientJson> list = streams.child(key).list("data");
              if (list.size() == time.size()) {
                data.put(key, list);
              }
            });
    for (int i = 0; i < time.size(); i++) {
      Double seconds = time.get(i).number();
      if (seconds == null || seconds < 0 || seconds > 7 * 86_400) {
        continue;
      }
      int at = i;
      out.at(start.getEpochSecond() + Math.round(seconds));
      data.forEach(
          (key, list) -> {
            Channel channel = CHANNELS.get(key);
            Double value = list.get(at).number();
            boolean oneFoot = onFoot && channel == Channel.CADENCE && value != null;
            out.set(channel, oneFoot ? Double.valueOf(2 * value) : value);
          });
      if (placed && places.get(i).list().size() == 2) {
        out.set(Channel.LAT, places.get(i).list().get(0).number());
        out.set(Channel.LNG, places.get(i).list().get(1).number());
      }
    }
    return out.build();
  }
}
