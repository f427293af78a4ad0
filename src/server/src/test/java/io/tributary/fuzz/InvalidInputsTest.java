package io.tributary.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Sends every operation of the API document with every kind of invalid input.
 *
 * <p>The service must not fail, hang, return an error in the wrong format, reveal data of other
 * tenants or store anything. Errors that are the same everywhere (paths, queries, headers) are
 * divided among operations: each one gets a third. With {@code -Dfuzz.whole=true} each operation
 * gets all of them, which takes three times as long. The result table is written to {@code target}.
 */
class InvalidInputsTest {
  private static final int SHARES = Boolean.getBoolean("fuzz.whole") ? 1 : 3;

  private FuzzEnvironment env;
  private FuzzRequestRunner runner;
  private List<ApiOperation> ops;

  @Test
  void nothingThatACallerSendsBreaksTheService() throws IOException {
    try (FuzzEnvironment world =
        new FuzzEnvironment(
            "TRIBUTARY_CONTINUOUS_QUERY_DEFAULT_INTERVAL", "0s",
            "TRIBUTARY_CONTINUOUS_QUERY_CACHE_TTL", "50ms",
            "TRIBUTARY_CONTINUOUS_QUERY_CLAIM_INTERVAL", "100ms",
            "TRIBUTARY_USERS_SANDBOX_LIMIT", "10000",
            // A machine that is busy with other tests must not look like an unavailable database.
            "TRIBUTARY_DB_CONNECT_TIMEOUT", "20s",
            "TRIBUTARY_PROVENANCE_PAGE_SIZE", "1")) {
      env = world;
      runner = new FuzzRequestRunner(env.node);
      ops =
          ApiOperation.of(env.node.send("GET", "/openapi.json", null, Map.of()).expect(200).json());
      enableAllFeatures();
      sendAll();
      String report = runner.report();
      List<String> changed = tablesChangedByRejected();
      Files.writeString(Path.of("target", "bad-inputs.md"), report);
      System.out.println("BadInputsTest: " + runner.sent.get() + " requests");
      Files.writeString(
          Path.of("target", "bad-inputs-faults.txt"), String.join("\n", runner.faults));
      assertTrue(
          runner.faults.isEmpty(),
          () ->
              runner.faults.size()
                  + " faults:\n"
                  + String.join("\n", runner.faults.stream().limit(200).toList()));
      assertEquals(List.of(), changed);
      runner.close();
    }
  }

  /**
   * Enables all team features, because otherwise their calls would only report the disabled
   * feature.
   */
  private void enableAllFeatures() {
    env.node
        .callManagement(
            "PATCH",
            "/v1/org/" + env.node.first().org() + "/team/" + env.own.team,
            "{\"sandbox\":{\"link_migration\":true,\"provider_raw_data\":true,"
                + "\"compendium_search\":true,\"psc_scheduling\":true,"
                + "\"sonora_scheduling\":true,\"pre_requisition_scheduling\":true}}")
        .expect(200);
    env.node
        .callManagement(
            "POST",
            "/v1/org/" + env.node.first().org() + "/team_custom_credentials/sandbox/us",
            "{\"team_id\":\"%s\",\"provider\":\"oura\",\"client_id\":\"i\",\"client_secret\":\"s\"}"
                .formatted(env.own.team))
        .expect(200);
    env.node
        .callManagement(
            "PUT",
            "/v1/org/" + env.node.first().org() + "/team/" + env.own.team + "/sandbox/event_log",
            "{\"enabled\":true}")
        .expect(200);
  }

  private void sendAll() {
    ValidRequests good = new ValidRequests(env);
    UnauthorizedRequests strangers = new UnauthorizedRequests(env, good);
    MalformedRequests malformed = new MalformedRequests(good);
    List<FuzzRequest> hits = new ArrayList<>();
    for (ApiOperation op : ops) {
      strangers.addForeignIds(op, hits);
      strangers.addCallers(op, hits);
    }
    runner.sendAll(hits);
    hits.clear();
    new CursorRequests(env, good, runner, ops).addAll(hits);
    runner.sendAll(hits);
    hits.clear();
    for (ApiOperation op : ops) {
      if (isRepresented(op)) {
        malformed.ranges(op, hits);
        continue;
      }
      List<FuzzRequest> alike = new ArrayList<>();
      malformed.paths(op, alike);
      malformed.queries(op, alike);
      malformed.headers(op, alike);
      for (int i = ops.indexOf(op) % SHARES; i < alike.size(); i += SHARES) {
        hits.add(alike.get(i));
      }
      malformed.bodies(op, hits);
    }
    malformed.files(ops, hits);
    runner.sendAll(hits);
  }

  /**
   * Resends the rejected requests and returns the tables that changed. A request that is accepted
   * by now because of earlier accepted ones is excluded from the next run.
   */
  private List<String> tablesChangedByRejected() {
    while (true) {
      List<FuzzRequest> again = List.copyOf(runner.rejected);
      runner.rejected.clear();
      awaitIdle();
      Map<String, String> before = env.tableFingerprints();
      runner.sendAll(again);
      awaitIdle();
      Map<String, String> after = env.tableFingerprints();
      if (runner.rejected.size() == again.size()) {
        List<String> changed = new ArrayList<>();
        before.forEach(
            (table, hash) -> {
              if (!hash.equals(after.get(table))) {
                changed.add(table + ": " + hash + " -> " + after.get(table));
              }
            });
        return changed;
      }
    }
  }

  /** Waits until accepted work is finished. */
  private void awaitIdle() {
    Map<String, String>[] last = new Map[] {env.tableFingerprints()};
    long[] since = {System.nanoTime()};
    Eventually.eventually(
        Duration.ofSeconds(60),
        () -> {
          Map<String, String> now = env.tableFingerprints();
          if (!now.equals(last[0])) {
            last[0] = now;
            since[0] = System.nanoTime();
          }
          assertTrue(System.nanoTime() - since[0] > 1_000_000_000L);
        });
  }

  /** Timeseries reads share their code, so a few stand for all. */
  private static boolean isRepresented(ApiOperation op) {
    return op.path().startsWith("/v2/timeseries/{user_id}/")
        && op.method().equals("GET")
        && !op.path()
            .matches(".*/(heartrate|steps|note|hypnogram|blood_pressure|cholesterol)(/grouped)?");
  }
}
