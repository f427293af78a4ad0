package io.tributary.report.loinc;

import java.util.function.Consumer;
import java.util.function.Function;

/** Small tables that come with the service. */
public final class ReportTables {
  /** A line: the text of a column by its name. */
  public interface Line extends Function<String, String> {
    /** "" if there is none. */
    default String get(String column) {
      return apply(column);
    }
  }

  private ReportTables() {}

  /** Each line of a table under {@code report/} in the resources. */
  public static void read(String name, Consumer<Line> each) {
    Csv.resource(name, l -> each.accept(l::get));
  }
}
