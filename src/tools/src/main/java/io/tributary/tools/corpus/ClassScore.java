package io.tributary.tools.corpus;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Score over the documents of a class. */
final class ClassScore {
  /**
   * Counters of a field: how often it is printed, how often it was read, and how often that was
   * correct.
   */
  private static final class Field {
    int there;
    int read;
    int right;
  }

  private final Map<String, Field> fields = new LinkedHashMap<>();
  private final List<Double> secondsPerPage = new ArrayList<>();
  int documents;
  int failed;
  int rows;
  int found;
  int right;
  int rightGiven;
  int given;
  int withheld;
  int withheldRight;
  int invented;
  int inventedGiven;
  int wrongValues;
  int wrongValuesGiven;
  int coded;
  int codedRight;
  int sureCodes;
  int sureCodesRight;

  void countField(String name, boolean there, boolean read, boolean right) {
    Field f = fields.computeIfAbsent(name, n -> new Field());
    f.there += there ? 1 : 0;
    f.read += read ? 1 : 0;
    f.right += right ? 1 : 0;
  }

  void addTime(double seconds, int pages) {
    secondsPerPage.add(seconds / Math.max(1, pages));
  }

  /** Returns the share of printed rows that were read correctly, withheld or not. */
  double correctShare() {
    return rows == 0 ? 0 : (double) right / rows;
  }

  void print(String title, PrintStream out) {
    out.printf(
        Locale.ROOT,
        "%s documents=%d failed=%d rows=%d found=%s right=%s | given=%d right_given=%s"
            + " right_of_given=%s withheld=%d (right %d)%n",
        title,
        documents,
        failed,
        rows,
        formatShare(found, rows),
        formatShare(right, rows),
        given,
        formatShare(rightGiven, rows),
        formatShare(rightGiven, given),
        withheld,
        withheldRight);
    out.printf(
        "  invented_rows=%d given %d | wrong_values=%d given %d | loinc_first=%s auto_match=%s of"
            + " %d%n",
        invented,
        inventedGiven,
        wrongValues,
        wrongValuesGiven,
        formatShare(codedRight, coded),
        formatShare(sureCodesRight, sureCodes),
        sureCodes);
    StringBuilder line = new StringBuilder(" ");
    fields.forEach(
        (name, f) ->
            line.append(
                String.format(
                    " %s p=%s r=%s;",
                    name, formatShare(f.right, f.read), formatShare(f.right, f.there))));
    out.println(line);
    out.printf(Locale.ROOT, "  seconds/page p50=%.2f p95=%.2f%n", percentile(50), percentile(95));
  }

  private double percentile(int p) {
    if (secondsPerPage.isEmpty()) {
      return 0;
    }
    List<Double> sorted = secondsPerPage.stream().sorted().toList();
    return sorted.get(Math.min(sorted.size() - 1, sorted.size() * p / 100));
  }

  private static String formatShare(int of, int all) {
    return all == 0 ? "-" : String.format(Locale.ROOT, "%.3f (%d/%d)", (double) of / all, of, all);
  }
}
