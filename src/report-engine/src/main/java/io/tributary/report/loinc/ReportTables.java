package io.tributary.report.loinc;

import java.util.function.Consumer;
import java.util.function.Function;

/** Access to the small bundled tables. */
public final class ReportTables {
  /** Table row that returns the text of a column. */
  public interface TableRow extends Function<String, String> {
    /** Returns "" if the column is empty or missing. */
    default String get(String column) {
      return apply(column);
    }
  }

  private ReportTables() {}

  /** Calls {@code each} for every row of a table in the resource directory {@code report/}. */
  public static void read(String name, Consumer<TableRow> each) {
    Csv.readResource(name, l -> each.accept(l::get));
  }
}
