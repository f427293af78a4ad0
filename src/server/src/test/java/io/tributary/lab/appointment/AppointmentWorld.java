package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.event.Outbox;
import io.tributary.lab.account.LabNodes;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.order.TestOrders;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import io.tributary.testkit.Answer;
import io.tributary.testkit.ApiDocument;
import io.tributary.testkit.TestNode;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A node with places, orders on it, and what their customers were told. */
final class AppointmentWorld implements AutoCloseable {
  static final String HOME =
      """
      {"first_line":"1 West Lincoln Street","city":"Phoenix","state":"AZ","zip_code":"85004"}
      """;
  static final Duration SOON = Duration.ofSeconds(2);

  final TestNode node;
  final ApiDocument api;
  final TestOrders orders;
  final OrderLifecycle book;
  final AppointmentLifecycle diary;

  AppointmentWorld(Clock clock, String... settings) {
    node = LabNodes.start(settings);
    api = ApiDocument.of(node);
    Outbox outbox = new Outbox();
    book = new OrderLifecycle(node.db(), outbox);
    diary = new AppointmentLifecycle(book, outbox, new SandboxScheduling(), clock);
    book.addListener(new OrderAppointmentSync(diary, SOON));
    orders = new TestOrders(node, book);
    switches(
        "psc_scheduling",
        "sonora_scheduling",
        "pre_requisition_scheduling",
        "psc_async_confirmation");
  }

  /** Just these are on. */
  void switches(String... on) {
    node.db()
        .query(
            "update team_environment set lab_switches = $2 where team_id = $1",
            node.tenant().team(),
            on);
  }

  AppointmentTasks tasks() {
    return new AppointmentTasks(node.db(), book, diary);
  }

  UUID home(boolean requisition) {
    return order(Modality.PHLEBOTOMY, "tamberline", requisition);
  }

  UUID site(String lab, boolean requisition) {
    return order(Modality.WALK_IN, lab, requisition);
  }

  private UUID order(Modality modality, String lab, boolean requisition) {
    UUID id = orders.open(modality).id();
    node.db().query("update lab_order set lab_id = $2 where id = $1", id, LabNodes.lab(node, lab));
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

  /** Free times of tomorrow and later at home. */
  List<JsonNode> homeSlots() {
    Answer a = node.post("/v3/order/phlebotomy/appointment/availability", HOME);
    return later(api.valid(a, 200, "getPhlebotomyAvailability").json());
  }

  List<JsonNode> siteSlots(String lab, String site) {
    Answer a =
        node.post(
            "/v3/order/psc/appointment/availability?lab=" + lab + "&site_codes=" + site, null);
    return later(api.valid(a, 200, "getSiteAvailability").json());
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

  Answer book(UUID order, String kind, JsonNode slot) {
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

  /** What customers were told of an order's appointments: type and step, in turn. */
  List<String> told(UUID order) {
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

  /** Steps of an order, in turn. */
  List<String> steps(UUID order) {
    List<String> out = new ArrayList<>();
    node.db()
        .query("select status from lab_order_event where order_id = $1 order by id", order)
        .forEach(r -> out.add(r.getString("status")));
    return out;
  }

  static String detail(Answer a) {
    return a.json().get("detail").asText();
  }

  @Override
  public void close() {
    node.close();
  }
}
