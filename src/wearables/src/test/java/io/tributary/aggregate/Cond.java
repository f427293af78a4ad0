package io.tributary.aggregate;

/** A condition as the generator made it; the oracle never reads its text. */
sealed interface Cond {
  record Cmp(String column, String op, Object literal) implements Cond {}

  record Cols(String a, String op, String b) implements Cond {}

  record And(Cond a, Cond b) implements Cond {}

  record Or(Cond a, Cond b) implements Cond {}

  record Not(Cond a) implements Cond {}

  /** Null = unknown. */
  static Boolean truth(Cond c, Oracle.Datum d) {
    return switch (c) {
      case Cmp x -> holds(cell(d, x.column()), x.op(), x.literal());
      case Cols x -> holds(cell(d, x.a()), x.op(), cell(d, x.b()));
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

  private static Object cell(Oracle.Datum d, String column) {
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
