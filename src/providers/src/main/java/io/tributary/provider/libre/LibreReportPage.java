package io.tributary.provider.libre;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.core.JsonSanitizer;
import io.tributary.provider.ProviderException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Extracts the JSON from the page of a report: an object that a script assigns to a variable. */
final class LibreReportPage {
  private static final List<String> NAMES = List.of("window.report", "DataForLibreDailyLog");

  private LibreReportPage() {}

  /**
   * Returns the days of a report, in its order.
   *
   * @throws ProviderException.Unavailable if the page does not contain them completely
   */
  static JsonNode days(String page) {
    for (String name : NAMES) {
      int at = page.indexOf(name);
      int begin = at < 0 ? -1 : page.indexOf('{', at);
      int end = begin < 0 ? -1 : end(page, begin);
      if (end > 0) {
        JsonNode days = json(page.substring(begin, end)).path("Data").path("Days");
        if (days.isArray()) {
          return days;
        }
      }
    }
    throw new ProviderException.Unavailable("report page without a report");
  }

  /** Returns the offset after the object that starts here; -1 if it is incomplete. */
  private static int end(String page, int begin) {
    int depth = 0;
    boolean text = false;
    for (int i = begin; i < page.length(); i++) {
      char c = page.charAt(i);
      if (text) {
        if (c == '\\') {
          i++;
        } else if (c == '"') {
          text = false;
        }
      } else if (c == '"') {
        text = true;
      } else if (c == '{') {
        depth++;
      } else if (c == '}' && --depth == 0) {
        return i + 1;
      }
    }
    return -1;
  }

  private static JsonNode json(String object) {
    byte[] bytes = object.getBytes(StandardCharsets.UTF_8);
    try {
      return Json.parse(JsonSanitizer.sanitize(bytes, bytes.length));
    } catch (IllegalArgumentException e) {
      throw new ProviderException.Unavailable("the report on the page cannot be parsed");
    }
  }
}
