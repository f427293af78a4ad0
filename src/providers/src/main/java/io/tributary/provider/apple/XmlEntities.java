package io.tributary.provider.apple;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Resolves the five entities of XML and character references, and rejects all others. */
final class XmlEntities {
  private static final Map<String, String> KNOWN =
      Map.of("lt", "<", "gt", ">", "amp", "&", "quot", "\"", "apos", "'");

  private XmlEntities() {}

  /** Returns the replacement of the name between ampersand and semicolon. */
  static String resolve(byte[] b, int from, int to) {
    String name = new String(b, from, to - from, StandardCharsets.UTF_8);
    String known = KNOWN.get(name);
    if (known != null) {
      return known;
    }
    if (name.length() > 1 && name.charAt(0) == '#') {
      try {
        int c =
            name.charAt(1) == 'x'
                ? Integer.parseInt(name, 2, name.length(), 16)
                : Integer.parseInt(name, 1, name.length(), 10);
        if (c >= 0x20 && Character.isValidCodePoint(c) && !(c >= 0xD800 && c <= 0xDFFF)
            || c == '\n'
            || c == '\r'
            || c == '\t') {
          return Character.toString(c);
        }
      } catch (NumberFormatException e) {
        // Rejected below.
      }
    }
    throw new InvalidExportException("the file references an entity that XML does not predefine");
  }

  /** Returns a value with its references replaced. */
  static byte[] unescape(byte[] buffer, int from, int to) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(to - from);
    for (int p = from; p < to; p++) {
      if (buffer[p] != '&') {
        out.write(buffer[p]);
        continue;
      }
      int semicolon = p + 1;
      while (semicolon < to && buffer[semicolon] != ';') {
        semicolon++;
      }
      out.writeBytes(
          resolve(buffer, p + 1, Math.min(semicolon, p + 13)).getBytes(StandardCharsets.UTF_8));
      p = semicolon;
    }
    return out.toByteArray();
  }
}
