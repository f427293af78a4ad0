package io.tributary.simulators.oura;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.simulators.kit.HeartPoint;
import io.tributary.simulators.kit.JsonText;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Changes of a tester to one person's generated data: documents added, replaced or removed. */
final class DocumentOverrides {
  private final Map<OuraDataCollection, Map<String, OuraDocument>> added =
      new EnumMap<>(OuraDataCollection.class);
  private final Map<OuraDataCollection, Set<String>> removed =
      new EnumMap<>(OuraDataCollection.class);
  private final TreeMap<Long, HeartPoint> points = new TreeMap<>();

  /**
   * Adds the document or replaces the one with its ID.
   *
   * @throws IllegalArgumentException without an ID, or without the day or times that its collection
   *     requires
   */
  OuraDocument put(OuraDataCollection collection, ObjectNode json) {
    String id = json.path("id").asText("");
    if (id.isEmpty()) {
      throw new IllegalArgumentException("the document needs an id");
    }
    Optional<Instant> start =
        firstTime(json, "bedtime_start", "start_datetime", "set_up_at", "timestamp");
    LocalDate day =
        switch (collection.kind) {
          case DATED -> day(json);
          case UNDATED, SINGLE -> LocalDate.EPOCH;
          case SERIES ->
              throw new IllegalArgumentException("heartrate accepts points, not documents");
        };
    Instant order = start.orElse(day.atStartOfDay(ZoneOffset.UTC).toInstant());
    var document = new OuraDocument(id, day, order, Instant.EPOCH, JsonText.bytes(json));
    removed.computeIfAbsent(collection, c -> new HashSet<>()).remove(id);
    added.computeIfAbsent(collection, c -> new LinkedHashMap<>()).put(id, document);
    return document;
  }

  void putPoint(HeartPoint point) {
    points.put(point.epochSecond(), point);
  }

  void remove(OuraDataCollection collection, String id) {
    added.computeIfAbsent(collection, c -> new LinkedHashMap<>()).remove(id);
    removed.computeIfAbsent(collection, c -> new HashSet<>()).add(id);
  }

  /** Returns whether the generated document with this ID is hidden. */
  boolean isHidden(OuraDataCollection collection, String id) {
    return removed.getOrDefault(collection, Set.of()).contains(id)
        || added.getOrDefault(collection, Map.of()).containsKey(id);
  }

  Optional<OuraDocument> find(OuraDataCollection collection, String id) {
    return Optional.ofNullable(added.getOrDefault(collection, Map.of()).get(id));
  }

  List<OuraDocument> all(OuraDataCollection collection) {
    return new ArrayList<>(added.getOrDefault(collection, Map.of()).values());
  }

  List<OuraDocument> of(OuraDataCollection collection, LocalDate day) {
    return all(collection).stream().filter(d -> d.day().equals(day)).toList();
  }

  TreeMap<Long, HeartPoint> points() {
    return points;
  }

  Map<OuraDataCollection, Set<String>> removed() {
    return removed;
  }

  private static LocalDate day(ObjectNode json) {
    try {
      return LocalDate.parse(json.path("day").asText(""));
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("the document needs a day, YYYY-MM-DD", e);
    }
  }

  private static Optional<Instant> firstTime(ObjectNode json, String... names) {
    for (String name : names) {
      if (json.hasNonNull(name)) {
        try {
          return Optional.of(OffsetDateTime.parse(json.get(name).asText()).toInstant());
        } catch (DateTimeParseException e) {
          throw new IllegalArgumentException(name + " is not a time with an offset", e);
        }
      }
    }
    return Optional.empty();
  }
}
