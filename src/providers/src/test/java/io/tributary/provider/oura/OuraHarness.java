package io.tributary.provider.oura;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tributary.core.Ids;
import io.tributary.model.NormalizedBatch;
import io.tributary.provider.Adapter;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.Feed;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import io.tributary.provider.TestAccount;
import io.tributary.simulators.kit.PersonTrait;
import io.tributary.simulators.oura.OuraOptions;
import io.tributary.simulators.oura.OuraSimulator;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The adapter against an embedded simulator, with {@link TestAccount} accounts. */
final class OuraHarness implements AutoCloseable {
  static final List<String> ALL =
      List.of(
          "personal",
          "daily",
          "heartrate",
          "workout",
          "session",
          "spo2",
          "heart_health",
          "ring_configuration");

  final Vertx vertx = Vertx.vertx();
  final OuraSimulator simulator;
  final Adapter adapter;
  private final WebClient web;

  OuraHarness() {
    web = WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
    // Always worn: days without data would make tests fail on some dates only.
    simulator =
        OuraSimulator.start(
                vertx,
                OuraOptions.defaults()
                    .withPort(0)
                    .withDays(70)
                    .withTraits(Set.of(PersonTrait.ALWAYS_WORN))
                    .withPages(7, 50)
                    .withHeartrateSpacing(Duration.ofHours(1)))
            .await();
    adapter = adapter(Duration.ofSeconds(60));
  }

  void noFaults() {
    web.deleteAbs(simulator.baseUrl() + "/control/faults").send().await();
  }

  /** Creates another adapter with its own circuit breakers. */
  Adapter adapter(Duration timeout) {
    return OuraAdapter.on(
        new ProviderHttp(
            vertx,
            new ProviderHttp.Limits(
                timeout,
                3,
                Duration.ofMillis(5),
                4,
                Duration.ofMinutes(1),
                Duration.ofSeconds(300))));
  }

  AppCredentials app(String secret, String url) {
    return new AppCredentials(
        Ids.DEFAULT_APP,
        "oura",
        "tributary-sandbox",
        secret,
        new AppCredentials.Urls(url, simulator.baseUrl() + "/oauth/authorize"),
        "http://127.0.0.1:9/v2/link/connect/oura");
  }

  AppCredentials app() {
    return app("tributary-sandbox-secret", simulator.baseUrl());
  }

  OAuth oauth() {
    return adapter.oauth().orElseThrow();
  }

  /** Returns the callback parameters after the user agrees. */
  Map<String, String> consent(String user, List<String> scopes) {
    String url =
        oauth().authorizeUrl(app(), new OAuth.Start("a b&c", scopes, ""))
            + "&sim_decision=grant&sim_user="
            + user;
    var answer = web.getAbs(url).send().await();
    assertEquals(302, answer.statusCode(), answer::bodyAsString);
    Map<String, String> query = new HashMap<>();
    for (String pair : URI.create(answer.getHeader("Location")).getRawQuery().split("&")) {
      String[] kv = pair.split("=", 2);
      query.put(kv[0], URLDecoder.decode(kv[1], StandardCharsets.UTF_8));
    }
    return query;
  }

  static OAuth.Callback callback(Map<String, String> back) {
    return new OAuth.Callback(
        back.get("code"), "", List.of(), Optional.ofNullable(back.get("scope")));
  }

  /** Returns a session with these tokens. */
  static OAuth.Session session(OAuth.Tokens tokens) {
    return new OAuth.Session(tokens, Optional.empty());
  }

  /** Agrees as the user and exchanges the code. */
  OAuth.Granted grant(String user, List<String> scopes) {
    Map<String, String> back = consent(user, scopes);
    assertEquals("a b&c", back.get("state"));
    return oauth().exchange(app(), callback(back));
  }

  /** Injects a fault into the next {@code count} calls below the path. */
  void fault(String path, JsonObject what, int count) {
    JsonObject order = what.put("path_prefix", path).put("count", count);
    assertEquals(
        200,
        web.postAbs(simulator.baseUrl() + "/control/faults")
            .sendJsonObject(order)
            .await()
            .statusCode());
  }

  Feed feed(String name) {
    return adapter.descriptor().feed(name).orElseThrow();
  }

  /** Returns all data of a window, which must fit into one page. */
  NormalizedBatch pull(Puller.Account account, String feed, LocalDate first, LocalDate last) {
    Puller.Page page =
        adapter
            .puller()
            .orElseThrow()
            .pull(account, feed(feed), new Puller.Window(first, last, Instant.now()), null);
    assertNull(page.next());
    return page.batch();
  }

  TestAccount account(String user, List<String> scopes) {
    return new TestAccount(adapter, app(), grant(user, scopes));
  }

  static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  @Override
  public void close() {
    simulator.close().await();
    vertx.close().await();
  }
}
