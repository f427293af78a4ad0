package io.tributary.provider;

import static io.tributary.harness.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.harness.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Users of every provider at once, of which one hangs and one refuses every call: the others have
 * their data while the first still hangs, and no provider ever gets more calls than it allows.
 *
 * <p>All rows of {@link ProviderCases#ALL} whose history is asked for and answered take part. In
 * the suite there are few connections; {@code scripts/provider-drill --connections 1000} has as
 * many as are asked for.
 */
class TenProvidersTest {
  private static final String HANGING = "whoop_v2";
  private static final String REFUSING = "strava";

  /** More than one provider has places, or those that hang would take nothing from the others. */
  private static final int MANY = 12;

  /** No more than quotas of a minute let through at once. */
  private static final int FEW = 3;

  private static final int DAYS = 2;
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  /** A pull that is not to begin yet. */
  private static final String HOLD =
      """
      create function hold_pull() returns trigger language plpgsql as $$
      begin
        new.due_at := now() + interval '1 day';
        return new;
      end $$
      """;

  private final Duration limit = Duration.ofSeconds(Integer.getInteger("drill.limit.seconds", 120));
  private final Map<String, CasesCloud> clouds = new LinkedHashMap<>();
  private TestNode node;

  private void start() {
    Map<String, String> settings = new TreeMap<>();
    ProviderCases.ALL.forEach(
        (slug, cases) -> {
          CasesSpec spec = specOf(cases);
          if (spec.offers(ProviderCases.Case.HISTORY) && spec.daysTold.isEmpty()) {
            CasesCloud cloud = CasesCloud.withQuotas(spec, DAYS + 2);
            clouds.put(slug, cloud);
            settings.putAll(cloud.settings());
          }
        });
    settings.put("TRIBUTARY_PROVIDERS_" + HANGING.toUpperCase(Locale.ROOT) + "_CALL_TIMEOUT", "1h");
    settings.put("TRIBUTARY_PULL_MAX_DAYS", Integer.toString(DAYS));
    settings.put("TRIBUTARY_PULL_CLAIM_EVERY", "200ms");
    settings.put("TRIBUTARY_USERS_SANDBOX_LIMIT", "100000");
    node = CasesNode.start(settings);
  }

  private static CasesSpec specOf(Class<? extends ProviderCases> row) {
    try {
      return row.getDeclaredConstructor().newInstance().spec();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void stop() {
    if (node != null) {
      node.close();
    }
    clouds.values().forEach(CasesCloud::close);
  }

  private void script(String slug, String name) {
    clouds.get(slug).control("script", new JsonObject().put("name", name));
  }

  /** How many users the provider has. */
  private int users(String slug) {
    Integer all = Integer.getInteger("drill.connections");
    if (all != null) {
      return Math.ceilDiv(all, clouds.size());
    }
    return Set.of(HANGING, REFUSING).contains(slug) ? MANY : FEW;
  }

  private int held(String slug) {
    return clouds.get(slug).controlled("faults").getInteger("hanging");
  }

  /** Everybody links; what they have is not asked for before all have. */
  private void link() {
    node.db().query(HOLD);
    node.db()
        .query(
            "create trigger hold_pull before insert on pull_job for each row"
                + " execute function hold_pull()");
    Map<String, CasesNode> nodes = new LinkedHashMap<>();
    clouds.forEach((slug, cloud) -> nodes.put(slug, new CasesNode(cloud, node)));
    int most = nodes.keySet().stream().mapToInt(this::users).max().orElseThrow();
    // In turn: links ask providers as well, and nobody paces people.
    for (int i = 0; i < most; i++) {
      for (Map.Entry<String, CasesNode> n : nodes.entrySet()) {
        if (i < users(n.getKey())) {
          clouds.get(n.getKey()).person("ten-" + i, BERLIN);
          n.getValue().linked("ten-" + i);
        }
      }
    }
    node.db().query("drop trigger hold_pull on pull_job");
  }

  private void begin() {
    node.db()
        .tx(
            tx -> {
              tx.update("update pull_job set due_at = now()");
              tx.wakeAfterCommit("pull");
              return null;
            });
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

  private void noQuotaIsExceeded(String slug, CasesCloud cloud) {
    JsonArray quotas = cloud.controlled("requests").getJsonArray("quotas");
    for (int i = 0; i < quotas.size(); i++) {
      assertFalse(quotas.getJsonObject(i).getBoolean("exceeded"), slug + " " + quotas);
    }
  }

  @Test
  void oneThatHangsAndOneThatRefusesKeepNobodyElsesData() {
    start();
    link();
    script(HANGING, "hang");
    script(REFUSING, "storm_429");
    begin();
    eventually(limit, () -> assertTrue(held(HANGING) > 0, "nothing hangs"));
    for (String slug : clouds.keySet()) {
      if (!Set.of(HANGING, REFUSING).contains(slug)) {
        eventually(limit, () -> assertEquals(users(slug), served(slug), () -> slug + pulls(slug)));
      }
    }
    assertTrue(held(HANGING) > 0, "it should still hang");
    assertEquals(0, served(HANGING));
    assertEquals(0, served(REFUSING));
    JsonObject statuses = clouds.get(REFUSING).controlled("requests").getJsonObject("statuses");
    assertTrue(statuses.getInteger("429", 0) > 0);
    // What was held is answered, and those users have their data too.
    clouds.get(HANGING).noFaults();
    eventually(limit, () -> assertEquals(users(HANGING), served(HANGING), HANGING));
    assertEquals(0, count("select count(*) from connection where status <> 'connected'"), "ended");
    clouds.forEach(this::noQuotaIsExceeded);
  }

  /** How the pulls of a provider stand, for who has to look why. */
  private String pulls(String slug) {
    StringBuilder out = new StringBuilder();
    node.db()
        .query(
            "select resource, status, count(*) as n, sum((days <> '{}')::int) as full"
                + " from historical_pull where provider = $1 group by 1, 2 order by 1, 2",
            slug)
        .forEach(r -> out.append(' ').append(r.toJson()));
    return out.toString();
  }
}
