package io.tributary.link;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.audit.AuditTrail;
import io.tributary.config.ConfigLoader;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.OAuthApplications;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.http.Authenticator;
import io.tributary.http.HttpVerticle;
import io.tributary.http.Principal;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.http.SharedHttpLimits;
import io.tributary.metrics.Metrics;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.AuthKind;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRoutes;
import io.tributary.provider.libre.LibreAdapter;
import io.tributary.provider.oura.OuraAdapter;
import io.tributary.provider.strava.StravaAdapter;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.libre.LibreVendor;
import io.tributary.simulators.oura.OuraOptions;
import io.tributary.simulators.oura.OuraSimulator;
import io.tributary.simulators.strava.StravaVendor;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The hosted pages over HTTP with one vendor for each link method.
 *
 * <p>The vendors are Oura's simulator, Strava's with a team's own application, and vendors whose
 * passwords users enter on the hosted page. The customer's page is another site: the same server
 * under its other host name.
 */
final class HostedLinkFixture implements AutoCloseable {
  static final String LIBRE = "abbott_libreview";
  static final String KEY = "my_fitness_pal";
  static final String EMAIL = "freestyle_libre";
  static final String HELD = "zwift";
  static final List<String> TYPED = List.of(HELD, KEY, "eight_sleep", "peloton", "renpho");

  final Vertx vertx = Vertx.vertx();
  final Db db;
  final Tenant tenant;
  final PasswordVendor vendor;
  private final OuraSimulator oura;
  private final Sim strava;
  private final Sim typed;
  private final Sim patients;
  private final Sim practice;
  private final LinkFeatureFixture bench;
  private final HttpVerticle http;
  private final WebClient web =
      WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
  private String url = "";

  HostedLinkFixture() throws Exception {
    oura = OuraSimulator.start(vertx, OuraOptions.parse("--port", "0", "--days", "1")).await();
    SimOptions options = SimOptions.defaults().withPort(0).withDays(1);
    strava = Sim.start(vertx, new StravaVendor(), options).await();
    typed = Sim.start(vertx, new PasswordOnlyVendor(HELD), options).await();
    patients = Sim.start(vertx, LibreVendor.forPatients(), options).await();
    practice = Sim.start(vertx, LibreVendor.forPractice(), options).await();
    ServiceConfig config = ConfigLoader.load(writeConfiguration(), settings());
    ProviderHttp calls =
        new ProviderHttp(
            vertx,
            new ProviderHttp.Limits(
                Duration.ofSeconds(20),
                1,
                Duration.ofMillis(5),
                99,
                Duration.ofMinutes(1),
                Duration.ofSeconds(60)));
    Map<String, Adapter> code = new HashMap<>();
    code.put("oura", OuraAdapter.on(calls));
    code.put("strava", StravaAdapter.on(calls));
    TYPED.forEach(slug -> code.put(slug, new PasswordVendor(slug, AuthKind.PASSWORD, typed)));
    code.put(LIBRE, LibreAdapter.patient(calls));
    code.put(EMAIL, LibreAdapter.practice(calls));
    vendor = (PasswordVendor) code.get(HELD);
    Adapters adapters = new Adapters(code, Map.of());
    bench = new LinkFeatureFixture(vertx, config, adapters, "Northwind", () -> url);
    db = bench.db;
    tenant = bench.tenant;
    setBranding();
    ownStrava(bench.vault);
    Routes routes =
        Routes.of(
            List.of(
                bench.feature.routes(),
                new ProviderRoutes(bench.catalog, adapters),
                r -> r.get("/app/done", RouteAccess.OPEN, HostedLinkFixture::customer)));
    http =
        new HttpVerticle(
            config.http(),
            routes,
            new NoKeys(),
            SharedHttpLimits.of(config.http(), config.rateLimit(), new Metrics()),
            db,
            AuditTrail.NONE);
    vertx.deployVerticle(http).await();
    url = "http://localhost:" + http.port();
  }

