package io.tributary.tools.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Times;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Workouts that the provider has got after a history was pulled, and tells nobody of: only polls
 * bring them.
 */
final class LaterWorkouts {
  /** Of the nodes. */
  static final Duration POLL = Duration.ofMinutes(5);

  /** A poll may be late: for a fault, or for the quota. */
  private static final Duration LATE = Duration.ofMinutes(4);

  private static final int CALORIES = 300;

  private record Workout(String user, String id, int calories, Instant at) {}

  private final LoadBalancer door;
  private final String rings;
  private final List<Workout> made = new CopyOnWriteArrayList<>();

  /**
   * @param rings address of the provider
   */
  LaterWorkouts(LoadBalancer door, String rings) {
    this.door = door;
    this.rings = rings;
  }

  /** One more for somebody. */
  void make(String user, String ring) throws LoadBalancer.Lost {
    int n = made.size();
    String id = "later-" + n;
    Instant end = Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(1, ChronoUnit.HOURS);
    Instant start = end.minus(20, ChronoUnit.MINUTES);
    ObjectNode document =
        Json.object()
            .put("id", id)
            .put("activity", "running")
            .put("calories", CALORIES + n)
            .put("day", LocalDate.ofInstant(start, ZoneOffset.UTC).toString())
            .put("distance", 3000)
            .put("start_datetime", Times.format(start))
            .put("end_datetime", Times.format(end))
            .put("intensity", "moderate")
            .put("source", "confirmed");
    ObjectNode body = Json.object().put("collection", "workout");
    body.set("document", document);
    LoadBalancer.Reply r =
        door.call(
            "POST", rings + "/control/users/" + ring + "/documents", body, Map.of(), () -> true);
    if (!r.good()) {
      throw new IllegalStateException("no workout: status " + r.status() + " " + r.body());
    }
    made.add(new Workout(user, id, CALORIES + n, Instant.now()));
  }

  /** Those that a poll must have found by now. */
  List<ConsistencyCheck> recount(ConsistencyView outside) {
    Instant before = Instant.now().minus(POLL).minus(LATE);
    List<Workout> due = made.stream().filter(w -> w.at().isBefore(before)).toList();
    long missing = 0;
    long wrong = 0;
    for (Workout w : due) {
      Integer calories = stored(outside, w.user()).get(w.id());
      missing += calories == null ? 1 : 0;
      wrong += calories != null && calories != w.calories() ? 1 : 0;
    }
    List<ConsistencyCheck> out = new ArrayList<>();
    out.add(
        ConsistencyCheck.told(
            "workouts made after the history, over " + minutes() + " min ago", due.size()));
    out.add(ConsistencyCheck.none("  that no poll brought", missing));
    out.add(ConsistencyCheck.none("  of them with another value", wrong));
    return out;
  }

  private static long minutes() {
    return POLL.plus(LATE).toMinutes();
  }

  private static Map<String, Integer> stored(ConsistencyView outside, String user) {
    LocalDate today = Instant.now().atOffset(ZoneOffset.UTC).toLocalDate();
    JsonNode all =
        outside.get(
            "/v2/summary/workouts/"
                + user
                + "?start_date="
                + today.minusDays(2)
                + "&end_date="
                + today.plusDays(2));
    Map<String, Integer> out = new TreeMap<>();
    all.path("workouts")
        .forEach(w -> out.put(w.path("provider_id").asText(), w.path("calories").asInt()));
    return out;
  }
}
