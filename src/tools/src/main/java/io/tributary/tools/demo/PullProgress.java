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

/** Historical pulls of the demo's people, as introspection reports them. */
final class PullProgress {
  private static final int PAGE = 200;

  /**
   * Latest run of one resource of one person.
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
  private int changes;

  PullProgress(ApiClient api, Collection<Person> people) {
    this.api = api;
    this.users = Set.copyOf(people.stream().map(Person::userId).toList());
  }

  /** Refreshes the state. */
  void refresh() {
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
    changes += found.equals(latest) ? 0 : 1;
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

  /**
   * Returns how many refreshes found a change. A retried pull counts as progress even if no pull
   * has ended.
   */
  int changes() {
    return changes;
  }

  List<Pull> all() {
    return new ArrayList<>(latest.values());
  }

  /** Returns the number of people with at least one pull. */
  int people() {
    return (int) latest.values().stream().map(Pull::user).distinct().count();
  }

  /** Returns the number of runs that ended and are not among earlier ones. */
  long countEndedSince(Map<String, Pull> earlier) {
    return latest.values().stream().filter(p -> p.ended() && isNew(p, earlier)).count();
  }

  private static boolean isNew(Pull p, Map<String, Pull> earlier) {
    Pull before = earlier.get(p.key());
    return before == null || p.scheduledAt().isAfter(before.scheduledAt());
  }

  /** Returns the latest state by person and resource. */
  Map<String, Pull> latest() {
    return latest;
  }

  /** Returns the pulls of one person. */
  List<Pull> pullsOf(Person person) {
    return latest.values().stream().filter(p -> p.user().equals(person.userId())).toList();
  }
}
