package io.tributary.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tributary.kernel.Json;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** An answer of the service or the simulator; the body is a missing node if it is not JSON. */
record Reply(int status, JsonNode body, Optional<String> location, String text) {
  static Reply of(HttpResponse<byte[]> response) {
    JsonNode body = MissingNode.getInstance();
    try {
      if (response.body().length > 0) {
        body = Json.parse(response.body());
      }
    } catch (IllegalArgumentException e) {
      // a page, or nothing
    }
    int shown = Math.min(400, response.body().length);
    return new Reply(
        response.statusCode(),
        body,
        response.headers().firstValue("location"),
        new String(response.body(), 0, shown, StandardCharsets.UTF_8));
  }

  /** This reply, if its status is one of these. */
  Reply expect(String what, int... statuses) {
    for (int s : statuses) {
      if (status == s) {
        return this;
      }
    }
    throw new IllegalStateException(what + ": status " + status + " " + text);
  }
}
