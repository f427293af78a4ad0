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
 * What a query reads: a kind of summary, one timeseries, or the derived readiness.
 *
 * @param name {@code sleep}, …; of a timeseries the resource
 * @param resource what its rows are made of; derived readiness: the sleep
 * @param index the column that the time frame and date functions work on, named timestamp
 * @param columns selectable, by name
 * @param named more that only conditions may name besides the index
 * @param priorities the kind of data whose source priorities count, if any
 * @param sourced whether rows have a source
 */
record Table(
    String name,
    Resource resource,
    ResultColumn<InputRow> index,
    Map<String, ResultColumn<InputRow>> columns,
    Map<String, ResultColumn<InputRow>> named,
    Optional<String> priorities,
    boolean sourced) {
  static final String INDEX = "timestamp";

  Table {
    columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    named = Collections.unmodifiableMap(new LinkedHashMap<>(named));
  }

  static Map<String, ResultColumn<InputRow>> byName(List<ResultColumn<InputRow>> columns) {
    Map<String, ResultColumn<InputRow>> out = new LinkedHashMap<>();
    columns.forEach(c -> out.put(c.name(), c));
    return out;
  }

  boolean isSeries() {
    return resource.isTimeseries();
  }

  /** A column by the name that a condition may use. */
  Optional<ResultColumn<InputRow>> lookup(String column) {
    if (column.equals(INDEX)) {
      return Optional.of(index);
    }
    ResultColumn<InputRow> c = columns.get(column);
    return Optional.ofNullable(c == null ? named.get(column) : c);
  }

  /** The index of a row as wall-clock time. */
  LocalDateTime local(InputRow row) {
    return index.of(row).time();
  }

  /** The resources whose data decide its rows. */
  Set<Resource> dependencies() {
    return switch (name) {
      case "sleep" -> Set.of(Resource.SLEEP, Resource.SLEEP_CYCLE);
      case "derived_readiness" -> Set.of(Resource.SLEEP, Resource.WORKOUTS, Resource.ACTIVITY);
      default -> Set.of(resource);
    };
  }
}
