package io.tributary.portal;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.event.Event;
import io.tributary.event.EventCatalog;
import io.tributary.event.Outbox;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import java.util.ArrayList;
import java.util.List;

/** A team with endpoints in different states and realistic messages. */
final class PortalDemoData implements AutoCloseable {
  static final String TYPE = "daily.data.sleep.created";
  private static final List<String> TYPES =
      List.of(
          "provider.connection.created",
          "historical.data.sleep.created",
          "daily.data.activity.created",
          "daily.data.heartrate.created",
          "daily.data.activity.updated",
          "daily.data.workouts.created",
          TYPE);

  final WebhookTestServer receiver = new WebhookTestServer();
  final String good;
  final String failing;
  final String off;
  private final TestNode node;

  /** Requires a node with two delivery attempts. */
  PortalDemoData(TestNode node) {
    this.node = node;
    WebhookFixture hooks = new WebhookFixture(node);
    receiver.setAnswer("/good", (r, g) -> r.response().end("{\"received\":true}"));
    receiver.setAnswer(
        "/failing",
        (r, g) ->
            r.response()
                .setStatusCode(g.text().contains(TYPE) ? 500 : 202)
                .end(
                    "{\"error\":\"duplicate key value violates unique constraint"
                        + " \\\"nights_pkey\\\"\",\"trace\":\"9f2c71d0\"}"));
    off =
        hooks.endpoint(
            receiver.url("/off"),
            ",\"disabled\":true,\"description\":\"Old import, until the move is done\"");
    failing =
        hooks.endpoint(
            receiver.url("/failing"),
            ",\"description\":\"Sleep and activity for the coaching app\",\"rate_limit\":50,"
                + "\"ordered\":true,\"filter_types\":[\"daily.data.*\",\"historical.data.*\"]");
    good = hooks.endpoint(receiver.url("/good"), ",\"description\":\"Data warehouse\"");
    List<Event> events = new ArrayList<>();
    for (String type : TYPES) {
      JsonNode data = EventCatalog.shared().event(type).orElseThrow().get("data");
      events.add(new Event(type, node.tenant(), null, "patient-4711", data));
    }
    node.db()
        .tx(
            tx -> {
              new Outbox().add(tx, events);
              return null;
            });
    eventually(
        TestBrowser.SOON,
        () -> {
          assertEquals(TYPES.size(), hooks.count(good, "delivered"));
          assertEquals(1, hooks.count(failing, "failed"));
        });
  }

  /** Returns the message that its receiver rejects. */
  String failedMessage() {
    return node.db()
        .query(
            "select message_id from delivery where endpoint_id = $1 and state = 'failed'", failing)
        .iterator()
        .next()
        .getString("message_id");
  }

  /** Replaces addresses and statistics by realistic values for screenshots. */
  void applyRealisticValues() {
    node.db().query("update team set name = 'Northwind Health'");
    String[][] urls = {
      {good, "https://warehouse.northwind.example/hooks/health"},
      {failing, "https://api.northwind.example/v1/coaching/webhooks"},
      {off, "https://legacy.northwind.example/import"}
    };
    for (String[] url : urls) {
      node.db().query("update webhook_endpoint set url = $2 where id = $1", url[0], url[1]);
    }
    node.db()
        .query(
            """
            insert into delivery_count (endpoint_id, at, delivered, failed)
            select $1, date_bin('5 minutes', now(), 'epoch') - n * interval '1 hour' - interval '5 minutes',
                   (180 + 140 * sin((n - 6) * pi() / 12) + (n * 37) % 41)::int,
                   case when n between 20 and 25 then 60 - 8 * abs(n - 22) when n % 29 = 0 then 9 else 0 end
              from generate_series(1, 160) n
            on conflict do nothing
            """,
            good);
  }

  @Override
  public void close() {
    receiver.close();
  }
}
