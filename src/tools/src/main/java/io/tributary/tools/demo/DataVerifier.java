package io.tributary.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads all stored data of a person and compares them with the provider's data. */
final class DataVerifier {
  private static final Set<String> SUMMARIES =
      Set.of("activity", "body", "meal", "profile", "sleep", "sleep_cycle", "workouts");
  private static final Set<String> UNVERIFIED_RESOURCES = Set.of("workout_stream");

  /** Resources whose read path has another name. */
  private static final Map<String, String> PATHS =
      Map.of("fat", "body_fat", "weight", "body_weight");

  /**
   * Data of one person.
   *
   * @param missing records that the provider had at the end of the pull but the service does not
   *     have
   * @param tooMany records that the provider does not have
   * @param faults one line per difference
   */
  record VerifiedData(
      long samples,
      long summaries,
      long doubled,
      long missing,
      long tooMany,
      List<String> faults) {}

  private final ApiClient api;
  private final SimulatorClient simulator;
  private final int days;

  DataVerifier(ApiClient api, SimulatorClient simulator, int days) {
    this.api = api;
    this.simulator = simulator;
    this.days = days;
  }

  /** Reads all data of one person; {@code pulls} are that person's finished pulls. */
  VerifiedData read(Person person, List<PullProgress.Pull> pulls) {
    List<String> faults = new ArrayList<>();
    Map<String, Long> counts = new TreeMap<>();
    long samples = 0;
    long summaries = 0;
    long doubled = 0;
    Instant pulledTo = Instant.MAX;
    for (PullProgress.Pull pull : pulls) {
      if (!pull.succeeded() || UNVERIFIED_RESOURCES.contains(pull.resource())) {
        continue;
      }
      if (pull.rangeEnd() != null && pull.rangeEnd().isBefore(pulledTo)) {
        pulledTo = pull.rangeEnd();
      }
      if (SUMMARIES.contains(pull.resource())) {
        long n = summaries(person, pull.resource());
        summaries += n;
        counts.put(pull.resource(), n);
      } else {
        Series series = series(person, pull.resource());
        samples += series.count();
        doubled += series.doubled();
        counts.put(pull.resource(), series.count());
      }
    }
    if (doubled > 0) {
      faults.add(person.name() + ": " + doubled + " duplicate samples");
    }
    Map<String, Integer> least = expected(person, pulledTo);
    Map<String, Integer> most = expected(person, simulator.now());
    long missing = 0;
    long tooMany = 0;
    for (var e : least.entrySet()) {
      Long have = counts.get(e.getKey());
      if (have == null) {
        continue;
      }
      int atMost = most.get(e.getKey());
      if (have < e.getValue()) {
        missing += e.getValue() - have;
        faults.add(
            "%s: %s: %d records, expected at least %d"
                .formatted(person.name(), e.getKey(), have, e.getValue()));
      } else if (have > atMost) {
        tooMany += have - atMost;
        faults.add(
            "%s: %s: %d records, expected at most %d"
                .formatted(person.name(), e.getKey(), have, atMost));
      }
    }
    return new VerifiedData(samples, summaries, doubled, missing, tooMany, faults);
  }

  /** Returns the expected records per resource from the provider's data at that instant. */
  private Map<String, Integer> expected(Person person, Instant at) {
    JsonNode census = simulator.census(person.ringId(), at.truncatedTo(ChronoUnit.SECONDS));
    JsonNode asleep = census.path("asleep");
    JsonNode documents = census.path("documents");
    return Map.of(
        "heartrate", asleep.path("heart_rate_moments").asInt(),
        "hrv", asleep.path("hrv_items").asInt(),
        "respiratory_rate", asleep.path("documents").asInt(),
        "sleep", asleep.path("documents").asInt(),
        "sleep_cycle", asleep.path("documents").asInt(),
        "activity", documents.path("daily_activity").asInt(),
        "workouts", documents.path("workout").asInt());
  }

  private record Series(long count, long doubled) {}

  private Series series(Person person, String resource) {
    Set<String> seen = new HashSet<>();
    long count = 0;
    String path =
        "/v2/timeseries/%s/%s/grouped?%s"
            .formatted(person.userId(), PATHS.getOrDefault(resource, resource), dateRange());
    for (JsonNode page :
        CursorPages.of(path, p -> api.get(p).expect("grouped " + resource, 200).body())) {
      for (JsonNode groups : page.path("groups")) {
        for (JsonNode group : groups) {
          String source =
              group.path("source").path("provider").asText()
                  + " "
                  + group.path("source").path("type").asText()
                  + " ";
          for (JsonNode sample : group.path("data")) {
            count++;
            seen.add(
                source + sample.path("timestamp").asText() + " " + sample.path("type").asText());
          }
        }
      }
    }
    return new Series(count, count - seen.size());
  }

  private long summaries(Person person, String resource) {
    if (resource.equals("profile")) {
      return api.get("/v2/summary/profile/" + person.userId()).expect("profile", 200, 404).status()
              == 200
          ? 1
          : 0;
    }
    return api.get("/v2/summary/%s/%s?%s".formatted(resource, person.userId(), dateRange()))
        .expect("summary " + resource, 200)
        .body()
        .path(resource.equals("meal") ? "meals" : resource)
        .size();
  }

  /** Returns a range that covers every time zone, including those where the next day has begun. */
  private String dateRange() {
    LocalDate today = simulator.now().atOffset(ZoneOffset.UTC).toLocalDate();
    return "start_date=" + today.minusDays(days + 3L) + "&end_date=" + today.plusDays(2);
  }
}
