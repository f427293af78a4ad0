package io.tributary.lab.protocol.hl7;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/** The five delimiter characters of a message; splits, escapes and unescapes texts. */
public record MessageDelimiters(
    char field, char component, char repetition, char escape, char subcomponent) {
  /** Default delimiters of HL7. */
  public static final MessageDelimiters DEFAULT = new MessageDelimiters('|', '^', '~', '\\', '&');

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  public MessageDelimiters {
    char[] all = {field, component, repetition, escape, subcomponent};
    for (int i = 0; i < all.length; i++) {
      if (all[i] <= ' ' || all[i] > '~' || Character.isLetterOrDigit(all[i])) {
        throw new IllegalArgumentException("invalid delimiter character");
      }
      for (int j = 0; j < i; j++) {
        if (all[i] == all[j]) {
          throw new IllegalArgumentException("two delimiters are the same character");
        }
      }
    }
  }

  /** Returns the value of MSH-2. */
  public String encodingCharacters() {
    return "" + component + repetition + escape + subcomponent;
  }

  List<String> fields(String segment) {
    return split(segment, field);
  }

  List<String> repetitions(String text) {
    return split(text, repetition);
  }

  List<String> components(String text) {
    return split(text, component);
  }

  private static List<String> split(String text, char at) {
    return Arrays.asList(text.split(Pattern.quote(String.valueOf(at)), -1));
  }

  /**
   * Escapes delimiters, control characters and line breaks so that the text can be written to a
   * field.
   */
  public String escape(String text) {
    StringBuilder out = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\r' || c == '\n') {
        if (c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n') {
          i++;
        }
        appendEscape(out, ".br");
      } else if (c == escape) {
        appendEscape(out, "E");
      } else if (c == field) {
        appendEscape(out, "F");
      } else if (c == component) {
        appendEscape(out, "S");
      } else if (c == repetition) {
        appendEscape(out, "R");
      } else if (c == subcomponent) {
        appendEscape(out, "T");
      } else if (c < ' ' || c == 0x7F) {
        appendEscape(out, "X" + HEX.toHexDigits((byte) c));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  private void appendEscape(StringBuilder out, String name) {
    out.append(escape).append(name).append(escape);
  }

  /**
   * Resolves the escape sequences of a field and leaves unknown sequences unchanged.
   *
   * @param charset charset of hexadecimal sequences
   */
  public String unescape(String text, Charset charset) {
    int open = text.indexOf(escape);
    if (open < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    int done = 0;
    while (open >= 0) {
      int close = text.indexOf(escape, open + 1);
      if (close < 0) {
        break;
      }
      String meaning = resolveEscape(text.substring(open + 1, close), charset);
      if (meaning == null) {
        // The second escape character may start a valid sequence.
        out.append(text, done, close);
        done = close;
        open = close;
      } else {
        out.append(text, done, open).append(meaning);
        done = close + 1;
        open = text.indexOf(escape, done);
      }
    }
    return out.append(text, done, text.length()).toString();
  }

  /** Returns the text of an escape sequence, or null if it is unknown. */
  private String resolveEscape(String sequence, Charset charset) {
    return switch (sequence) {
      case "F" -> String.valueOf(field);
      case "S" -> String.valueOf(component);
      case "R" -> String.valueOf(repetition);
      case "T" -> String.valueOf(subcomponent);
      case "E" -> String.valueOf(escape);
      case "H", "N" -> "";
      case ".br", ".BR", ".ce" -> "\n";
      case ".fi", ".nf" -> "";
      default ->
          sequence.startsWith("X")
              ? resolveHex(sequence.substring(1), charset)
              : resolveFormatting(sequence);
    };
  }

  private static String resolveHex(String hex, Charset charset) {
    if (hex.isEmpty() || hex.length() % 2 != 0) {
      return null;
    }
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(HEX.parseHex(hex))).toString();
    } catch (IllegalArgumentException | CharacterCodingException e) {
      return null;
    }
  }

  private static String resolveFormatting(String sequence) {
    if (!sequence.matches("\\.(sp|in|ti|sk)[ +-]?\\d{0,3}")) {
      return null;
    }
    if (!sequence.startsWith(".sp") && !sequence.startsWith(".sk")) {
      return "";
    }
    String count = sequence.substring(3).replaceAll("\\D", "");
    int times = count.isEmpty() ? 1 : Integer.parseInt(count);
    return (sequence.startsWith(".sp") ? "\n" : " ").repeat(Math.min(times, 100));
  }
}
