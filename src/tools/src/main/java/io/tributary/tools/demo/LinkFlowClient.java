package io.tributary.tools.demo;

import io.tributary.core.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Takes one person through the link flow as a browser would. The steps are link token, the
 * provider's authorization page, redirect to the service, redirect to the landing page. After an
 * unknown outcome it reads the connection's status before it retries.
 */
final class LinkFlowClient {
  private static final int MAX_ATTEMPTS = 40;

  private final ApiClient api;
  private final SimulatorClient simulator;
  private final String landingUrl;

  LinkFlowClient(ApiClient api, SimulatorClient simulator, String landing) {
    this.api = api;
    this.simulator = simulator;
    this.landingUrl = landing;
  }

  /** Returns when the service reports the person as connected. */
  void link(Person person) {
    RuntimeException last = null;
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (attempt > 0) {
        ApiClient.pause(attempt);
        if (connected(person)) {
          return;
        }
      }
      try {
        runLinkFlow(person);
        return;
      } catch (ServiceUnavailable | LinkFailedException e) {
        last = e;
      }
    }
    throw new IllegalStateException("could not link " + person.name(), last);
  }

  /** Redirect to the landing page with an error. */
  private static final class LinkFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    LinkFailedException(String message) {
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

  private void runLinkFlow(Person person) {
    String token =
        api.callOnce(
                "POST",
                "/v2/link/token",
                Json.object()
                    .put("user_id", person.userId())
                    .put("provider", "oura")
                    .put("redirect_url", landingUrl + "?who=" + encode(person.name())))
            .expect("link token", 200)
            .body()
            .path("link_token")
            .asText();
    String page =
        api.callOnce(
                "GET", "/v2/link/provider/oauth/oura", null, Map.of("x-service-link-token", token))
            .expect("OAuth begin", 200)
            .body()
            .path("oauth_url")
            .asText();
    String callback = simulator.grantConsent(page, person.name());
    HttpReply answered = api.send("GET", callback, null, Map.of());
    if (answered.status() >= 500) {
      throw new ServiceUnavailable("callback: status " + answered.status());
    }
    String home =
        answered
            .expect("OAuth callback", 307)
            .location()
            .orElseThrow(
                () -> new IllegalStateException("callback response without Location header"));
    if (!home.startsWith(landingUrl + "?who=")) {
      throw new IllegalStateException("redirected to an unexpected URL: " + home);
    }
    if (!home.contains("state=success")) {
      throw new LinkFailedException(
          "link failed: "
              + home.substring(home.indexOf("state=") < 0 ? 0 : home.indexOf("state=")));
    }
    api.send("GET", home, null, Map.of()).expect("landing page", 200);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
