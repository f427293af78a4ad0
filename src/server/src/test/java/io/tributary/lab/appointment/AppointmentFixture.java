package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.event.Outbox;
import io.tributary.lab.account.LabTestNode;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.order.TestOrders;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A node with collection sites, orders and the events that customers received. */
final class AppointmentFixture implements AutoCloseable {
  static final String HOME =
      """
      {"first_line":"1 West Lincoln Street","city":"Phoenix","state":"AZ","zip_code":"85004"}
      """;
  static final Duration SOON = Duration.ofSeconds(2);

  final TestNode node;
  final OpenApiDocument api;
  final TestOrders orders;
  final OrderLifecycle book;
  final AppointmentLifecycle appointments;

  AppointmentFixture(Clock clock, String... settings) {
    node = LabTestNode.start(settings);
    api = OpenApiDocument.of(node);
    Outbox outbox = new Outbox();
    book = new OrderLifecycle(node.db(), outbox);
    appointments = new AppointmentLifecycle(book, outbox, new SandboxScheduling(), clock);
    book.addListener(new OrderAppointmentSync(appointments, SOON));
    orders = new TestOrders(node, book);
    enableOnly(
        "psc_scheduling",
        "sonora_scheduling",
        "pre_requisition_scheduling",
        "psc_async_confirmation");
  }

  /** Enables exactly these feature flags. */
  void enableOnly(String... on) {
    node.db()
        .query(
            "update team_environment set lab_feature_flags = $2 where team_id = $1",
            node.tenant().team(),
            on);
  }

  AppointmentTasks tasks() {
    return new AppointmentTasks(node.db(), book, appointments);
  }

  UUID home(boolean requisition) {
    return order(Modality.PHLEBOTOMY, "tamberline", requisition);
  }

  UUID site(String lab, boolean requisition) {
    return order(Modality.WALK_IN, lab, requisition);
  }

  private UUID order(Modality modality, String lab, boolean requisition) {
    UUID id = orders.open(modality).id();
    node.db()
        .query("update lab_order set lab_id = $2 where id = $1", id, LabTestNode.lab(node, lab));
    if (requisition) {
      move(id, LowStatus.REQUISITION_CREATED);
    }
    return id;
  }

  void move(UUID order, LowStatus to) {
    node.db()
        .tx(
            tx -> {
              book.require(tx, book.lock(tx, order).orElseThrow(), Status.of(to));
              return null;
            });
  }

  String status(UUID order) {
    OrderRow row = node.db().tx(tx -> book.lock(tx, order).orElseThrow());
    return row.status().low().wireName();
  }

  static String path(UUID order, String kind) {
    return "/v3/order/" + order + "/" + kind + "/appointment";
  }

  /** Returns the free home-visit slots from tomorrow on. */
  List<JsonNode> homeSlots() {
    TestResponse a = node.post("/v3/order/phlebotomy/appointment/availability", HOME);
    return later(api.assertValid(a, 200, "getPhlebotomyAvailability").json());
  }

  List<JsonNode> siteSlots(String lab, String site) {
    TestResponse a =
        node.post(
            "/v3/order/psc/appointment/availability?lab=" + lab + "&site_codes=" + site, null);
    return later(api.assertValid(a, 200, "getSiteAvailability").json());
  }

  private static List<JsonNode> later(JsonNode availability) {
    List<JsonNode> out = new ArrayList<>();
    for (int i = 2; i < availability.get("slots").size(); i++) {
      availability.get("slots").get(i).get("slots").forEach(out::add);
    }
    return out;
  }

  static String booking(JsonNode slot) {
    return "{\"booking_key\":\"" + slot.get("booking_key").asText() + "\"}";
  }

  TestResponse book(UUID order, String kind, JsonNode slot) {
    return node.post(path(order, kind) + "/book", booking(slot));
  }

  static String cancel(String kind) {
    return "{\"cancellation_reason_id\":\""
        + CancellationReason.all(
                kind.equals("psc")
                    ? AppointmentType.PATIENT_SERVICE_CENTER
                    : AppointmentType.PHLEBOTOMY)
            .getFirst()
            .id()
        + "\"}";
  }

  /** Returns the events of an order's appointments as type and step, in order. */
  List<String> events(UUID order) {
    List<String> out = new ArrayList<>();
    for (var row :
        node.db()
            .query(
                "select event_type, body from message where event_type ^@ 'labtest.appointment.'"
                    + " order by id")) {
      JsonNode event = Json.parse(row.getBuffer("body").getBytes());
      if (event.at("/data/order_id").asText().equals(order.toString())) {
        out.add(
            event.get("event_type").asText().substring("labtest.appointment.".length())
                + " "
                + event.at("/data/event_status").asText());
      }
    }
    return out;
  }

  /** Returns the steps of an order, in order. */
  List<String> steps(UUID order) {
    List<String> out = new ArrayList<>();
    node.db()
        .query("select status from lab_order_event where order_id = $1 order by id", order)
        .forEach(r -> out.add(r.getString("status")));
    return out;
  }

  static String detail(TestResponse a) {
    return a.json().get("detail").asText();
  }

  @Override
  public void close() {
    node.close();
  }
}
