package io.tributary.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.event.Outbox;
import java.util.ArrayList;
import java.util.List;

/** Webhook endpoints and events of the first team. */
public final class WebhookFixture {
  private final TestNode node;

  public WebhookFixture(TestNode node) {
    this.node = node;
  }

  public String base() {
    return base("sandbox");
  }

  public String base(String environment) {
    return "/v1/org/"
        + node.first().org()
        + "/team/"
        + node.first().team()
        + "/"
        + environment
        + "/webhook";
  }

  /**
   * Creates an endpoint; {@code more} holds further JSON fields, for example {@code
   * ,"rate_limit":1}.
   */
  public String endpoint(String url, String more) {
    return node.callManagement("POST", base(), "{\"url\":\"" + url + "\"" + more + "}")
        .expect(200)
        .json()
        .get("id")
        .asText();
  }

  public String endpoint(String url) {
    return endpoint(url, "");
  }

  public String secret(String id) {
    return node.callManagement("GET", base() + "/" + id + "/secret", null)
        .expect(200)
        .json()
        .get("key")
        .asText();
  }

  public JsonNode patch(String id, String body) {
    return node.callManagement("PATCH", base() + "/" + id, body).expect(200).json();
  }

  public static Event event(Tenant tenant, int n) {
    ObjectNode data = Json.object().put("n", n).put("note", "café");
    return new Event(EventTypes.DEVICE_CREATED, tenant, null, "client-" + n, data);
  }

  public void events(int count) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(event(node.tenant(), i));
    }
    node.db()
        .tx(
            tx -> {
              new Outbox().add(tx, events);
              return null;
            });
  }

  /** Returns the number of deliveries of an endpoint in a state. */
  public long count(String endpoint, String state) {
    return node.db()
        .query(
            "select count(*) as n from delivery where endpoint_id = $1 and state = $2",
            endpoint,
            state)
        .iterator()
        .next()
        .getLong("n");
  }

  public long attempts(String endpoint) {
    return node.db()
        .query("select count(*) as n from delivery_attempt_all where endpoint_id = $1", endpoint)
        .iterator()
        .next()
        .getLong("n");
  }
}
