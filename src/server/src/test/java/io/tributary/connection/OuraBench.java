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
import io.tributary.simulators.oura.Options;
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

/** Connections by Oura's simulator, and no node: its pulls would use their tokens as well. */
final class OuraBench implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  final ServiceConfig config;
  final Db db;
  private final Tenant tenant = new Tenant(Ids.uuid(), Environment.SANDBOX);
  private final Vertx vertx = Vertx.vertx();
  private final OuraSimulator simulator =
      OuraSimulator.start(vertx, Options.parse("--port", "0", "--days", "1")).await();
  private final Adapters adapters = new Adapters(Map.of("oura", oura()), Map.of());
  private final ProviderCatalog catalog = ProviderCatalog.load(() -> "");
  private final Vault vault;
  private final ConnectionLifecycle states;

  OuraBench() throws ConfigException {
    config =
        ConfigLoader.load(
            Path.of("no-conf"),
            Map.of(
                "TRIBUTARY_PROVIDERS_OURA_API_URL",
                simulator.baseUrl(),
                "TRIBUTARY_PROVIDERS_OURA_AUTHORISE_URL",
                simulator.baseUrl() + "/oauth/authorize",
                "TRIBUTARY_PROVIDERS_OURA_CLIENT_ID",
                "tributary-sandbox",
                "TRIBUTARY_PROVIDERS_OURA_CLIENT_SECRET",
                "tributary-sandbox-secret"));
    db = Db.open(vertx, TestNode.freshDatabase(), config.db());
    vault = Vault.open(db, MasterKeys.of(new byte[32]));
    BareTeam.add(db, tenant);
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

  /** What one node has of it. */
  ProviderSessions accounts() {
    return OpenAccounts.of(vertx, db, vault, adapters, apps(), states, config);
  }

  /** The connection of a new user, whose person agreed to everything. */
  Connection linked() throws IOException, InterruptedException {
    UUID user = Ids.uuid();
    db.query(
        "insert into app_user (id, team_id, environment) values ($1, $2, 'sandbox')",
        user,
        tenant.team());
    return link(user);
  }

  /** The same person's, once more. */
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

  /** Asks the simulator's own endpoints; its answer. */
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

  /** How often the simulator was asked for tokens. */
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
