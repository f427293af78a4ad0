package io.tributary.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A test user with SDK uploads over HTTP. */
final class SdkHarness {
  final TestNode node;
  final UUID id;

  private SdkHarness(TestNode node, UUID id) {
    this.node = node;
    this.id = id;
  }

  /** Starts a node with a webhook endpoint, because events without an endpoint are not recorded. */
  static TestNode node(String... settings) {
    TestNode node = TestNode.start(settings);
    node.callManagement(
            "POST",
            "/v1/org/" + node.first().org() + "/team/" + node.first().team() + "/sandbox/webhook",
            "{\"url\":\"http://127.0.0.1:9/hook\"}")
        .expect(200);
    return node;
  }

  static SdkHarness user(TestNode node) {
    return user(node, "");
  }

  /**
   * @param more further fields of the user, each with a leading comma
   */
  static SdkHarness user(TestNode node, String more) {
    String body = "{\"client_user_id\":\"push-" + Ids.randomHex(8) + "\"" + more + "}";
    return new SdkHarness(
        node,
        UUID.fromString(node.post("/v2/user", body).expect(200).json().get("user_id").asText()));
  }

  /** Builds a daily envelope. */
  static String daily(String provider, String data) {
    return daily(provider, data, "");
  }

  static String daily(String provider, String data, String more) {
    return """
    {"stage":"daily","time_zone":"Europe/Paris","provider":"%s","is_final_chunk":true%s,"data":%s}
    """
        .formatted(provider, more, data);
  }

  static String historical(String provider, String from, String to, boolean last, String data) {
    return """
    {"stage":"historical","start_date":"%s","end_date":"%s","time_zone":"Europe/Paris",
     "provider":"%s","is_final_chunk":%s,"data":%s}
    """
        .formatted(from, to, provider, last, data);
  }

  TestResponse timeseries(String resource, String body) {
    return node.post("/v2/timeseries/" + id + "/" + resource, body);
  }

  TestResponse summary(String resource, String body) {
    return node.post("/v2/summary/" + resource + "/" + id, body);
  }

  TestResponse as(String token, String resource, String body) {
    return node.send(
        "POST",
        "/v2/timeseries/" + id + "/" + resource,
        body,
        Map.of("authorization", "Bearer " + token));
  }

  /** Returns the samples of the only group of a resource in March 2026. */
  JsonNode samples(String path) {
    return groups(path).elements().next().get(0).get("data");
  }

  JsonNode groups(String path) {
    return node.get(
            "/v2/timeseries/"
                + id
                + "/"
                + path
                + "/grouped?start_date=2026-03-01&end_date=2026-03-31")
        .expect(200)
        .json()
        .get("groups");
  }

  JsonNode summaries(String resource, String key) {
    return node.get(
            "/v2/summary/" + resource + "/" + id + "?start_date=2026-02-20&end_date=2026-03-31")
        .expect(200)
        .json()
        .get(key);
  }

  /** Returns the types of this user's events, oldest first. */
  List<String> events() {
    return events("%");
  }

  List<String> events(String like) {
    return bodies(like).stream().map(e -> e.get("event_type").asText()).toList();
  }

  List<JsonNode> bodies(String like) {
    return RowMapping.list(
        node.db()
            .query(
                "select body from message where user_id = $1 and event_type like $2 order by id",
                id,
                like),
        r -> Json.parse(RowMapping.bytes(r, "body")));
  }

  JsonNode connection() {
    JsonNode all = node.get("/v2/user/providers/" + id).expect(200).json().get("providers");
    return all.isEmpty() ? null : all.get(0);
  }

  JsonNode signIn() {
    String token =
        node.post("/v2/user/" + id + "/sign_in_token", null)
            .expect(200)
            .json()
            .get("sign_in_token")
            .asText();
    return node.send("POST", "/v2/user/sign_in", "{\"sign_in_token\":\"" + token + "\"}", Map.of())
        .expect(200)
        .json();
  }

  static JsonNode counts(TestResponse answer) {
    return answer.expect(200).json().get("counts");
  }

  /** Creates a user and uploads a summary twice; the second upload changes nothing. */
  static SdkHarness pushTwice(TestNode node, String resource, String provider, String data) {
    SdkHarness user = user(node);
    String body = daily(provider, data);
    counts(user.summary(resource, body));
    int events = user.events().size();
    JsonNode again = counts(user.summary(resource, body));
    assertEquals(0, again.get("accepted").asInt(), "the same again changes nothing");
    assertEquals(events, user.events().size());
    return user;
  }
}
