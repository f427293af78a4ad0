package io.tributary.tools.demo;

import io.tributary.core.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Takes one person through linking as a browser would: link token, provider's authorise page,
 * redirect to the service, redirect home. An unknown outcome is settled by asking the service
 * before anything is done again.
 */
final class LinkFlowClient {
  private static final int TRIES = 40;

  private final ApiClient api;
  private final Simulator simulator;
  private final String landing;

  LinkFlowClient(ApiClient api, Simulator simulator, String landing) {
    this.api = api;
    this.simulator = simulator;
    this.landing = landing;
  }

  /** Returns when the service says that the person is connected. */
  void link(Person person) {
    RuntimeException last = null;
    for (int attempt = 0; attempt < TRIES; attempt++) {
      if (attempt > 0) {
        ApiClient.pause(attempt);
        if (connected(person)) {
          return;
        }
      }
      try {
        walk(person);
        return;
      } catch (ServiceUnavailable | Refused e) {
        last = e;
      }
    }
    throw new IllegalStateException("could not link " + person.name(), last);
  }

  /** The service sent the browser home with an error. */
  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refused(String message) {
      super(message);
    }
  }

  private boolean connected(Person person) {
    HttpReply reply =
        api.get("/v2/user/providers/" + person.userId()).expect("connections of a user", 200);
    for (var connection : reply.body().path("providers")) {
      if (connection.path("slug").asText().equals("oura")
          && connection.path("status").asText().equals("connected")) {
        return true;
      }
    }
    return false;
  }

  private void walk(Person person) {
    String token =
        api.once(
                "POST",
                "/v2/link/token",
                Json.object()
                    .put("user_id", person.userId())
                    .put("provider", "oura")
                    .put("redirect_url", landing + "?who=" + encode(person.name())))
            .expect("link token", 200)
            .body()
            .path("link_token")
            .asText();
    String page =
        api.once("GET", "/v2/link/provider/oauth/oura", null, Map.of("x-service-link-token", token))
            .expect("OAuth begin", 200)
            .body()
            .path("oauth_url")
            .asText();
    String callback = simulator.consent(page, person.name());
    HttpReply answered = api.raw("GET", callback, null, Map.of());
    if (answered.status() >= 500) {
      throw new ServiceUnavailable("callback: status " + answered.status());
    }
    String home =
        answered
            .expect("OAuth callback", 307)
            .location()
            .orElseThrow(() -> new IllegalStateException("callback without location"));
    if (!home.startsWith(landing + "?who=")) {
      throw new IllegalStateException("sent home to a foreign place: " + home);
    }
    if (!home.contains("state=success")) {
      throw new Refused(
          "link refused: "
              + home.substring(home.indexOf("state=") < 0 ? 0 : home.indexOf("state=")));
    }
    api.raw("GET", home, null, Map.of()).expect("landing page", 200);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
