package io.tributary.aggregate;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Validated query with resolved names and checked types.
 *
 * @param needsCycles whether the hypnograms of sleeps are needed
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

  /** Output column of a query. */
  sealed interface Select {
    String name();

    ColumnType type();

    /** Column of each input row. */
    record Plain(String name, ResultColumn<InputRow> column) implements Select {
      @Override
      public ColumnType type() {
        return column.type();
      }
    }

    /** Group key, identified by its index in {@code group_by}. */
    record Key(String name, int index, ColumnType type) implements Select {}

    record Aggregate(String name, Func func, ResultColumn<InputRow> column) implements Select {
      @Override
      public ColumnType type() {
        return func.resultType(column.type());
      }
    }
  }

  /** Element of {@code group_by}. */
  sealed interface GroupKey {
    ColumnType type();

    record Trunc(CalendarPeriod period) implements GroupKey {
      @Override
      public ColumnType type() {
        return ColumnType.DATETIME;
      }
    }

    record DatePartKey(DatePart part) implements GroupKey {
      @Override
      public ColumnType type() {
        return ColumnType.NUMBER;
      }
    }

    /** Column of the table or the source, or a macro. */
    record By(ResultColumn<InputRow> column) implements GroupKey {
      @Override
      public ColumnType type() {
        return column.type();
      }
    }
  }

  /**
   * Rule for filling empty buckets. The cap is the maximum distance over which a value is carried.
   */
  sealed interface Align {
    Optional<CalendarPeriod> cap();

    record Forward(Optional<CalendarPeriod> cap) implements Align {}

    record Backward(Optional<CalendarPeriod> cap) implements Align {}

    record Nearest(Optional<CalendarPeriod> cap) implements Align {}
  }

  /** Local time range with an exclusive end. */
  record Window(LocalDateTime start, LocalDateTime end) {
    boolean contains(LocalDateTime t) {
      return !t.isBefore(start) && t.isBefore(end);
    }
  }

  /** Returns whether the query aggregates, as opposed to returning each row. */
  boolean isAggregating() {
    return !keys.isEmpty() || select.stream().anyMatch(s -> s instanceof Select.Aggregate);
  }

  /** Returns the index of date_trunc in the group keys. */
  Optional<Integer> truncIndex() {
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i) instanceof GroupKey.Trunc) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  /** Returns whether every group key is selected. */
  boolean selectsAllKeys() {
    return select.stream()
            .filter(s -> s instanceof Select.Key)
            .map(s -> ((Select.Key) s).index())
            .distinct()
            .count()
        == keys.size();
  }

  /** Returns whether both source columns are group keys, in which case sources are not ranked. */
  boolean keepsAllSources() {
    return !table.hasSource()
        || keys.stream()
                .filter(k -> k instanceof GroupKey.By)
                .map(k -> ((GroupKey.By) k).column().name())
                .filter(n -> n.equals("source_provider") || n.equals("source_type"))
                .distinct()
                .count()
            == 2;
  }

  /** Request with several queries over one time frame. */
  record Batch(Window window, List<Query> queries, List<String> overrides) {
    Batch {
      queries = List.copyOf(queries);
      overrides = List.copyOf(overrides);
    }
  }

  /** Returns a field of the list elements, for conditions of subqueries. */
  static Optional<ResultColumn<Map<String, CellValue>>> elementColumn(
      ResultColumn<InputRow> list, String name) {
    return list.field(name.equals("element") ? CellValue.ELEMENT : name);
  }
}
