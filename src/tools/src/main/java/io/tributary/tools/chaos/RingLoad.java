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

/** People who link their ring, one after another; their history is pulled, and they are polled. */
final class RingLoad implements ChaosWorkload {
  static final int DAYS = 6;
  private static final int PAUSE_MILLIS = 12000;

  /** Whose link is older has the history, or gets it late. */
  private static final Duration HISTORY = Duration.ofMinutes(1);

  private static final String HOME = "https://app.test/done";

  private final LoadBalancer door;
  private final OuraSimulator rings;
  private final LaterWorkouts later;
  private final List<Person> linked = new CopyOnWriteArrayList<>();

  /**
   * @param at when the link had not begun yet
   */
  private record Person(String user, String ring, Instant at) {}

  RingLoad(LoadBalancer door, OuraSimulator rings) {
    this.door = door;
    this.rings = rings;
    this.later = new LaterWorkouts(door, rings.baseUrl());
  }

  @Override
  public void run(BooleanSupplier going) throws Exception {
    for (int i = 0; going.getAsBoolean(); i++) {
      String name = "ring-" + i;
      String user = UserCreator.make(door, name);
      String ring =
          door.call(
                  "POST",
                  rings.baseUrl() + "/control/users",
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
      if (old != null && old.at().isBefore(before.minus(HISTORY))) {
        later.make(old.user(), old.ring());
      }
      LoadBalancer.pause(PAUSE_MILLIS);
    }
  }

  /** Until the service says that the user is connected. */
  private boolean link(String user, String name, BooleanSupplier going) {
    while (going.getAsBoolean()) {
      try {
        walk(user, name, going);
        if (connected(user, going)) {
          return true;
        }
      } catch (LoadBalancer.Lost lost) {
        // from the start
      }
      LoadBalancer.pause(200);
    }
    return false;
  }

  private void walk(String user, String name, BooleanSupplier going) throws LoadBalancer.Lost {
    String token =
        door.call(
                "POST",
                "/v2/link/token",
                Json.object().put("user_id", user).put("redirect_url", HOME),
                Map.of(),
                going)
            .body()
            .path("link_token")
            .asText();
    LoadBalancer.Reply begun =
        door.call(
            "GET",
            "/v2/link/provider/oauth/oura",
            null,
            Map.of("x-service-link-token", token),
            going);
    if (!begun.good()) {
      return;
    }
    String page = begun.body().path("oauth_url").asText();
    LoadBalancer.Reply agreed =
        door.call("GET", page + "&sim_decision=grant&sim_user=" + name, null, Map.of(), going);
    URI back = URI.create(agreed.headers().getOrDefault("location", "/"));
    // Once only: a code is spent by the first try, whatever came of it.
    door.once("GET", back.getRawPath() + "?" + back.getRawQuery(), null, "text/plain", Map.of());
  }

  private boolean connected(String user, BooleanSupplier going) throws LoadBalancer.Lost {
    LoadBalancer.Reply r = door.call("GET", "/v2/user/providers/" + user, null, Map.of(), going);
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
  public long done() {
    return linked.size();
  }

  @Override
  public int leastInTenMinutes() {
    return 5;
  }

  @Override
  public String waitsFor(ConsistencyView outside) {
    long open =
        outside.count(
            "select count(*) from historical_pull where status not in ('success', 'failure')");
    return open == 0 ? "" : open + " historical pulls";
  }

  @Override
  public List<ConsistencyCheck> recount(ConsistencyView outside) throws Exception {
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
    List<ConsistencyCheck> polled = later.recount(outside);
    JsonNode requests =
        door.call("GET", rings.baseUrl() + "/control/requests", null, Map.of(), () -> true).body();
    List<ConsistencyCheck> out = new ArrayList<>();
    out.add(ConsistencyCheck.told("people linked", linked.size()));
    out.add(ConsistencyCheck.none("  records of theirs that are missing", missing));
    out.add(ConsistencyCheck.none("  records that the provider never had", invented));
    out.add(ConsistencyCheck.none("  connections that broke", broken));
    out.add(ConsistencyCheck.none("  told in no event as connected", untold(outside)));
    out.addAll(polled);
    out.add(
        ConsistencyCheck.none(
            "historical pulls that failed",
            outside.count("select count(*) from historical_pull where status = 'failure'")));
    for (JsonNode q : requests.path("quotas")) {
      out.add(
          ConsistencyCheck.told(
              "calls in the fullest window of " + q.path("limit").asText(),
              q.path("most").asLong()));
      out.add(
          ConsistencyCheck.none(
              "  above the quota",
              Math.max(0, q.path("most").asLong() - q.path("allowed").asLong())));
    }
    return out;
  }

  private long untold(ConsistencyView outside) {
    Set<String> untold = new HashSet<>();
    linked.forEach(p -> untold.add(p.user()));
    outside.events(
        event -> {
          if (event.path("event_type").asText().equals(EventTypes.CONNECTION_CREATED)) {
            untold.remove(event.path("user_id").asText());
          }
        });
    return untold.size();
  }

  private Map<String, Long> census(Person p, Instant at) throws LoadBalancer.Lost {
    JsonNode told =
        door.call(
                "GET",
                rings.baseUrl() + "/control/users/" + p.ring() + "/census?at=" + at,
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
    outside.samples(path, s -> seen.add(s.path("timestamp").asText()));
    return seen.size();
  }
}
