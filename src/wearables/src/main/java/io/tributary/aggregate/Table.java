package io.tributary.aggregate;

import io.tributary.model.Resource;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Queryable table: a summary resource, a timeseries, or derived readiness.
 *
 * @param name {@code sleep}, …; for a timeseries the resource name
 * @param resource source of its rows; sleep for derived readiness
 * @param index the column, named timestamp, to which time frame and date functions apply
 * @param columns selectable columns by name
 * @param conditionOnly additional columns that only conditions may use, besides the index
 * @param priorities data type whose source priorities apply, if any
 * @param hasSource whether rows have a source
 */
record Table(
    String name,
    Resource resource,
    ResultColumn<InputRow> index,
    Map<String, ResultColumn<InputRow>> columns,
    Map<String, ResultColumn<InputRow>> conditionOnly,
    Optional<String> priorities,
    boolean hasSource) {
  static final String INDEX = "timestamp";

  Table {
    columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    conditionOnly = Collections.unmodifiableMap(new LinkedHashMap<>(conditionOnly));
  }

  static Map<String, ResultColumn<InputRow>> byName(List<ResultColumn<InputRow>> columns) {
    Map<String, ResultColumn<InputRow>> out = new LinkedHashMap<>();
    columns.forEach(c -> out.put(c.name(), c));
    return out;
  }

  boolean isSeries() {
    return resource.isTimeseries();
  }

  /** Returns a column by the name that a condition may use. */
  Optional<ResultColumn<InputRow>> lookup(String column) {
    if (column.equals(INDEX)) {
      return Optional.of(index);
    }
    ResultColumn<InputRow> c = columns.get(column);
    return Optional.ofNullable(c == null ? conditionOnly.get(column) : c);
  }

  /** Returns the index of a row as local time. */
  LocalDateTime indexTime(InputRow row) {
    return index.valueOf(row).dateTime();
  }

  /** Returns the resources that the rows depend on. */
  Set<Resource> dependencies() {
    return switch (name) {
      case "sleep" -> Set.of(Resource.SLEEP, Resource.SLEEP_CYCLE);
      case "derived_readiness" -> Set.of(Resource.SLEEP, Resource.WORKOUTS, Resource.ACTIVITY);
      default -> Set.of(resource);
    };
  }
}
