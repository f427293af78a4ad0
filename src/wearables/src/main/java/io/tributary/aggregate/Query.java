package io.tributary.aggregate;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A checked query: every name is resolved, every type fits.
 *
 * @param needsCycles whether the hypnograms of the sleeps are read too
 */
record Query(
    Table table,
    List<Select> select,
    List<GroupKey> keys,
    Optional<WhereCondition<InputRow>> where,
    Optional<Align> align,
    boolean needsCycles) {
  Query {
    select = List.copyOf(select);
    keys = List.copyOf(keys);
  }

  /** What one column of the reply shows. */
  sealed interface Select {
    String name();

    ColumnType type();

    /** A column of each row. */
    record Plain(String name, ResultColumn<InputRow> column) implements Select {
      @Override
      public ColumnType type() {
        return column.type();
      }
    }

    /** A group key, by its place in group_by. */
    record Key(String name, int place, ColumnType type) implements Select {}

    record Aggregate(String name, Func func, ResultColumn<InputRow> column) implements Select {
      @Override
      public ColumnType type() {
        return func.result(column.type());
      }
    }
  }

  /** What rows are grouped by. */
  sealed interface GroupKey {
    ColumnType type();

    record Trunc(CalendarPeriod period) implements GroupKey {
      @Override
      public ColumnType type() {
        return ColumnType.TIME;
      }
    }

    record Part(DatePart part) implements GroupKey {
      @Override
      public ColumnType type() {
        return ColumnType.NUMBER;
      }
    }

    /** A column of the table or of the source, or a macro. */
    record By(ResultColumn<InputRow> column) implements GroupKey {
      @Override
      public ColumnType type() {
        return column.type();
      }
    }
  }

  /** How empty buckets are filled. A cap is the farthest that a value is carried. */
  sealed interface Align {
    Optional<CalendarPeriod> cap();

    record Forward(Optional<CalendarPeriod> cap) implements Align {}

    record Backward(Optional<CalendarPeriod> cap) implements Align {}

    record Nearest(Optional<CalendarPeriod> cap) implements Align {}
  }

  /** Wall-clock times, the end exclusive. */
  record Window(LocalDateTime start, LocalDateTime end) {
    boolean holds(LocalDateTime t) {
      return !t.isBefore(start) && t.isBefore(end);
    }
  }

  /** Whether it is one row of aggregates over everything, or groups. */
  boolean aggregates() {
    return !keys.isEmpty() || select.stream().anyMatch(s -> s instanceof Select.Aggregate);
  }

  /** Place of the date_trunc among the keys. */
  Optional<Integer> truncPlace() {
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i) instanceof GroupKey.Trunc) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  /** Whether every group key is shown. */
  boolean showsAllKeys() {
    return select.stream()
            .filter(s -> s instanceof Select.Key)
            .map(s -> ((Select.Key) s).place())
            .distinct()
            .count()
        == keys.size();
  }

  /** Both source columns are group keys, so no source is preferred to another. */
  boolean keepsAllSources() {
    return !table.sourced()
        || keys.stream()
                .filter(k -> k instanceof GroupKey.By)
                .map(k -> ((GroupKey.By) k).column().name())
                .filter(n -> n.equals("source_provider") || n.equals("source_type"))
                .distinct()
                .count()
            == 2;
  }

  /** A request: queries over one time frame. */
  record Batch(Window window, List<Query> queries, List<String> overrides) {
    Batch {
      queries = List.copyOf(queries);
      overrides = List.copyOf(overrides);
    }
  }

  /** Element of a list, for conditions of subqueries. */
  static Optional<ResultColumn<Map<String, CellValue>>> elementColumn(
      ResultColumn<InputRow> list, String name) {
    return list.field(name.equals("element") ? CellValue.ELEMENT : name);
  }
}
