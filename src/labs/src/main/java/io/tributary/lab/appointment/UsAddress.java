package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.http.JsonFields;
import java.util.regex.Pattern;

/** Parses the US address of a home visit. */
final class UsAddress {
  private static final Pattern ZIP = Pattern.compile("[0-9]{5}(-[0-9]{4})?");
  private static final int MAX_TEXT = 200;
  private static final int MAX_NOTES = 1000;

  private UsAddress() {}

  static ObjectNode read(JsonFields f) {
    String zip = f.requiredText("zip_code", 1, MAX_TEXT);
    if (zip != null && !ZIP.matcher(zip).matches()) {
      f.addError(
          "zip_code",
          "String should be five digits, or nine with a dash",
          "string_pattern_mismatch");
    }
    String second = f.text("second_line", MAX_TEXT).or(() -> f.text("unit", MAX_TEXT)).orElse(null);
    return Json.object()
        .put("first_line", f.requiredText("first_line", 1, MAX_TEXT))
        .put("second_line", second)
        .put("city", f.requiredText("city", 1, MAX_TEXT))
        .put("state", f.requiredText("state", 1, MAX_TEXT))
        .put("zip_code", zip)
        .put("access_notes", f.text("access_notes", MAX_NOTES).orElse(null));
  }
}
