package io.tributary;

import static io.tributary.harness.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.ConfigLoader;
import io.tributary.config.ServiceConfig;
import io.tributary.event.Outbox;
import io.tributary.harness.TestNode;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Json;
import io.tributary.provider.Adapters;
import io.tributary.provider.ProviderCatalog;
import io.tributary.pull.HistoricalStage;
import io.tributary.simulator.kit.Issued;
import io.tributary.simulator.kit.Sim;
import io.tributary.simulator.kit.SimOptions;
import io.tributary.simulator.kit.SimVendor;
import io.tributary.simulator.oura.OuraSimulator;
import io.tributary.simulator.strava.StravaVendor;
import io.tributary.simulator.whoop.WhoopVendor;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.WebClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Users of many providers at once, of which one hangs and one refuses every call: the others have
 * their data while the first still hangs, and no provider ever gets more calls than it allows.
 *
 * <p>There is one connection after another for each of the vendors below, which are those that have
 * both an adapter and a simulator; a new one is one more line. In the suite there are few
 * connections; {@code scripts/provider-drill --connections 1000} has as many as are asked for.
 */
class TenProvidersTest {
  /** The first one hangs, the second one answers 429 to all. */
  private static final List<Supplier<SimVendor>> VENDORS =
      List.of(WhoopVendor::new, StravaVendor::new, OuraSimulator::vendor);

  /** More than one provider has places, or those that hang would take nothing from the others. */
  private static final int FEW = 12;

  private static final int DAYS = 2;

  private final int each =
      (int)
          Math.ceilDiv(
              Integer.getInteger("drill.connections", FEW * VENDORS.size()), VENDORS.size());
  private final Duration limit = Duration.ofSeconds(Integer.getInteger("drill.limit.seconds", 120));

  private final Vertx vertx = Vertx.vertx();
  private final WebClient web = WebClient.create(vertx);
  private final Map<String, Sim> sims = new LinkedHashMap<>();
  private TestNode node;
  private HistoricalStage stage;

  private void start() throws Exception {
    Map<String, String> env = new HashMap<>();
    for (Supplier<SimVendor> v : VENDORS) {
      SimVendor vendor = v.get();
      Sim sim =
          Sim.start(vertx, vendor, SimOptions.defaults().withPort(0).withDays(DAYS + 2)).await();
      sims.put(vendor.slug(), sim);
      env.putAll(sim.settings());
    }
    env.put(
        "TRIBUTARY_PROVIDERS_"
            + slugs().getFirst().toUpperCase(java.util.Locale.ROOT)
            + "_CALL_TIMEOUT",
        "1h");
    env.put("TRIBUTARY_PULL_MAX_DAYS", Integer.toString(DAYS));
    env.put("TRIBUTARY_PULL_CLAIM_EVERY", "200ms");
    List<String> pairs = new ArrayList<>();
    env.forEach((name, value) -> pairs.addAll(List.of(name, value)));
    node = TestNode.start(pairs.toArray(String[]::new));
    ServiceConfig config = ConfigLoader.load(Path.of("src/test/resources/no-conf"), env);
    Adapters adapters = InstalledProviders.adapters(vertx, config, ProviderCatalog.load(() -> ""));
    stage = new HistoricalStage(adapters, new Outbox(), config.pull(), "test");
  }

  @AfterEach
  void stop() {
    if (node != null) {
      node.close();
    }
    sims.values().forEach(s -> s.close().await());
    vertx.close().await();
  }

  private List<String> slugs() {
    return List.copyOf(sims.keySet());
  }

  private void script(String slug, String name) {
    var answer =
        web.postAbs(sims.get(slug).baseUrl() + "/control/script")
            .sendJsonObject(new JsonObject().put("name", name))
            .await();
    assertEquals(2, answer.statusCode() / 100, answer::bodyAsString);
  }

  private JsonObject told(String slug, String what) {
    return web.getAbs(sims.get(slug).baseUrl() + "/control/" + what)
        .send()
        .await()
        .bodyAsJsonObject();
  }

  private int held(String slug) {
    return told(slug, "faults").getInteger("hanging");
  }

  /** A user with a grant of its own, whose history is wanted. */
  private void connect(String slug, int number) {
    record Granted(Issued issued, List<String> scopes) {}
    Granted g =
        sims.get(slug)
            .in(
                w -> {
                  var scopes = w.vendor().oauth().orElseThrow().scopes();
                  var person = w.people().named("ten-" + number);
                  return new Granted(
                      w.grants().open(w.options().app(), person, scopes), List.copyOf(scopes));
                })
            .await();
    UUID user =
        UUID.fromString(
            node.post("/v2/user", Json.text(Map.of("client_user_id", slug + "-" + number)))
                .expect(200)
                .json()
                .get("user_id")
                .textValue());
    UUID id = Ids.uuid();
    Optional<String> refresh = g.issued().refreshToken();
    node.db()
        .query(
            "insert into connection (id, user_id, team_id, environment, provider, status, app_id,"
                + " external_user_id, scopes_granted, access_token_encrypted,"
                + " refresh_token_encrypted, token_expires_at)"
                + " values ($1, $2, $3, 'sandbox', $4, 'connected', $5, $6, $7, $8, $9, $10)",
            id,
            user,
            node.tenant().team(),
            slug,
            Ids.NIL,
            g.issued().person().id(),
            g.scopes().toArray(String[]::new),
            node.secrets().seal(g.issued().accessToken(), id.toString()),
            refresh.map(r -> node.secrets().seal(r, id.toString())).orElse(null),
            Instant.now().plus(g.issued().life()));
    node.db().tx(tx -> stage.schedule(tx, id, null));
  }

  private long count(String sql, Object... args) {
    return node.db().query(sql, args).iterator().next().getLong(0);
  }

  /** Users of the provider whose every pull has ended well and who have data. */
  private long served(String slug) {
    return count(
        "select count(*) from (select user_id from historical_pull where provider = $1"
            + " group by user_id having bool_and(status = 'success') and bool_or(days <> '{}')) u",
        slug);
  }

  private void noQuotaIsExceeded(String slug) {
    JsonArray quotas = told(slug, "requests").getJsonArray("quotas");
    assertFalse(quotas.isEmpty(), slug);
    for (int i = 0; i < quotas.size(); i++) {
      assertFalse(quotas.getJsonObject(i).getBoolean("exceeded"), slug + " " + quotas);
    }
  }

  @Test
  void oneThatHangsAndOneThatRefusesKeepNobodyElsesData() throws Exception {
    start();
    String hanging = slugs().getFirst();
    String refusing = slugs().get(1);
    List<String> others = slugs().subList(2, slugs().size());
    script(hanging, "hang");
    script(refusing, "storm_429");
    for (int i = 0; i < each; i++) {
      for (String slug : slugs()) {
        connect(slug, i);
      }
    }
    eventually(limit, () -> assertTrue(held(hanging) > 0, "nothing hangs"));
    for (String slug : others) {
      eventually(limit, () -> assertEquals(each, served(slug), slug));
    }
    assertTrue(held(hanging) > 0, "it should still hang");
    assertEquals(0, served(hanging));
    assertEquals(0, served(refusing));
    assertTrue(told(refusing, "requests").getJsonObject("statuses").getInteger("429", 0) > 0);
    // What was held is answered, and those users have their data too.
    web.deleteAbs(sims.get(hanging).baseUrl() + "/control/script/hang").send().await();
    eventually(limit, () -> assertEquals(each, served(hanging), hanging));
    assertEquals(0, count("select count(*) from connection where status <> 'connected'"), "ended");
    slugs().forEach(this::noQuotaIsExceeded);
  }
}
