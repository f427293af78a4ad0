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
    LESS_THAN("<"),
    LESS_OR_EQUAL("<="),
    GREATER_THAN(">"),
    GREATER_OR_EQUAL(">="),
    EQUAL("="),
    NOT_EQUAL("!=");

    final String symbol;

    Op(String sign) {
      this.symbol = sign;
    }

    boolean matches(int order) {
      return switch (this) {
        case LESS_THAN -> order < 0;
        case LESS_OR_EQUAL -> order <= 0;
        case GREATER_THAN -> order > 0;
        case GREATER_OR_EQUAL -> order >= 0;
        case EQUAL -> order == 0;
        case NOT_EQUAL -> order != 0;
      };
    }
  }

  /** Operand of a comparison. */
  sealed interface Operand<R> {
    record Ref<R>(ResultColumn<R> column) implements Operand<R> {}

    record Literal<R>(CellValue value) implements Operand<R> {}

    default CellValue of(R row) {
      return switch (this) {
        case Ref<R> r -> r.column().valueOf(row);
        case Literal<R> l -> l.value();
      };
    }
  }

  record And<R>(List<WhereCondition<R>> parts) implements WhereCondition<R> {}

  record Or<R>(List<WhereCondition<R>> parts) implements WhereCondition<R> {}

  record Not<R>(WhereCondition<R> part) implements WhereCondition<R> {}

  record Compare<R>(Operand<R> left, Op op, Operand<R> right) implements WhereCondition<R> {}

  /** Boolean operand used as a condition. */
  record IsTrue<R>(Operand<R> flag) implements WhereCondition<R> {}

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
            : Truth.of(c.op().matches(CellValue.compare(a, b)));
      }
      case IsTrue<R> is ->
          is.flag().of(row) instanceof CellValue.BooleanValue f
              ? Truth.of(f.value())
              : Truth.UNKNOWN;
    };
  }
}
