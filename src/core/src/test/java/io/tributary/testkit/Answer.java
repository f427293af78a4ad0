package io.tributary.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;

/** A reply as a client sees it. */
public record Answer(int status, HttpHeaders headers, byte[] bytes) {
  public JsonNode json() {
    return Json.parse(bytes);
  }

  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The first value of a header, or null. */
  public String header(String name) {
    return headers.firstValue(name).orElse(null);
  }

  /** This answer, if its status is the expected one. */
  public Answer expect(int expected) {
    if (status != expected) {
      throw new AssertionError("status " + status + " instead of " + expected + ": " + text());
    }
    return this;
  }
}
