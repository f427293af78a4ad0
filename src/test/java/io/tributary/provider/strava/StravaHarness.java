package io.tributary.provider.strava;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Json;
import io.tributary.model.Batch;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.Feed;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import io.tributary.simulator.kit.Sim;
import io.tributary.simulator.kit.SimOptions;
import io.tributary.simulator.kit.SimPerson;
import io.tributary.simulator.strava.StravaVendor;
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
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The adapter against its simulator, for accounts that count what they are told. */
final class StravaHarness implements AutoCloseable {
  static final List<String> ALL =
      List.of("read", "activity:read", "activity:read_all", "profile:read_all");

  final Vertx vertx = Vertx.vertx();
  final Sim sim;
  final ProviderHttp http;
  final StravaAdapter adapter;
  private final WebClient web =
      WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));

  StravaHarness(SimOptions options) {
    sim = Sim.start(vertx, new StravaVendor(), options.withPort(0)).await();
    http =
        new ProviderHttp(
            vertx,
            new ProviderHttp.Limits(
                Duration.ofSeconds(5),
                3,
                Duration.ofMillis(5),
                9,
                Duration.ofMinutes(1),
                Duration.ofSeconds(60)));
    adapter = new StravaAdapter(http);
  }

  /** With as many calls as a test makes. */
  static SimOptions options() {
    return SimOptions.defaults().withDays(60).withRate(100_000, Duration.ofMinutes(1));
  }

  AppCredentials app() {
    return new AppCredentials(
        Ids.NIL,
        "strava",
        "tributary-sandbox",
        "tributary-sandbox-secret",
        new AppCredentials.Urls(
            sim.baseUrl() + "/api/v3",
            sim.baseUrl() + "/oauth/authorize",
            Optional.of(sim.baseUrl() + "/oauth/token"),
            Map.of("deauthorize", sim.baseUrl() + "/oauth/deauthorize")),
        "http://127.0.0.1:9/v2/link/connect/strava");
  }

  OAuth oauth() {
    return adapter.oauth().orElseThrow();
  }

  OAuth.Granted grant(String person, List<String> scopes) {
    String url =
        oauth().authoriseUrl(app(), new OAuth.Start("state", scopes, ""))
            + "&sim_decision=grant&sim_user="
            + person;
    var answer = web.getAbs(url).send().await();
    assertEquals(302, answer.statusCode(), answer::bodyAsString);
    String query = URI.create(answer.getHeader("Location")).getRawQuery();
    String code =
        URLDecoder.decode(query.replaceAll(".*code=([^&]*).*", "$1"), StandardCharsets.UTF_8);
    String told =
        URLDecoder.decode(query.replaceAll(".*scope=([^&]*).*", "$1"), StandardCharsets.UTF_8);
    return oauth().exchange(app(), new OAuth.Callback(code, "", scopes, Optional.of(told)));
  }

  Probe account(String person, List<String> scopes) {
    return new Probe(grant(person, scopes));
  }

  SimPerson person(String name) {
    return sim.in(w -> w.people().named(name)).await();
  }

  JsonObject control(String path, JsonObject body) {
    var answer = web.postAbs(sim.baseUrl() + "/control/" + path).sendJsonObject(body).await();
    assertEquals(2, answer.statusCode() / 100, answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  void fault(String path, JsonObject what) {
    control("faults", what.put("path_prefix", "/api/v3" + path));
  }

  Feed feed(String name) {
    return adapter.descriptor().feed(name).orElseThrow();
  }

  /** All of a window: its pages put together. */
  Batch pull(Puller.Account account, String feed, LocalDate first, LocalDate last) {
    List<Batch> all = pages(account, feed, first, last).stream().map(Puller.Page::batch).toList();
    return new Batch(
        all.stream().flatMap(b -> b.summaries().stream()).toList(),
        all.stream().flatMap(b -> b.samples().stream()).toList(),
        all.stream().flatMap(b -> b.streams().stream()).toList(),
        all.stream().flatMap(b -> b.devices().stream()).toList(),
        all.stream().flatMap(b -> b.refused().stream()).toList());
  }

  List<Puller.Page> pages(Puller.Account account, String feed, LocalDate first, LocalDate last) {
    var window = new Puller.Window(first, last, Instant.now());
    List<Puller.Page> out = new ArrayList<>();
    do {
      var cursor = out.isEmpty() ? null : out.getLast().next();
      out.add(adapter.puller().pull(account, feed(feed), window, cursor));
    } while (out.getLast().next() != null);
    return out;
  }

  static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  /** An account that counts what it is told. */
  final class Probe implements Puller.Account {
    final List<Duration> pauses = new ArrayList<>();
    final List<String> scopes;
    final Optional<String> externalUserId;
    final ObjectNode state = Json.object();
    ZoneId zone;
    OAuth.Tokens tokens;
    int calls;

    Probe(OAuth.Granted granted) {
      tokens = granted.tokens();
      scopes = granted.scopes().orElse(null);
      externalUserId = granted.externalUserId();
    }

    @Override
    public AppCredentials app() {
      return StravaHarness.this.app();
    }

    @Override
    public String accessToken() {
      return tokens.access();
    }

    @Override
    public void refused(String accessToken) {
      tokens = oauth().refresh(app(), new OAuth.Session(tokens, externalUserId));
    }

    @Override
    public void beforeCall(int n) {
      calls += n;
    }

    @Override
    public void backOff(Duration pause) {
      pauses.add(pause);
    }

    @Override
    public UUID userId() {
      return Ids.NIL;
    }

    @Override
    public Instant connectedAt() {
      return Instant.parse("2026-01-01T00:00:00Z");
    }

    @Override
    public List<String> scopes() {
      return scopes;
    }

    @Override
    public ZoneId fallbackZone() {
      return zone;
    }

    @Override
    public LocalDate fallbackBirthDate() {
      return null;
    }

    @Override
    public ObjectNode state() {
      return state;
    }

    @Override
    public void remember(ObjectNode patch) {
      state.setAll(patch);
    }
  }

  @Override
  public void close() {
    sim.close().await();
    vertx.close().await();
  }
}
