package io.tributary.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which of several columns with results is the one that counts. */
final class Tables {
  private Tables() {}

  /**
   * Of columns that are headed by dates the youngest holds the result; of several columns of
   * results the first does, and the others are history.
   */
  static void current(List<Column> columns, List<Run> cells) {
    boolean value = columns.stream().anyMatch(c -> c.kind() == Kind.VALUE);
    if (!value) {
      youngest(columns, cells).ifPresent(i -> columns.set(i, columns.get(i).as(Kind.VALUE)));
    }
  }

  private static Optional<Integer> youngest(List<Column> columns, List<Run> cells) {
    List<Integer> dated = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      if (columns.get(i).kind() == Kind.PREVIOUS && Signs.hasDigit(cells.get(i).text())) {
        dated.add(i);
      }
    }
    if (dated.isEmpty()) {
      return Optional.empty();
    }
    int best = dated.getFirst();
    for (int i : dated) {
      if (order(cells.get(i).text()) > order(cells.get(best).text())) {
        best = i;
      }
    }
    return Optional.of(best);
  }

  /** A number that grows with the date, as far as it can be told without knowing the country. */
  static long order(String date) {
    String[] parts = date.strip().split("[^0-9A-Za-z]+");
    long year = 0;
    long rest = 0;
    for (String part : parts) {
      if (part.matches("(?:19|20)\\d\\d")) {
        year = Long.parseLong(part);
      } else if (part.matches("\\d{1,2}")) {
        rest = rest * 100 + Long.parseLong(part);
      } else if (part.length() >= 3) {
        int month =
            "janfebmaraprmayjunjulaugsepoctnovdec".indexOf(Signs.lower(part.substring(0, 3)));
        rest += month < 0 ? 0 : 10_000L * (1 + month / 3);
      }
    }
    return year * 1_000_000L + rest;
  }
}
