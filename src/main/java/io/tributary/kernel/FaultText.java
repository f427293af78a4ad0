package io.tributary.kernel;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What may be logged of a fault. Programs quote in their messages what they could not take ({@code
 * For input string: "…"}), which may be a health value, a name or a token: what stands in quotes is
 * left out, but for names of tables and the like, and so are the values of keys.
 */
public final class FaultText {
  private static final Pattern QUOTED =
      Pattern.compile(
          "((?:constraint|relation|column|table|index|type|schema) \"[a-z0-9_]{1,63}\")"
              + "|\"[^\"]*+\"?|(?<![A-Za-z0-9])'[^']*+'?|`[^`]*+`?");
  private static final Pattern KEYS = Pattern.compile("=\\([^)]*+\\)?");

  private static final int DEEPEST = 20;

  private FaultText() {}

  /** Its kind, and its words without quotations. */
  public static String of(Throwable fault) {
    String said = said(fault);
    return fault.getClass().getSimpleName() + (said == null ? "" : ": " + said);
  }

  /** The same fault with its stack and its causes, without quotations. */
  public static Throwable quoteless(Throwable fault) {
    return told(fault, 0);
  }

  private static Throwable told(Throwable fault, int depth) {
    Throwable cause = fault.getCause();
    return new Told(
        fault, cause == null || cause == fault || depth == DEEPEST ? null : told(cause, depth + 1));
  }

  private static String said(Throwable fault) {
    String words = fault.getMessage();
    return words == null
        ? null
        : KEYS.matcher(QUOTED.matcher(words).replaceAll(FaultText::kept)).replaceAll("=(…)");
  }

  private static String kept(MatchResult found) {
    return found.group(1) == null ? "…" : Matcher.quoteReplacement(found.group(1));
  }

  /** Stands for a fault in the log. */
  private static final class Told extends Throwable {
    private static final long serialVersionUID = 1;
    private final String kind;

    private Told(Throwable fault, Throwable cause) {
      super(said(fault), cause, false, true);
      this.kind = fault.getClass().getName();
      setStackTrace(fault.getStackTrace());
    }

    @Override
    public String toString() {
      return kind + (getMessage() == null ? "" : ": " + getMessage());
    }
  }
}