  /** Includes providers without their own configuration section. */
  private static Path writeConfiguration() throws IOException {
    ObjectNode file = Json.object();
    ObjectNode all = file.putObject("providers");
    TYPED.forEach(
        slug ->
            all.putObject(slug)
                .put("enabled", true)
                .put("accept_new_connections", true)
                .put("api_url", "")
                .put("authorize_url", "")
                .put("token_url", "")
                .put("client_id", "")
                .put("client_secret", "")
                .put("quota", "")
                .put("request_timeout", "20s"));
    Path folder = Files.createTempDirectory("link-conf");
    Files.writeString(folder.resolve("providers.json"), Json.text(file));
    return folder;
  }

  private Map<String, String> settings() {
    Map<String, String> out = new HashMap<>();
    out.put("TRIBUTARY_HTTP_PORT", "0");
    out.put("TRIBUTARY_HTTP_HOST", "127.0.0.1");
    out.put("TRIBUTARY_PROVIDERS_OURA_API_URL", oura.baseUrl());
    out.put("TRIBUTARY_PROVIDERS_OURA_AUTHORIZE_URL", oura.baseUrl() + "/oauth/authorize");
    out.put("TRIBUTARY_PROVIDERS_OURA_CLIENT_ID", "tributary-sandbox");
    out.put("TRIBUTARY_PROVIDERS_OURA_CLIENT_SECRET", "tributary-sandbox-secret");
    out.put("TRIBUTARY_PROVIDERS_STRAVA_API_URL", strava.baseUrl() + "/api/v3");
    out.put("TRIBUTARY_PROVIDERS_STRAVA_AUTHORIZE_URL", strava.baseUrl() + "/oauth/authorize");
    out.put("TRIBUTARY_PROVIDERS_STRAVA_TOKEN_URL", strava.baseUrl() + "/oauth/token");
    libre(out, LibreVendor.forPatients(), patients);
    libre(out, LibreVendor.forPractice(), practice);
    out.put("TRIBUTARY_PROVIDERS_FREESTYLE_LIBRE_CLIENT_ID", "tributary-sandbox");
    out.put("TRIBUTARY_PROVIDERS_FREESTYLE_LIBRE_CLIENT_SECRET", "tributary-sandbox-secret");
    return out;
  }

  /** Sets the name and color of the team. */
  void setBranding() {
    db.query(
        "update team_environment set logo_url = 'https://x.test/logo.png', brand_information ="
            + " '{\"company_name\": \"Northwind Health\", \"brand_color\": \"#0b7a75\"}'");
  }

  private static void libre(Map<String, String> out, LibreVendor vendor, Sim sim) {
    String prefix = "TRIBUTARY_PROVIDERS_" + vendor.slug().toUpperCase(Locale.ROOT) + "_";
    out.put(prefix + "ENABLED", "true");
    vendor.settings(sim.baseUrl()).forEach((name, value) -> out.put(prefix + name, value));
  }

  private void ownStrava(Vault vault) {
    UUID id = Ids.uuid();
    db.query(
        "insert into provider_app"
            + " (id, team_id, environment, provider, client_id, client_secret_encrypted)"
            + " values ($1, $2, 'sandbox', 'strava', 'tributary-sandbox', $3)",
        id,
        tenant.team(),
        vault.installation().seal("tributary-sandbox-secret", OAuthApplications.secretContext(id)));
  }

  private static Future<Response> customer(io.tributary.http.RequestContext call) {
    return Future.succeededFuture(
        Response.html(
            200,
            "<!doctype html><html lang=en><title>App</title><main><h1>Back in the app</h1><p>"
                + LinkHtml.escape(String.valueOf(call.request().query()))
                + "</p></main></html>"));
  }

  private static final class NoKeys implements Authenticator {
    @Override
    public Future<Principal> authenticateTeam(HttpServerRequest request) {
      return Future.failedFuture(ServiceException.unauthorized("no keys"));
    }

    @Override
    public Future<Principal> authenticateManagement(HttpServerRequest request) {
      return Future.failedFuture(ServiceException.unauthorized("no keys"));
    }
  }

