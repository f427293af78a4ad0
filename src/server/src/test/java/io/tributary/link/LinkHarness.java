package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.simulators.oura.OuraOptions;
import io.tributary.simulators.oura.OuraSimulator;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A node whose Oura is an embedded simulator, and a browser that accepts or denies consent there.
 */
public final class LinkHarness implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  public final Vertx vertx = Vertx.vertx();
  public final OuraSimulator simulator;
  public final TestNode node;

  public LinkHarness(String... settings) {
    this(List.of(), settings);
  }

  public LinkHarness(List<String> simulatorOptions, String... settings) {
    List<String> options = new ArrayList<>(List.of("--port", "0", "--days", "2"));
    options.addAll(simulatorOptions);
    simulator =
        OuraSimulator.start(vertx, OuraOptions.parse(options.toArray(String[]::new))).await();
    List<String> all =
        new ArrayList<>(
            List.of(
                "TRIBUTARY_PROVIDERS_OURA_API_URL",
                simulator.baseUrl(),
                "TRIBUTARY_PROVIDERS_OURA_AUTHORIZE_URL",
                simulator.baseUrl() + "/oauth/authorize",
                "TRIBUTARY_PROVIDERS_OURA_CLIENT_ID",
                "tributary-sandbox",
                "TRIBUTARY_PROVIDERS_OURA_CLIENT_SECRET",
                "tributary-sandbox-secret",
                "TRIBUTARY_DEMO_SIMULATOR",
                simulator.baseUrl(),
                "TRIBUTARY_DATA_DIR",
                temporary().toString()));
    all.addAll(List.of(settings));
    node = TestNode.start(all.toArray(String[]::new));
  }

  static Path temporary() {
    try {
      return Files.createTempDirectory("link");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Creates a user of the first team. */
  public String user() {
    return node.post("/v2/user", "{\"client_user_id\":\"" + Ids.randomBase62(12) + "\"}")
        .expect(200)
        .json()
        .get("user_id")
        .asText();
  }

  /** Creates a link token; {@code more} holds further body fields with a leading comma. */
  public String token(String user, String more) {
    return node.post("/v2/link/token", "{\"user_id\":\"" + user + "\"" + more + "}")
        .expect(200)
        .json()
        .get("link_token")
        .asText();
  }

  public TestResponse withToken(String method, String path, String token, String body) {
    return node.send(method, path, body, Map.of("x-service-link-token", token));
  }

  /** Opens the consent page and returns the callback path; {@code sim} holds the decision. */
  public String openConsent(String token, String sim) {
    JsonNode begun =
        withToken("GET", "/v2/link/provider/oauth/oura", token, null).expect(200).json();
    URI back = URI.create(location(begun.get("oauth_url").asText() + sim));
    return back.getRawPath() + "?" + back.getRawQuery();
  }

  public TestResponse followCallback(String path) {
    return node.send("GET", path, null, Map.of());
  }

  /** Runs the complete flow: token, consent and callback. */
  public TestResponse link(String user, String sim) {
    return followCallback(
        openConsent(token(user, ",\"redirect_url\":\"https://app.test/done\""), sim));
  }

  public void linkUser(String user) {
    TestResponse a = link(user, "&sim_decision=grant&sim_user=" + user);
    assertEquals("https://app.test/done?state=success", a.expect(307).header("location"));
  }

  /** Returns the consent parameters of a user who agrees. */
  static String consentParameters(String user) {
    return "&sim_decision=grant&sim_user=" + user;
  }

  /** Returns the error in a redirect. */
  static String error(TestResponse a) {
    return query(a.expect(307).header("location")).get("error_type");
  }

  private static String location(String url) {
    try {
      HttpResponse<String> r =
          HTTP.send(
              HttpRequest.newBuilder(URI.create(url)).build(),
              HttpResponse.BodyHandlers.ofString());
      String location = r.headers().firstValue("location").orElse(null);
      assertNotNull(location, () -> r.statusCode() + " " + r.body());
      return location;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the query parameters of a redirect. */
  public static Map<String, String> query(String location) {
    Map<String, String> out = new HashMap<>();
    for (String pair : URI.create(location).getRawQuery().split("&")) {
      String[] kv = pair.split("=", 2);
      out.put(kv[0], URLDecoder.decode(kv[1], StandardCharsets.UTF_8));
    }
    return out;
  }

  /** Returns the user's connections as the API shows them. */
  public JsonNode connections(String user) {
    return node.get("/v2/user/providers/" + user).expect(200).json().get("providers");
  }

  /** Returns the data of the user's events of one type, oldest first. */
  public List<JsonNode> events(String user, String type) {
    return RowMapping.list(
        node.db()
            .query(
                "select body from message where user_id = $1 and event_type = $2 order by id",
                java.util.UUID.fromString(user),
                type),
        r -> Json.parse(RowMapping.bytes(r, "body")).get("data"));
  }

  /** Returns the number of requests to a path of the simulator. */
  public int requestCount(String path) {
    return control("GET", "/control/requests").getJsonObject("paths").getInteger(path, 0);
  }

  public JsonObject control(String method, String path) {
    return control(method, path, null);
  }

  public JsonObject control(String method, String path, String body) {
    try {
      HttpResponse<String> r =
          HTTP.send(
              HttpRequest.newBuilder(URI.create(simulator.baseUrl() + path))
                  .header("content-type", "application/json")
                  .method(
                      method,
                      body == null
                          ? HttpRequest.BodyPublishers.noBody()
                          : HttpRequest.BodyPublishers.ofString(body))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertEquals(2, r.statusCode() / 100, r.body());
      return r.body().isEmpty() ? new JsonObject() : new JsonObject(r.body());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    node.close();
    simulator.close().await();
    vertx.close().await();
  }
}
