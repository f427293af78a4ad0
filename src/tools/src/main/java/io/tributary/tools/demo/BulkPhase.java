package io.tributary.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Triggers the history of all people once more with one bulk operation. */
final class BulkPhase {
  private static final String TYPE = "link_bulk_historical_trigger";

  /** Interval of the bulk trigger for Oura, used only to display when more pulls are due. */
  private static final Duration TRIGGER_WINDOW = Duration.ofMinutes(5);

  private final ApiClient api;
  private Instant lastGrants = Instant.now();
  private int lastProcessed;

  BulkPhase(ApiClient api) {
    this.api = api;
  }

  /** State of a bulk operation. */
  record BulkOpState(String id, String status, int pending, int processed) {
    boolean ended() {
      return !status.equals("in_progress");
    }
  }

  /**
   * Starts the operation exactly once and returns its ID. After a lost response, the list of
   * operations shows whether it was accepted.
   */
  String trigger(List<Person> people) {
    Set<String> before = new HashSet<>(listOperations().stream().map(BulkOpState::id).toList());
    ObjectNode body = Json.object().put("provider", "oura").put("wait_for_completion", false);
    people.forEach(p -> body.withArray("user_ids").add(p.userId()));
    String path = "/v2/link/bulk_trigger_historical_pull?team_id=" + api.target().team();
    for (int attempt = 0; attempt < 40; attempt++) {
      try {
        api.callOnce("POST", path, body).expect("bulk trigger", 200, 202);
      } catch (ServiceUnavailable lost) {
        ApiClient.pause(attempt);
      }
      Optional<BulkOpState> placed =
          listOperations().stream().filter(o -> !before.contains(o.id())).findFirst();
      if (placed.isPresent()) {
        return placed.get().id();
      }
    }
    throw new IllegalStateException("the bulk operation was not created");
  }

  /** Returns the current state of the operation. */
  BulkOpState refresh(String id) {
    BulkOpState op =
        listOperations().stream()
            .filter(o -> o.id().equals(id))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("the bulk operation is not listed"));
    if (op.processed() > lastProcessed) {
      lastProcessed = op.processed();
      lastGrants = Instant.now();
    }
    return op;
  }

  /** Returns the progress text: the state and the time until more pulls may be triggered. */
  String progressText(BulkOpState op) {
    int all = op.pending() + op.processed();
    if (op.pending() == 0 || op.processed() == 0) {
      return "triggered " + op.processed() + "/" + all;
    }
    Duration left = TRIGGER_WINDOW.minus(Duration.between(lastGrants, Instant.now()));
    return left.isNegative()
        ? "triggered " + op.processed() + "/" + all + ", next window now"
        : "triggered %d/%d, next window in %d:%02d"
            .formatted(op.processed(), all, left.toMinutes(), left.toSecondsPart());
  }

  private List<BulkOpState> listOperations() {
    JsonNode list =
        api.get("/v2/link/bulk_op?page_size=50").expect("bulk operations", 200).body().path("data");
    List<BulkOpState> out = new java.util.ArrayList<>();
    for (JsonNode o : list) {
      if (o.path("type").asText().equals(TYPE) && o.path("provider").asText().equals("oura")) {
        out.add(
            new BulkOpState(
                o.path("id").asText(),
                o.path("status").asText(),
                o.path("pending").asInt(),
                o.path("processed").asInt()));
      }
    }
    return out;
  }
}
