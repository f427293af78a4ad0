package io.tributary.link;

import io.tributary.core.ServiceException;
import io.vertx.core.buffer.Buffer;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Parses the fields of a submitted HTML form. For a repeated name the first value counts. */
final class FormParser {
  private final Map<String, String> fields = new HashMap<>();

  FormParser(Buffer body) {
    try {
      for (String pair : body.toString(StandardCharsets.UTF_8).split("&")) {
        int is = pair.indexOf('=');
        if (is > 0) {
          fields.putIfAbsent(decode(pair.substring(0, is)), decode(pair.substring(is + 1)));
        }
      }
    } catch (IllegalArgumentException e) {
      throw ServiceException.badRequest("the form cannot be parsed");
    }
  }

  /** Returns the value of a field. Empty when it is missing or longer than allowed. */
  String text(String name, int longest) {
    String text = fields.getOrDefault(name, "");
    return text.length() > longest ? "" : text;
  }

  private static String decode(String text) {
    // PostgreSQL rejects NUL, and no name or password contains one.
    return URLDecoder.decode(text, StandardCharsets.UTF_8).replace("\0", "");
  }

  @Override
  public String toString() {
    return "FormBody[***]";
  }
}
