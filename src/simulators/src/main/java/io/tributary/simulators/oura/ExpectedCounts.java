package io.tributary.simulators.oura;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.simulators.kit.HeartPoint;
import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * Counts the items that a client must have after pulling everything. Days are local days of the
 * ring, and heart rate points belong to the local day of their timestamp. Sleep counts exclude
 * documents of the types rest and deleted, as the vendor's own app does.
 */
final class ExpectedCounts {
  private static final Set<String> EXCLUDED_SLEEP_TYPES = Set.of("rest", "deleted");

  private ExpectedCounts() {}

  static JsonObject of(
      DocumentStore library, SimPerson user, LocalDate from, LocalDate to, Instant now) {
    var counts = new JsonObject();
    for (OuraDataCollection collection : OuraDataCollection.values()) {
      switch (collection.kind) {
        case DATED ->
            counts.put(collection.path, documents(library, user, collection, from, to, now));
        case UNDATED -> counts.put(collection.path, library.undated(user, collection).size());
        case SINGLE -> counts.put(collection.path, 1);
        case SERIES -> counts.put(collection.path, series(library, user, from, to, now).size());
      }
    }
    var types = new TreeMap<String, Integer>();
    int pulse = 0;
    int variability = 0;
    int asleep = 0;
    int asleepVariability = 0;
    Set<Long> beats = new HashSet<>();
    series(library, user, from, to, now).forEach(p -> beats.add(p.epochSecond()));
    DocumentStore.Page<OuraDocument> sleeps =
        library.documents(user, OuraDataCollection.SLEEP, from, to, "", Integer.MAX_VALUE - 1, now);
    for (OuraDocument sleep : sleeps.items()) {
      JsonNode json = parse(sleep.json());
      types.merge(json.path("type").asText(), 1, Integer::sum);
      pulse += readings(json.path("heart_rate"));
      variability += readings(json.path("hrv"));
      if (!EXCLUDED_SLEEP_TYPES.contains(json.path("type").asText())) {
        asleep++;
        asleepVariability += readings(json.path("hrv"));
        addTimestamps(json.path("heart_rate"), beats);
      }
    }
    var byType = new JsonObject();
    types.forEach(byType::put);
    return new JsonObject()
        .put("user_id", user.id())
        .put("start", from.toString())
        .put("end", to.toString())
        .put("documents", counts)
        .put("sleep_heart_rate_items", pulse)
        .put("sleep_hrv_items", variability)
        .put("sleep_types", byType)
        .put(
            "asleep",
            new JsonObject()
                .put("documents", asleep)
                .put("hrv_items", asleepVariability)
                .put("heart_rate_moments", beats.size()));
  }

  private static int documents(
      DocumentStore library,
      SimPerson user,
      OuraDataCollection collection,
      LocalDate from,
      LocalDate to,
      Instant now) {
    return library
        .documents(user, collection, from, to, "", Integer.MAX_VALUE - 1, now)
        .items()
        .size();
  }

  private static List<HeartPoint> series(
      DocumentStore library, SimPerson user, LocalDate from, LocalDate to, Instant now) {
    Instant start = from.atStartOfDay(user.zone()).toInstant();
    Instant end = to.plusDays(1).atStartOfDay(user.zone()).toInstant().minusSeconds(1);
    return library.points(user, start, end, Integer.MAX_VALUE - 1, now).items();
  }

  /** Adds the epoch seconds of the non-null readings of an evenly spaced series. */
  private static void addTimestamps(JsonNode series, Set<Long> into) {
    if (series.path("items").isEmpty()) {
      return;
    }
    long begin = OffsetDateTime.parse(series.path("timestamp").asText()).toEpochSecond();
    long step = series.path("interval").asLong();
    for (int i = 0; i < series.path("items").size(); i++) {
      if (!series.path("items").get(i).isNull()) {
        into.add(begin + i * step);
      }
    }
  }

  private static int readings(JsonNode series) {
    int count = 0;
    for (JsonNode item : series.path("items")) {
      count += item.isNull() ? 0 : 1;
    }
    return count;
  }

  private static JsonNode parse(byte[] json) {
    try {
      return JsonText.MAPPER.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
