package io.tributary.aggregate;

import static io.tributary.aggregate.OracleDateTimes.minus;
import static io.tributary.aggregate.OracleDateTimes.plus;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gap filling of the {@link QueryOracle}: fills empty buckets from neighboring buckets. */
final class OracleGapFilling {
  private final List<JsonNode> groupBy;
  private final List<JsonNode> select;
  private final LocalDateTime now;

  /** Index of the time component in a group key. */
  private final int timeKeyIndex;

  private final JsonNode period;
  private final String mode;
  private final JsonNode cap;
  private final boolean capped;

  OracleGapFilling(
      JsonNode query, List<JsonNode> groupBy, List<JsonNode> select, LocalDateTime now) {
    this.groupBy = groupBy;
    this.select = select;
    this.now = now;
    int place = 0;
    while (!groupBy.get(place).has("date_trunc")) {
      place++;
    }
    timeKeyIndex = place;
    period = groupBy.get(place).get("date_trunc");
    JsonNode carry = query.get("align").get("carry");
    mode = carry.get("mode").asText();
    cap = carry.hasNonNull("span") ? carry.get("span") : carry.path("max_age");
    capped = cap.isObject();
  }

  /** Adds rows for empty buckets and fills the gaps of existing rows. */
  void fill(Map<List<Object>, List<Object>> cells) {
    Map<List<Object>, List<LocalDateTime>> partitions = new LinkedHashMap<>();
    for (List<Object> key : cells.keySet()) {
      List<Object> rest = new ArrayList<>(key);
      LocalDateTime t = (LocalDateTime) rest.remove(timeKeyIndex);
      partitions.computeIfAbsent(rest, r -> new ArrayList<>()).add(t);
    }
    Map<List<Object>, List<Object>> original = new LinkedHashMap<>(cells);
    partitions.forEach(
        (rest, seen) -> {
          List<LocalDateTime> axis = axis(Collections.min(seen), Collections.max(seen));
          for (int i = 0; i < axis.size(); i++) {
            cells.put(key(rest, axis.get(i)), row(rest, axis, i, original));
          }
        });
  }

  /** Enumerates every bucket near the range and keeps those on the axis. */
  private List<LocalDateTime> axis(LocalDateTime first, LocalDateTime last) {
    List<LocalDateTime> axis = new ArrayList<>();
    LocalDateTime t = first;
    for (int i = 0; i < 2000 && capped && !plus(minus(t, period), cap).isBefore(first); i++) {
      t = minus(t, period);
    }
    for (; ; t = plus(t, period)) {
      boolean inside = !t.isBefore(first) && !t.isAfter(last);
      boolean before = t.isBefore(first) && !mode.equals("carry_forward");
      boolean after =
          t.isAfter(last)
              && capped
              && !mode.equals("carry_backward")
              && !t.isAfter(plus(last, cap))
              && !t.isAfter(now);
      if (inside || before || after) {
        axis.add(t);
      } else if (t.isAfter(last)) {
        break;
      }
    }
    return axis;
  }

  private List<Object> key(List<Object> rest, LocalDateTime t) {
    List<Object> key = new ArrayList<>(rest);
    key.add(timeKeyIndex, t);
    return key;
  }

  private List<Object> row(
      List<Object> rest,
      List<LocalDateTime> axis,
      int i,
      Map<List<Object>, List<Object>> original) {
    List<Object> row = new ArrayList<>();
    List<Object> key = key(rest, axis.get(i));
    for (int c = 0; c < select.size(); c++) {
      if (select.get(c).has("group_key")) {
        row.add(key.get(select.get(c).get("group_key").asInt()));
        continue;
      }
      if (!select.get(c).has("func")) {
        row.add(key.get(groupBy.indexOf(select.get(c))));
        continue;
      }
      int best = -1;
      for (int j = 0; j < axis.size(); j++) {
        List<Object> from = key(rest, axis.get(j));
        if (!original.containsKey(from) || original.get(from).get(c) == null) {
          continue;
        }
        if (mayFill(axis, i, j) && (best < 0 || Math.abs(j - i) < Math.abs(best - i))) {
          best = j;
        }
      }
      row.add(best < 0 ? null : original.get(key(rest, axis.get(best))).get(c));
    }
    return row;
  }

  /** Returns whether bucket {@code i} may take the value of bucket {@code j}. */
  private boolean mayFill(List<LocalDateTime> axis, int i, int j) {
    boolean past = j <= i;
    return i == j
        || (past
            ? !mode.equals("carry_backward")
                && (!capped || !plus(axis.get(j), cap).isBefore(axis.get(i)))
            : !mode.equals("carry_forward")
                && (!capped || !plus(axis.get(i), cap).isBefore(axis.get(j))));
  }
}
