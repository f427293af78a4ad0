package io.tributary.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;

/** An HTTP response with status, headers and body. */
public record TestResponse(int status, HttpHeaders headers, byte[] bytes) {
  public JsonNode json() {
    return Json.parse(bytes);
  }

  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Returns the first value of a header, or null. */
  public String header(String name) {
    return headers.firstValue(name).orElse(null);
  }

  /** Asserts the status and returns this response. */
  public TestResponse expect(int expected) {
    if (status != expected) {
      throw new AssertionError("status " + status + " instead of " + expected + ": " + text());
    }
    return this;
  }
}
