package io.tributary.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;

/** Client of the provider simulator's authorization page and control endpoints. */
final class SimulatorClient {
  private final String url;
  private final ApiClient http;

  SimulatorClient(String url, ApiClient http) {
    this.url = url;
    this.http = http;
  }

  /** Creates a ring user with this name and returns the ID. */
  String createRingUser(String name, int days) {
    return http.send(
            "POST",
            url + "/control/users",
            Json.object().put("name", name).put("days", days),
            Map.of())
        .expect("ring user", 200, 201)
        .body()
        .path("id")
        .asText();
  }

  /** Grants the consent; returns the URL of the redirect. */
  String grantConsent(String page, String ringUser) {
    return http.send(
            "GET", page + "&sim_decision=grant&sim_user=" + encode(ringUser), null, Map.of())
        .expect("authorization page", 302, 307)
        .location()
        .orElseThrow(() -> new IllegalStateException("authorization page without Location header"));
  }

  /** Returns the counts of the ring user's data at that instant. */
  JsonNode census(String ringId, Instant at) {
    return http.send("GET", url + "/control/users/" + ringId + "/census?at=" + at, null, Map.of())
        .expect("census", 200)
        .body();
  }

  /** Returns the simulator's time, which may be moved. */
  Instant now() {
    return Instant.parse(
        http.send("GET", url + "/control/clock", null, Map.of())
            .expect("clock", 200)
            .body()
            .path("now")
            .asText());
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
