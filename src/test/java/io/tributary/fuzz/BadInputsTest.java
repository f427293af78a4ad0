package io.tributary.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.Answer;
import io.tributary.harness.Eventually;
import io.tributary.kernel.Ids;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Every operation of the API document, with everything wrong that a caller can get wrong: no fault
 * of the service, no silence, errors in their shape, nothing of anybody else, and nothing stored.
 * The table is left in target.
 */
class BadInputsTest {
  private static final String RANGE = "start_date=2026-02-20";
  private static final long SEED = 20260321;
  private static final int MEMBERS = 60;

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
            "TRIBUTARY_EXPLAIN_PAGE", "1")) {
      w = world;
      shots = new Shots(w.node);
      ops = Op.of(w.node.send("GET", "/openapi.json", null, Map.of()).expect(200).json());
      w.node
          .manage(
              "PATCH",
              "/v1/org/" + w.node.first().org() + "/team/" + w.own.team,
              "{\"sandbox\":{\"link_migration\":true,\"provider_raw_data\":true}}")
          .expect(200);
      w.node
          .manage(
              "PUT",
              "/v1/org/" + w.node.first().org() + "/team/" + w.own.team + "/sandbox/event_log",
              "{\"enabled\":true}")
          .expect(200);
      List<Hit> hits = new ArrayList<>();
      for (Op op : ops) {
        foreign(op, hits);
        callers(op, hits);
      }
      shots.fire(hits);
      hits.clear();
      cursors(hits);
      shots.fire(hits);
      hits.clear();
      for (Op op : ops) {
        if (alike(op)) {
          ranges(op, hits);
          continue;
        }
        paths(op, hits);
        queries(op, hits);
        headers(op, hits);
        bodies(op, hits);
      }
      files(hits);
      shots.fire(hits);
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

  /** A request that the operation would take. */
  private Hit.Draft good(Op op) {
    Hit.Draft d = new Hit.Draft(op);
    for (Op.Parameter p : op.in("path")) {
      d.path.put(p.name(), pathValue(op, p.name()));
    }
    for (Op.Parameter p : op.in("query")) {
      String value = queryValue(op, p);
      if (value != null) {
        d.query.add(p.name() + "=" + value);
      }
    }
    if (op.management()) {
      d.headers.put("x-management-key", w.node.first().managementKey());
    } else if (op.team()) {
      d.headers.put("x-service-api-key", w.own.key);
    } else if (op.security().contains("linkToken")) {
      d.headers.put("x-service-link-token", "none.of.ours");
    }
    String body = body(op);
    if (body != null) {
      d.headers.put("content-type", "application/json");
      d.body = Wrong.bytes(body);
    } else if (op.id().equals("storeWorkoutFile")) {
      d.body = Wrong.bytes(World.GPX);
    } else if (op.id().equals("importAppleHealthExport")) {
      d.headers.put("content-type", "application/xml");
      d.body = Wrong.bytes(World.EXPORT);
    }
    return d;
  }

  private String body(Op op) {
    return op.id().equals("pushTimeseries")
        ? Bodies.TIMESERIES.get("heartrate")
        : Bodies.of(op.id(), w);
  }

  private String pathValue(Op op, String name) {
    // What would spoil the others is done to somebody else.
    if (name.equals("user_id") && ends(op)) {
      return w.own.user();
    }
    return switch (name) {
      case "environment", "env" -> "sandbox";
      case "region" -> "us";
      case "provider", "oauth_provider", "slug" ->
          op.path().contains("sdk_") || op.path().contains("manual") ? "apple_health_kit" : "oura";
      case "resource", "path" -> "heartrate";
      case "client_user_id" -> "nobody";
      case "event_type" -> "daily.data.sleep.created";
      case "query_id_or_slug" -> w.own.ids.get("slug");
      case "key_id" -> Ids.uuid().toString();
      case "query_id" ->
          op.method().equals("DELETE") ? Ids.uuid().toString() : w.own.ids.get("query_id");
      case "webhook_id" ->
          op.method().equals("DELETE") ? Ids.uuid().toString() : w.own.ids.get("webhook_id");
      default -> w.own.ids.get(name);
    };
  }

  private static boolean ends(Op op) {
    return op.method().equals("DELETE") || op.id().equals("deauthorise");
  }

  private String queryValue(Op op, Op.Parameter p) {
    return switch (p.name()) {
      case "start_date" -> "2026-02-20";
      case "timestamp" -> "2026-03-02T06:48:11Z";
      case "user_id" -> op.id().startsWith("undo") ? Ids.uuid().toString() : null;
      case "query_id" -> "u-";
      case "patient" -> w.own.user_id();
      case "api_key_id" -> Ids.uuid().toString();
      case "timeout" -> "5";
      default -> null;
    };
  }

  /** Ids of others: other teams', the other environment's, deleted and unknown ones. */
  private void foreign(Op op, List<Hit> out) {
    Map<String, Map<String, String>> others =
        Map.of(
            "other team", w.other.ids,
            "other environment", w.production.ids,
            "deleted", w.deleted.ids,
            "unknown", Map.of());
    Hit.Draft good = good(op);
    if (!op.team()) {
      return;
    }
    List<String> named =
        op.in("path").stream()
            .map(Op.Parameter::name)
            .filter(
                n -> w.own.ids.containsKey(n) && !n.equals("slug") || n.equals("query_id_or_slug"))
            .toList();
    others.forEach(
        (kind, ids) -> {
          for (String name : named) {
            String id =
                ids.getOrDefault(
                    name.equals("query_id_or_slug") ? "query_id" : name, Ids.uuid().toString());
            if (name.equals("team_id") && id.equals(w.own.team)) {
              continue;
            }
            out.add(good.with(name, id).hit("foreign id", kind + " " + name, 404));
          }
          // All ids of one other side, which would fit each other.
          if (named.size() > 1) {
            Hit.Draft all = good;
            for (String name : named) {
              all =
                  all.with(
                      name,
                      ids.getOrDefault(
                          name.equals("query_id_or_slug") ? "slug" : name, Ids.uuid().toString()));
            }
            out.add(all.hit("foreign id", kind + " all", 404));
          }
          String text = good.body == null ? "" : new String(good.body, StandardCharsets.UTF_8);
          if (text.contains(w.own.user_id())) {
            String id = ids.getOrDefault("user_id", Ids.uuid().toString());
            out.add(
                good.body(Wrong.bytes(text.replace(w.own.user_id(), id)))
                    .hit("foreign id", kind + " in the body", 404));
          }
          if (op.has("patient")) {
            out.add(
                good.asked("patient", ids.getOrDefault("user_id", Ids.uuid().toString()))
                    .hit("foreign id", kind + " patient", 404));
          }
          if (op.method().equals("GET")
              && op.in("query").stream().anyMatch(p -> p.name().equals("user_id"))) {
            out.add(
                good.asked("user_id", ids.getOrDefault("user_id", Ids.uuid().toString()))
                    .hit("foreign id", kind + " in the query", 200, 404));
          }
        });
  }

  /** No key, a wrong key, keys of the wrong kind, and a user's token. */
  private void callers(Op op, List<Hit> out) {
    if (!op.team() && !op.management()) {
      return;
    }
    Hit.Draft good = good(op);
    Hit.Draft none = good.header("x-service-api-key", null).header("x-management-key", null);
    String kind = "caller";
    out.add(none.hit(kind, "none", 401));
    out.add(none.header("x-service-api-key", "no").hit(kind, "unknown key", 401));
    out.add(none.header("x-management-key", "no").hit(kind, "unknown management key", 401));
    out.add(none.header("x-service-api-key", "k".repeat(9000)).hit(kind, "long key", 401, 431));
    out.add(none.header("authorization", "Bearer ").hit(kind, "empty bearer", 401));
    out.add(none.header("authorization", "Bearer x y").hit(kind, "odd bearer", 401));
    out.add(none.header("authorization", "Basic eDp5").hit(kind, "basic", 401));
    if (op.team()) {
      out.add(
          none.header("x-management-key", w.node.first().managementKey())
              .hit(kind, "management key", 401));
      boolean named = op.has("user_id") && !op.in("path").isEmpty();
      Hit.Draft user = none.header("authorization", "Bearer " + w.userToken);
      if (!op.client()) {
        out.add(user.hit(kind, "user's token", 401));
      } else if (named) {
        String other = w.own.user();
        out.add(user.with("user_id", other).hit(kind, "user's token, other user", 404));
        out.add(user.with("user_id", w.other.user_id()).hit(kind, "user's token, other team", 404));
      } else {
        String text = new String(good.body, StandardCharsets.UTF_8);
        out.add(
            user.body(Wrong.bytes(text.replace(w.own.user_id(), w.own.user())))
                .hit(kind, "user's token, other user in the body", 404));
      }
      // Another key with this key's ids.
      boolean ids =
          op.in("path").stream()
              .anyMatch(p -> w.own.ids.containsKey(p.name()) && !p.name().equals("slug"));
      if (ids) {
        out.add(good.header("x-service-api-key", w.other.key).hit(kind, "other team's key", 404));
        if (!op.path().equals("/v2/team/{team_id}")) {
          out.add(
              good.header("x-service-api-key", w.production.key)
                  .hit(kind, "other environment's key", 404));
        }
      }
    } else {
      out.add(none.header("x-service-api-key", w.own.key).hit(kind, "API key", 401));
      out.add(none.header("authorization", "Bearer " + w.userToken).hit(kind, "user's token", 401));
      out.add(
          none.header("x-management-key", w.foreignManagementKey)
              .hit(kind, "other organisation's key", 404));
      out.add(
          none.header("x-management-key", w.foreignManagementKey)
              .with("org_id", w.foreignOrg.toString())
              .hit(kind, "other organisation with this one's ids", otherOrganisation(op)));
    }
  }

  /** Calls of an organisation without ids below it answer for the caller's own. */
  private static Integer[] otherOrganisation(Op op) {
    boolean below =
        op.in("path").stream()
            .anyMatch(p -> p.name().endsWith("_id") && !p.name().equals("org_id"));
    return below ? new Integer[] {404} : new Integer[0];
  }

  /** The reads of the timeseries share their code: a few stand for all. */
  private static boolean alike(Op op) {
    return op.path().startsWith("/v2/timeseries/{user_id}/")
        && op.method().equals("GET")
        && !op.path()
            .matches(".*/(heartrate|note|hypnogram|blood_pressure|cholesterol)(/grouped)?");
  }

  private void paths(Op op, List<Hit> out) {
    Hit.Draft good = good(op);
    for (Op.Parameter p : op.in("path")) {
      for (String text : Wrong.TEXTS) {
        out.add(good.with(p.name(), text).hit("path", p.name() + " = " + brief(text)));
      }
      out.add(good.with(p.name(), "%zz").hit("path", p.name() + " = %zz"));
      out.add(good.with(p.name(), "").hit("path", p.name() + " empty"));
      out.add(
          good.with(p.name(), good.path.get(p.name()) + "/more")
              .hit("path", p.name() + " and more"));
    }
  }

  private static String brief(String text) {
    return text.length() > 60 ? "long" : text;
  }

  private void queries(Op op, List<Hit> out) {
    Hit.Draft good = good(op);
    out.add(good.asked("unknown", "1").hit("query", "unknown parameter"));
    for (Op.Parameter p : op.in("query")) {
      for (String text : Wrong.TEXTS) {
        out.add(good.asked(p.name(), text).hit("query", p.name() + " = " + brief(text)));
      }
      out.add(good.asked(p.name(), "%zz").hit("query", p.name() + " = %zz"));
      out.add(good.asked(p.name(), "").hit("query", p.name() + " empty"));
      Hit.Draft twice = good.asked(p.name(), "x");
      twice.query.add(p.name() + "=y");
      out.add(twice.hit("query", p.name() + " twice"));
      if (p.required() && op.json() && !op.fhir()) {
        out.add(good.asked(p.name(), null).hit("query", p.name() + " missing", 422));
      }
    }
    ranges(op, out);
  }

  private void ranges(Op op, List<Hit> out) {
    Hit.Draft good = good(op);
    if (op.has("end_date")) {
      for (String[] r :
          new String[][] {
            {"2026-03-02", "2026-03-01"},
            {"9999-12-31", "0001-01-01"},
            {"2026-02-30", "2026-03-01"},
            {"0000-01-01", "2026-03-01"},
            {"2026-03-01", "10000-01-01"},
            {"2026-03-01", "x"}
          }) {
        out.add(
            good.asked("start_date", r[0])
                .asked("end_date", r[1])
                .hit("range", r[0] + ".." + r[1], 422));
      }
      for (String[] r :
          new String[][] {
            {"0001-01-01", "9999-12-31"},
            {"0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"},
            {"9999-12-31", "9999-12-31"},
            {"0001-01-01", "0001-01-01"}
          }) {
        out.add(
            good.asked("start_date", r[0])
                .asked("end_date", r[1])
                .hit("range", r[0] + ".." + r[1]));
      }
    }
  }

  private void headers(Op op, List<Hit> out) {
    if (!op.json()) {
      return;
    }
    Hit.Draft good = good(op);
    out.add(good.header("accept", "text/nonsense").hit("header", "accept"));
    out.add(good.header("accept", ";;q=x,,").hit("header", "odd accept"));
    out.add(good.header("traceparent", "00-zz-zz-zz").hit("header", "odd traceparent"));
    out.add(good.header("traceparent", "x".repeat(7000)).hit("header", "long traceparent"));
    out.add(good.header("accept-encoding", "gzip;q=x, br;;").hit("header", "odd accept-encoding"));
    out.add(good.header("idempotency-key", "\u00e9\u00ff").hit("header", "odd idempotency-key"));
    out.add(good.header("idempotency-key", "").hit("header", "empty idempotency-key"));
    out.add(good.header("idempotency-key", "k".repeat(5000)).hit("header", "long idempotency-key"));
    if (good.body != null) {
      out.add(good.header("content-type", "multipart/form-data").hit("header", "form"));
      out.add(good.header("content-type", "\u00ff/;;").hit("header", "odd content-type"));
      out.add(good.header("content-encoding", "br").hit("header", "br"));
      out.add(good.header("content-encoding", "gzip").hit("header", "not gzip"));
      byte[] zipped = Wrong.zipped(good.body);
      Hit.Draft gzip = good.header("content-encoding", "gzip");
      out.add(
          gzip.body(java.util.Arrays.copyOf(zipped, zipped.length - 6)).hit("header", "cut gzip"));
      byte[] broken = zipped.clone();
      broken[broken.length / 2] ^= 0x55;
      out.add(gzip.body(broken).hit("header", "broken gzip"));
      out.add(gzip.body(new byte[0]).hit("header", "empty gzip"));
      if (op.id().startsWith("push")) {
        out.add(gzip.body(Wrong.zipped(new byte[70 << 20])).hit("header", "gzip bomb", 413));
      }
    }
  }

  private void bodies(Op op, List<Hit> out) {
    String text = body(op);
    if (text == null) {
      if (!op.takesBody() && !op.method().equals("GET") && !ends(op)) {
        out.add(good(op).body(Wrong.bytes("[{x")).hit("body", "where none is asked for"));
      }
      return;
    }
    Hit.Draft good = good(op);
    Wrong.bodies(text).forEach((note, body) -> out.add(good.body(body).hit("body", note)));
    Wrong.members(text, new Random(SEED), MEMBERS)
        .forEach((note, body) -> out.add(good.body(body).hit("member", note)));
    if (op.id().equals("pushTimeseries")) {
      Bodies.TIMESERIES.forEach(
          (resource, body) ->
              Wrong.members(body, new Random(SEED + 1), MEMBERS)
                  .forEach(
                      (note, b) ->
                          out.add(good.with("resource", resource).body(b).hit("member", note))));
    }
    if (op.id().equals("queryUser")) {
      for (String where : Bodies.WHERE) {
        out.add(
            good.body(Wrong.bytes(text.replace("activity.steps > 5", where)))
                .hit("member", "where " + brief(where)));
      }
    }
  }

  /** Files that are none. */
  private void files(List<Hit> out) {
    Random random = new Random(SEED);
    for (String id : List.of("storeWorkoutFile", "importAppleHealthExport")) {
      Op op = ops.stream().filter(o -> o.id().equals(id)).findFirst().orElseThrow();
      Hit.Draft good = good(op);
      Bodies.files().forEach((note, body) -> out.add(good.body(body).hit("body", note)));
      byte[] real = good.body;
      for (int i = 0; i < 60; i++) {
        byte[] spoilt = real.clone();
        for (int n = 0; n < 1 + i % 4; n++) {
          spoilt[random.nextInt(spoilt.length)] = (byte) random.nextInt(256);
        }
        if (id.startsWith("store") || i < 10) {
          out.add(good.body(spoilt).hit("body", "spoilt " + i));
        }
      }
    }
  }

  /** Real cursors, tampered with, and brought to other users, ranges and calls. */
  private void cursors(List<Hit> out) {
    String user = w.own.user_id();
    w.own.user();
    for (String uri :
        List.of(
            "/v2/timeseries/{user_id}/heartrate/grouped?page_size=1&" + RANGE,
            "/v2/timeseries/{user_id}/hypnogram/grouped?page_size=1&" + RANGE,
            "/v2/user/{user_id}/import?page_size=1",
            "/v2/explain/completeness/{user_id}?start_date=2026-03-01&end_date=2026-03-10",
            "/v2/introspect/resources?user_limit=1",
            "/v2/introspect/historical_pull?user_limit=1",
            "/v2/link/bulk_op?page_size=1",
            "/aggregate/v1/user/{user_id}/continuous_query/{query_id_or_slug}/task_history?limit=1",
            "/v1/org/{org_id}/team/{team_id}/{environment}/continuous_query?limit=1",
            "/v1/org/{org_id}/team/{team_id}/{environment}/webhook?limit=1")) {
      String path = uri.substring(0, uri.indexOf('?'));
      Op op =
          ops.stream()
              .filter(o -> o.path().equals(path) && o.method().equals("GET"))
              .findFirst()
              .orElseThrow();
      Hit.Draft good = good(op);
      good.query.clear();
      good.query.addAll(List.of(uri.substring(uri.indexOf('?') + 1).split("&")));
      Answer first;
      try {
        first = shots.send(good.hit("cursor", "first page")).expect(200);
      } catch (Exception e) {
        throw new IllegalStateException(uri, e);
      }
      JsonNode next = first.json().path("next_cursor");
      if (!next.isTextual()) {
        System.out.println("no second page: " + uri);
        continue;
      }
      String cursor = next.asText();
      out.add(good.asked("next_cursor", cursor).hit("cursor", "its own", 200));
      if (op.has("user_id")) {
        String other = w.own.user();
        out.add(
            good.with("user_id", other)
                .asked("next_cursor", cursor)
                .hit("cursor", "of another user", 400, 404));
        out.add(
            good.with("user_id", w.other.user_id())
                .header("x-service-api-key", w.other.key)
                .asked("next_cursor", cursor)
                .hit("cursor", "of another team", 400, 404));
      }
      if (op.has("start_date")) {
        out.add(
            good.asked("start_date", "2026-02-21")
                .asked("next_cursor", cursor)
                .hit("cursor", "of another range", 400));
      }
      if (op.has("provider")) {
        out.add(
            good.asked("provider", "fitbit")
                .asked("next_cursor", cursor)
                .hit("cursor", "of another provider", 400));
      }
      for (String bad : Wrong.cursors(cursor)) {
        out.add(good.asked("next_cursor", bad).hit("cursor", "tampered"));
        if (op.has("cursor")) {
          out.add(good.asked("cursor", bad).hit("cursor", "tampered, old name"));
        }
      }
      for (Op each : ops) {
        if (each.has("next_cursor")
            && !each.id().equals(op.id())
            && each.id().hashCode() % 5 == 0) {
          out.add(good(each).asked("next_cursor", cursor).hit("cursor", "of another call", 400));
        }
      }
    }
    assertTrue(user != null);
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
}
