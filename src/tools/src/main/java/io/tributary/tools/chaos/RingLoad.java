package io.tributary.tools.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.event.EventTypes;
import io.tributary.simulators.oura.OuraSimulator;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/**
 * Workload of people who link a ring one after another. Their history is pulled, and then they are
 * polled.
 */
final class RingLoad implements ChaosWorkload {
  static final int DAYS = 6;
  private static final int PAUSE_MILLIS = 12000;

  /** Age of a link after which its history is expected to be pulled. */
  private static final Duration HISTORY_DELAY = Duration.ofMinutes(1);

  private static final String REDIRECT_URL = "https://app.test/done";

  private final LoadBalancer loadBalancer;
  private final OuraSimulator ringProvider;
  private final PolledWorkouts polledWorkouts;
  private final List<Person> linked = new CopyOnWriteArrayList<>();

  /**
   * @param at time before the link began
   */
  private record Person(String user, String ring, Instant at) {}

  RingLoad(LoadBalancer door, OuraSimulator rings) {
    this.loadBalancer = door;
    this.ringProvider = rings;
    this.polledWorkouts = new PolledWorkouts(door, rings.baseUrl());
  }

  @Override
  public void run(BooleanSupplier going) throws Exception {
    for (int i = 0; going.getAsBoolean(); i++) {
      String name = "ring-" + i;
      String user = UserCreator.create(loadBalancer, name);
      String ring =
          loadBalancer
              .call(
                  "POST",
                  ringProvider.baseUrl() + "/control/users",
                  Json.object().put("name", name).put("days", DAYS),
                  Map.of(),
                  () -> true)
              .body()
              .path("id")
              .asText();
      Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
      if (link(user, name, going)) {
        linked.add(new Person(user, ring, before));
      }
      Person old = linked.isEmpty() ? null : linked.get(i / 2 % linked.size());
      if (old != null && old.at().isBefore(before.minus(HISTORY_DELAY))) {
        polledWorkouts.create(old.user(), old.ring());
      }
      LoadBalancer.pause(PAUSE_MILLIS);
    }
  }

  /** Links until the service reports the user as connected. */
  private boolean link(String user, String name, BooleanSupplier going) {
    while (going.getAsBoolean()) {
      try {
        runLinkFlow(user, name, going);
        if (connected(user, going)) {
          return true;
        }
      } catch (LoadBalancer.ResponseLostException lost) {
        // The flow is repeated from the beginning.
      }
      LoadBalancer.pause(200);
    }
    return false;
  }

  private void runLinkFlow(String user, String name, BooleanSupplier going)
      throws LoadBalancer.ResponseLostException {
    String token =
        loadBalancer
            .call(
                "POST",
                "/v2/link/token",
                Json.object().put("user_id", user).put("redirect_url", REDIRECT_URL),
                Map.of(),
                going)
            .body()
            .path("link_token")
            .asText();
    LoadBalancer.Reply begun =
        loadBalancer.call(
            "GET",
            "/v2/link/provider/oauth/oura",
            null,
            Map.of("x-service-link-token", token),
            going);
    if (!begun.isHealthy()) {
      return;
    }
    String page = begun.body().path("oauth_url").asText();
    LoadBalancer.Reply agreed =
        loadBalancer.call(
            "GET", page + "&sim_decision=grant&sim_user=" + name, null, Map.of(), going);
    URI back = URI.create(agreed.headers().getOrDefault("location", "/"));
    // Sent only once, because the first attempt consumes the code whatever its outcome is.
    loadBalancer.callOnce(
        "GET", back.getRawPath() + "?" + back.getRawQuery(), null, "text/plain", Map.of());
  }

