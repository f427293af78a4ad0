package io.tributary.core;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reduces error messages to parts that are safe to log.
 *
 * <p>Libraries quote rejected values in their messages, with or without quotation marks, and these
 * may be health data, names or tokens. Therefore everything is replaced by an ellipsis unless it is
 * known to be harmless: the vocabulary of {@link LoggableWords}, names of classes, settings and
 * database objects, positions, and the address of a failed connection.
 */
public final class SafeErrorMessage {
  private static final Pattern PIECE =
      Pattern.compile(
          "(?<named>(?:constraint|relation|column|table|index|type|schema) \"[a-z0-9_]{1,63}\""
              + "|Key \\([a-z0-9_, ]{1,200}\\)(?==\\())"
              + "|(?<state>(?<=\\()[0-9A-Z]{5}(?=\\)$))"
              + "|(?<cut>\"[^\"]*+\"?|(?<![A-Za-z0-9])'[^']*+'?|`[^`]*+`?|(?<==)\\([^)]*+\\)?)"
              + "|(?<chunk>[^\\s\"'`=()\\[\\]{},;!?]++(?:'(?:s|t|re)\\b)?)");

  /** Prefix of PostgreSQL server messages, the only ones that end with an SQLSTATE. */
  private static final Pattern SERVER = Pattern.compile("(?:ERROR|FATAL|PANIC|WARNING): ");

  private static final Pattern CHUNK = Pattern.compile("(?<core>.*?)(?<end>[.:…]*)");
  private static final Pattern WORD =
      Pattern.compile("(?<word>[A-Za-z]+)(?:-(?<second>[A-Za-z]+))?(?:'(?:s|t|re))?");
  private static final Pattern CLASS =
      Pattern.compile(
          "((?:java|javax|jdk|sun|io|com|org|inet)(?:\\.[a-z][a-z0-9_]*)+\\.[A-Z][A-Za-z0-9]*"
              + "(?:\\$[A-Za-z0-9]+)*)(\\..*)?");
  private static final Pattern SETTING = Pattern.compile("TRIBUTARY_[A-Z0-9_]+");
  private static final Pattern PEER =
      Pattern.compile(
          "[A-Za-z0-9.-]{0,253}/(?:[0-9.]{7,15}|<unresolved>|[0-9a-f:]{2,39}):[0-9]{1,5}");
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,7}");

  /** Words after which a number is a position or a technical number. */
  private static final Set<String> NUMBERED =
      Set.of("index", "length", "line", "column", "port", "status", "offset", "position", "byte");

  private static final Pattern REPEATED_ELLIPSIS = Pattern.compile("…(?:[\\s.,:;=()\\[\\]{}]*…)+");
  private static final String OWN_PACKAGE = "io.tributary.";
  private static final int MAX_CAUSES = 20;
  private static final int MAX_LENGTH = 2000;

  private SafeErrorMessage() {}

  /**
   * Returns the exception class and its safe message. If the message was cut, also the code
   * location in this service.
   */
  public static String of(Throwable fault) {
    String said = safeMessage(fault);
    String kind = fault.getClass().getSimpleName() + (said == null ? "" : ": " + said);
    return said == null || said.contains("…") ? kind + codeLocation(fault) : kind;
  }

  private static String codeLocation(Throwable fault) {
    for (StackTraceElement e : fault.getStackTrace()) {
      if (e.getClassName().startsWith(OWN_PACKAGE)) {
        String name = e.getClassName().substring(e.getClassName().lastIndexOf('.') + 1);
        return " at " + name + "." + e.getMethodName() + ":" + e.getLineNumber();
      }
    }
    return "";
  }

  /** Returns a copy of an exception with its stack trace and causes, and with safe messages. */
  public static Throwable sanitize(Throwable fault) {
    return copySanitized(fault, 0);
  }

  private static Throwable copySanitized(Throwable fault, int depth) {
    Throwable cause = fault.getCause();
    return new SanitizedThrowable(
        fault,
        cause == null || cause == fault || depth == MAX_CAUSES
            ? null
            : copySanitized(cause, depth + 1));
  }

  private static String safeMessage(Throwable fault) {
    String words = fault.getMessage();
    return words == null
        ? null
        : safe(words.length() > MAX_LENGTH ? words.substring(0, MAX_LENGTH) + " …" : words);
  }

  /** Returns the safe parts of a message. */
  static String safe(String words) {
    boolean server = SERVER.matcher(words).lookingAt();
    StringBuilder out = new StringBuilder();
    Matcher piece = PIECE.matcher(words);
    String before = "";
    while (piece.find()) {
      boolean value = piece.start() > 0 && words.charAt(piece.start() - 1) == '=';
      String kept =
          value && piece.group("cut") == null
              ? "…"
              : safePiece(piece, server, before, beginsSentence(words, piece.start(), before));
      piece.appendReplacement(out, Matcher.quoteReplacement(kept));
      before = kept.replaceAll("[.:]+$", "").toLowerCase(Locale.ROOT);
    }
    piece.appendTail(out);
    return REPEATED_ELLIPSIS.matcher(out).replaceAll("…");
  }

  /**
   * Returns whether a sentence begins at this position. A period after a removed word does not
   * count, because it may belong to a title such as "Dr.".
   */
  private static boolean beginsSentence(String words, int at, String before) {
    String end = words.substring(0, at).stripTrailing();
    return end.isEmpty()
        || end.length() < at && (end.endsWith(":") || end.endsWith(".") && !before.equals("…"));
  }

  private static String safePiece(Matcher piece, boolean server, String before, boolean first) {
    if (piece.group("named") != null || piece.group("state") != null && server) {
      return piece.group();
    }
    if (piece.group("cut") != null) {
      return piece.group().startsWith("(") ? "(…)" : "…";
    }
    Matcher chunk = CHUNK.matcher(piece.group());
    if (!chunk.matches()) {
      return "…";
    }
    return safeWord(chunk.group("core"), before, first) + chunk.group("end");
  }

  private static String safeWord(String core, String before, boolean first) {
    Matcher word = WORD.matcher(core);
    if (core.isEmpty()
        || word.matches()
            && LoggableWords.isAllowed(word.group("word"), first)
            && (word.group("second") == null
                || LoggableWords.isAllowed(word.group("second"), false))
        || SETTING.matcher(core).matches()
        || PEER.matcher(core).matches()
        || NUMBER.matcher(core).matches() && NUMBERED.contains(before)) {
      return core;
    }
    Matcher named = CLASS.matcher(core);
    // The text after a class name may be a value.
    return !named.matches() ? "…" : named.group(2) == null ? core : named.group(1) + ".…";
  }

  /** Replacement for an exception in the log. */
  private static final class SanitizedThrowable extends Throwable {
    private static final long serialVersionUID = 1;
    private final String kind;

    private SanitizedThrowable(Throwable fault, Throwable cause) {
      super(safeMessage(fault), cause, false, true);
      this.kind = fault.getClass().getName();
      setStackTrace(fault.getStackTrace());
    }

    @Override
    public String toString() {
      return kind + (getMessage() == null ? "" : ": " + getMessage());
    }
  }
}
