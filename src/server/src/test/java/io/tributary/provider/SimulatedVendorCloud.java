package io.tributary.provider;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.tributary.config.ConfigException;
import io.tributary.config.ConfigLoader;
import io.tributary.config.ProviderAppConfig;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.model.NormalizedBatch;
import io.tributary.simulators.kit.PersonTrait;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A simulated vendor cloud and the adapter that calls it. */
final class SimulatedVendorCloud implements AutoCloseable {
  /** More calls than all cells need; quotas have their own tests. */
  private static final int CALLS = 1_000_000;

  /** A code verifier as RFC 7636 requires. */
  private static final String VERIFIER = "v".repeat(64);

  /** Password of every person who signs in with one. */
  static final String PASSWORD = "right";

  final Vertx vertx = Vertx.vertx();
  final ProviderTestSpec spec;
  private final boolean quotas;
  final Sim sim;
  final Adapter adapter;
  private final ProviderAppConfig config;
  private VendorWebhookFixture hook;
  private final WebClient web =
      WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));

  SimulatedVendorCloud(ProviderTestSpec spec, int days) {
    this(spec, SimOptions.defaults().withDays(days));
  }

  SimulatedVendorCloud(ProviderTestSpec spec, SimOptions options) {
    this(spec, options.withRate(CALLS, Duration.ofMinutes(1)), false);
  }

  private SimulatedVendorCloud(ProviderTestSpec spec, SimOptions options, boolean quotas) {
    this.spec = spec;
    this.quotas = quotas;
    // Always worn: days without data would make tests fail on some dates only.
    SimOptions worn = withoutRetries(spec, options).withTraits(Set.of(PersonTrait.ALWAYS_WORN));
    this.sim = Sim.start(vertx, spec.vendor.get(), worn.withPort(0)).await();
    try {
      this.config = ConfigLoader.load(Path.of("no-conf"), settings()).providers().get(spec.slug);
    } catch (ConfigException e) {
      throw new IllegalArgumentException(e);
    }
    this.adapter =
        spec.adapter.apply(
            new ProviderHttp(
                vertx,
                new ProviderHttp.Limits(
                    Duration.ofSeconds(20),
                    3,
                    Duration.ofMillis(5),
                    100,
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(60))));
  }

  /** Creates a cloud with the vendor's published quotas on both sides. */
  static SimulatedVendorCloud withQuotas(ProviderTestSpec spec, int days) {
    return new SimulatedVendorCloud(spec, SimOptions.defaults().withDays(days), true);
  }

  /** Disables the simulator's delivery retries where a test waits for all notifications. */
  private static SimOptions withoutRetries(ProviderTestSpec spec, SimOptions options) {
    return spec.daySender.isPresent() ? options.withRetries(List.of()) : options;
  }

  /** Returns the environment variables that direct a node or adapter to this cloud. */
  Map<String, String> settings() {
    Map<String, String> all = new TreeMap<>(sim.settings());
    String begin = "TRIBUTARY_PROVIDERS_" + spec.slug.toUpperCase(Locale.ROOT) + "_";
    all.put(begin + "ENABLED", "true");
    all.put(begin + "ACCEPT_NEW_CONNECTIONS", "true");
    if (!quotas) {
      all.put(begin + "QUOTA", "");
    }
    spec.settings.forEach((name, value) -> all.put(begin + name, value));
    return all;
  }

  AppCredentials app() {
    return new AppCredentials(
        Ids.DEFAULT_APP,
        spec.slug,
        config.clientId(),
        config.clientSecret(),
        new AppCredentials.Urls(
            config.apiUrl(),
            config.authorizeUrl(),
            Optional.of(config.tokenUrl()).filter(url -> !url.isEmpty()),
            config.urls().entrySet().stream()
                .filter(e -> !e.getValue().isEmpty())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue))),
        "http://127.0.0.1:9/v2/link/connect/" + spec.slug,
        (com.fasterxml.jackson.databind.node.ObjectNode) Json.parse(spec.details.encode()));
  }

  /** Returns the URL to which the vendor redirects the browser. */
  String callbackUrl(String authoriseUrl, String sim) {
    HttpResponse<Buffer> answer = web.getAbs(authoriseUrl + sim).send().await();
    String location = answer.getHeader("Location");
    assertNotNull(location, () -> answer.statusCode() + " " + answer.bodyAsString());
    return location;
  }

  static Map<String, String> query(String url) {
    Map<String, String> out = new HashMap<>();
    String query = URI.create(url).getRawQuery();
    for (String pair : (query == null ? "" : query).split("&")) {
      String[] kv = pair.split("=", 2);
      out.put(kv[0], kv.length < 2 ? "" : URLDecoder.decode(kv[1], StandardCharsets.UTF_8));
    }
    return out;
  }

  static String text(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  static String consentParameters(String person) {
    return "&sim_decision=grant&sim_user=" + text(person);
  }

  /** Agrees as the person and exchanges the code. The result is an account without a node. */
  TestAccount account(String person, ZoneId zone) {
    if (!spec.traits.isEmpty()) {
      control("people", new JsonObject().put("name", person).put("traits", spec.traits));
    }
    if (adapter.login().isPresent()) {
      return signIn(person, zone);
    }
    OAuth oauth = adapter.oauth().orElseThrow();
    List<String> asked = adapter.descriptor().defaultScopes();
    Map<String, String> back =
        query(
            callbackUrl(
                oauth.authorizeUrl(
                    app(), new OAuth.Start("state-of-link", asked, VERIFIER, spec.region)),
                consentParameters(person)));
    assertEquals("state-of-link", back.get("state"));
    OAuth.Granted granted =
        oauth.exchange(
            app(),
            new OAuth.Callback(
                back.get("code"),
                VERIFIER,
                asked,
                Optional.ofNullable(back.get("scope")),
                Ids.uuid(),
                spec.region));
    return probe(granted, s -> oauth.refresh(app(), s), zone);
  }

  /** Signs in with the credentials that the vendor requires. */
  private TestAccount signIn(String person, ZoneId zone) {
    PasswordLogin login = adapter.login().orElseThrow();
    String name = createLogin(person);
    PasswordLogin.Connected in =
        assertInstanceOf(
            PasswordLogin.Connected.class,
            login.login(app(), name, usesEmailOnly() ? "" : PASSWORD, spec.region));
    return probe(
        in.granted(),
        s -> adapter.renewer().map(r -> r.refresh(app(), s)).orElseGet(() -> relogin(login, in, s)),
        zone);
  }

  private TestAccount probe(
      OAuth.Granted granted, Function<OAuth.Session, OAuth.Tokens> renew, ZoneId zone) {
    TestAccount account = new TestAccount(app(), granted, renew);
    account.zone = zone;
    account.birthDate = LocalDate.parse("1985-05-05");
    return account;
  }

  private OAuth.Tokens relogin(PasswordLogin login, PasswordLogin.Connected in, OAuth.Session s) {
    PasswordLogin.Outcome outcome =
        login.renewSession(app(), in.storedLogin().orElseThrow(), s.state());
    return assertInstanceOf(PasswordLogin.Connected.class, outcome).granted().tokens();
  }

  /** Returns whether sign-in uses only an email address. */
  boolean usesEmailOnly() {
    return adapter.descriptor().auth() == AuthKind.EMAIL;
  }

  /** Creates an account of the person and returns its login name. */
  String createLogin(String person) {
    String name = person.replace(' ', '.') + "@example.com";
    account(name, person, PASSWORD);
    return name;
  }

  private void account(String name, String person, String password) {
    control(
        "passwords",
        new JsonObject().put("login", name).put("name", person).put("password", password));
  }

  /** Revokes the grant with the method of this vendor. */
  void revokeGrant(String person) {
    String name = person.replace(' ', '.') + "@example.com";
    if (usesEmailOnly()) {
      web.deleteAbs(sim.baseUrl() + "/control/passwords/" + name).send().await();
      return;
    }
    control("people/" + idOf(person) + "/revoke", new JsonObject());
    if (adapter.login().isPresent()) {
      account(name, person, "another");
    }
  }

  /** Returns the data of these days from all polled feeds. */
  NormalizedBatch read(TestAccount account, LocalDate first, LocalDate last) {
    if (spec.daySender.isPresent()) {
      return told(account, spec.daySender.get().apply(first, last));
    }
    List<NormalizedBatch> all = new ArrayList<>();
    for (Feed feed : adapter.descriptor().feeds()) {
      if (feed.poll() && !feed.resources().isEmpty()) {
        all.add(read(account, feed, first, last));
      }
    }
    return join(all);
  }

  /** Reads the data of each notification as it arrives. */
  private NormalizedBatch told(TestAccount account, JsonObject order) {
    if (hook == null) {
      hook = new VendorWebhookFixture(this);
    }
    hook.register(account);
    hook.clear();
    control("people/" + account.session().externalUserId().orElseThrow() + "/notify", order);
    told();
    return hook.read(account);
  }

  /** Waits until the vendor has delivered all notifications. */
  void told() {
    eventually(
        Duration.ofSeconds(60),
        () -> assertEquals(0, controlled("deliveries").getInteger("pending")));
  }

  NormalizedBatch read(Puller.Account account, Feed feed, LocalDate first, LocalDate last) {
    List<NormalizedBatch> all = new ArrayList<>();
    Instant now = Instant.now();
    for (LocalDate from = first; !from.isAfter(last); from = from.plusDays(feed.windowDays())) {
      LocalDate end = from.plusDays(feed.windowDays() - 1L);
      Puller.Window window = new Puller.Window(from, end.isAfter(last) ? last : end, now);
      com.fasterxml.jackson.databind.JsonNode cursor = null;
      do {
        Puller.Page page = adapter.puller().orElseThrow().pull(account, feed, window, cursor);
        all.add(page.batch().retain(feed.resources()));
        cursor = page.next();
      } while (cursor != null);
    }
    return join(all);
  }

  static NormalizedBatch join(List<NormalizedBatch> all) {
    return new NormalizedBatch(
        all.stream().flatMap(b -> b.summaries().stream()).toList(),
        all.stream().flatMap(b -> b.samples().stream()).toList(),
        all.stream().flatMap(b -> b.streams().stream()).toList(),
        all.stream().flatMap(b -> b.devices().stream()).toList(),
        all.stream().flatMap(b -> b.refused().stream()).toList());
  }

  JsonObject control(String path, JsonObject body) {
    var answer = web.postAbs(sim.baseUrl() + "/control/" + path).sendJsonObject(body).await();
    assertEquals(2, answer.statusCode() / 100, answer::bodyAsString);
    return answer.body() == null ? new JsonObject() : answer.bodyAsJsonObject();
  }

  JsonObject controlled(String path) {
    return web.getAbs(sim.baseUrl() + "/control/" + path).send().await().bodyAsJsonObject();
  }

  void clearFaults() {
    web.deleteAbs(sim.baseUrl() + "/control/faults").send().await();
  }

  /** Injects a fault into the next {@code count} data calls. */
  void fault(JsonObject what, int count) {
    String path = sim.runOnEventLoop(world -> world.vendor().dataPath()).await();
    control("faults", what.copy().put("path_prefix", path).put("count", count));
  }

  /** Removes the webhook at the vendor. */
  void removeWebhook() {
    web.deleteAbs(sim.baseUrl() + "/control/" + spec.dashboard.orElseThrow()).send().await();
  }

  /** Creates a person with this name and zone. */
  String person(String name, ZoneId zone) {
    control(
        "people",
        new JsonObject().put("name", name).put("zone", zone.getId()).put("traits", spec.traits));
    return name;
  }

  String idOf(String name) {
    return io.tributary.simulators.kit.SimPerson.idOf(name);
  }

  /** Returns the simulator's ground truth of one local day. */
  JsonObject truth(String name, LocalDate day) {
    JsonObject answer = controlled("people/" + idOf(name) + "/truth?start=" + day + "&end=" + day);
    return answer.getJsonArray("days").getJsonObject(0);
  }

  static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  @Override
  public void close() {
    if (hook != null) {
      hook.close();
    }
    sim.close().await();
    vertx.close().await();
  }
}
