package io.tributary.aggregate;

import java.time.LocalDate;
import java.util.List;
import java.util.Objects;

/** Aggregate functions and value ordering of the {@link QueryOracle}. */
final class OracleValues {
  private OracleValues() {}

  static Object aggregate(String func, List<Object> all) {
    List<Object> values = all.stream().filter(Objects::nonNull).toList();
    if (func.equals("count")) {
      return (double) values.size();
    }
    if (values.isEmpty()) {
      return null;
    }
    switch (func) {
      case "oldest":
        return values.getFirst();
      case "newest":
        return values.getLast();
      case "min":
        return values.stream().min(OracleValues::compare).orElseThrow();
      case "max":
        return values.stream().max(OracleValues::compare).orElseThrow();
      default:
    }
    double[] x = values.stream().mapToDouble(v -> (Double) v).sorted().toArray();
    double sum = 0;
    for (double v : x) {
      sum += v;
    }
    double mean = sum / x.length;
    switch (func) {
      case "sum":
        return sum;
      case "mean":
        return mean;
      case "median":
        return x.length % 2 == 1 ? x[x.length / 2] : (x[x.length / 2 - 1] + x[x.length / 2]) / 2;
      case "stddev":
        double squares = 0;
        for (double v : x) {
          squares += Math.pow(v - mean, 2);
        }
        return x.length < 2 ? null : Math.sqrt(squares / (x.length - 1));
      default:
        throw new IllegalArgumentException(func);
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  static int compare(Object a, Object b) {
    return ((Comparable) time(a)).compareTo(time(b));
  }

  private static Object time(Object o) {
    return o instanceof LocalDate d ? d.atStartOfDay() : o;
  }

  static int compareKeys(List<Object> a, List<Object> b) {
    for (int i = 0; i < a.size(); i++) {
      Object x = a.get(i);
      Object y = b.get(i);
      int c = x == null || y == null ? Boolean.compare(x == null, y == null) : compare(x, y);
      if (c != 0) {
        return c;
      }
    }
    return 0;
  }
}
