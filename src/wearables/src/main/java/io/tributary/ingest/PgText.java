package io.tributary.ingest;

/** Texts that PostgreSQL can hold. */
final class PgText {
  private static final String ESCAPED_NUL = "\\u0000";

  private PgText() {}

  /** The text without NUL characters, which no column can hold. Null passes. */
  static String plain(String text) {
    return text == null || text.indexOf('\0') < 0 ? text : text.replace("\0", "");
  }

  /** The same for JSON, where they are escaped. */
  static String withoutNul(String json) {
    if (!json.contains(ESCAPED_NUL)) {
      return json;
    }
    StringBuilder out = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (c != '\\') {
        out.append(c);
      } else if (json.startsWith(ESCAPED_NUL, i)) {
        i += ESCAPED_NUL.length() - 1;
      } else {
        // An escape takes its next character along, so that an escaped backslash is no start of
        // one.
        out.append(c).append(json.charAt(++i));
      }
    }
    return out.toString();
  }
}
