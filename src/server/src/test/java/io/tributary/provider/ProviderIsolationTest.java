package io.tributary.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Users of every provider at once, of which one hangs and one rejects every call. The other users
 * get their data while the first still hangs, and no provider gets more calls than its quota.
 *
 * <p>All rows of {@link ProviderTestSuite#ALL} with a pollable history take part. The test suite
 * uses few connections; {@code scripts/resilience-test provider --connections 1000} uses as many as
 * requested.
 */
class ProviderIsolationTest {
  private static final String HANGING = "whoop_v2";
  private static final String REFUSING = "strava";
  private static final Set<String> STUCK = Set.of(HANGING, REFUSING);

  /**
   * More than the slots of one provider, because otherwise hanging calls would take no slots from
   * the others.
   */
  private static final int USERS_OF_FAILING_PROVIDER = 12;

  /** Few enough for quotas of a minute to admit at once. */
  private static final int USERS_OF_WORKING_PROVIDER = 3;

  private static final int DAYS = Integer.getInteger("drill.days", 2);
  private static final Duration REPORT_INTERVAL = Duration.ofSeconds(15);
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  /** Trigger that delays the start of a pull. */
  private static final String HOLD =
      """
      create function hold_pull() returns trigger language plpgsql as $$
      begin
        new.due_at := now() + interval '1 day';
        return new;
      end $$
      """;

  /** Delay between the people of a drill, because links call the provider too. */
  private static final Duration LINK_INTERVAL = Duration.ofMillis(2500);

  /** Retry delay after the provider's quota is exhausted. */
  private static final Duration RETRY_DELAY = Duration.ofSeconds(15);

  private static final Integer CONNECTIONS = Integer.getInteger("drill.connections");

  private static final int MAX_ATTEMPTS = CONNECTIONS == null ? 1 : 40;

  private final Duration limit = Duration.ofSeconds(Integer.getInteger("drill.limit.seconds", 120));
  private final Duration pause = Duration.ofMillis(CONNECTIONS == null ? 20 : 1000);
  private final Map<String, SimulatedVendorCloud> clouds = new LinkedHashMap<>();
  private final long started = System.nanoTime();
  private TestNode node;

  private void start() {
    Map<String, String> settings = new TreeMap<>();
    ProviderTestSuite.ALL.forEach(
        (slug, cases) -> {
          ProviderTestSpec spec = specOf(cases);
          if (takesPart(slug)
              && spec.offers(ProviderTestSuite.ProviderCase.HISTORY)
              && spec.daySender.isEmpty()) {
            SimulatedVendorCloud cloud = SimulatedVendorCloud.withQuotas(spec, DAYS + 2);
            clouds.put(slug, cloud);
            settings.putAll(cloud.settings());
          }
        });
    settings.put(
        "TRIBUTARY_PROVIDERS_" + HANGING.toUpperCase(Locale.ROOT) + "_REQUEST_TIMEOUT", "1h");
    settings.put("TRIBUTARY_PULL_MAX_DAYS", Integer.toString(DAYS));
    settings.put("TRIBUTARY_PULL_CLAIM_INTERVAL", "200ms");
    settings.put("TRIBUTARY_USERS_SANDBOX_LIMIT", "100000");
    node = ProviderTestNode.start(settings);
  }

  /**
   * Returns whether the provider takes part: all, or those that a drill names, beside the one that
   * hangs and the one that rejects.
   */
  private static boolean takesPart(String slug) {
    String named = System.getProperty("drill.providers", "");
    return named.isEmpty() || Set.of(named.split(",")).contains(slug) || STUCK.contains(slug);
  }

  private static ProviderTestSpec specOf(Class<? extends ProviderTestSuite> row) {
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
    clouds.values().forEach(SimulatedVendorCloud::close);
  }

  private void script(String slug, String name) {
    clouds.get(slug).control("script", new JsonObject().put("name", name));
  }

  /** Returns the number of users of the provider. */
  private int users(String slug) {
    if (CONNECTIONS != null) {
      return Math.ceilDiv(CONNECTIONS, clouds.size());
    }
    return STUCK.contains(slug) ? USERS_OF_FAILING_PROVIDER : USERS_OF_WORKING_PROVIDER;
  }

  private int held(String slug) {
    return clouds.get(slug).controlled("faults").getInteger("hanging");
  }

  /** Links all users and holds back their pulls until every link is complete. */
  private void linkAndHold(Set<String> slugs) {
    node.db().query(HOLD);
    node.db()
        .query(
            "create trigger hold_pull before insert on pull_job for each row"
                + " execute function hold_pull()");
    link(slugs);
    node.db().query("drop trigger hold_pull on pull_job");
  }

  private void link(Set<String> slugs) {
    List<Future<?>> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      slugs.forEach(slug -> all.add(threads.submit(() -> link(slug, clouds.get(slug)))));
    }
    for (Future<?> one : all) {
      try {
        one.get();
      } catch (Exception e) {
        throw new AssertionError(e.getCause());
      }
    }
  }

  private Void link(String slug, SimulatedVendorCloud cloud) throws InterruptedException {
    ProviderTestNode links = new ProviderTestNode(cloud, node);
    Duration pace = CONNECTIONS == null ? Duration.ZERO : LINK_INTERVAL;
    long next = System.nanoTime();
    for (int i = 0; i < users(slug); i++) {
      cloud.person("ten-" + i, BERLIN);
      String user = links.user();
      for (int tries = 1; !links.grant(links.token(user), "ten-" + i).equals("success"); tries++) {
        assertTrue(tries < MAX_ATTEMPTS, () -> slug + " lets nobody link");
        Thread.sleep(RETRY_DELAY);
      }
      next += pace.dividedBy(STUCK.contains(slug) ? 3 : 1).toNanos();
      Thread.sleep(Duration.ofNanos(Math.max(0, next - System.nanoTime())));
    }
    return null;
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

  /** Returns the number of users with data whose pulls all succeeded. */
  private long served(String slug) {
    return count(
        "select count(*) from (select user_id from historical_pull where provider = $1"
            + " group by user_id having bool_and(status = 'success') and bool_or(days <> '{}')) u",
        slug);
  }

  private void assertQuotasKept(String slug, SimulatedVendorCloud cloud) {
    JsonArray quotas = cloud.controlled("requests").getJsonArray("quotas");
    for (int i = 0; i < quotas.size(); i++) {
      assertFalse(quotas.getJsonObject(i).getBoolean("exceeded"), slug + " " + quotas);
    }
  }

  @Test
  void oneThatHangsAndOneThatRefusesKeepNobodyElsesData() {
    start();
    linkAndHold(STUCK);
    script(HANGING, "hang");
    script(REFUSING, "storm_429");
    begin();
    awaitCheck(() -> assertTrue(held(HANGING) > 0, "nothing hangs"));
    printProgress("one hangs, one refuses");
    Set<String> others = new TreeSet<>(clouds.keySet());
    others.removeAll(STUCK);
    link(others);
    printProgress("all others are linked");
    for (String slug : others) {
      awaitCheck(() -> assertEquals(users(slug), served(slug), slug));
    }
    printProgress("all others are served");
    assertTrue(held(HANGING) > 0, "it should still hang");
    assertEquals(0, served(HANGING));
    assertEquals(0, served(REFUSING));
    JsonObject statuses = clouds.get(REFUSING).controlled("requests").getJsonObject("statuses");
    assertTrue(statuses.getInteger("429", 0) > 0);
    // The held calls are answered, and those users get their data too.
    clouds.get(HANGING).clearFaults();
    awaitCheck(() -> assertEquals(users(HANGING), served(HANGING), HANGING));
    printProgress("all are served");
    assertEquals(0, count("select count(*) from connection where status <> 'connected'"), "ended");
    clouds.forEach(this::assertQuotasKept);
  }

  /** Polls less often in a drill, because counting the rows takes time from the pulls. */
  private void awaitCheck(Runnable check) {
    long last = System.nanoTime();
    for (long end = last + limit.toNanos(); ; ) {
      try {
        check.run();
        return;
      } catch (AssertionError e) {
        if (System.nanoTime() > end) {
          throw new AssertionError(e.getMessage() + state(), e);
        }
      }
      if (System.nanoTime() - last > REPORT_INTERVAL.toNanos()) {
        last = System.nanoTime();
        printProgress("");
      }
      try {
        Thread.sleep(pause);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Prints the progress of a drill: served users and counted requests of each provider. */
  private void printProgress(String what) {
    if (CONNECTIONS != null) {
      System.out.println((System.nanoTime() - started) / 1_000_000_000 + " s " + what + state());
    }
  }

  private String state() {
    StringBuilder out = new StringBuilder();
    clouds.forEach(
        (slug, cloud) -> {
          JsonObject requests = cloud.controlled("requests");
          out.append("\n  ")
              .append(slug)
              .append(" served=")
              .append(served(slug))
              .append(" of=")
              .append(users(slug))
              .append(" requests=")
              .append(requests.getInteger("total"))
              .append(" refused=")
              .append(requests.getInteger("too_many"));
          requests
              .getJsonArray("quotas")
              .forEach(
                  q ->
                      out.append(" most=")
                          .append(((JsonObject) q).getInteger("most"))
                          .append(" of ")
                          .append(((JsonObject) q).getString("limit")));
        });
    return out.toString();
  }
}
