package io.tributary.ingest;

import io.tributary.model.Resource;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Counts, days and time range of a stored batch, per resource. */
final class IngestCounts {
  private final Map<Resource, Integer> created = new EnumMap<>(Resource.class);
  private final Map<Resource, Integer> updated = new EnumMap<>(Resource.class);
  private final Map<Resource, Set<LocalDate>> days = new EnumMap<>(Resource.class);
  private final Map<Resource, Instant> oldest = new EnumMap<>(Resource.class);
  private final Map<Resource, Instant> newest = new EnumMap<>(Resource.class);

  void add(Resource resource, boolean isNew, int n) {
    if (n > 0) {
      (isNew ? created : updated).merge(resource, n, Integer::sum);
    }
  }

  /** Records a day with data. */
  void recordDay(Resource resource, LocalDate day) {
    days.computeIfAbsent(resource, r -> new TreeSet<>()).add(day);
  }

  /** Records data without a date. */
  void recordUndated(Resource resource) {
    days.computeIfAbsent(resource, r -> new TreeSet<>());
  }

  void recordTime(Resource resource, Instant at) {
    oldest.merge(resource, at, (a, b) -> a.isBefore(b) ? a : b);
    newest.merge(resource, at, (a, b) -> a.isAfter(b) ? a : b);
  }

  /** Returns the resources with any data. */
  Set<Resource> resources() {
    return days.keySet();
  }

  /** Returns the days with data. */
  Set<LocalDate> days(Resource resource) {
    return days.getOrDefault(resource, Set.of());
  }

  int created(Resource resource) {
    return created.getOrDefault(resource, 0);
  }

  /** Returns null if no record of the resource has a time. */
  Instant oldest(Resource resource) {
    return oldest.get(resource);
  }

  /** Returns null if no record of the resource has a time. */
  Instant newest(Resource resource) {
    return newest.get(resource);
  }

  int createdOf(boolean samples) {
    return sum(created, samples);
  }

  int updatedOf(boolean samples) {
    return sum(updated, samples);
  }

  private static int sum(Map<Resource, Integer> counts, boolean samples) {
    return counts.entrySet().stream()
        .filter(e -> e.getKey().isTimeseries() == samples)
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  IngestResult toResult(int unchanged, int outside) {
    return new IngestResult(new HashMap<>(days), created, updated, unchanged, outside);
  }
}
