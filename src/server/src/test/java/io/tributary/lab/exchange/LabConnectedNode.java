package io.tributary.lab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.tributary.db.RowMapping;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.order.TestOrders;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A node whose production orders for one laboratory use a connection of the test. */
final class LabConnectedNode implements AutoCloseable {
  static final Duration SOON = Duration.ofSeconds(60);
  static final String LINK = "tamber";

  /** Settings for tests that wait for a response timeout. */
  static final String[] SHORT_ANSWER_TIMEOUT = {"TRIBUTARY_LAB_EXCHANGE_ACK_TIMEOUT", "2s"};

  final TestNode node;
  final TestOrders orders;
  final Tenant production;

  LabConnectedNode(TestNode node) {
    this.node = node;
    this.orders = new TestOrders(node);
    this.production = new Tenant(node.first().team(), Environment.PRODUCTION);
  }

  /**
   * @param fields fields of the connection beside its name, such as {@code "to": …}
   */
  static LabConnectedNode start(Path folder, String fields, String... settings) {
    file(folder, "tamber.json", fields);
    List<String> all =
        new ArrayList<>(
            List.of(
                "TRIBUTARY_LAB_EXCHANGE_CONNECTIONS_DIR", folder.toString(),
                "TRIBUTARY_LAB_EXCHANGE_CLAIM_INTERVAL", "50ms",
                "TRIBUTARY_LAB_EXCHANGE_RETRY_SCHEDULE", "50ms,100ms",
                "TRIBUTARY_LAB_EXCHANGE_MAX_READ_ATTEMPTS", "3",
                // A long timeout, so that a suspended machine does not cause a resend.
                "TRIBUTARY_LAB_EXCHANGE_ACK_TIMEOUT", "60s"));
    all.addAll(List.of(settings));
    return new LabConnectedNode(CatalogueTestNode.start(all.toArray(String[]::new)));
  }

  static LabConnectedNode start(Path folder, ScriptedLab lab, String... settings) {
    return start(folder, to(lab), settings);
  }

  static String to(ScriptedLab lab) {
    return "\"adapter\": \"hl7v2\", \"to\": {\"host\": \"127.0.0.1\", \"port\": "
        + lab.port()
        + "}";
  }

  static void file(Path folder, String name, String fields) {
    try {
      Files.writeString(
          folder.resolve(name),
          "{\"link\": \"" + LINK + "\", \"labs\": [\"tamberline\"], " + fields + "}");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  UUID user() {
    UUID id = Ids.uuid();
    node.db()
        .query(
            "insert into app_user (id, team_id, environment, client_user_id) values ($1, $2,"
                + " 'production', $3)",
            id,
            production.team(),
            "u-" + id);
    return id;
  }

  OrderRow openOrder() {
    return openOrder(Optional.empty());
  }

  OrderRow openOrder(Optional<Instant> activateAt) {
    return orders.open(production, user(), Modality.WALK_IN, activateAt, Optional.empty());
  }

  void cancel(OrderRow order) {
    node.db().tx(tx -> orders.lifecycle().move(tx, now(order), Status.of(LowStatus.CANCELLED)));
  }

  OrderRow now(OrderRow order) {
    return node.db().tx(tx -> orders.lifecycle().lock(tx, order.id())).orElseThrow();
  }

  OrderRow awaitStatus(OrderRow order, LowStatus status) {
    Eventually.eventually(SOON, () -> assertEquals(status, now(order).status().low()));
    return now(order);
  }

  /** Returns kind and state of the order's messages. */
  List<String> messages(OrderRow order) {
    return texts(
        "select kind || ' ' || state as t from lab_message where order_id = $1 and direction ="
            + " 'out' order by created_at",
        order.id());
  }

  void messages(OrderRow order, String... expected) {
    Eventually.eventually(SOON, () -> assertEquals(List.of(expected), messages(order)));
  }

  List<String> dispatches(OrderRow order) {
    return texts(
        "select kind || ' ' || state as t from lab_order_dispatch where order_id = $1 order by kind"
            + " desc",
        order.id());
  }

  void dispatches(OrderRow order, String... expected) {
    Eventually.eventually(SOON, () -> assertEquals(List.of(expected), dispatches(order)));
  }

  List<String> texts(String sql, Object... args) {
    return RowMapping.list(node.db().query(sql, args), r -> r.getString("t"));
  }

  /** Returns every step of an order so far. */
  List<String> steps(OrderRow order) {
    return texts(
        "select status || coalesce(' ' || status_detail, '') as t from lab_order_event where"
            + " order_id = $1 order by id",
        order.id());
  }

  JsonNode parked() {
    return node.callManagement("GET", path(""), null).expect(200).json().get("data");
  }

  TestResponse operatorAction(JsonNode message, String what, String body) {
    return node.callManagement("POST", path("/" + message.get("id").asText() + "/" + what), body);
  }

  String path(String rest) {
    return "/v1/org/" + node.first().org() + "/lab_message" + rest;
  }

  @Override
  public void close() {
    node.close();
  }
}