  String url() {
    return url;
  }

  /** Returns the address of the customer's page, on another site. */
  String customerUrl() {
    return url.replace("localhost", "127.0.0.1") + "/app/done?visit=7";
  }

  /** Parameters of a link; {@link #pageUrl} returns the address of its page. */
  record LinkRequest(
      UUID user,
      Optional<String> provider,
      boolean toApp,
      boolean errorsToo,
      boolean closeToo,
      Optional<List<String>> filter) {
    LinkRequest of(String slug) {
      return new LinkRequest(user, Optional.of(slug), toApp, errorsToo, closeToo, filter);
    }

    LinkRequest toApp(boolean errors, boolean close) {
      return new LinkRequest(user, provider, true, errors, close, filter);
    }

    LinkRequest only(String... slugs) {
      return new LinkRequest(
          user, provider, toApp, errorsToo, closeToo, Optional.of(List.of(slugs)));
    }
  }

  LinkRequest link(UUID user) {
    return new LinkRequest(user, Optional.empty(), false, false, false, Optional.empty());
  }

  LinkRequest link() {
    return link(bench.user());
  }

  /** Returns the address of a link's page. */
  String pageUrl(LinkRequest link) {
    return bench
        .token(
            new LinkSessions.NewSession(
                tenant,
                link.user(),
                link.provider(),
                link.toApp() ? Optional.of(customerUrl()) : Optional.empty(),
                link.filter(),
                link.errorsToo(),
                link.closeToo()))
        .linkWebUrl();
  }

  /** Creates an account of the vendors with password sign-in and returns its name. */
  String createAccount(String password, boolean expired, String code) {
    return createAccount(typed, password, expired, code, "");
  }

  /** Creates a patient account in a LibreView region. */
  String createPatient(String password, boolean expired, String code) {
    return createAccount(patients, password, expired, code, "eu2");
  }

  /** Creates a patient who shares data with the practice. */
  String createSharingPatient() {
    return createAccount(practice, "a patient's own", false, "", "");
  }

  private static String createAccount(
      Sim at, String password, boolean expired, String code, String region) {
    String login = "maria." + Ids.randomHex(6) + "@example.com";
    return LinkFeatureFixture.createAccount(at, login, password, expired, code, region);
  }

  /** Submits a provider's form twice without waiting for the first response. */
  List<Future<HttpResponse<Buffer>>> submitTwice(String page, String fields) {
    HttpResponse<Buffer> enter = web.getAbs(page).send().await();
    String cookie = enter.getHeader("set-cookie").split(";")[0];
    String list = url + enter.getHeader("location");
    String form =
        url + web.getAbs(list).putHeader("cookie", cookie).send().await().getHeader("location");
    String html = web.getAbs(form).putHeader("cookie", cookie).send().await().bodyAsString();
    String word = html.replaceAll("(?s).*name=\"word\" value=\"([0-9a-f]+)\".*", "$1");
    Supplier<Future<HttpResponse<Buffer>>> submit =
        () ->
            web.postAbs(form)
                .putHeader("cookie", cookie)
                .putHeader("content-type", "application/x-www-form-urlencoded")
                .sendBuffer(Buffer.buffer("word=" + word + "&" + fields));
    return List.of(submit.get(), submit.get());
  }

  int signIns() {
    return Stream.of(typed, patients, practice)
        .mapToInt(sim -> sim.runOnEventLoop(w -> w.passwords().attempts()).await())
        .sum();
  }

  /** Returns the slugs of a user's connected providers. */
  List<String> connectedSlugs(UUID user) {
    return io.tributary.db.RowMapping.list(
        db.query(
            "select provider from connection where user_id = $1 and status = 'connected' order by"
                + " 1",
            user),
        r -> r.getString("provider"));
  }

  @Override
  public void close() {
    http.stop().await();
    bench.close();
    oura.close().await();
    strava.close().await();
    typed.close().await();
    patients.close().await();
    practice.close().await();
    vertx.close().await();
  }
}
