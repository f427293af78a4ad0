package io.tributary.core;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What may be logged of a fault. Programs put what they could not take into their messages, in
 * quotes or not: it may be a health value, a name or a token. So only what is known to be none is
 * kept: {@link FaultWords}, names of classes, of settings and of the database's things, positions,
 * and where a connection failed to lead.
 */
public final class SafeErrorMessage {
  private static final Pattern PIECE =
      Pattern.compile(
          "(?<named>(?:constraint|relation|column|table|index|type|schema) \"[a-z0-9_]{1,63}\""
              + "|Key \\([a-z0-9_, ]{1,200}\\)(?==\\())"
              + "|(?<state>(?<=\\()[0-9A-Z]{5}(?=\\)$))"
              + "|(?<cut>\"[^\"]*+\"?|(?<![A-Za-z0-9])'[^']*+'?|`[^`]*+`?|(?<==)\\([^)]*+\\)?)"
              + "|(?<chunk>[^\\s\"'`=()\\[\\]{},;!?]++(?:'(?:s|t|re)\\b)?)");

  /** Of servers: only they end with a code. */
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

  /** After these a number is a position in a text, or a thing's own. */
  private static final Set<String> NUMBERED =
      Set.of("index", "length", "line", "column", "port", "status", "offset", "position", "byte");

  private static final Pattern CUTS = Pattern.compile("…(?:[\\s.,:;=()\\[\\]{}]*…)+");
  private static final String OURS = "io.tributary.";
  private static final int DEEPEST = 20;
  private static final int LONGEST = 2000;

  private SafeErrorMessage() {}

  /** Its kind and its words without values; where those are cut, the place in our code as well. */
  public static String of(Throwable fault) {
    String said = said(fault);
    String kind = fault.getClass().getSimpleName() + (said == null ? "" : ": " + said);
    return said == null || said.contains("…") ? kind + place(fault) : kind;
  }

  private static String place(Throwable fault) {
    for (StackTraceElement e : fault.getStackTrace()) {
      if (e.getClassName().startsWith(OURS)) {
        String name = e.getClassName().substring(e.getClassName().lastIndexOf('.') + 1);
        return " at " + name + "." + e.getMethodName() + ":" + e.getLineNumber();
      }
    }
    return "";
  }

  /** The same fault with its stack and its causes, without values. */
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
        : safe(words.length() > LONGEST ? words.substring(0, LONGEST) + " …" : words);
  }

  /** The words of a fault without values. */
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
              : kept(piece, server, before, begins(words, piece.start(), before));
      piece.appendReplacement(out, Matcher.quoteReplacement(kept));
      before = kept.replaceAll("[.:]+$", "").toLowerCase(Locale.ROOT);
    }
    piece.appendTail(out);
    return CUTS.matcher(out).replaceAll("…");
  }

  /** Whether a sentence begins there; not after a point of a name's, as of a title. */
  private static boolean begins(String words, int at, String before) {
    String end = words.substring(0, at).stripTrailing();
    return end.isEmpty()
        || end.length() < at && (end.endsWith(":") || end.endsWith(".") && !before.equals("…"));
  }

  private static String kept(Matcher piece, boolean server, String before, boolean first) {
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
    return core(chunk.group("core"), before, first) + chunk.group("end");
  }

  private static String core(String core, String before, boolean first) {
    Matcher word = WORD.matcher(core);
    if (core.isEmpty()
        || word.matches()
            && FaultWords.has(word.group("word"), first)
            && (word.group("second") == null || FaultWords.has(word.group("second"), false))
        || SETTING.matcher(core).matches()
        || PEER.matcher(core).matches()
        || NUMBER.matcher(core).matches() && NUMBERED.contains(before)) {
      return core;
    }
    Matcher named = CLASS.matcher(core);
    // What follows a class may be what it does not have.
    return !named.matches() ? "…" : named.group(2) == null ? core : named.group(1) + ".…";
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
