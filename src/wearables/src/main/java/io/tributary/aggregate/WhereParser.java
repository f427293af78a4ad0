package io.tributary.aggregate;

import io.tributary.core.Times;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Recursive-descent parser for conditions.
 *
 * <p>A condition consists of comparisons of columns, numbers and quoted text, combined by AND, OR,
 * NOT and parentheses. NOT binds tightest, then AND. Keywords are case-insensitive; true and false
 * are literals. No part of the text is ever sent to the database.
 */
final class WhereParser<R> {
  /** Limit of nesting, which prevents a stack overflow. */
  private static final int MAX_DEPTH = 100;

  private final List<WhereToken> tokens;
  private final Function<String, Optional<ResultColumn<R>>> columns;
  private final List<String> faults;
  private int next;
  private int depth;

  private WhereParser(
      List<WhereToken> tokens,
      Function<String, Optional<ResultColumn<R>>> columns,
      List<String> faults) {
    this.tokens = tokens;
    this.columns = columns;
    this.faults = faults;
  }

  /**
   * Returns the condition; empty if it is invalid.
   *
   * @param columns resolves the column names used in the text
   * @param faults receives human-readable error messages
   */
  static <R> Optional<WhereCondition<R>> parse(
      String text, Function<String, Optional<ResultColumn<R>>> columns, List<String> faults) {
    int before = faults.size();
    try {
      WhereParser<R> parser = new WhereParser<>(WhereToken.tokenize(text), columns, faults);
      WhereCondition<R> condition = parser.parseOr();
      WhereToken rest = parser.peek();
      if (rest.kind() != WhereToken.Kind.END) {
        throw new WhereToken.ConditionSyntaxException(
            rest.position(),
            "expected AND, OR or the end of the condition, found " + rest.describe());
      }
      return faults.size() == before ? Optional.of(condition) : Optional.empty();
    } catch (WhereToken.ConditionSyntaxException e) {
      faults.add(e.getMessage());
      return Optional.empty();
    }
  }

  private WhereToken peek() {
    return tokens.get(next);
  }

  private boolean accept(String keyword) {
    boolean there = peek().is(keyword);
    next += there ? 1 : 0;
    return there;
  }

  private WhereCondition<R> parseOr() {
    List<WhereCondition<R>> parts = new ArrayList<>();
    do {
      parts.add(parseAnd());
    } while (accept("or"));
    return parts.size() == 1 ? parts.getFirst() : new WhereCondition.Or<>(List.copyOf(parts));
  }

  private WhereCondition<R> parseAnd() {
    List<WhereCondition<R>> parts = new ArrayList<>();
    do {
      parts.add(parseNot());
    } while (accept("and"));
    return parts.size() == 1 ? parts.getFirst() : new WhereCondition.And<>(List.copyOf(parts));
  }

  private WhereCondition<R> parseNot() {
    if (++depth > MAX_DEPTH) {
      throw new WhereToken.ConditionSyntaxException(
          peek().position(), "the condition is nested deeper than " + MAX_DEPTH);
    }
    try {
      if (accept("not")) {
        return new WhereCondition.Not<>(parseNot());
      }
      if (accept("(")) {
        WhereCondition<R> inner = parseOr();
        if (!accept(")")) {
          throw new WhereToken.ConditionSyntaxException(
              peek().position(), "expected \")\", found " + peek().describe());
        }
        return inner;
      }
      return parseComparison();
    } finally {
      depth--;
    }
  }

  /** Parsed operand with its type, if known, and its token. */
  private record TypedOperand<R>(
      WhereCondition.Operand<R> operand, ColumnType type, WhereToken token) {
    boolean literalText() {
      return token.kind() == WhereToken.Kind.TEXT;
    }
  }

