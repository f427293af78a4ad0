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
 * Workouts that the provider receives after a history was pulled, without notifications, so that
 * only polls can find them.
 */
final class PolledWorkouts {
  /** Poll interval of the nodes. */
  static final Duration POLL_INTERVAL = Duration.ofMinutes(5);

  /** Tolerated delay of a poll due to a fault or the quota. */
  private static final Duration MAX_POLL_DELAY = Duration.ofMinutes(4);

  private static final int CALORIES = 300;

  private record Workout(String user, String id, int calories, Instant at) {}

  private final LoadBalancer loadBalancer;
  private final String providerUrl;
  private final List<Workout> created = new CopyOnWriteArrayList<>();

  /**
   * @param providerUrl base URL of the provider
   */
  PolledWorkouts(LoadBalancer door, String rings) {
    this.loadBalancer = door;
    this.providerUrl = rings;
  }

  /** Adds a workout to a person. */
  void create(String user, String ring) throws LoadBalancer.ResponseLostException {
    int n = created.size();
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
        loadBalancer.call(
            "POST",
            providerUrl + "/control/users/" + ring + "/documents",
            body,
            Map.of(),
            () -> true);
    if (!r.isHealthy()) {
      throw new IllegalStateException(
          "the workout was not created: status " + r.status() + " " + r.body());
    }
    created.add(new Workout(user, id, CALORIES + n, Instant.now()));
  }

  /** Verifies the workouts that a poll must have found by now. */
  List<ConsistencyCheck> verify(ConsistencyView outside) {
    Instant before = Instant.now().minus(POLL_INTERVAL).minus(MAX_POLL_DELAY);
    List<Workout> due = created.stream().filter(w -> w.at().isBefore(before)).toList();
    long missing = 0;
    long wrong = 0;
    for (Workout w : due) {
      Integer calories = stored(outside, w.user()).get(w.id());
      missing += calories == null ? 1 : 0;
      wrong += calories != null && calories != w.calories() ? 1 : 0;
    }
    List<ConsistencyCheck> out = new ArrayList<>();
    out.add(
        ConsistencyCheck.info(
            "workouts created after the history pull, more than " + minutes() + " min ago",
            due.size()));
    out.add(ConsistencyCheck.mustBeZero("  not found by a poll", missing));
    out.add(ConsistencyCheck.mustBeZero("  with a different value when read back", wrong));
    return out;
  }

  private static long minutes() {
    return POLL_INTERVAL.plus(MAX_POLL_DELAY).toMinutes();
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
