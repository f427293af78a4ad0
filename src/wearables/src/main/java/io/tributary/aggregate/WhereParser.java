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
  private static final int DEEPEST = 100;

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
      WhereParser<R> parser = new WhereParser<>(WhereToken.all(text), columns, faults);
      WhereCondition<R> condition = parser.either();
      WhereToken rest = parser.peek();
      if (rest.kind() != WhereToken.Kind.END) {
        throw new WhereToken.Unreadable(
            rest.at(), "AND, OR or the end is expected, not " + rest.shown());
      }
      return faults.size() == before ? Optional.of(condition) : Optional.empty();
    } catch (WhereToken.Unreadable e) {
      faults.add(e.getMessage());
      return Optional.empty();
    }
  }

  private WhereToken peek() {
    return tokens.get(next);
  }

  private boolean took(String keyword) {
    boolean there = peek().is(keyword);
    next += there ? 1 : 0;
    return there;
  }

  private WhereCondition<R> either() {
    List<WhereCondition<R>> parts = new ArrayList<>();
    do {
      parts.add(both());
    } while (took("or"));
    return parts.size() == 1 ? parts.getFirst() : new WhereCondition.Or<>(List.copyOf(parts));
  }

  private WhereCondition<R> both() {
    List<WhereCondition<R>> parts = new ArrayList<>();
    do {
      parts.add(single());
    } while (took("and"));
    return parts.size() == 1 ? parts.getFirst() : new WhereCondition.And<>(List.copyOf(parts));
  }

  private WhereCondition<R> single() {
    if (++depth > DEEPEST) {
      throw new WhereToken.Unreadable(peek().at(), "nested deeper than " + DEEPEST);
    }
    try {
      if (took("not")) {
        return new WhereCondition.Not<>(single());
      }
      if (took("(")) {
        WhereCondition<R> inner = either();
        if (!took(")")) {
          throw new WhereToken.Unreadable(peek().at(), "\")\" is expected, not " + peek().shown());
        }
        return inner;
      }
      return comparison();
    } finally {
      depth--;
    }
  }

  /** Parsed operand with its type, if known, and its token. */
  private record Side<R>(WhereCondition.Operand<R> operand, ColumnType type, WhereToken token) {
    boolean literalText() {
      return token.kind() == WhereToken.Kind.TEXT;
    }
  }

  private WhereCondition<R> comparison() {
    Side<R> left = side();
    Optional<WhereCondition.Op> op = op();
    if (op.isEmpty()) {
      if (left.type() == null || left.type() == ColumnType.FLAG) {
        return new WhereCondition.Is<>(left.operand());
      }
      throw new WhereToken.Unreadable(
          peek().at(), "one of > >= < <= = != is expected, not " + peek().shown());
    }
    Side<R> right = side();
    if (left.type() == null || right.type() == null) {
      // Unknown column; the fault is already recorded.
      return new WhereCondition.Is<>(left.operand());
    }
    Side<R> a = asTime(left, right.type());
    Side<R> b = asTime(right, left.type());
    if (a.type() == ColumnType.LIST || b.type() == ColumnType.LIST) {
      fault(a.type() == ColumnType.LIST ? a : b, "is a list and cannot be compared");
    } else if (!a.type().comparableWith(b.type())) {
      fault(a, "(" + a.type().wire() + ") cannot be compared with a " + b.type().wire());
    } else if (a.type() == ColumnType.FLAG
        && op.get() != WhereCondition.Op.EQUAL
        && op.get() != WhereCondition.Op.OTHER) {
      fault(a, "is true or false; it can only be compared with = and !=");
    }
    return new WhereCondition.Compare<>(a.operand(), op.get(), b.operand());
  }

  private void fault(Side<R> side, String msg) {
    faults.add(side.token().shown() + " " + msg + ", at character " + side.token().at());
  }

  /** Interprets a quoted text as date or time if the other operand is one. */
  private Side<R> asTime(Side<R> side, ColumnType other) {
    if (!side.literalText() || other != ColumnType.DATE && other != ColumnType.TIME) {
      return side;
    }
    String text = side.token().text();
    Optional<CellValue> time =
        Times.date(text)
            .filter(d -> d.getYear() >= 1)
            .<CellValue>map(CellValue.Day::new)
            .or(() -> moment(text).map(CellValue.Moment::new));
    if (time.isEmpty()) {
      fault(side, "should be a date, YYYY-MM-DD, or a time without offset, YYYY-MM-DDTHH:MM:SS");
      return new Side<>(side.operand(), other, side.token());
    }
    return new Side<>(
        new WhereCondition.Operand.Literal<>(time.get()),
        time.get() instanceof CellValue.Day ? ColumnType.DATE : ColumnType.TIME,
        side.token());
  }

  private static Optional<LocalDateTime> moment(String text) {
    try {
      LocalDateTime t = LocalDateTime.parse(text.replace(' ', 'T'));
      return Optional.of(t).filter(x -> !x.toLocalDate().isBefore(LocalDate.of(1, 1, 1)));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private Optional<WhereCondition.Op> op() {
    for (WhereCondition.Op op : WhereCondition.Op.values()) {
      if (peek().kind() == WhereToken.Kind.SIGN && peek().text().equals(op.sign)) {
        next++;
        return Optional.of(op);
      }
    }
    return Optional.empty();
  }

  private Side<R> side() {
    WhereToken t = peek();
    Side<R> side =
        switch (t.kind()) {
          case NUMBER -> {
            double value = Double.parseDouble(t.text());
            if (!Double.isFinite(value)) {
              throw new WhereToken.Unreadable(t.at(), "the number is too large");
            }
            yield literal(new CellValue.Num(value), ColumnType.NUMBER, t);
          }
          case TEXT -> literal(new CellValue.Text(t.text()), ColumnType.TEXT, t);
          case NAME -> named(t);
          case SIGN, END ->
              throw new WhereToken.Unreadable(
                  t.at(), "a column, number or text is expected, not " + t.shown());
        };
    next++;
    return side;
  }

  private Side<R> named(WhereToken t) {
    if (t.is("true") || t.is("false")) {
      return literal(new CellValue.Flag(t.is("true")), ColumnType.FLAG, t);
    }
    for (String keyword : List.of("and", "or", "not")) {
      if (t.is(keyword)) {
        throw new WhereToken.Unreadable(
            t.at(), "a column, number or text is expected, not " + t.shown());
      }
    }
    Optional<ResultColumn<R>> column = columns.apply(t.text());
    if (column.isEmpty()) {
      faults.add("there is no column " + t.shown() + ", at character " + t.at());
      return new Side<>(new WhereCondition.Operand.Literal<>(CellValue.NULL), null, t);
    }
    return new Side<>(new WhereCondition.Operand.Ref<>(column.get()), column.get().type(), t);
  }

  private static <R> Side<R> literal(CellValue value, ColumnType type, WhereToken t) {
    return new Side<>(new WhereCondition.Operand.Literal<>(value), type, t);
  }
}
