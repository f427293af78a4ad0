package io.tributary.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Encryption;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.delivery.WebhookSigner;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import io.tributary.webhook.WebhookMessages.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WebhookEndpointTest {
  private static final String URL = "{\"url\":\"https://a.example/hook\"}";
  private static TestNode node;
  private static WebhookFixture hooks;

  @BeforeAll
  static void start() {
    node =
        TestNode.start(
            "TRIBUTARY_WEBHOOK_MAX_ENDPOINTS", "40", "TRIBUTARY_WEBHOOK_MAX_OLD_SECRETS", "3");
    hooks = new WebhookFixture(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static JsonNode create(String body) {
    return node.callManagement("POST", hooks.base(), body).expect(200).json();
  }

  private static String id() {
    return create(URL).get("id").asText();
  }

  private static String one(String id) {
    return hooks.base() + "/" + id;
  }

  @Test
  void anEndpointIsMadeWithDefaultsAndReadBack() {
    JsonNode made = create(URL);
    assertTrue(made.get("id").asText().matches("ep_[0-9A-Za-z]{27}"));
    assertEquals("https://a.example/hook", made.get("url").asText());
    assertEquals("", made.get("description").asText());
    assertTrue(made.get("rate_limit").isNull());
    assertFalse(made.get("disabled").asBoolean());
    assertTrue(made.get("filter_types").isNull());
    assertTrue(made.get("created_at").asText().endsWith("+00:00"));
    assertFalse(made.get("ordered").asBoolean());
    assertEquals(9, made.size());
    assertEquals(
        made, node.callManagement("GET", one(made.get("id").asText()), null).expect(200).json());
  }

  @Test
  void everyFieldCanBePatchedAndNullUnsetsWhatMayBeUnset() {
    String id =
        create(
                "{\"url\":\"https://a.example\",\"description\":\"d\",\"rate_limit\":5,"
                    + "\"disabled\":true,\"filter_types\":[\"provider.device.created\"],"
                    + "\"ordered\":true}")
            .get("id")
            .asText();
    JsonNode p =
        hooks.patch(
            id,
            "{\"url\":\"https://b.example\",\"description\":\"e\",\"rate_limit\":6,"
                + "\"disabled\":false,\"filter_types\":[\"provider.device.updated\"],"
                + "\"ordered\":null}");
    assertEquals("https://b.example", p.get("url").asText());
    assertEquals("e", p.get("description").asText());
    assertEquals(6, p.get("rate_limit").asInt());
    assertFalse(p.get("disabled").asBoolean());
    assertEquals("[\"provider.device.updated\"]", p.get("filter_types").toString());
    assertTrue(p.get("ordered").asBoolean());
    assertFalse(hooks.patch(id, "{\"ordered\":false}").get("ordered").asBoolean());
    JsonNode n =
        hooks.patch(
            id,
            "{\"url\":null,\"description\":null,\"rate_limit\":null,\"disabled\":null,"
                + "\"filter_types\":null}");
    assertEquals("https://b.example", n.get("url").asText());
    assertEquals("", n.get("description").asText());
    assertTrue(n.get("rate_limit").isNull());
    assertFalse(n.get("disabled").asBoolean());
    assertTrue(n.get("filter_types").isNull());
    assertEquals(n, hooks.patch(id, "{}"));
  }

  @Test
  void aListIsPagedNewestFirst() {
    for (int i = 0; i < 5; i++) {
      node.callManagement("POST", hooks.base("production"), URL).expect(200);
    }
    List<String> ids = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page =
          node.callManagement("GET", hooks.base("production") + "?limit=2" + cursor, null)
              .expect(200)
              .json();
      page.get("data").forEach(e -> ids.add(e.get("id").asText()));
      cursor =
          page.get("next_cursor").isNull()
              ? null
              : "&next_cursor=" + page.get("next_cursor").asText();
    } while (cursor != null);
    assertEquals(5, ids.size());
    assertEquals(ids.stream().sorted(java.util.Comparator.reverseOrder()).toList(), ids);
    node.callManagement("GET", hooks.base("production") + "?next_cursor=abc", null).expect(400);
    node.callManagement("GET", hooks.base("production") + "?limit=0", null).expect(422);
    node.callManagement("GET", hooks.base("production") + "?limit=251", null).expect(422);
  }

  @Test
  void badInputNamesEveryFault() {
    JsonNode detail =
        node.callManagement(
                "POST",
                hooks.base(),
                "{\"url\":\"ftp://x\",\"rate_limit\":0,\"ordered\":1,\"disabled\":\"x\",\"filter_types\":[],"
                    + "\"secret\":\"whsec_AAAA\"}")
            .expect(422)
            .json()
            .get("detail");
    List<String> fields = new ArrayList<>();
    detail.forEach(d -> fields.add(d.get("loc").get(1).asText()));
    assertEquals(
        List.of("disabled", "filter_types", "ordered", "rate_limit", "secret", "url"),
        fields.stream().sorted().toList());
    node.callManagement("POST", hooks.base(), "{}").expect(422);
    node.callManagement("POST", hooks.base(), "{\"url\":null}").expect(422);
    node.callManagement("POST", hooks.base(), "[]").expect(422);
    node.callManagement("POST", hooks.base(), "{").expect(400);
    for (String type :
        List.of(
            "daily.data.hypnogram.created",
            "daily",
            "*",
            "dai.*",
            ".*",
            "labtest.order.*x",
            "",
            "raw.oura.sleep",
            "PING")) {
      node.callManagement(
              "POST",
              hooks.base(),
              "{\"url\":\"https://a.example\",\"filter_types\":[\"" + type + "\"]}")
          .expect(422);
    }
    for (String url :
        List.of(
            "http://169.254.169.254/",
            "http://user@a.example/",
            "https://a.example/#x",
            "https://[fe80::1]/",
            "https://a.example/" + "x".repeat(2048))) {
      node.callManagement("POST", hooks.base(), "{\"url\":\"" + url + "\"}").expect(422);
    }
    for (String url : List.of("http://a.example/", "https://127.0.0.1/", "https://localhost/")) {
      node.callManagement("POST", hooks.base("production"), "{\"url\":\"" + url + "\"}")
          .expect(422);
    }
    String id = id();
    node.callManagement("PATCH", one(id), "{\"url\":\"http://0xa9fea9fe/\"}").expect(422);
    node.callManagement("PATCH", one(id), "{\"url\":5,\"filter_types\":[]}").expect(422);
  }

  @Test
  void keysDecideWhoMayCall() {
    String id = id();
    assertEquals(401, node.send("GET", one(id), null, Map.of()).status());
    assertEquals(
        401, node.send("GET", one(id), null, Map.of("x-management-key", "mg_nobody")).status());
    assertEquals(
        401,
        node.send("GET", one(id), null, Map.of("x-service-api-key", node.first().apiKey()))
            .status());
    UUID org = Ids.uuid();
    String key = "mg_" + Ids.randomBase62(32);
    node.db().query("insert into organisation (id, name) values ($1, 'other')", org);
    node.db()
        .query(
            "insert into management_key (id, org_id, key_hash, key_hint) values ($1, $2, $3, 'x')",
            Ids.uuid(),
            org,
            Encryption.sha256(key));
    Map<String, String> foreign = Map.of("x-management-key", key);
    String through = one(id).replace(node.first().org().toString(), org.toString());
    for (String path : List.of("", "/secret")) {
      assertEquals(404, node.send("GET", one(id) + path, null, foreign).status());
      assertEquals(404, node.send("GET", through + path, null, foreign).status());
    }
    assertEquals(404, node.send("POST", hooks.base(), URL, foreign).status());
    assertEquals(
        404,
        node.send(
                "POST",
                hooks.base().replace(node.first().org().toString(), org.toString()),
                URL,
                foreign)
            .status());
    assertEquals(404, node.send("DELETE", through, null, foreign).status());
    assertEquals(404, node.send("PATCH", through, "{}", foreign).status());
    assertEquals(404, node.send("POST", through + "/secret/rotate", "{}", foreign).status());
    node.callManagement("GET", one(id), null).expect(200);
  }

  @Test
  void unknownIdsAreNotFoundEverywhere() {
    for (String id : List.of("ep_nobody", "x", "a%00", Ids.endpointId())) {
      node.callManagement("GET", one(id), null).expect(404);
      node.callManagement("PATCH", one(id), "{}").expect(404);
      node.callManagement("DELETE", one(id), null).expect(404);
      node.callManagement("GET", one(id) + "/secret", null).expect(404);
      node.callManagement("POST", one(id) + "/secret/rotate", "{}").expect(404);
    }
    String id = id();
    node.callManagement("GET", hooks.base("production") + "/" + id, null).expect(404);
    node.callManagement("GET", hooks.base("staging") + "/" + id, null).expect(422);
    node.callManagement("GET", hooks.base().replace(node.first().team().toString(), "x"), null)
        .expect(422);
    node.callManagement(
            "GET",
            hooks.base().replace(node.first().team().toString(), Ids.uuid().toString()),
            null)
        .expect(404);
    node.callManagement("DELETE", one(id), null).expect(204);
    node.callManagement("GET", one(id), null).expect(404);
    node.callManagement("DELETE", one(id), null).expect(404);
  }

  @Test
  void secretsAreGivenOrMadeAndStoredSealed() {
    String given = WebhookSigner.newSecret();
    String id =
        create("{\"url\":\"https://a.example\",\"secret\":\"" + given + "\"}").get("id").asText();
    assertEquals(given, hooks.secret(id));
    assertNotEquals(hooks.secret(id()), hooks.secret(id()));
    byte[] row =
        io.tributary.db.RowMapping.bytes(
            node.db()
                .query("select secret_encrypted from webhook_secret where endpoint_id = $1", id)
                .iterator()
                .next(),
            "secret_encrypted");
    assertFalse(new String(row, java.nio.charset.StandardCharsets.ISO_8859_1).contains("whsec"));
    assertEquals(given, node.secrets().openText(row, id));
  }

  @Test
  void rotationEndsAtItsLimitOfOldKeys() {
    String id = id();
    String rotate = one(id) + "/secret/rotate";
    String before = hooks.secret(id);
    node.callManagement("POST", rotate, "{\"key\":null}").expect(204);
    assertNotEquals(before, hooks.secret(id));
    node.callManagement("POST", rotate, "{\"key\":\"whsec_short\"}").expect(422);
    node.callManagement("POST", rotate, null).expect(204);
    node.callManagement("POST", rotate, "{}").expect(204);
    node.callManagement("POST", rotate, "{}").expect(400);
    node.db()
        .query(
            "update webhook_secret set expires_at = now() where endpoint_id = $1 and expires_at is"
                + " not null",
            id);
    node.callManagement("POST", rotate, "{}").expect(204);
  }

  @Test
  void aTeamHasAtMostSoManyEndpoints() {
    try (TestNode own = TestNode.start("TRIBUTARY_WEBHOOK_MAX_ENDPOINTS", "2")) {
      WebhookFixture h = new WebhookFixture(own);
      String first = h.endpoint("https://a.example");
      h.endpoint("https://a.example");
      own.callManagement("POST", h.base(), URL).expect(400);
      own.callManagement("POST", h.base("production"), URL).expect(200);
      own.callManagement("DELETE", h.base() + "/" + first, null).expect(204);
      own.callManagement("POST", h.base(), URL).expect(200);
    }
  }

  @Test
  void figuresOfAnEndpointDoNotWaitForWhoeverChangesIt() {
    String id = id();
    EndpointRepo repo = new EndpointRepo(node.db());
    Scope scope = new Scope(node.first().org(), node.first().team(), Environment.SANDBOX);
    node.db()
        .tx(
            tx -> {
              repo.lock(tx, scope, id).orElseThrow();
              node.db()
                  .tx(
                      results -> {
                        results.query("set local lock_timeout = '2s'");
                        return results.update(
                            "insert into delivery_count (endpoint_id, at) values ($1, now())", id);
                      });
              return null;
            });
  }

  @Test
  void whoeverChangesAnEndpointDoesSoAlone() {
    String id = id();
    EndpointRepo repo = new EndpointRepo(node.db());
    Scope scope = new Scope(node.first().org(), node.first().team(), Environment.SANDBOX);
    node.db()
        .tx(
            tx -> {
              repo.lock(tx, scope, id).orElseThrow();
              assertThrows(
                  RuntimeException.class,
                  () ->
                      node.db()
                          .tx(
                              second -> {
                                second.query("set local lock_timeout = '200ms'");
                                return repo.lock(second, scope, id);
                              }));
              return null;
            });
  }
}
