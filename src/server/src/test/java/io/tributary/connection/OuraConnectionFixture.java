package io.tributary.connection;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.config.ConfigException;
import io.tributary.config.ConfigLoader;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.crypto.MasterKeys;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.event.Outbox;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderCatalog;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.oura.OuraAdapter;
import io.tributary.simulators.oura.OuraOptions;
import io.tributary.simulators.oura.OuraSimulator;
import io.tributary.testkit.TestNode;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Connections at Oura's simulator without a node, because its pulls would use the same tokens. */
final class OuraConnectionFixture implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  final ServiceConfig config;
  final Db db;
  private final Tenant tenant = new Tenant(Ids.uuid(), Environment.SANDBOX);
  private final Vertx vertx = Vertx.vertx();
  private final OuraSimulator simulator =
      OuraSimulator.start(vertx, OuraOptions.parse("--port", "0", "--days", "1")).await();
  private final Adapters adapters = new Adapters(Map.of("oura", oura()), Map.of());
  private final ProviderCatalog catalog = ProviderCatalog.load(() -> "");
  private final Vault vault;
  private final ConnectionLifecycle states;

  OuraConnectionFixture() throws ConfigException {
    config =
        ConfigLoader.load(
            Path.of("no-conf"),
            Map.of(
                "TRIBUTARY_PROVIDERS_OURA_API_URL",
                simulator.baseUrl(),
                "TRIBUTARY_PROVIDERS_OURA_AUTHORIZE_URL",
                simulator.baseUrl() + "/oauth/authorize",
                "TRIBUTARY_PROVIDERS_OURA_CLIENT_ID",
                "tributary-sandbox",
                "TRIBUTARY_PROVIDERS_OURA_CLIENT_SECRET",
                "tributary-sandbox-secret"));
    db = Db.open(vertx, TestNode.newMigratedDatabase(), config.db());
    vault = Vault.open(db, MasterKeys.of(new byte[32]));
    TeamRows.add(db, tenant);
    states =
        new ConnectionLifecycle(
            new ConnectionRepo(), new Outbox(), vault, adapters, catalog, config);
  }

  private Adapter oura() {
    return OuraAdapter.on(
        new ProviderHttp(
            vertx,
            new ProviderHttp.Limits(
                Duration.ofSeconds(60),
                2,
                Duration.ofMillis(10),
                100,
                Duration.ofSeconds(1),
                Duration.ofSeconds(1))));
  }

  private OAuthApplications apps() {
    return new OAuthApplications(db, config, vault, catalog, () -> "http://localhost", () -> "");
  }

  /** Creates the sessions of one node. */
  ProviderSessions createSessions() {
    return ProviderSessionsFixture.of(vertx, db, vault, adapters, apps(), states, config);
  }

  /** Connects a new user who granted every scope. */
  Connection connectNewUser() throws IOException, InterruptedException {
    UUID user = Ids.uuid();
    db.query(
        "insert into app_user (id, team_id, environment) values ($1, $2, 'sandbox')",
        user,
        tenant.team());
    return link(user);
  }

  /** Links the same person again. */
  Connection link(UUID user) throws IOException, InterruptedException {
    OAuth oauth = adapters.of("oura", false).flatMap(Adapter::oauth).orElseThrow();
    AppCredentials app = apps().forNewLink(tenant, "oura", false).orElseThrow();
    String url =
        oauth.authorizeUrl(app, new OAuth.Start("s", List.of("daily", "personal"), ""))
            + "&sim_decision=grant&sim_user="
            + user;
    String location =
        HTTP.send(
                HttpRequest.newBuilder(URI.create(url)).build(),
                HttpResponse.BodyHandlers.discarding())
            .headers()
            .firstValue("location")
            .orElseThrow();
    String code = location.replaceAll(".*[?&]code=([^&]*).*", "$1");
    OAuth.Granted g =
        oauth.exchange(app, new OAuth.Callback(code, "", List.of(), Optional.of("daily personal")));
    return db.tx(
        tx ->
            states.connect(
                tx,
                new ConnectionLifecycle.NewLink(
                    user,
                    tenant,
                    null,
                    "oura",
                    app.id(),
                    false,
                    g.externalUserId().orElseThrow(),
                    List.of("daily", "personal"),
                    g.scopes().orElseThrow(),
                    g.tokens())));
  }

  /** Calls a control route of the simulator and returns its response. */
  JsonNode control(String method, String path, String body)
      throws IOException, InterruptedException {
    byte[] answer =
        HTTP.send(
                HttpRequest.newBuilder(URI.create(simulator.baseUrl() + path))
                    .method(method, HttpRequest.BodyPublishers.ofString(body))
                    .build(),
                HttpResponse.BodyHandlers.ofByteArray())
            .body();
    return Json.parse(answer);
  }

  /** Returns the number of token requests that the simulator received. */
  int tokenCalls() throws IOException, InterruptedException {
    return control("GET", "/control/requests", "").path("paths").path("/oauth/token").asInt();
  }

  @Override
  public void close() {
    db.close().await();
    simulator.close().await();
    vertx.close().await();
  }
}
