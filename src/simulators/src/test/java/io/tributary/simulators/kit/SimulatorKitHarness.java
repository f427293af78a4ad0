package io.tributary.simulators.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A toy vendor on a free port, and a client that behaves like an app. */
final class SimulatorKitHarness implements AutoCloseable {
  static final String REDIRECT = "http://127.0.0.1:9999/v2/link/connect/toy";

  final Vertx vertx = Vertx.vertx();
  final WebClient web = WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
  final Sim sim;

  SimulatorKitHarness(ToyVendor vendor) {
    this(vendor, SimOptions.defaults().withDays(3));
  }

  SimulatorKitHarness(ToyVendor vendor, SimOptions options) {
    sim = Sim.start(vertx, vendor, options.withPort(0)).await();
  }

  /** Starts a vendor with modified OAuth rules. */
  static SimulatorKitHarness with(UnaryOperator<OAuthSimRules> rules) {
    ToyVendor vendor = new ToyVendor();
    vendor.rules = rules.apply(vendor.rules);
    return new SimulatorKitHarness(vendor);
  }

  HttpResponse<Buffer> get(String path, String token) {
    return web.getAbs(sim.baseUrl() + path).bearerTokenAuthentication(token).send().await();
  }

  /** Reads the day of the token's person. */
  HttpResponse<Buffer> day(String token) {
    return get(ToyVendor.DAY + "?day=" + LocalDate.now(ZoneOffset.UTC).minusDays(1), token);
  }

  HttpResponse<Buffer> call(HttpMethod method, String path, JsonObject body) {
    return web.requestAbs(method, sim.baseUrl() + path).sendJsonObject(body).await();
  }

  JsonObject control(String path, JsonObject body) {
    var answer = call(HttpMethod.POST, "/control/" + path, body);
    assertEquals(2, answer.statusCode() / 100, answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  JsonObject control(String path) {
    return web.getAbs(sim.baseUrl() + "/control/" + path).send().await().bodyAsJsonObject();
  }

  JsonObject script(String name) {
    return control("script", new JsonObject().put("name", name));
  }

  void stop(String script) {
    var gone = call(HttpMethod.DELETE, "/control/script/" + script, new JsonObject());
    assertEquals(204, gone.statusCode(), gone::bodyAsString);
  }

  void clock(long offsetSeconds) {
    control("clock", new JsonObject().put("offset_seconds", offsetSeconds));
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Returns the query of the redirect from the authorization page. */
  Map<String, String> authorise(String scopes, String extra) {
    String url =
        sim.baseUrl()
            + "/oauth/authorize?response_type=code&client_id=tributary-sandbox&redirect_uri="
            + encode(REDIRECT)
            + "&scope="
            + encode(scopes)
            + "&state=s1&sim_decision=grant"
            + extra;
    var answer = web.getAbs(url).send().await();
    assertEquals(302, answer.statusCode(), answer::bodyAsString);
    var query = new HashMap<String, String>();
    for (String pair : URI.create(answer.getHeader("Location")).getRawQuery().split("&")) {
      int equals = pair.indexOf('=');
      query.put(
          pair.substring(0, equals),
          URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
    }
    return query;
  }

  String code() {
    return authorise("activity", "&sim_user=ann").get("code");
  }

  HttpRequest<Buffer> tokenRequest() {
    return web.postAbs(sim.baseUrl() + "/oauth/token");
  }

  /** Sends a token request with the client's credentials in the body. */
  HttpResponse<Buffer> token(Map<String, String> fields) {
    var form = MultiMap.caseInsensitiveMultiMap();
    form.add("client_id", "tributary-sandbox").add("client_secret", "tributary-sandbox-secret");
    fields.forEach(form::set);
    return tokenRequest().sendForm(form).await();
  }

  HttpResponse<Buffer> exchange(String code) {
    return token(
        Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", REDIRECT));
  }

  HttpResponse<Buffer> refresh(String refreshToken) {
    return token(Map.of("grant_type", "refresh_token", "refresh_token", refreshToken));
  }

  JsonObject refreshed(String refreshToken) {
    return ok(refresh(refreshToken));
  }

  /** Returns tokens of Ann with these scopes. */
  JsonObject connect(String scopes) {
    return ok(exchange(authorise(scopes, "&sim_user=ann").get("code")));
  }

  static JsonObject ok(HttpResponse<Buffer> answer) {
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  static void refused(int status, String error, HttpResponse<Buffer> answer) {
    assertEquals(status, answer.statusCode(), answer::bodyAsString);
    assertEquals(error, answer.bodyAsJsonObject().getString("error"));
  }

  @Override
  public void close() {
    sim.close().await();
    vertx.close().await();
  }
}
