package io.tributary.fuzz;

import com.sun.net.httpserver.HttpServer;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.db.RowMapping;
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
 * A node with two teams in both environments that hold the same kinds of data, and the IDs of all
 * of it. The caller acts for the sandbox of the first team; everything else is foreign.
 */
final class FuzzEnvironment implements AutoCloseable {
  final TestNode node;
  final String foreignManagementKey = "mg_" + Ids.randomBase62(40);
  final UUID foreignOrg = Ids.uuid();
  private final HttpServer customer;
  final TenantFixture own;
  final TenantFixture production;
  final TenantFixture other;
  final TenantFixture deleted;
  final String userToken;

  FuzzEnvironment(String... settings) {
    node = TestNode.start(withLabs(settings));
    customer = startCustomerServer();
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
        node.callManagement("POST", org + "/team", "{\"name\":\"Second\",\"region\":\"us\"}")
            .expect(200)
            .json()
            .get("id")
            .asText();
    own = new TenantFixture(node, first, "sandbox", node.first().apiKey());
    production =
        new TenantFixture(node, first, "production", createApiKey(org, first, "production"));
    other = new TenantFixture(node, second, "sandbox", createApiKey(org, second, "sandbox"));
    deleted = new TenantFixture(node, first, "sandbox", node.first().apiKey());
    own.createWebhook(hook);
    own.createWebhook(hook);
    other.createWebhook(hook);
    production.createWebhook("https://example.org/hook");
    node.callManagement(
            "DELETE", production.base + "/webhook/" + production.ids.get("webhook_id"), null)
        .expect(204);
    for (TenantFixture s : List.of(own, production, other, deleted)) {
      s.fill();
    }
    for (TenantFixture s : List.of(own, production, other)) {
      s.createQueries();
      new LabFixture(node, s, ferritinMarker()).fill();
    }
    for (TenantFixture s : List.of(own, other)) {
      s.ids.put("message_id", latestMessage(s.ids.get("webhook_id")));
    }
    deleted.call("DELETE", "/v2/user/" + deleted.userId(), null).expect(200);
    userToken = userAccessToken(own.userId());
  }

  private static String[] withLabs(String[] settings) {
    List<String> all = new ArrayList<>(List.of(settings));
    all.add("TRIBUTARY_LAB_TESTS_CATALOGUE_DIR");
    all.add(Path.of("conf/labs").toAbsolutePath().toString());
    return all.toArray(String[]::new);
  }

  /** Returns a marker that every team can order. */
  int ferritinMarker() {
    return node.db()
        .query("select id from marker where name = 'Ferritin' order by id limit 1")
        .iterator()
        .next()
        .getInteger("id");
  }

  private String latestMessage(String webhook) {
    return node.db()
        .query("select max(message_id) as id from delivery where endpoint_id = $1", webhook)
        .iterator()
        .next()
        .getString("id");
  }

  /** Returns an access token of one of the caller's users. */
  String userAccessToken(String user) {
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

  String createApiKey(String org, String team, String environment) {
    return node.callManagement(
            "POST",
            org + "/team_api_keys/" + environment + "/us",
            "{\"label\":\"l\",\"team_id\":\"" + team + "\"}")
        .expect(200)
        .json()
        .get("value")
        .asText();
  }

  /** Returns count and hash of each tenant table; equal maps mean that nothing was stored. */
  Map<String, String> tableFingerprints() {
    Map<String, String> out = new LinkedHashMap<>();
    for (String table :
        List.of(
            "app_user",
            "user_demographics",
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
            "remap_job",
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
            "sdk_upload",
            "sdk_client",
            "bulk_op",
            "bulk_import_batch",
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
          RowMapping.list(
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

  private static HttpServer startCustomerServer() {
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
