package io.tributary.aggregate;

import java.util.List;

/** Condition over a row in SQL's three-valued logic: a comparison with null is unknown. */
sealed interface WhereCondition<R> {
  enum Truth {
    TRUE,
    FALSE,
    UNKNOWN;

    static Truth of(boolean b) {
      return b ? TRUE : FALSE;
    }
  }

  enum Op {
    LESS("<"),
    AT_MOST("<="),
    MORE(">"),
    AT_LEAST(">="),
    EQUAL("="),
    OTHER("!=");

    final String sign;

    Op(String sign) {
      this.sign = sign;
    }

    boolean holds(int order) {
      return switch (this) {
        case LESS -> order < 0;
        case AT_MOST -> order <= 0;
        case MORE -> order > 0;
        case AT_LEAST -> order >= 0;
        case EQUAL -> order == 0;
        case OTHER -> order != 0;
      };
    }
  }

  /** Operand of a comparison. */
  sealed interface Operand<R> {
    record Ref<R>(ResultColumn<R> column) implements Operand<R> {}

    record Literal<R>(CellValue value) implements Operand<R> {}

    default CellValue of(R row) {
      return switch (this) {
        case Ref<R> r -> r.column().of(row);
        case Literal<R> l -> l.value();
      };
    }
  }

  record And<R>(List<WhereCondition<R>> parts) implements WhereCondition<R> {}

  record Or<R>(List<WhereCondition<R>> parts) implements WhereCondition<R> {}

  record Not<R>(WhereCondition<R> part) implements WhereCondition<R> {}

  record Compare<R>(Operand<R> left, Op op, Operand<R> right) implements WhereCondition<R> {}

  /** Boolean operand used as a condition. */
  record Is<R>(Operand<R> flag) implements WhereCondition<R> {}

  default Truth test(R row) {
    return switch (this) {
      case And<R> and -> {
        Truth out = Truth.TRUE;
        for (WhereCondition<R> c : and.parts()) {
          Truth t = c.test(row);
          if (t == Truth.FALSE) {
            yield t;
          }
          out = t == Truth.UNKNOWN ? t : out;
        }
        yield out;
      }
      case Or<R> or -> {
        Truth out = Truth.FALSE;
        for (WhereCondition<R> c : or.parts()) {
          Truth t = c.test(row);
          if (t == Truth.TRUE) {
            yield t;
          }
          out = t == Truth.UNKNOWN ? t : out;
        }
        yield out;
      }
      case Not<R> not ->
          switch (not.part().test(row)) {
            case TRUE -> Truth.FALSE;
            case FALSE -> Truth.TRUE;
            case UNKNOWN -> Truth.UNKNOWN;
          };
      case Compare<R> c -> {
        CellValue a = c.left().of(row);
        CellValue b = c.right().of(row);
        yield a.isNull() || b.isNull()
            ? Truth.UNKNOWN
            : Truth.of(c.op().holds(CellValue.compare(a, b)));
      }
      case Is<R> is ->
          is.flag().of(row) instanceof CellValue.Flag f ? Truth.of(f.value()) : Truth.UNKNOWN;
    };
  }
}
