package io.tributary.aggregate;

import io.tributary.kernel.Times;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the text of a condition: comparisons of columns, numbers and texts, joined by AND, OR and
 * NOT, with parentheses. NOT binds tightest, then AND. Keywords may have any case; true and false
 * are literals too. Nothing of the text ever reaches a database.
 */
final class WhereParser<R> {
  /** Nesting that would otherwise end in a stack overflow. */
  private static final int DEEPEST = 100;

  private final List<Token> tokens;
  private final Function<String, Optional<Column<R>>> columns;
  private final List<String> faults;
  private int next;
  private int depth;

  private WhereParser(
      List<Token> tokens, Function<String, Optional<Column<R>>> columns, List<String> faults) {
    this.tokens = tokens;
    this.columns = columns;
    this.faults = faults;
  }

  /**
   * The condition; empty when there are faults.
   *
   * @param columns by the name that the text uses
   * @param faults gets what is wrong, for people
   */
  static <R> Optional<Condition<R>> parse(
      String text, Function<String, Optional<Column<R>>> columns, List<String> faults) {
    int before = faults.size();
    try {
      WhereParser<R> parser = new WhereParser<>(Token.all(text), columns, faults);
      Condition<R> condition = parser.either();
      Token rest = parser.peek();
      if (rest.kind() != Token.Kind.END) {
        throw new Token.Unreadable(
            rest.at(), "AND, OR or the end is expected, not " + rest.shown());
      }
      return faults.size() == before ? Optional.of(condition) : Optional.empty();
    } catch (Token.Unreadable e) {
      faults.add(e.getMessage());
      return Optional.empty();
    }
  }

  private Token peek() {
    return tokens.get(next);
  }

  private boolean took(String keyword) {
    boolean there = peek().is(keyword);
    next += there ? 1 : 0;
    return there;
  }

  private Condition<R> either() {
    List<Condition<R>> parts = new ArrayList<>();
    do {
      parts.add(both());
    } while (took("or"));
    return parts.size() == 1 ? parts.getFirst() : new Condition.Or<>(List.copyOf(parts));
  }

  private Condition<R> both() {
    List<Condition<R>> parts = new ArrayList<>();
    do {
      parts.add(single());
    } while (took("and"));
    return parts.size() == 1 ? parts.getFirst() : new Condition.And<>(List.copyOf(parts));
  }

  private Condition<R> single() {
    if (++depth > DEEPEST) {
      throw new Token.Unreadable(peek().at(), "nested deeper than " + DEEPEST);
    }
    try {
      if (took("not")) {
        return new Condition.Not<>(single());
      }
      if (took("(")) {
        Condition<R> inner = either();
        if (!took(")")) {
          throw new Token.Unreadable(peek().at(), "\")\" is expected, not " + peek().shown());
        }
        return inner;
      }
      return comparison();
    } finally {
      depth--;
    }
  }

  /** A side as read: what it is, its type if known, and where it stands. */
  private record Side<R>(Condition.Operand<R> operand, Type type, Token token) {
    boolean literalText() {
      return token.kind() == Token.Kind.TEXT;
    }
  }

  private Condition<R> comparison() {
    Side<R> left = side();
    Optional<Condition.Op> op = op();
    if (op.isEmpty()) {
      if (left.type() == null || left.type() == Type.FLAG) {
        return new Condition.Is<>(left.operand());
      }
      throw new Token.Unreadable(
          peek().at(), "one of > >= < <= = != is expected, not " + peek().shown());
    }
    Side<R> right = side();
    if (left.type() == null || right.type() == null) {
      // an unknown column, which is listed
      return new Condition.Is<>(left.operand());
    }
    Side<R> a = asTime(left, right.type());
    Side<R> b = asTime(right, left.type());
    if (a.type() == Type.LIST || b.type() == Type.LIST) {
      fault(a.type() == Type.LIST ? a : b, "is a list and cannot be compared");
    } else if (!a.type().comparableWith(b.type())) {
      fault(a, "(" + a.type().wire() + ") cannot be compared with a " + b.type().wire());
    } else if (a.type() == Type.FLAG
        && op.get() != Condition.Op.EQUAL
        && op.get() != Condition.Op.OTHER) {
      fault(a, "is true or false; it can only be compared with = and !=");
    }
    return new Condition.Compare<>(a.operand(), op.get(), b.operand());
  }

  private void fault(Side<R> side, String msg) {
    faults.add(side.token().shown() + " " + msg + ", at character " + side.token().at());
  }

  /** A text beside a date or time is one. */
  private Side<R> asTime(Side<R> side, Type other) {
    if (!side.literalText() || other != Type.DATE && other != Type.TIME) {
      return side;
    }
    String text = side.token().text();
    Optional<Value> time =
        Times.date(text)
            .filter(d -> d.getYear() >= 1)
            .<Value>map(Value.Day::new)
            .or(() -> moment(text).map(Value.Moment::new));
    if (time.isEmpty()) {
      fault(side, "should be a date, YYYY-MM-DD, or a time without offset, YYYY-MM-DDTHH:MM:SS");
      return new Side<>(side.operand(), other, side.token());
    }
    return new Side<>(
        new Condition.Operand.Literal<>(time.get()),
        time.get() instanceof Value.Day ? Type.DATE : Type.TIME,
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

  private Optional<Condition.Op> op() {
    for (Condition.Op op : Condition.Op.values()) {
      if (peek().kind() == Token.Kind.SIGN && peek().text().equals(op.sign)) {
        next++;
        return Optional.of(op);
      }
    }
    return Optional.empty();
  }

  private Side<R> side() {
    Token t = peek();
    Side<R> side =
        switch (t.kind()) {
          case NUMBER -> {
            double value = Double.parseDouble(t.text());
            if (!Double.isFinite(value)) {
              throw new Token.Unreadable(t.at(), "the number is too large");
            }
            yield literal(new Value.Num(value), Type.NUMBER, t);
          }
          case TEXT -> literal(new Value.Text(t.text()), Type.TEXT, t);
          case NAME -> named(t);
          case SIGN, END ->
              throw new Token.Unreadable(
                  t.at(), "a column, number or text is expected, not " + t.shown());
        };
    next++;
    return side;
  }

  private Side<R> named(Token t) {
    if (t.is("true") || t.is("false")) {
      return literal(new Value.Flag(t.is("true")), Type.FLAG, t);
    }
    for (String keyword : List.of("and", "or", "not")) {
      if (t.is(keyword)) {
        throw new Token.Unreadable(
            t.at(), "a column, number or text is expected, not " + t.shown());
      }
    }
    Optional<Column<R>> column = columns.apply(t.text());
    if (column.isEmpty()) {
      faults.add("there is no column " + t.shown() + ", at character " + t.at());
      return new Side<>(new Condition.Operand.Literal<>(Value.NULL), null, t);
    }
    return new Side<>(new Condition.Operand.Ref<>(column.get()), column.get().type(), t);
  }

  private static <R> Side<R> literal(Value value, Type type, Token t) {
    return new Side<>(new Condition.Operand.Literal<>(value), type, t);
  }
}
