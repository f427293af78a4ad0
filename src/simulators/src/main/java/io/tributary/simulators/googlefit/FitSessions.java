package io.tributary.simulators.googlefit;

import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimSleep;
import io.tributary.simulators.kit.SimWorkout;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Renders sleeps and workouts as sessions. */
final class FitSessions {
  static final int SLEEP = 72;

  private FitSessions() {}

  record Session(Instant end, int activityType, JsonObject json) {}

  static List<Session> of(SimDay day) {
    var out = new ArrayList<Session>();
    for (SimSleep s : day.sleeps()) {
      out.add(session(day, "sleep", s.nap() ? "Nap" : "Sleep", SLEEP, s.start(), s.end()));
    }
    for (SimWorkout w : day.workouts()) {
      String sport = w.what().sport();
      out.add(session(day, "workout", sport.replace('_', ' '), code(sport), w.start(), w.end()));
    }
    return out;
  }

  /**
   * Creates a session whose ID contains its start, which stays the same when a night is revised.
   */
  private static Session session(
      SimDay day, String what, String name, int code, Instant start, Instant end) {
    var json =
        new JsonObject()
            .put("id", "fit-" + what + "-" + start.getEpochSecond())
            .put("name", name)
            .put("startTimeMillis", Long.toString(start.toEpochMilli()))
            .put("endTimeMillis", Long.toString(end.toEpochMilli()))
            .put("modifiedTimeMillis", Long.toString(end.toEpochMilli() + day.revision()))
            .put("application", new JsonObject().put("packageName", "com.example.tracker"))
            .put("activityType", code);
    if (code != SLEEP) {
      json.put("activeTimeMillis", Long.toString(Duration.between(start, end).toMillis()));
    }
    return new Session(end, code, json);
  }

  private static int code(String sport) {
    return switch (sport) {
      case "walking" -> 7;
      case "running" -> 8;
      case "cycling" -> 1;
      case "strength_training" -> 80;
      case "yoga" -> 100;
      case "swimming" -> 82;
      case "house_work" -> 38;
      default -> 108;
    };
  }
}
