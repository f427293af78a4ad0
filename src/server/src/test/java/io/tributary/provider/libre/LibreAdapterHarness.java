package io.tributary.provider.libre;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.tributary.core.Ids;
import io.tributary.provider.Adapter;
import io.tributary.provider.AdapterHarness;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.PasswordLogin.Connected;
import io.tributary.provider.PasswordLogin.StoredLogin;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.TestAccount;
import io.tributary.simulators.kit.PasswordSim;
import io.tributary.simulators.libre.LibreVendor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** A LibreView adapter with its simulated cloud and accounts. */
final class LibreAdapterHarness extends AdapterHarness {
  private final WebClient web = WebClient.create(vertx);
  String client = "";
  String secret = "";

  private LibreAdapterHarness(LibreVendor vendor, Function<ProviderHttp, Adapter> adapter) {
    super(vendor, options(), adapter);
  }

  static LibreAdapterHarness patients() {
    return new LibreAdapterHarness(LibreVendor.forPatients(), LibreAdapter::patient);
  }

  static LibreAdapterHarness practice() {
    LibreAdapterHarness cloud =
        new LibreAdapterHarness(LibreVendor.forPractice(), LibreAdapter::practice);
    cloud.client = "tributary-sandbox";
    cloud.secret = "tributary-sandbox-secret";
    return cloud;
  }

  @Override
  public AppCredentials app() {
    Map<String, String> hosts = new TreeMap<>();
    for (String region : List.of("eu", "eu2", "us")) {
      hosts.put(region, sim.baseUrl() + "/region/" + region);
    }
    return new AppCredentials(
        Ids.DEFAULT_APP,
        adapter.descriptor().slug(),
        client,
        secret,
        new AppCredentials.Urls(sim.baseUrl(), "", Optional.empty(), hosts),
        "");
  }

  @Override
  protected String dataPath() {
    return "";
  }

  PasswordLogin login() {
    return adapter.login().orElseThrow();
  }

  PasswordLogin.Outcome second(PasswordLogin.Pending waits, String code) {
    return adapter.secondFactor().orElseThrow().complete(app(), waits.pending(), code);
  }

  String put(String name, boolean expired, String code, String region) {
    String email = name + "@example.com";
    sim.runOnEventLoop(
            w -> {
              w.passwords()
                  .put(new PasswordSim.Account(email, "right", name, expired, code, region));
              return email;
            })
        .await();
    return email;
  }

  PasswordLogin.Outcome login(String email, String password) {
    return login().login(app(), email, password, Optional.of("de"));
  }

  Connected in(String email) {
    return assertInstanceOf(Connected.class, login(email, "right"));
  }

  TestAccount account(Connected in) {
    StoredLogin kept = in.storedLogin().orElseThrow();
    return new TestAccount(
        app(),
        in.granted(),
        s ->
            assertInstanceOf(Connected.class, login().renewSession(app(), kept, s.state()))
                .granted()
                .tokens());
  }

  int attempts() {
    return sim.runOnEventLoop(w -> w.passwords().attempts()).await();
  }

  /** Returns the calls by path since the last query. */
  Map<String, Integer> calls() {
    JsonObject paths = requests(HttpMethod.GET).bodyAsJsonObject().getJsonObject("paths");
    requests(HttpMethod.DELETE);
    Map<String, Integer> out = new TreeMap<>();
    paths.forEach(e -> out.put(e.getKey(), (Integer) e.getValue()));
    return out;
  }

  private HttpResponse<Buffer> requests(HttpMethod method) {
    return web.requestAbs(method, sim.baseUrl() + "/control/requests").send().await();
  }

  /** Assigns the email address to this account. */
  void assignEmail(String email, String name) {
    control(
        "passwords",
        new JsonObject().put("login", email).put("password", "right").put("name", name));
  }
}
