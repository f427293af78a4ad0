package io.tributary.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The historical pulls of the demo's people, as introspection shows them. */
final class PullProgress {
  private static final int PAGE = 200;

  /**
   * The latest run of one resource of one person.
   *
   * @param rangeEnd null until the run has a range
   */
  record Pull(String user, String resource, String status, Instant scheduledAt, Instant rangeEnd) {
    boolean succeeded() {
      return status.equals("success");
    }

    boolean ended() {
      return succeeded() || status.equals("failure");
    }

    String key() {
      return user + " " + resource;
    }
  }

  private final ApiClient api;
  private final Set<String> users;
  private Map<String, Pull> latest = Map.of();
  private int moves;

  PullProgress(ApiClient api, Collection<Person> people) {
    this.api = api;
    this.users = Set.copyOf(people.stream().map(Person::userId).toList());
  }

  /** Asks again. */
  void look() {
    Map<String, Pull> found = new HashMap<>();
    for (JsonNode page :
        CursorPages.of(
            "/v2/introspect/historical_pull?provider=oura&user_limit=" + PAGE,
            p -> api.get(p).expect("introspection", 200).body())) {
      for (JsonNode entry : page.path("data")) {
        String user = entry.path("user_id").asText();
        if (users.contains(user)) {
          read(user, entry.path("provider").path("oura").path("pulled"), found);
        }
      }
    }
    moves += found.equals(latest) ? 0 : 1;
    latest = found;
  }

  private static void read(String user, JsonNode pulled, Map<String, Pull> into) {
    pulled
        .fields()
        .forEachRemaining(
            f -> {
              JsonNode p = f.getValue();
              Pull pull =
                  new Pull(
                      user,
                      f.getKey(),
                      p.path("status").asText(),
                      Times.parseInstant(p.path("timeline").path("scheduled_at").asText(null))
                          .orElse(Instant.EPOCH),
                      Times.parseInstant(p.path("range_end").asText(null)).orElse(null));
              into.put(pull.key(), pull);
            });
  }

  /** How many looks saw something new: a pull that is tried again moves, though none has ended. */
  int moves() {
    return moves;
  }

  List<Pull> all() {
    return new ArrayList<>(latest.values());
  }

  /** How many people have at least one pull. */
  int people() {
    return (int) latest.values().stream().map(Pull::user).distinct().count();
  }

  /** Runs that ended and are not among those of an earlier look. */
  long endedSince(Map<String, Pull> earlier) {
    return latest.values().stream().filter(p -> p.ended() && isNew(p, earlier)).count();
  }

  private static boolean isNew(Pull p, Map<String, Pull> earlier) {
    Pull before = earlier.get(p.key());
    return before == null || p.scheduledAt().isAfter(before.scheduledAt());
  }

  /** What this look saw, by person and resource. */
  Map<String, Pull> seen() {
    return latest;
  }

  /** The pulls of one person. */
  List<Pull> of(Person person) {
    return latest.values().stream().filter(p -> p.user().equals(person.userId())).toList();
  }
}
