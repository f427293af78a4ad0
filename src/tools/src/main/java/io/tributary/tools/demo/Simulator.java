package io.tributary.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;

/** The provider's side of the demo: its authorise page and its control endpoints. */
final class Simulator {
  private final String url;
  private final ApiClient http;

  Simulator(String url, ApiClient http) {
    this.url = url;
    this.http = http;
  }

  /** Makes a ring user of this name; returns the id. */
  String ringUser(String name, int days) {
    return http.raw(
            "POST",
            url + "/control/users",
            Json.object().put("name", name).put("days", days),
            Map.of())
        .expect("ring user", 200, 201)
        .body()
        .path("id")
        .asText();
  }

  /** Says yes on the authorise page; returns where the browser is sent. */
  String consent(String page, String ringUser) {
    return http.raw(
            "GET", page + "&sim_decision=grant&sim_user=" + encode(ringUser), null, Map.of())
        .expect("authorise page", 302, 307)
        .location()
        .orElseThrow(() -> new IllegalStateException("authorise page without location"));
  }

  /** What the ring user had at that instant. */
  JsonNode census(String ringId, Instant at) {
    return http.raw("GET", url + "/control/users/" + ringId + "/census?at=" + at, null, Map.of())
        .expect("census", 200)
        .body();
  }

  /** Its clock may be moved, so it is asked. */
  Instant now() {
    return Instant.parse(
        http.raw("GET", url + "/control/clock", null, Map.of())
            .expect("clock", 200)
            .body()
            .path("now")
            .asText());
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
