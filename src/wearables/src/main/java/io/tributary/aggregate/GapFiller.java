package io.tributary.aggregate;

import io.tributary.aggregate.Query.Align;
import io.tributary.aggregate.Query.GroupKey;
import io.tributary.aggregate.Query.Select;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Adds the empty buckets between and around observed buckets and fills their cells.
 *
 * <p>Each partition (the group keys except date_trunc) has its own time axis. Each column is filled
 * independently from observed values only; filled values are not carried further.
 */
final class GapFiller {
  private static final int ROW_BYTES = 200;

  private final Query query;
  private final QueryBudget budget;
  private final int truncIndex;
  private final CalendarPeriod bucket;
  private final Align align;

  GapFiller(Query query, QueryBudget budget) {
    this.query = query;
    this.budget = budget;
    this.truncIndex = query.truncIndex().orElseThrow();
    this.bucket = ((GroupKey.Trunc) query.keys().get(truncIndex)).period();
    this.align = query.align().orElseThrow();
  }

  /**
   * @param now no buckets are added after this time
   */
  List<ResultTable.Row> fill(List<ResultTable.Row> rows, LocalDateTime now) {
    Map<List<CellValue>, TreeMap<LocalDateTime, ResultTable.Row>> partitions =
        new LinkedHashMap<>();
    for (ResultTable.Row r : rows) {
      List<CellValue> partition = new ArrayList<>(r.key());
      LocalDateTime at = partition.remove(truncIndex).dateTime();
      partitions.computeIfAbsent(partition, p -> new TreeMap<>()).put(at, r);
    }
    List<ResultTable.Row> out = new ArrayList<>();
    partitions.values().forEach(p -> fillPartition(p, now, out));
    return out;
  }

  private void fillPartition(
      TreeMap<LocalDateTime, ResultTable.Row> observed,
      LocalDateTime now,
      List<ResultTable.Row> out) {
    List<LocalDateTime> axis = axis(observed.firstKey(), observed.lastKey(), now, observed.size());
    int width = query.select().size();
    CellValue[][] cells = new CellValue[axis.size()][width];
    List<CellValue> anyKey = observed.firstEntry().getValue().key();
    for (int c = 0; c < width; c++) {
      CellValue[] column = new CellValue[axis.size()];
      for (int i = 0; i < column.length; i++) {
        ResultTable.Row row = observed.get(axis.get(i));
        column[i] = row == null ? CellValue.NULL : row.cells().get(c);
      }
      CellValue[] filled =
          query.select().get(c) instanceof Select.Key k
              ? keys(k, axis, anyKey)
              : carryValues(column, axis);
      for (int i = 0; i < column.length; i++) {
        cells[i][c] = filled[i];
      }
    }
    for (int i = 0; i < axis.size(); i++) {
      List<CellValue> key = new ArrayList<>(anyKey);
      key.set(truncIndex, new CellValue.DateTimeValue(axis.get(i)));
      out.add(new ResultTable.Row(key, List.of(cells[i])));
    }
  }

  private CellValue[] keys(Select.Key k, List<LocalDateTime> axis, List<CellValue> key) {
    return axis.stream()
        .map(t -> k.index() == truncIndex ? new CellValue.DateTimeValue(t) : key.get(k.index()))
        .toArray(CellValue[]::new);
  }

  /** Returns the bucket starts from first to last, extended by the cap. */
  private List<LocalDateTime> axis(
      LocalDateTime first, LocalDateTime last, LocalDateTime now, int observed) {
    LocalDateTime from = first;
    LocalDateTime to = last;
    boolean backward = !(align instanceof Align.Forward);
    boolean forward = !(align instanceof Align.Backward);
    if (align.cap().isPresent()) {
      CalendarPeriod cap = align.cap().get();
      if (backward) {
        // The loop counts buckets so that a cap of a century of minutes fails on the budget.
        LocalDateTime t = bucket.subtractFrom(from);
        for (int n = 0; !cap.addTo(t).isBefore(first); n++) {
          chargeBudget(n);
          from = t;
          t = bucket.subtractFrom(t);
        }
      }
      if (forward) {
        LocalDateTime end = cap.addTo(last);
        LocalDateTime t = bucket.addTo(to);
        for (int n = 0; !t.isAfter(end) && !t.isAfter(now); n++) {
          chargeBudget(n);
          to = t;
          t = bucket.addTo(t);
        }
      }
    }
    List<LocalDateTime> axis = new ArrayList<>();
    for (LocalDateTime t = from; !t.isAfter(to); t = bucket.addTo(t)) {
      if (axis.size() >= observed) {
        budget.countRow();
      }
      chargeBudget(axis.size());
      axis.add(t);
    }
    return axis;
  }

  private void chargeBudget(int n) {
    budget.addMemory(ROW_BYTES);
    if (n % 4096 == 0) {
      budget.checkTime();
    }
  }

  private CellValue[] carryValues(CellValue[] column, List<LocalDateTime> axis) {
    int[] before = new int[column.length];
    int[] after = new int[column.length];
    for (int i = 0, seen = -1; i < column.length; i++) {
      seen = column[i].isNull() ? seen : i;
      before[i] = seen;
    }
    for (int i = column.length - 1, seen = -1; i >= 0; i--) {
      seen = column[i].isNull() ? seen : i;
      after[i] = seen;
    }
    CellValue[] out = column.clone();
    for (int i = 0; i < column.length; i++) {
      if (column[i].isNull()) {
        int from = sourceIndex(i, before[i], after[i], axis);
        out[i] = from < 0 ? CellValue.NULL : column[from];
      }
    }
    return out;
  }

  /** Returns the index of the cell whose value fills an empty cell; -1 if it stays empty. */
  private int sourceIndex(int i, int before, int after, List<LocalDateTime> axis) {
    boolean past = before >= 0 && isWithinCap(axis.get(before), axis.get(i));
    boolean future = after >= 0 && isWithinCap(axis.get(i), axis.get(after));
    return switch (align) {
      case Align.Forward f -> past ? before : -1;
      case Align.Backward b -> future ? after : -1;
      case Align.Nearest n -> {
        if (past && future) {
          yield i - before <= after - i ? before : after;
        }
        yield past ? before : future ? after : -1;
      }
    };
  }

  private boolean isWithinCap(LocalDateTime earlier, LocalDateTime later) {
    Optional<CalendarPeriod> cap = align.cap();
    return cap.isEmpty() || !cap.get().addTo(earlier).isBefore(later);
  }
}