  private boolean connected(String user, BooleanSupplier going)
      throws LoadBalancer.ResponseLostException {
    LoadBalancer.Reply r =
        loadBalancer.call("GET", "/v2/user/providers/" + user, null, Map.of(), going);
    for (JsonNode c : r.body().path("providers")) {
      if (c.path("status").asText().equals("connected")) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String unit() {
    return "links";
  }

  @Override
  public long doneCount() {
    return linked.size();
  }

  @Override
  public int minPerTenMinutes() {
    return 5;
  }

  @Override
  public String pendingWork(ConsistencyView outside) {
    long open =
        outside.count(
            "select count(*) from historical_pull where status not in ('success', 'failure')");
    return open == 0 ? "" : open + " historical pulls";
  }

  @Override
  public List<ConsistencyCheck> verify(ConsistencyView outside) throws Exception {
    long missing = 0;
    long invented = 0;
    long broken = 0;
    for (Person p : linked) {
      Map<String, Long> had = stored(outside, p.user());
      Map<String, Long> least = census(p, p.at());
      Map<String, Long> most = census(p, Instant.now().truncatedTo(ChronoUnit.SECONDS));
      for (String resource : had.keySet()) {
        missing += Math.max(0, least.get(resource) - had.get(resource));
        invented += Math.max(0, had.get(resource) - most.get(resource));
      }
      broken += connected(p.user(), () -> true) ? 0 : 1;
    }
    List<ConsistencyCheck> polled = polledWorkouts.verify(outside);
    JsonNode requests =
        loadBalancer
            .call("GET", ringProvider.baseUrl() + "/control/requests", null, Map.of(), () -> true)
            .body();
    List<ConsistencyCheck> out = new ArrayList<>();
    out.add(ConsistencyCheck.info("users linked", linked.size()));
    out.add(ConsistencyCheck.mustBeZero("  missing records", missing));
    out.add(ConsistencyCheck.mustBeZero("  records that the provider does not have", invented));
    out.add(ConsistencyCheck.mustBeZero("  connections lost", broken));
    out.add(ConsistencyCheck.mustBeZero("  without a connected event", countUnannounced(outside)));
    out.addAll(polled);
    out.add(
        ConsistencyCheck.mustBeZero(
            "historical pulls that failed",
            outside.count("select count(*) from historical_pull where status = 'failure'")));
    for (JsonNode q : requests.path("quotas")) {
      out.add(
          ConsistencyCheck.info(
              "maximum calls in a window of " + q.path("limit").asText(), q.path("most").asLong()));
      out.add(
          ConsistencyCheck.mustBeZero(
              "  above the quota",
              Math.max(0, q.path("most").asLong() - q.path("allowed").asLong())));
    }
    return out;
  }

  private long countUnannounced(ConsistencyView outside) {
    Set<String> untold = new HashSet<>();
    linked.forEach(p -> untold.add(p.user()));
    outside.forEachEvent(
        event -> {
          if (event.path("event_type").asText().equals(EventTypes.CONNECTION_CREATED)) {
            untold.remove(event.path("user_id").asText());
          }
        });
    return untold.size();
  }

  private Map<String, Long> census(Person p, Instant at) throws LoadBalancer.ResponseLostException {
    JsonNode told =
        loadBalancer
            .call(
                "GET",
                ringProvider.baseUrl() + "/control/users/" + p.ring() + "/census?at=" + at,
                null,
                Map.of(),
                () -> true)
            .body();
    return Map.of(
        "sleep", told.path("asleep").path("documents").asLong(),
        "activity", told.path("documents").path("daily_activity").asLong(),
        "hrv", told.path("asleep").path("hrv_items").asLong());
  }

  private static Map<String, Long> stored(ConsistencyView outside, String user) {
    LocalDate today = Instant.now().atOffset(ZoneOffset.UTC).toLocalDate();
    String range = "?start_date=" + today.minusDays(DAYS + 3L) + "&end_date=" + today.plusDays(2);
    return Map.of(
        "sleep", (long) outside.get("/v2/summary/sleep/" + user + range).path("sleep").size(),
        "activity",
            (long) outside.get("/v2/summary/activity/" + user + range).path("activity").size(),
        "hrv", samples(outside, "/v2/timeseries/" + user + "/hrv/grouped" + range));
  }

  private static long samples(ConsistencyView outside, String path) {
    Set<String> seen = new HashSet<>();
    outside.forEachSample(path, s -> seen.add(s.path("timestamp").asText()));
    return seen.size();
  }
}
