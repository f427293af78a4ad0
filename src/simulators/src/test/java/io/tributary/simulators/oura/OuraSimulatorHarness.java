package io.tributary.simulators.oura;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** A simulator on a free port, and a client that behaves like an app. */
final class OuraSimulatorHarness implements AutoCloseable {
  static final String REDIRECT = "http://127.0.0.1:9999/v2/link/connect/oura";
  static final String ALL =
      "email personal daily heartrate workout session spo2 heart_health ring_configuration";

  final Vertx vertx = Vertx.vertx();
  final WebClient web = WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
  final OuraSimulator simulator;

  OuraSimulatorHarness(OuraOptions options) {
    simulator = OuraSimulator.start(vertx, options.withPort(0)).await();
  }

  HttpResponse<Buffer> get(String path) {
    return web.getAbs(simulator.baseUrl() + path).send().await();
  }

  HttpResponse<Buffer> get(String path, String token) {
    return web.getAbs(simulator.baseUrl() + path).bearerTokenAuthentication(token).send().await();
  }

  JsonObject ok(String path, String token) {
    var answer = get(path, token);
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  HttpResponse<Buffer> call(HttpMethod method, String path, JsonObject body) {
    return web.requestAbs(method, simulator.baseUrl() + path).sendJsonObject(body).await();
  }

  JsonObject control(String path, JsonObject body) {
    var answer = call(HttpMethod.POST, "/control/" + path, body);
    assertEquals(2, answer.statusCode() / 100, answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  static String authorisePath(String scopes, String extra) {
    return "/oauth/authorize?response_type=code&client_id=tributary-sandbox&redirect_uri="
        + encode(REDIRECT)
        + "&scope="
        + encode(scopes)
        + "&state=s%2F1"
        + extra;
  }

  /** Returns the query of the redirect from this path. */
  Map<String, String> redirect(String path) {
    var answer = get(path);
    assertEquals(302, answer.statusCode(), answer::bodyAsString);
    return query(answer.getHeader("Location"));
  }

  static Map<String, String> query(String location) {
    var query = new HashMap<String, String>();
    for (String pair : URI.create(location).getRawQuery().split("&")) {
      int equals = pair.indexOf('=');
      query.put(
          pair.substring(0, equals),
          URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
    }
    return query;
  }

  HttpResponse<Buffer> token(Map<String, String> fields) {
    var form = MultiMap.caseInsensitiveMultiMap();
    form.add("client_id", "tributary-sandbox").add("client_secret", "tributary-sandbox-secret");
    fields.forEach(form::set);
    return web.postAbs(simulator.baseUrl() + "/oauth/token").sendForm(form).await();
  }

  HttpResponse<Buffer> exchange(String code) {
    return token(
        Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", REDIRECT));
  }

  HttpResponse<Buffer> refresh(String refreshToken) {
    return token(Map.of("grant_type", "refresh_token", "refresh_token", refreshToken));
  }

  /** Returns tokens of a user with these scopes. */
  JsonObject connect(String user, String scopes) {
    String extra = "&sim_decision=grant&sim_user=" + encode(user);
    var answer = exchange(redirect(authorisePath(scopes, extra)).get("code"));
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  String accessToken(String user) {
    return connect(user, ALL).getString("access_token");
  }

  /** Returns all items of a collection, across pages. */
  JsonArray pages(String path, String token) {
    var all = new JsonArray();
    String next = "";
    do {
      JsonObject page = ok(path + (next.isEmpty() ? "" : "&next_token=" + next), token);
      page.getJsonArray("data").forEach(all::add);
      next = page.getString("next_token", "");
    } while (next != null && !next.isEmpty());
    return all;
  }

  @Override
  public void close() {
    simulator.close().await();
    vertx.close().await();
  }
}
