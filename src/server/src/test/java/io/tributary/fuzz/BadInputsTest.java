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
 * Every operation of the API document, with everything wrong that a caller can get wrong: no fault
 * of the service, no silence, errors in their shape, nothing of anybody else, and nothing stored.
 * Of what is wrong alike everywhere (paths, queries, headers) an operation gets a third, its
 * neighbours the others; with {@code -Dfuzz.whole=true} each gets all, in three times the time. The
 * table is left in target.
 */
class BadInputsTest {
  private static final int SHARES = Boolean.getBoolean("fuzz.whole") ? 1 : 3;

  private World w;
  private Shots shots;
  private List<Op> ops;

  @Test
  void nothingThatACallerSendsBreaksTheService() throws IOException {
    try (World world =
        new World(
            "TRIBUTARY_CONTINUOUS_DEFAULT_GAP", "0s",
            "TRIBUTARY_CONTINUOUS_KNOWN_FOR", "50ms",
            "TRIBUTARY_CONTINUOUS_CLAIM_EVERY", "100ms",
            "TRIBUTARY_USERS_SANDBOX_LIMIT", "10000",
            // A machine that is busy with other tests is no database that is away.
            "TRIBUTARY_DB_CONNECT_TIMEOUT", "20s",
            "TRIBUTARY_EXPLAIN_PAGE", "1")) {
      w = world;
      shots = new Shots(w.node);
      ops = Op.of(w.node.send("GET", "/openapi.json", null, Map.of()).expect(200).json());
      everythingOn();
      fireAll();
      String report = shots.report();
      List<String> changed = storedByRefused();
      Files.writeString(Path.of("target", "bad-inputs.md"), report);
      System.out.println("BadInputsTest: " + shots.sent.get() + " requests");
      Files.writeString(
          Path.of("target", "bad-inputs-faults.txt"), String.join("\n", shots.faults));
      assertTrue(
          shots.faults.isEmpty(),
          () ->
              shots.faults.size()
                  + " faults:\n"
                  + String.join("\n", shots.faults.stream().limit(200).toList()));
      assertEquals(List.of(), changed);
      shots.close();
    }
  }

  /** What teams may switch off is on, else its calls would only say so. */
  private void everythingOn() {
    w.node
        .manage(
            "PATCH",
            "/v1/org/" + w.node.first().org() + "/team/" + w.own.team,
            "{\"sandbox\":{\"link_migration\":true,\"provider_raw_data\":true,"
                + "\"compendium_search\":true,\"psc_scheduling\":true,"
                + "\"sonora_scheduling\":true,\"pre_requisition_scheduling\":true}}")
        .expect(200);
    w.node
        .manage(
            "POST",
            "/v1/org/" + w.node.first().org() + "/team_custom_credentials/sandbox/us",
            "{\"team_id\":\"%s\",\"provider\":\"oura\",\"client_id\":\"i\",\"client_secret\":\"s\"}"
                .formatted(w.own.team))
        .expect(200);
    w.node
        .manage(
            "PUT",
            "/v1/org/" + w.node.first().org() + "/team/" + w.own.team + "/sandbox/event_log",
            "{\"enabled\":true}")
        .expect(200);
  }

  private void fireAll() {
    Good good = new Good(w);
    Strangers strangers = new Strangers(w, good);
    Malformed malformed = new Malformed(good);
    List<Hit> hits = new ArrayList<>();
    for (Op op : ops) {
      strangers.foreign(op, hits);
      strangers.callers(op, hits);
    }
    shots.fire(hits);
    hits.clear();
    new Cursors(w, good, shots, ops).cursors(hits);
    shots.fire(hits);
    hits.clear();
    for (Op op : ops) {
      if (alike(op)) {
        malformed.ranges(op, hits);
        continue;
      }
      List<Hit> alike = new ArrayList<>();
      malformed.paths(op, alike);
      malformed.queries(op, alike);
      malformed.headers(op, alike);
      for (int i = ops.indexOf(op) % SHARES; i < alike.size(); i += SHARES) {
        hits.add(alike.get(i));
      }
      malformed.bodies(op, hits);
    }
    malformed.files(ops, hits);
    shots.fire(hits);
  }

  /**
   * Sends what was refused once more, and tells the tables that changed. What is taken by then,
   * because of what was taken before, is left out the next time.
   */
  private List<String> storedByRefused() {
    while (true) {
      List<Hit> again = List.copyOf(shots.refused);
      shots.refused.clear();
      quiet();
      Map<String, String> before = w.stored();
      shots.fire(again);
      quiet();
      Map<String, String> after = w.stored();
      if (shots.refused.size() == again.size()) {
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

  /** Until what was taken has been done. */
  private void quiet() {
    Map<String, String>[] last = new Map[] {w.stored()};
    long[] since = {System.nanoTime()};
    Eventually.eventually(
        Duration.ofSeconds(60),
        () -> {
          Map<String, String> now = w.stored();
          if (!now.equals(last[0])) {
            last[0] = now;
            since[0] = System.nanoTime();
          }
          assertTrue(System.nanoTime() - since[0] > 1_000_000_000L);
        });
  }

  /** The reads of the timeseries share their code: a few stand for all. */
  private static boolean alike(Op op) {
    return op.path().startsWith("/v2/timeseries/{user_id}/")
        && op.method().equals("GET")
        && !op.path()
            .matches(".*/(heartrate|steps|note|hypnogram|blood_pressure|cholesterol)(/grouped)?");
  }
}
