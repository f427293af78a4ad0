package io.tributary.fuzz;

import com.sun.net.httpserver.HttpServer;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.db.Rows;
import io.tributary.testkit.TestNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A node with two teams in both environments, all with data of the same kinds, and every id there
 * is of them. The first team's sandbox is the caller's; all else is foreign to it.
 */
final class World implements AutoCloseable {
  final TestNode node;
  final String foreignManagementKey = "mg_" + Ids.randomBase62(40);
  final UUID foreignOrg = Ids.uuid();
  private final HttpServer customer;
  final Side own;
  final Side production;
  final Side other;
  final Side deleted;
  final String userToken;

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
            Encryption.sha256(foreignManagementKey));
    String first = node.first().team().toString();
    String second =
        node.manage("POST", org + "/team", "{\"name\":\"Second\",\"region\":\"us\"}")
            .expect(200)
            .json()
            .get("id")
            .asText();
    own = new Side(node, first, "sandbox", node.first().apiKey());
    production = new Side(node, first, "production", key(org, first, "production"));
    other = new Side(node, second, "sandbox", key(org, second, "sandbox"));
    deleted = new Side(node, first, "sandbox", node.first().apiKey());
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
      new LabSide(node, s, marker()).fill();
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
            "provider_app",
            "scope_requirement",
            "sign_in_token",
            "link_code",
            "user_sign_in",
            "push_batch",
            "push_client",
            "bulk_op",
            "bulk_import_part",
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
