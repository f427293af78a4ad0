package io.tributary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.db.Rows;
import io.tributary.kernel.Ids;
import io.tributary.link.LinkHarness;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** No token, password or secret lies in the database in clear: every column of every table. */
class ClearTextTest {
  private static LinkHarness link;

  @BeforeAll
  static void start() {
    link = new LinkHarness("TRIBUTARY_HTTP_PUBLIC_URL", "http://localhost:1");
  }

  @AfterAll
  static void stop() {
    link.close();
  }

  /** Tables whose rows hold the text in any of the forms that it could lie there in. */
  private static List<String> holding(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    List<String> forms =
        List.of(
            text,
            HexFormat.of().formatHex(bytes),
            // Without the end, which depends on what follows.
            Base64.getEncoder().withoutPadding().encodeToString(bytes).substring(0, 16));
    List<String> tables =
        Rows.list(
            link.node
                .db()
                .query("select tablename from pg_tables where schemaname = 'public' order by 1"),
            r -> r.getString("tablename"));
    List<String> found = new ArrayList<>();
    for (String table : tables) {
      for (String form : forms) {
        boolean there =
            link.node
                    .db()
                    .query(
                        "select 1 from \"" + table + "\" t where strpos(t::text, $1) > 0 limit 1",
                        form)
                    .size()
                > 0;
        if (there) {
          found.add(table);
        }
      }
    }
    return found;
  }

  @Test
  void nothingSecretIsFoundInClear() {
    Map<String, String> secrets = new LinkedHashMap<>();
    String org = "/v1/org/" + link.node.first().org();
    String team = link.node.first().team().toString();
    String verification = "verify-" + Ids.random(24);
    String polar = "polar-secret-" + Ids.random(24);
    secrets.put("client secret", polar);
    secrets.put("webhook secret of a provider", verification);
    link.node
        .manage(
            "POST",
            org + "/team_custom_credentials/sandbox/us",
            "{\"team_id\":\"%s\",\"provider\":\"polar\",\"client_id\":\"p\",\"client_secret\":\"%s\",\"details\":{\"webhook_secret\":\"%s\"}}"
                .formatted(team, polar, verification))
        .expect(200);
    String hook =
        link.node
            .manage(
                "POST",
                org + "/prepare_team_custom_credentials/sandbox/us",
                "{\"team_id\":\"%s\",\"provider\":\"oura\"}".formatted(team))
            .expect(200)
            .json()
            .at("/preparation_steps/1/value")
            .asText();
    secrets.put("secret of a push address", hook.substring(hook.lastIndexOf('/') + 1));

    String user = link.user();
    link.linked(user);
    tokens(user).forEach((name, value) -> secrets.put("linked: " + name, value));
    String ended = link.user();
    link.linked(ended);
    tokens(ended).forEach((name, value) -> secrets.put("ended: " + name, value));
    link.node.call("DELETE", "/v2/user/" + ended + "/oura", null).expect(200);
    secrets.put("API key", link.node.first().apiKey());
    secrets.put("management key", link.node.first().managementKey());
    assertEquals(9, secrets.size());

    String known = "control-" + Ids.random(24);
    link.node.post("/v2/user", "{\"client_user_id\":\"" + known + "\"}").expect(200);
    assertFalse(holding(known).isEmpty(), "what is there in clear is found");
    secrets.forEach((name, value) -> assertEquals(List.of(), holding(value), name));
  }

  private static Map<String, String> tokens(String user) {
    JsonNode connection = link.connections(user).get(0);
    assertEquals("connected", connection.get("status").asText());
    return Rows.first(
            link.node
                .db()
                .query(
                    """
                    select id::text, access_token_encrypted, refresh_token_encrypted
                      from connection where user_id = $1
                    """,
                    UUID.fromString(user)),
            r -> {
              Map<String, String> out = new LinkedHashMap<>();
              for (String name : List.of("access", "refresh")) {
                out.put(
                    name,
                    link.node
                        .node()
                        .vault()
                        .open(Rows.bytes(r, name + "_token_encrypted"), r.getString("id")));
              }
              return out;
            })
        .orElseThrow();
  }
}
