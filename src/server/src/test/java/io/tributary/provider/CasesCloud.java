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

/** A vendor's cloud, and the adapter that is led there. */
final class CasesCloud implements AutoCloseable {
  /** More than all cells together ask for: quotas have tests of their own. */
  private static final int CALLS = 1_000_000;

  /** As RFC 7636 wants it. */
  private static final String VERIFIER = "v".repeat(64);

  /** Of everybody who signs in with one. */
  static final String PASSWORD = "right";

  final Vertx vertx = Vertx.vertx();
  final CasesSpec spec;
  private final boolean quotas;
  final Sim sim;
  final Adapter adapter;
  private final ProviderAppConfig config;
  private CasesHook hook;
  private final WebClient web =
      WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));

  CasesCloud(CasesSpec spec, int days) {
    this(spec, SimOptions.defaults().withDays(days));
  }

  CasesCloud(CasesSpec spec, SimOptions options) {
    this(spec, options.withRate(CALLS, Duration.ofMinutes(1)), false);
  }

  private CasesCloud(CasesSpec spec, SimOptions options, boolean quotas) {
    this.spec = spec;
    this.quotas = quotas;
    // A day in a drawer would fail whoever looks for its data, on some dates only.
    SimOptions worn = patient(spec, options).withTraits(Set.of(PersonTrait.ALWAYS_WORN));
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

  /** With the quotas that the vendor has published, on both sides. */
  static CasesCloud withQuotas(CasesSpec spec, int days) {
    return new CasesCloud(spec, SimOptions.defaults().withDays(days), true);
  }

  /** Who waits for all that is told waits for no second try of what was refused. */
  private static SimOptions patient(CasesSpec spec, SimOptions options) {
    return spec.daysTold.isPresent() ? options.withRetries(List.of()) : options;
  }

  /** The environment that leads a node, or an adapter, to this cloud. */
  Map<String, String> settings() {
    Map<String, String> all = new TreeMap<>(sim.settings());
    String begin = "TRIBUTARY_PROVIDERS_" + spec.slug.toUpperCase(Locale.ROOT) + "_";
    all.put(begin + "ENABLED", "true");
    all.put(begin + "NEW_LINKS", "true");
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
            config.authoriseUrl(),
            Optional.of(config.tokenUrl()).filter(url -> !url.isEmpty()),
            config.urls().entrySet().stream()
                .filter(e -> !e.getValue().isEmpty())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue))),
        "http://127.0.0.1:9/v2/link/connect/" + spec.slug,
        (com.fasterxml.jackson.databind.node.ObjectNode) Json.parse(spec.details.encode()));
  }

  /** Where the vendor sends a browser back to. */
  String back(String authoriseUrl, String sim) {
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

  static String agrees(String person) {
    return "&sim_decision=grant&sim_user=" + text(person);
  }

  /** The person agrees, the code is exchanged: an account of the adapter alone. */
  ProbeAccount account(String person, ZoneId zone) {
    if (!spec.traits.isEmpty()) {
      control("people", new JsonObject().put("name", person).put("traits", spec.traits));
    }
    if (adapter.login().isPresent()) {
      return signedIn(person, zone);
    }
    OAuth oauth = adapter.oauth().orElseThrow();
    List<String> asked = adapter.descriptor().defaultScopes();
    Map<String, String> back =
        query(
            back(
                oauth.authorizeUrl(
                    app(), new OAuth.Start("state-of-link", asked, VERIFIER, spec.region)),
                agrees(person)));
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

  /** The person types what the vendor asks for. */
  private ProbeAccount signedIn(String person, ZoneId zone) {
    PasswordLogin login = adapter.login().orElseThrow();
    String name = typed(person);
    PasswordLogin.Connected in =
        assertInstanceOf(
            PasswordLogin.Connected.class,
            login.login(app(), name, byEmail() ? "" : PASSWORD, spec.region));
    return probe(
        in.granted(),
        s -> adapter.renewer().map(r -> r.refresh(app(), s)).orElseGet(() -> again(login, in, s)),
        zone);
  }

  private ProbeAccount probe(
      OAuth.Granted granted, Function<OAuth.Session, OAuth.Tokens> renew, ZoneId zone) {
    ProbeAccount account = new ProbeAccount(app(), granted, renew);
    account.zone = zone;
    account.birthDate = LocalDate.parse("1985-05-05");
    return account;
  }

  private OAuth.Tokens again(PasswordLogin login, PasswordLogin.Connected in, OAuth.Session s) {
    PasswordLogin.Outcome outcome =
        login.renewSession(app(), in.storedLogin().orElseThrow(), s.state());
    return assertInstanceOf(PasswordLogin.Connected.class, outcome).granted().tokens();
  }

  /** Whether an e-mail address is all that is typed. */
  boolean byEmail() {
    return adapter.descriptor().auth() == AuthKind.EMAIL;
  }

  /** An account of the person, by the name that is typed. */
  String typed(String person) {
    String name = person.replace(' ', '.') + "@example.com";
    account(name, person, PASSWORD);
    return name;
  }

  private void account(String name, String person, String password) {
    control(
        "passwords",
        new JsonObject().put("login", name).put("name", person).put("password", password));
  }

  /** The person ends what was granted, in the way that this vendor has for it. */
  void withdraw(String person) {
    String name = person.replace(' ', '.') + "@example.com";
    if (byEmail()) {
      web.deleteAbs(sim.baseUrl() + "/control/passwords/" + name).send().await();
      return;
    }
    control("people/" + idOf(person) + "/revoke", new JsonObject());
    if (adapter.login().isPresent()) {
      account(name, person, "another");
    }
  }

  /** Everything that these days give, of all feeds that are polled. */
  NormalizedBatch read(ProbeAccount account, LocalDate first, LocalDate last) {
    if (spec.daysTold.isPresent()) {
      return told(account, spec.daysTold.get().apply(first, last));
    }
    List<NormalizedBatch> all = new ArrayList<>();
    for (Feed feed : adapter.descriptor().feeds()) {
      if (feed.poll() && !feed.resources().isEmpty()) {
        all.add(read(account, feed, first, last));
      }
    }
    return join(all);
  }

  /** What the vendor tells of is read as it is told. */
  private NormalizedBatch told(ProbeAccount account, JsonObject order) {
    if (hook == null) {
      hook = new CasesHook(this);
    }
    hook.enter(account);
    hook.forget();
    control("people/" + account.session().externalUserId().orElseThrow() + "/notify", order);
    told();
    return hook.read(account);
  }

  /** Waits until everything that the vendor has to tell is told. */
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

  void noFaults() {
    web.deleteAbs(sim.baseUrl() + "/control/faults").send().await();
  }

  /** The cloud does this to the next so many data calls. */
  void fault(JsonObject what, int count) {
    String path = sim.in(world -> world.vendor().dataPath()).await();
    control("faults", what.copy().put("path_prefix", path).put("count", count));
  }

  /** The vendor tells nobody any more. */
  void nobodyIsTold() {
    web.deleteAbs(sim.baseUrl() + "/control/" + spec.dashboard.orElseThrow()).send().await();
  }

  /** A person of this name in this zone. */
  String person(String name, ZoneId zone) {
    control(
        "people",
        new JsonObject().put("name", name).put("zone", zone.getId()).put("traits", spec.traits));
    return name;
  }

  String idOf(String name) {
    return io.tributary.simulators.kit.SimPerson.idOf(name);
  }

  /** What truly happened on one local day. */
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
