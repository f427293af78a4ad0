package io.tributary.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tributary.core.Json;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Response of the service or the simulator; the body is a missing node if it is not JSON. */
record HttpReply(int status, JsonNode body, Optional<String> location, String text) {
  static HttpReply of(HttpResponse<byte[]> response) {
    JsonNode body = MissingNode.getInstance();
    try {
      if (response.body().length > 0) {
        body = Json.parse(response.body());
      }
    } catch (IllegalArgumentException e) {
      // The body is not JSON, such as an HTML page, or empty.
    }
    int shown = Math.min(400, response.body().length);
    return new HttpReply(
        response.statusCode(),
        body,
        response.headers().firstValue("location"),
        new String(response.body(), 0, shown, StandardCharsets.UTF_8));
  }

  /** Returns this response if its status is one of these; otherwise throws. */
  HttpReply expect(String what, int... statuses) {
    for (int s : statuses) {
      if (status == s) {
        return this;
      }
    }
    throw new IllegalStateException(what + ": status " + status + " " + text);
  }
}