  private WhereCondition<R> parseComparison() {
    TypedOperand<R> left = parseOperand();
    Optional<WhereCondition.Op> op = parseOperator();
    if (op.isEmpty()) {
      if (left.type() == null || left.type() == ColumnType.BOOLEAN) {
        return new WhereCondition.IsTrue<>(left.operand());
      }
      throw new WhereToken.ConditionSyntaxException(
          peek().position(), "expected one of > >= < <= = !=, found " + peek().describe());
    }
    TypedOperand<R> right = parseOperand();
    if (left.type() == null || right.type() == null) {
      // Unknown column; the fault is already recorded.
      return new WhereCondition.IsTrue<>(left.operand());
    }
    TypedOperand<R> a = asTime(left, right.type());
    TypedOperand<R> b = asTime(right, left.type());
    if (a.type() == ColumnType.LIST || b.type() == ColumnType.LIST) {
      fault(a.type() == ColumnType.LIST ? a : b, "is a list and cannot be compared");
    } else if (!a.type().comparableWith(b.type())) {
      fault(a, "(" + a.type().wire() + ") cannot be compared with a " + b.type().wire());
    } else if (a.type() == ColumnType.BOOLEAN
        && op.get() != WhereCondition.Op.EQUAL
        && op.get() != WhereCondition.Op.NOT_EQUAL) {
      fault(a, "is a boolean and can only be compared with = and !=");
    }
    return new WhereCondition.Compare<>(a.operand(), op.get(), b.operand());
  }

  private void fault(TypedOperand<R> side, String msg) {
    faults.add(side.token().describe() + " " + msg + ", at character " + side.token().position());
  }

  /** Interprets a quoted text as date or time if the other operand is one. */
  private TypedOperand<R> asTime(TypedOperand<R> side, ColumnType other) {
    if (!side.literalText() || other != ColumnType.DATE && other != ColumnType.DATETIME) {
      return side;
    }
    String text = side.token().text();
    Optional<CellValue> time =
        Times.parseDate(text)
            .filter(d -> d.getYear() >= 1)
            .<CellValue>map(CellValue.DateValue::new)
            .or(() -> parseDateTime(text).map(CellValue.DateTimeValue::new));
    if (time.isEmpty()) {
      fault(side, "should be a date, YYYY-MM-DD, or a time without offset, YYYY-MM-DDTHH:MM:SS");
      return new TypedOperand<>(side.operand(), other, side.token());
    }
    return new TypedOperand<>(
        new WhereCondition.Operand.Literal<>(time.get()),
        time.get() instanceof CellValue.DateValue ? ColumnType.DATE : ColumnType.DATETIME,
        side.token());
  }

  private static Optional<LocalDateTime> parseDateTime(String text) {
    try {
      LocalDateTime t = LocalDateTime.parse(text.replace(' ', 'T'));
      return Optional.of(t).filter(x -> !x.toLocalDate().isBefore(LocalDate.of(1, 1, 1)));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private Optional<WhereCondition.Op> parseOperator() {
    for (WhereCondition.Op op : WhereCondition.Op.values()) {
      if (peek().kind() == WhereToken.Kind.SYMBOL && peek().text().equals(op.symbol)) {
        next++;
        return Optional.of(op);
      }
    }
    return Optional.empty();
  }

  private TypedOperand<R> parseOperand() {
    WhereToken t = peek();
    TypedOperand<R> side =
        switch (t.kind()) {
          case NUMBER -> {
            double value = Double.parseDouble(t.text());
            if (!Double.isFinite(value)) {
              throw new WhereToken.ConditionSyntaxException(
                  t.position(), "the number is too large");
            }
            yield literal(new CellValue.NumberValue(value), ColumnType.NUMBER, t);
          }
          case TEXT -> literal(new CellValue.TextValue(t.text()), ColumnType.TEXT, t);
          case NAME -> parseName(t);
          case SYMBOL, END ->
              throw new WhereToken.ConditionSyntaxException(
                  t.position(), "expected a column, number or text, found " + t.describe());
        };
    next++;
    return side;
  }

  private TypedOperand<R> parseName(WhereToken t) {
    if (t.is("true") || t.is("false")) {
      return literal(new CellValue.BooleanValue(t.is("true")), ColumnType.BOOLEAN, t);
    }
    for (String keyword : List.of("and", "or", "not")) {
      if (t.is(keyword)) {
        throw new WhereToken.ConditionSyntaxException(
            t.position(), "expected a column, number or text, found " + t.describe());
      }
    }
    Optional<ResultColumn<R>> column = columns.apply(t.text());
    if (column.isEmpty()) {
      faults.add("there is no column " + t.describe() + ", at character " + t.position());
      return new TypedOperand<>(new WhereCondition.Operand.Literal<>(CellValue.NULL), null, t);
    }
    return new TypedOperand<>(
        new WhereCondition.Operand.Ref<>(column.get()), column.get().type(), t);
  }

  private static <R> TypedOperand<R> literal(CellValue value, ColumnType type, WhereToken t) {
    return new TypedOperand<>(new WhereCondition.Operand.Literal<>(value), type, t);
  }
}
