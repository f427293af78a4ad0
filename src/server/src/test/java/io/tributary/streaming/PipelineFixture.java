package io.tributary.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;

/** The event pipeline of the first team's sandbox. */
final class PipelineFixture {
  static final String[] FAST = {
    "TRIBUTARY_WEBHOOK_POLL_INTERVAL", "50ms",
    "TRIBUTARY_WEBHOOK_SHARDS", "2",
    "TRIBUTARY_LEASE_TTL", "60s",
    "TRIBUTARY_LEASE_RENEW_INTERVAL", "300ms",
    "TRIBUTARY_OUTBOUND_ALLOW_PRIVATE", "true"
  };

  private final TestNode node;

  PipelineFixture(TestNode node) {
    this.node = node;
  }

  static TestNode node(String... more) {
    String[] all = java.util.Arrays.copyOf(FAST, FAST.length + more.length);
    System.arraycopy(more, 0, all, FAST.length, more.length);
    return TestNode.start(all);
  }

  String path(String environment) {
    return "/v1/org/" + node.first().org() + "/team_etl_pipelines/" + environment + "/us";
  }

  /**
   * @param more remaining fields of the JSON object
   */
  TestResponse post(String more) {
    return node.callManagement(
        "POST",
        path("sandbox"),
        "{\"team_ids\":[\""
            + node.first().team()
            + "\"]"
            + (more.isEmpty() ? "" : "," + more)
            + "}");
  }

  JsonNode rabbit(String uri, String exchange) {
    return post("\"preferences\":{\"preferred\":\"rabbitmq\",\"enabled\":[\"rabbitmq\"]},"
            + rabbitJson(uri, exchange))
        .expect(200)
        .json()
        .get(0);
  }

  static String rabbitJson(String uri, String exchange) {
    return "\"rabbitmq\":{\"uri\":\"" + uri + "\",\"exchange\":\"" + exchange + "\"}";
  }

  JsonNode nats(String uri) {
    return post("\"preferences\":{\"preferred\":\"nats\",\"enabled\":[\"nats\"]},\"nats\":{\"uri\":\""
            + uri
            + "\"}")
        .expect(200)
        .json()
        .get(0);
  }

  /** Returns the ID of the broker's row. */
  String id(String kind) {
    return node.db()
        .query(
            "select id from webhook_endpoint where kind = $1 and deleted_at is null and team_id ="
                + " $2",
            kind,
            node.first().team())
        .iterator()
        .next()
        .getString("id");
  }

  /** Returns the broker's response to the last attempt. */
  String lastResponse(String id) {
    var rows =
        node.db()
            .query(
                """
                select error_class || ' ' || coalesce(convert_from(response_body, 'UTF8'), '') as said
                  from delivery_attempt where endpoint_id = $1 order by started_at desc limit 1
                """,
                id);
    return rows.size() == 0 ? "" : rows.iterator().next().getString("said");
  }
}
