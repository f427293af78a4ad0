package io.tributary.aggregate;

import io.tributary.aggregate.Query.GroupKey;
import io.tributary.aggregate.Query.Select;
import io.tributary.read.SourceRank;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Evaluates one query over rows that arrive in index order. Each group keeps only the accumulators
 * of its best source so far.
 */
final class QueryEvaluator implements Consumer<InputRow> {
  private static final int GROUP_BYTES = 200;
  private static final int CELL_BYTES = 48;

  private final Query query;
  private final Query.Window window;
  private final SourceRank rank;
  private final QueryBudget budget;
  private final boolean ranksSources;
  private final List<Select.Aggregate> aggregates;
  private final List<ResultTable.Row> rows = new ArrayList<>();
  private final Map<List<CellValue>, Group> groups = new HashMap<>();
  private Optional<ZoneOffset> offset = Optional.empty();

  private static final class Group {
    SourceRank.Source source;
    Accumulator[] accumulators;
  }

  QueryEvaluator(Query query, Query.Window window, SourceRank rank, QueryBudget budget) {
    this.query = query;
    this.window = window;
    this.rank = rank;
    this.budget = budget;
    this.ranksSources = !query.keys().isEmpty() && !query.keepsAllSources();
    this.aggregates =
        query.select().stream()
            .filter(s -> s instanceof Select.Aggregate)
            .map(s -> (Select.Aggregate) s)
            .toList();
    if (query.isAggregating() && query.keys().isEmpty()) {
      // An aggregate without group_by returns one row even for no input.
      groups.put(List.of(), newGroup());
    }
  }

  @Override
  public void accept(InputRow row) {
    LocalDateTime at = query.table().indexTime(row);
    if (!window.contains(at)) {
      return;
    }
    if (row.offset().isPresent()) {
      offset = row.offset();
    }
    if (query.where().isPresent() && query.where().get().test(row) != WhereCondition.Truth.TRUE) {
      return;
    }
    if (query.isAggregating()) {
      addToGroup(row, at);
    } else {
      budget.countRow();
      budget.addMemory((long) CELL_BYTES * (query.select().size() + 1));
      rows.add(new ResultTable.Row(List.of(), plainCells(row)));
    }
  }

  private List<CellValue> plainCells(InputRow row) {
    List<CellValue> cells = new ArrayList<>(query.select().size());
    for (Select s : query.select()) {
      cells.add(((Select.Plain) s).column().valueOf(row));
    }
    return cells;
  }

  private void addToGroup(InputRow row, LocalDateTime at) {
    Group g = groups.computeIfAbsent(key(row, at), k -> newGroup());
    if (ranksSources) {
      SourceRank.Source source = new SourceRank.Source(row.provider(), row.sourceType());
      int order = g.source == null ? -1 : rank.compare(source, g.source);
      if (order > 0) {
        return;
      }
      if (order < 0) {
        if (g.source != null) {
          Arrays.stream(g.accumulators)
              .forEach(a -> budget.releaseMemory(16L * (a.retainedValues() - 1)));
          g.accumulators = newAccumulators();
        }
        g.source = source;
      }
    }
    for (int i = 0; i < g.accumulators.length; i++) {
      Accumulator sum = g.accumulators[i];
      sum.add(aggregates.get(i).column().valueOf(row));
      if (sum instanceof Accumulator.Median) {
        budget.addMemory(16);
      }
    }
  }

  private List<CellValue> key(InputRow row, LocalDateTime at) {
    CellValue[] key = new CellValue[query.keys().size()];
    for (int i = 0; i < key.length; i++) {
      key[i] =
          switch (query.keys().get(i)) {
            case GroupKey.Trunc t -> new CellValue.DateTimeValue(t.period().truncate(at));
            case GroupKey.DatePartKey p -> new CellValue.NumberValue(p.part().of(at));
            case GroupKey.By b -> b.column().valueOf(row);
          };
    }
    return List.of(key);
  }

  private Group newGroup() {
    budget.countRow();
    budget.addMemory(
        GROUP_BYTES + (long) CELL_BYTES * (query.keys().size() + 2 * query.select().size()));
    Group g = new Group();
    g.accumulators = newAccumulators();
    return g;
  }

  private Accumulator[] newAccumulators() {
    return aggregates.stream().map(a -> Accumulator.of(a.func())).toArray(Accumulator[]::new);
  }

  /**
   * Returns the result after all rows have been accepted. CPU-intensive if there are many medians
   * or gaps.
   *
   * @param now current local time for a UTC offset; for an empty offset in the user's time zone
   */
  ResultTable finish(Function<Optional<ZoneOffset>, LocalDateTime> now) {
    if (!query.isAggregating()) {
      return new ResultTable(query.select(), rows);
    }
    List<ResultTable.Row> out = new ArrayList<>(groups.size());
    groups.forEach((key, g) -> out.add(new ResultTable.Row(key, cells(key, g))));
    groups.clear();
    List<ResultTable.Row> filled =
        query.align().isEmpty() ? out : new GapFiller(query, budget).fill(out, now.apply(offset));
    filled.sort((a, b) -> ResultTable.BY_KEY.compare(a.key(), b.key()));
    return new ResultTable(query.select(), filled);
  }

  private List<CellValue> cells(List<CellValue> key, Group g) {
    List<CellValue> cells = new ArrayList<>(query.select().size());
    int next = 0;
    for (Select s : query.select()) {
      cells.add(
          switch (s) {
            case Select.Key k -> key.get(k.index());
            case Select.Aggregate a -> g.accumulators[next++].result();
            case Select.Plain p ->
                throw new IllegalStateException(
                    "a column that is not aggregated in a grouped query");
          });
    }
    return cells;
  }
}
