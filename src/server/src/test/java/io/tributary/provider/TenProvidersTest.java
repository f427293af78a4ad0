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
  private static final Set<String> STUCK = Set.of(HANGING, REFUSING);

  /** More than one provider has places, or those that hang would take nothing from the others. */
  private static final int MANY = 12;

  /** No more than quotas of a minute let through at once. */
  private static final int FEW = 3;

  private static final int DAYS = Integer.getInteger("drill.days", 2);
  private static final Duration TELL_EVERY = Duration.ofSeconds(15);
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

  /** People of a drill come one after another: links ask providers as well. */
  private static final Duration PACE = Duration.ofMillis(2500);

  /** Who is told that the provider has no calls left tries again after a while. */
  private static final Duration COME_AGAIN = Duration.ofSeconds(15);

  private static final Integer CONNECTIONS = Integer.getInteger("drill.connections");

  private static final int MOST_TRIES = CONNECTIONS == null ? 1 : 40;

  private final Duration limit = Duration.ofSeconds(Integer.getInteger("drill.limit.seconds", 120));
  private final Duration pause = Duration.ofMillis(CONNECTIONS == null ? 20 : 1000);
  private final Map<String, CasesCloud> clouds = new LinkedHashMap<>();
  private final long started = System.nanoTime();
  private TestNode node;

  private void start() {
    Map<String, String> settings = new TreeMap<>();
    ProviderCases.ALL.forEach(
        (slug, cases) -> {
          CasesSpec spec = specOf(cases);
          if (chosen(slug) && spec.offers(ProviderCases.Case.HISTORY) && spec.daysTold.isEmpty()) {
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

  /** All, or those that a drill names, beside the one that hangs and the one that refuses. */
  private static boolean chosen(String slug) {
    String named = System.getProperty("drill.providers", "");
    return named.isEmpty() || Set.of(named.split(",")).contains(slug) || STUCK.contains(slug);
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
    if (CONNECTIONS != null) {
      return Math.ceilDiv(CONNECTIONS, clouds.size());
    }
    return STUCK.contains(slug) ? MANY : FEW;
  }

  private int held(String slug) {
    return clouds.get(slug).controlled("faults").getInteger("hanging");
  }

  /** What these people have is not asked for before all have linked. */
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

  private Void link(String slug, CasesCloud cloud) throws InterruptedException {
    CasesNode links = new CasesNode(cloud, node);
    Duration pace = CONNECTIONS == null ? Duration.ZERO : PACE;
    long next = System.nanoTime();
    for (int i = 0; i < users(slug); i++) {
      cloud.person("ten-" + i, BERLIN);
      String user = links.user();
      for (int tries = 1; !links.grant(links.token(user), "ten-" + i).equals("success"); tries++) {
        assertTrue(tries < MOST_TRIES, () -> slug + " lets nobody link");
        Thread.sleep(COME_AGAIN);
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
    linkAndHold(STUCK);
    script(HANGING, "hang");
    script(REFUSING, "storm_429");
    begin();
    until(() -> assertTrue(held(HANGING) > 0, "nothing hangs"));
    tell("one hangs, one refuses");
    Set<String> others = new TreeSet<>(clouds.keySet());
    others.removeAll(STUCK);
    link(others);
    tell("all others are linked");
    for (String slug : others) {
      until(() -> assertEquals(users(slug), served(slug), slug));
    }
    tell("all others are served");
    assertTrue(held(HANGING) > 0, "it should still hang");
    assertEquals(0, served(HANGING));
    assertEquals(0, served(REFUSING));
    JsonObject statuses = clouds.get(REFUSING).controlled("requests").getJsonObject("statuses");
    assertTrue(statuses.getInteger("429", 0) > 0);
    // What was held is answered, and those users have their data too.
    clouds.get(HANGING).noFaults();
    until(() -> assertEquals(users(HANGING), served(HANGING), HANGING));
    tell("all are served");
    assertEquals(0, count("select count(*) from connection where status <> 'connected'"), "ended");
    clouds.forEach(this::noQuotaIsExceeded);
  }

  /** Looks less often in a drill: counting so many rows takes its time from those who pull. */
  private void until(Runnable check) {
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
      if (System.nanoTime() - last > TELL_EVERY.toNanos()) {
        last = System.nanoTime();
        tell("");
      }
      try {
        Thread.sleep(pause);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** How far a drill is: of each provider the users who are served and the requests counted. */
  private void tell(String what) {
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
