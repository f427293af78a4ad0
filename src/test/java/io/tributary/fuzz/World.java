package io.tributary.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.tributary.db.Rows;
import io.tributary.harness.Answer;
import io.tributary.harness.Eventually;
import io.tributary.harness.TestNode;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Secrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * A node with two teams in both environments, all with data of the same kinds, and every id there
 * is of them. The first team's sandbox is the caller's; all else is foreign to it.
 */
final class World implements AutoCloseable {
  static final String GPX =
      """
      <?xml version="1.0"?>
      <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
       <trk><type>running</type><trkseg>
        <trkpt lat="48.1" lon="11.5"><ele>500</ele><time>2026-03-03T06:00:00Z</time></trkpt>
        <trkpt lat="48.101" lon="11.5"><ele>501</ele><time>2026-03-03T06:00:30Z</time></trkpt>
        <trkpt lat="48.102" lon="11.5"><ele>503</ele><time>2026-03-03T06:01:00Z</time></trkpt>
       </trkseg></trk></gpx>
      """;
  static final String EXPORT =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_US"><ExportDate value="2026-03-05 10:00:00 +0000"/>
       <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min"
        creationDate="2026-03-04 10:00:00 +0000" startDate="2026-03-04 10:00:00 +0000"
        endDate="2026-03-04 10:00:00 +0000" value="61"/>
      </HealthData>
      """;
  static final String QUERY =
      """
      {"group_by":[{"date_trunc":{"unit":"week"},"arg":{"index":"activity"}}],
       "select":[{"group_key":"*"},{"func":"sum","arg":{"activity":"steps"}}]}
      """;
  private static final Duration SOON = Duration.ofSeconds(60);

  final TestNode node;
  final String foreignManagementKey = "mg_" + Ids.random(40);
  final UUID foreignOrg = Ids.uuid();
  private final HttpServer customer;
  final Side own;
  final Side production;
  final Side other;
  final Side deleted;
  final String userToken;

  /** One team in one environment, with one user who has everything. */
  final class Side {
    final String key;
    final String team;
    final String environment;
    final String base;
    final Map<String, String> ids = new LinkedHashMap<>();

    Side(String team, String environment, String key) {
      this.team = team;
      this.environment = environment;
      this.key = key;
      this.base = "/v1/org/" + node.first().org() + "/team/" + team + "/" + environment;
    }

    Answer call(String method, String path, String body) {
      return node.send(method, path, body, Map.of("x-service-api-key", key));
    }

    String user() {
      return call("POST", "/v2/user", "{\"client_user_id\":\"u-" + Ids.hex(8) + "\"}")
          .expect(200)
          .json()
          .get("user_id")
          .asText();
    }

    String user_id() {
      return ids.get("user_id");
    }

    private void fill() {
      String user = user();
      ids.put("user_id", user);
      ids.put("org_id", node.first().org().toString());
      ids.put("team_id", team);
      for (Map.Entry<String, String> push : Bodies.SUMMARIES.entrySet()) {
        call("POST", "/v2/summary/" + push.getKey() + "/" + user, push.getValue()).expect(200);
      }
      for (Map.Entry<String, String> push : Bodies.TIMESERIES.entrySet()) {
        call("POST", "/v2/timeseries/" + user + "/" + push.getKey(), push.getValue()).expect(200);
      }
      ids.put("summary_id", summary("activity", "activity"));
      ids.put("sleep_id", summary("sleep", "sleep"));
      call("POST", "/v2/workouts/" + user + "/file", GPX).expect(200);
      ids.put("workout_id", summary("workouts", "workouts"));
      for (int i = 0; i < 2; i++) {
        ids.put(
            "import_id",
            node.send(
                    "POST",
                    "/v2/user/" + user + "/import/apple_health_kit",
                    EXPORT,
                    Map.of("x-service-api-key", key, "content-type", "application/xml"))
                .expect(202)
                .json()
                .get("id")
                .asText());
        imported();
      }
      ids.put(
          "device_id",
          call("GET", "/v2/user/" + user + "/device", null)
              .expect(200)
              .json()
              .at("/0/id")
              .asText());
      ids.put(
          "observation_id",
          call("GET", "/fhir/Observation?patient=" + user, null)
              .expect(200)
              .json()
              .at("/entry/0/resource/id")
              .asText());
      UUID run = Ids.uuid();
      node.db()
          .query(
              """
              insert into renormalisation (id, user_id, provider, first_day, last_day, mapping, state)
              values ($1, $2, 'oura', '2026-03-01', '2026-03-02', 'oura/1', 'success')
              """,
              run,
              UUID.fromString(user));
      ids.put("run_id", run.toString());
    }

    private void imported() {
      Eventually.eventually(
          SOON,
          () -> {
            JsonNode last =
                call("GET", "/v2/user/" + user_id() + "/import/" + ids.get("import_id"), null)
                    .expect(200)
                    .json();
            if (!List.of("success", "failure", "canceled").contains(last.get("status").asText())) {
              throw new AssertionError(last.toString());
            }
          });
    }

    private String summary(String resource, String key) {
      return call(
              "GET", "/v2/summary/" + resource + "/" + user_id() + "?start_date=2026-02-20", null)
          .expect(200)
          .json()
          .at("/" + key + "/0/id")
          .asText();
    }

    /** A continuous query with a result and a history, and a second one. */
    private void queries() {
      for (String slug : List.of("second", "weekly")) {
        ids.put(
            "query_id",
            node.manage("POST", base + "/continuous_query", Bodies.continuous(slug))
                .expect(200)
                .json()
                .get("id")
                .asText());
        ids.put("slug", slug);
      }
      call("POST", "/v2/summary/activity/" + user_id(), Bodies.activity("2026-03-09", 77))
          .expect(200);
      Eventually.eventually(
          SOON,
          () ->
              call(
                      "GET",
                      "/aggregate/v1/user/"
                          + user_id()
                          + "/continuous_query/"
                          + ids.get("query_id")
                          + "/result_table",
                      null)
                  .expect(200));
    }

    /** Of the team, whoever its users are. */
    private void labTest() {
      ids.put(
          "lab_test_id",
          call(
                  "POST",
                  "/v3/lab_tests",
                  "{\"name\":\"Own\",\"description\":\"\",\"method\":\"walk_in_test\",\"marker_ids\":[%d]}"
                      .formatted(marker()))
              .expect(200)
              .json()
              .get("id")
              .asText());
    }

    /** That cannot be read, so that nobody knows whose it is. */
    private void labMessage() {
      UUID id = Ids.uuid();
      node.db()
          .query(
              """
              insert into lab_message (id, link, direction, kind, sender, control_id, hash, body, state)
              values ($1, 'gone', 'in', 'result', 's', $2, '', '', 'parked')
              """,
              id,
              id.toString());
      ids.put("lab_message_id", id.toString());
    }

    /** Of the organisation, linked to the team. */
    private void labAccount() {
      ids.put(
          "account_id",
          node.manage(
                  "POST",
                  "/v1/org/" + node.first().org() + "/lab_account/" + environment + "/us",
                  "{\"lab\":\"tamberline\",\"provider_account_id\":\"7\",\"team_id_allowlist\":[\"%s\"]}"
                      .formatted(team))
              .expect(200)
              .json()
              .at("/lab_account/id")
              .asText());
    }

    private void unmatched(UUID side) {
      node.manage(
              "PATCH",
              "/v1/org/" + node.first().org() + "/team/" + team,
              "{\"" + environment + "\":{\"unmatched_review\":true}}")
          .expect(200);
      UUID id = Ids.uuid();
      node.db()
          .query(
              """
              insert into lab_unmatched_result (id, raw_message, position, team_id, environment, lab_id,
                                                status, decision_code, patient, search, pieces, said_at)
              select $1, $1, 0, $2, $3, min(id), 'pending_customer_review', 'no_match', '{}', '',
                     '{"panels":[],"pieces":[]}', now() from lab
              """,
              id,
              side,
              environment);
      ids.put("raw_result_id", id.toString());
    }

    /** An order with a result, as far as reads of results need one. */
    private void labOrder() {
      UUID order = Ids.uuid();
      UUID transaction = Ids.uuid();
      UUID user = UUID.fromString(user_id());
      UUID side = UUID.fromString(team);
      node.db()
          .query(
              "insert into lab_transaction (id, team_id, environment, user_id) values ($1, $2, $3,"
                  + " $4)",
              transaction,
              side,
              environment,
              user);
      node.db()
          .query(
              """
              insert into lab_order (id, team_id, environment, user_id, transaction_id, origin, lab_id,
                                     lab_test_id, modality, status, patient, address, billing_type,
                                     sample_id)
              select $1, $2, $3, $4, $5, 'initial', t.lab_id, t.id, 'walk_in', 'completed',
                     '{"first_name":"Ada","last_name":"Example","dob":"1990-05-17","gender":"female"}',
                     '{"state":"AZ"}', 'client_bill', $6
                from lab_test t where t.id = $7
              """,
              order,
              side,
              environment,
              user,
              transaction,
              order.toString(),
              UUID.fromString(ids.get("lab_test_id")));
      node.db()
          .query("insert into lab_order_event (order_id, status) values ($1, 'completed')", order);
      node.db()
          .query(
              """
              insert into lab_result (order_id, complete, readable, pieces, report)
              values ($1, true, true, '{"panels":[],"pieces":[]}',
                      '{"metadata":{"patient":"Ada Example","dob":"1990-05-17","status":"final",
                        "specimen_number":"1","laboratory":"L"},
                        "results":[{"name":"Ferritin","slug":"ferritin","result":"50",
                          "type":"numeric","value":50,"unit":"ng/mL","interpretation":"normal",
                          "provider_id":"1"}],
                        "missing_results":[],
                        "sample_information":{"1":{"sample_id":"1"}}}')
              """,
              order);
      node.db()
          .query(
              """
              insert into lab_order_marker (order_id, marker_id, position, provider_id)
              values ($1, $2, 0, '1')
              """,
              order,
              marker());
      for (String type : List.of("ServiceRequest", "DiagnosticReport", "Specimen")) {
        ids.put(
            type.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT) + "_id",
            call("GET", "/fhir/" + type + "?patient=" + user, null)
                .expect(200)
                .json()
                .at("/entry/0/resource/id")
                .asText());
      }
      ids.put("order_id", order.toString());
      unmatched(side);
      ids.put("transaction_id", transaction.toString());
      node.db()
          .query("insert into lab_order_event (order_id, status) values ($1, 'completed')", order);
      ids.put("transaction_id", transaction.toString());
    }

    private void webhook(String url) {
      ids.put(
          "webhook_id",
          node.manage("POST", base + "/webhook", "{\"url\":\"" + url + "\"}")
              .expect(200)
              .json()
              .get("id")
              .asText());
    }
  }

  World(String... settings) {
    node = TestNode.start(withLabs(settings));
    customer = customer();
    String hook = "http://127.0.0.1:" + customer.getAddress().getPort() + "/hook";
    String org = "/v1/org/" + node.first().org();
    node.db().query("insert into organisation (id, name) values ($1, 'Foreign')", foreignOrg);
    node.db()
        .query(
            "insert into management_key (id, org_id, key_hash, key_hint) values ($1, $2, $3, '')",
            Ids.uuid(),
            foreignOrg,
            Secrets.sha256(foreignManagementKey));
    String first = node.first().team().toString();
    String second =
        node.manage("POST", org + "/team", "{\"name\":\"Second\",\"region\":\"us\"}")
            .expect(200)
            .json()
            .get("id")
            .asText();
    own = new Side(first, "sandbox", node.first().apiKey());
    production = new Side(first, "production", key(org, first, "production"));
    other = new Side(second, "sandbox", key(org, second, "sandbox"));
    deleted = new Side(first, "sandbox", node.first().apiKey());
    own.webhook(hook);
    own.webhook(hook);
    other.webhook(hook);
    production.webhook("https://example.org/hook");
    node.manage("DELETE", production.base + "/webhook/" + production.ids.get("webhook_id"), null)
        .expect(204);
    for (Side s : List.of(own, production, other, deleted)) {
      s.fill();
    }
    for (Side s : List.of(own, production, other)) {
      s.queries();
      s.labTest();
      s.labAccount();
      s.labMessage();
      s.labOrder();
    }
    for (Side s : List.of(own, other)) {
      s.ids.put("message_id", message(s.ids.get("webhook_id")));
    }
    deleted.call("DELETE", "/v2/user/" + deleted.user_id(), null).expect(200);
    userToken = signIn(own.user_id());
  }

  private static String[] withLabs(String[] settings) {
    List<String> all = new ArrayList<>(List.of(settings));
    all.add("TRIBUTARY_LAB_TESTS_CATALOGUE");
    all.add(Path.of("conf/labs").toAbsolutePath().toString());
    return all.toArray(String[]::new);
  }

  /** A marker that everybody can order. */
  int marker() {
    return node.db()
        .query("select id from marker where name = 'Ferritin' order by id limit 1")
        .iterator()
        .next()
        .getInteger("id");
  }

  private String message(String webhook) {
    return node.db()
        .query("select max(message_id) as id from delivery where endpoint_id = $1", webhook)
        .iterator()
        .next()
        .getString("id");
  }

  /** An access token of one of the own users. */
  String signIn(String user) {
    String token =
        own.call("POST", "/v2/user/" + user + "/sign_in_token", null)
            .expect(200)
            .json()
            .get("sign_in_token")
            .asText();
    return node.send("POST", "/v2/user/sign_in", "{\"sign_in_token\":\"" + token + "\"}", Map.of())
        .expect(200)
        .json()
        .get("access_token")
        .asText();
  }

  String key(String org, String team, String environment) {
    return node.manage(
            "POST",
            org + "/team_api_keys/" + environment + "/us",
            "{\"label\":\"l\",\"team_id\":\"" + team + "\"}")
        .expect(200)
        .json()
        .get("value")
        .asText();
  }

  /** Count and hash of everything that customers gave or get; equal = nothing was stored. */
  Map<String, String> stored() {
    Map<String, String> out = new LinkedHashMap<>();
    for (String table :
        List.of(
            "app_user",
            "user_info",
            "connection",
            "device",
            "summary",
            "series",
            "sample_block",
            "message",
            "file_import",
            "workout_stream",
            "source_priority",
            "continuous_query",
            "raw_document",
            "renormalisation",
            "team",
            "team_environment",
            "api_key",
            "management_key",
            "webhook_endpoint",
            "webhook_secret",
            "portal_link",
            "pull_preference",
            "sign_in_token",
            "user_sign_in",
            "push_batch",
            "push_client",
            "bulk_op",
            "link_session",
            "historical_pull",
            "lab_test",
            "lab_test_marker",
            "lab_account",
            "lab_account_team",
            "insurance",
            "payor",
            "lab_message",
            "lab_order",
            "lab_order_event",
            "lab_order_dispatch")) {
      out.put(
          table,
          Rows.list(
                  node.db()
                      .query(
                          "select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), ''"
                              + " order by md5(t::text))), '') as h from "
                              + table
                              + " t"),
                  r -> r.getString("h"))
              .getFirst());
    }
    return out;
  }

  private static HttpServer customer() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
          });
      server.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    node.close();
    customer.stop(0);
  }
}
