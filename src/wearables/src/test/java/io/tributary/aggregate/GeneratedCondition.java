package io.tributary.aggregate;

/**
 * A condition as the generator built it. The oracle evaluates this tree and never parses the
 * condition text.
 */
sealed interface GeneratedCondition {
  record Comparison(String column, String op, Object literal) implements GeneratedCondition {}

  record ColumnComparison(String a, String op, String b) implements GeneratedCondition {}

  record And(GeneratedCondition a, GeneratedCondition b) implements GeneratedCondition {}

  record Or(GeneratedCondition a, GeneratedCondition b) implements GeneratedCondition {}

  record Not(GeneratedCondition a) implements GeneratedCondition {}

  /** Evaluates a condition; null means unknown, as in SQL. */
  static Boolean truth(GeneratedCondition c, QueryOracle.OracleRow d) {
    return switch (c) {
      case Comparison x -> holds(cell(d, x.column()), x.op(), x.literal());
      case ColumnComparison x -> holds(cell(d, x.a()), x.op(), cell(d, x.b()));
      case Not n -> {
        Boolean t = truth(n.a(), d);
        yield t == null ? null : !t;
      }
      case And a -> {
        Boolean l = truth(a.a(), d);
        Boolean r = truth(a.b(), d);
        yield Boolean.FALSE.equals(l) || Boolean.FALSE.equals(r)
            ? Boolean.FALSE
            : l == null || r == null ? null : Boolean.TRUE;
      }
      case Or o -> {
        Boolean l = truth(o.a(), d);
        Boolean r = truth(o.b(), d);
        yield Boolean.TRUE.equals(l) || Boolean.TRUE.equals(r)
            ? Boolean.TRUE
            : l == null || r == null ? null : Boolean.FALSE;
      }
    };
  }

  private static Object cell(QueryOracle.OracleRow d, String column) {
    return column.equals("timestamp") ? d.index() : d.cells().get(column);
  }

  private static Boolean holds(Object a, String op, Object b) {
    if (a == null || b == null) {
      return null;
    }
    int c = OracleValues.compare(a, b);
    return switch (op) {
      case "<" -> c < 0;
      case "<=" -> c <= 0;
      case ">" -> c > 0;
      case ">=" -> c >= 0;
      case "=" -> c == 0;
      case "!=" -> c != 0;
      default -> throw new IllegalArgumentException(op);
    };
  }
}
