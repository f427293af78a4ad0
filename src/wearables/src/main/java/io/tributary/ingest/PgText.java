package io.tributary.ingest;

/** Removes NUL characters, which PostgreSQL text cannot contain. */
final class PgText {
  private static final String ESCAPED_NUL = "\\u0000";

  private PgText() {}

  /** Returns the text without NUL characters; null stays null. */
  static String stripNul(String text) {
    return text == null || text.indexOf('\0') < 0 ? text : text.replace("\0", "");
  }

  /** Returns the JSON without escaped NUL characters. */
  static String stripNulFromJson(String json) {
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
        // Copies an escape with its next character, so that an escaped backslash does not start
        // another escape.
        out.append(c).append(json.charAt(++i));
      }
    }
    return out.toString();
  }
}
