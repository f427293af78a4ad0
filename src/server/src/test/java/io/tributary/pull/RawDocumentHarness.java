package io.tributary.pull;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.json.JsonObject;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A harness whose team stores raw documents. */
final class RawDocumentHarness {
  final PullHarness h;

  RawDocumentHarness(PullHarness h) {
    this.h = h;
  }

  void enableStorage(boolean on) {
    h.node
        .callManagement(
            "PATCH",
            "/v1/org/" + h.node.first().org() + "/team/" + h.node.first().team(),
            "{\"sandbox\":{\"provider_raw_data\":" + on + "}}")
        .expect(200);
  }

  /** Creates a user and pulls the history. */
  UUID pullNewUser(String ringUser) {
    UUID user = h.user();
    h.schedule(h.connect(user, ringUser), null);
    h.eventuallyAll(user, "success");
    return user;
  }

  /**
   * Does the same for a person who exercised three days ago. On some dates, a short history
   * contains no generated workout.
   */
  UUID pullNewUserWithWorkout(String ringUser) {
    UUID user = h.user();
    var granted = h.grant(ringUser, PullHarness.ALL);
    putWorkout(granted.externalUserId().orElseThrow(), "w-1", today().minusDays(3), 100);
    h.schedule(h.connect(user, granted), null);
    h.eventuallyAll(user, "success");
    return user;
  }

  JsonNode get(String path) {
    return h.node.get(path).expect(200).json();
  }

  /** Returns the items of a raw read without a range limit. */
  List<JsonNode> rawItems(String name, UUID user) {
    String range = name.equals("devices") ? "" : "?start_date=" + today().minusDays(400);
    List<JsonNode> out = new ArrayList<>();
    get("/v2/summary/" + name + "/" + user + "/raw" + range).get(name).forEach(out::add);
    return out;
  }

  /** Adds a workout at the simulator, or replaces the one with this ID. */
  void putWorkout(String ringUser, String id, LocalDate day, int calories) {
    h.control(
        "users/" + ringUser + "/documents",
        new JsonObject()
            .put("collection", "workout")
            .put(
                "document",
                new JsonObject()
                    .put("id", id)
                    .put("activity", "running")
                    .put("day", day.toString())
                    .put("calories", calories)
                    .put("distance", 3000)
                    .put("source", "manual")
                    .put("start_datetime", day + "T00:01:00+02:00")
                    .put("end_datetime", day + "T00:21:00+02:00")));
  }

  void refresh(UUID user) {
    h.node.post("/v2/user/refresh/" + user + "?timeout=60", null).expect(200);
  }

  static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }
}
