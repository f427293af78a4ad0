package io.tributary.provider.wahoo;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.model.Sport;
import io.tributary.model.Sports;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/** Wahoo workout type numbers, loaded once from the resource {@code provider/wahoo}. */
final class WahooWorkoutTypes {
  private record Type(Sport sport, boolean machine) {}

  private static final Map<Long, Type> BY_ID = load();

  private WahooWorkoutTypes() {}

  /** Returns {@link Sports#OTHER} for null and unknown numbers. */
  static Sport sport(Long id) {
    Type type = id == null ? null : BY_ID.get(id);
    return type == null ? Sports.OTHER : type.sport();
  }

  /** Returns whether the workout uses a machine: a trainer, a treadmill or a rower. */
  static boolean onMachine(Long id) {
    Type type = id == null ? null : BY_ID.get(id);
    return type != null && type.machine();
  }

  private static Map<Long, Type> load() {
    try (InputStream in =
        WahooWorkoutTypes.class.getResourceAsStream("/provider/wahoo/workout_types.json")) {
      Map<Long, Type> out = new HashMap<>();
      for (JsonNode t : Json.parse(in.readAllBytes())) {
        Sport sport = Sports.of(t.get("sport").textValue());
        out.put(t.get("id").longValue(), new Type(sport, t.get("machine").booleanValue()));
      }
      return Map.copyOf(out);
    } catch (IOException e) {
      throw new UncheckedIOException("workout_types.json cannot be read", e);
    }
  }
}
