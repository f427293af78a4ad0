package io.tributary.aggregate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Token of a condition.
 *
 * @param text a name as written, or quoted text without its quotes
 * @param position position in the condition, from 1
 */
record WhereToken(Kind kind, String text, int position) {
  enum Kind {
    NAME,
    NUMBER,
    TEXT,
    SYMBOL,
    END
  }

  /** Syntax error in a condition. */
  static final class ConditionSyntaxException extends RuntimeException {
    ConditionSyntaxException(int at, String msg) {
      super(msg + ", at character " + at, null, false, false);
    }
  }

  boolean is(String keyword) {
    return kind == Kind.NAME && text.equalsIgnoreCase(keyword)
        || kind == Kind.SYMBOL && text.equals(keyword);
  }

  String describe() {
    return switch (kind) {
      case NAME, NUMBER, SYMBOL -> text.length() > 40 ? text.substring(0, 40) + "…" : text;
      case TEXT -> "a quoted string";
      case END -> "the end";
    };
  }

  /** Tokenizes a condition; the last token is {@link Kind#END}. */
  static List<WhereToken> tokenize(String condition) {
    List<WhereToken> out = new ArrayList<>();
    int i = 0;
    while (i < condition.length()) {
      char c = condition.charAt(i);
      if (Character.isWhitespace(c)) {
        i++;
        continue;
      }
      WhereToken t =
          nameStart(c)
              ? name(condition, i)
              : digit(c) || c == '-' || c == '.'
                  ? number(condition, i)
                  : c == '\'' ? quoted(condition, i) : sign(condition, i);
      out.add(t);
      i = end(condition, t, i);
    }
    out.add(new WhereToken(Kind.END, "", condition.length() + 1));
    return out;
  }

  private static int end(String s, WhereToken t, int from) {
    if (t.kind() != Kind.TEXT) {
      return from + t.text().length();
    }
    long quotes = t.text().chars().filter(c -> c == '\'').count();
    return from + t.text().length() + (int) quotes + 2;
  }

  private static WhereToken name(String s, int from) {
    int i = from;
    while (i < s.length() && (nameStart(s.charAt(i)) || digit(s.charAt(i)) || s.charAt(i) == '.')) {
      i++;
    }
    return new WhereToken(Kind.NAME, s.substring(from, i), from + 1);
  }

  private static WhereToken number(String s, int from) {
    int i = from;
    if (s.charAt(i) == '-') {
      i++;
    }
    int digits = i;
    i = digits(s, i);
    int whole = i - digits;
    if (i < s.length() && s.charAt(i) == '.') {
      int point = ++i;
      i = digits(s, i);
      whole += i - point;
    }
    if (whole == 0) {
      throw new ConditionSyntaxException(from + 1, "a number needs digits");
    }
    if (i < s.length() && (s.charAt(i) == 'e' || s.charAt(i) == 'E')) {
      int exponent = i + 1;
      if (exponent < s.length() && (s.charAt(exponent) == '+' || s.charAt(exponent) == '-')) {
        exponent++;
      }
      int end = digits(s, exponent);
      if (end == exponent) {
        throw new ConditionSyntaxException(from + 1, "the exponent of a number needs digits");
      }
      i = end;
    }
    if (i < s.length() && nameStart(s.charAt(i))) {
      throw new ConditionSyntaxException(from + 1, "a name must not begin with a digit");
    }
    return new WhereToken(Kind.NUMBER, s.substring(from, i), from + 1);
  }

  private static int digits(String s, int from) {
    int i = from;
    while (i < s.length() && digit(s.charAt(i))) {
      i++;
    }
    return i;
  }

  /** Reads a text in single quotes, in which two quotes stand for one. */
  private static WhereToken quoted(String s, int from) {
    StringBuilder out = new StringBuilder();
    for (int i = from + 1; i < s.length(); i++) {
      if (s.charAt(i) != '\'') {
        out.append(s.charAt(i));
      } else if (i + 1 < s.length() && s.charAt(i + 1) == '\'') {
        out.append('\'');
        i++;
      } else {
        return new WhereToken(Kind.TEXT, out.toString(), from + 1);
      }
    }
    throw new ConditionSyntaxException(from + 1, "a quoted string is not terminated");
  }

  private static WhereToken sign(String s, int from) {
    for (String sign : List.of("<=", ">=", "!=", "<", ">", "=", "(", ")")) {
      if (s.startsWith(sign, from)) {
        return new WhereToken(Kind.SYMBOL, sign, from + 1);
      }
    }
    int c = s.codePointAt(from);
    String shown =
        c >= ' ' && c != 0x7f && !Character.isSurrogate(s.charAt(from))
            ? "\"" + Character.toString(c) + "\""
            : String.format(Locale.ROOT, "U+%04X", c);
    throw new ConditionSyntaxException(
        from + 1, shown + " is not valid here; valid operators are > >= < <= = != AND OR NOT ( )");
  }

  private static boolean nameStart(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
  }

  private static boolean digit(char c) {
    return c >= '0' && c <= '9';
  }
}
