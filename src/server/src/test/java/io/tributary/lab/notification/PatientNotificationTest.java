package io.tributary.lab.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.delivery.WebhookSigner;
import io.tributary.event.Outbox;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.order.OrderBodies;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.state.AppointmentStep;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Status;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that patient notifications are sent once, and only while they still apply. */
class PatientNotificationTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String SECRET = "whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY";
  private static final List<JsonNode> GOT = new CopyOnWriteArrayList<>();
  private static final List<String> FAULTS = new CopyOnWriteArrayList<>();
  private static final AtomicInteger REFUSE = new AtomicInteger();
  private static HttpServer gateway;
  private static TestNode node;
  private static OrderBodies bodies;

  @BeforeAll
  static void start() throws IOException {
    gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    gateway.createContext(
        "/",
        x -> {
          byte[] body = x.getRequestBody().readAllBytes();
          String id = x.getRequestHeaders().getFirst("webhook-id");
          long at = Long.parseLong(x.getRequestHeaders().getFirst("webhook-timestamp"));
          String signed =
              WebhookSigner.signature(
                  List.of(WebhookSigner.decodeKey(SECRET).orElseThrow()), id, at, body);
          if (!signed.equals(x.getRequestHeaders().getFirst("webhook-signature"))) {
            FAULTS.add("signature of " + id);
          }
          boolean refused = REFUSE.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
          if (!refused) {
            GOT.add(Json.parse(body));
          }
          x.sendResponseHeaders(refused ? 500 : 204, -1);
          x.close();
        });
    gateway.start();
    node =
        CatalogueTestNode.start(
            "TRIBUTARY_USERS_SANDBOX_LIMIT",
            "1000",
            "TRIBUTARY_PATIENT_NOTIFICATION_URL",
            "http://127.0.0.1:" + gateway.getAddress().getPort() + "/notices",
            "TRIBUTARY_PATIENT_NOTIFICATION_SECRET",
            SECRET,
            "TRIBUTARY_PATIENT_NOTIFICATION_POLL_INTERVAL",
            "100ms");
    bodies = new OrderBodies(node);
    enableOnly("patient_sms", "patient_email", "sms_reminders", "psc_scheduling");
  }

  @AfterAll
  static void stop() {
    node.close();
    gateway.stop(0);
    assertEquals(List.of(), FAULTS);
  }

  private static void enableOnly(String... on) {
    node.db()
        .query(
            "update team_environment set lab_feature_flags = $2 where team_id = $1",
            node.tenant().team(),
            on);
  }

  private static List<String> got(UUID order) {
    List<String> out = new ArrayList<>();
    for (JsonNode n : GOT) {
      if (n.get("order_id").asText().equals(order.toString())) {
        out.add(n.get("kind").asText() + " " + n.get("channel").asText());
      }
    }
    return out.stream().sorted().toList();
  }

  private static String states(UUID order) {
    return node.db()
        .query(
            "select string_agg(kind || ' ' || state, ', ' order by kind, due_at) as t"
                + " from patient_notification where order_id = $1",
            order)
        .iterator()
        .next()
        .getString("t");
  }

  private static void reaches(UUID order, String... wanted) {
    Eventually.eventually(SOON, () -> assertEquals(List.of(wanted), got(order), states(order)));
  }

  /**
   * Waits for the states, because the gateway receives a notification before its row is updated.
   */
  private static void awaitStates(UUID order, String states) {
    Eventually.eventually(SOON, () -> assertEquals(states, states(order)));
  }

  private static void due(UUID order, String kind) {
    node.db()
        .query(
            "update patient_notification set due_at = now() where order_id = $1 and kind = $2",
            order,
            kind);
  }

  private static void ended(UUID order) {
    Eventually.eventually(
        SOON,
        () ->
            assertEquals(
                0,
                node.db()
                    .query(
                        "select 1 from patient_notification where order_id = $1 and state ="
                            + " 'waiting' and due_at <= now()",
                        order)
                    .size()));
  }

  /**
   * Creates an order with a requisition. It is not sent to a laboratory, because its day has not
   * come.
   */
  private static UUID acceptedOrder() {
    UUID order = OrderBodies.id(bodies.placeOrder("/activate_by=\"{later}\""));
    OrderLifecycle book = new OrderLifecycle(node.db(), new Outbox());
    book.addListener(new NotificationScheduler());
    node.db()
        .tx(
            tx ->
                book.move(
                    tx,
                    book.lock(tx, order).orElseThrow(),
                    Status.of(LowStatus.REQUISITION_CREATED)));
    return order;
  }

  @Test
  void stepsOfAnOrderAreToldToThePatient() {
    UUID order = acceptedOrder();
    reaches(order, "ordered sms", "requisition_created email", "requisition_created sms");
    JsonNode mail =
        GOT.stream()
            .filter(n -> n.get("order_id").asText().equals(order.toString()))
            .filter(n -> n.get("channel").asText().equals("email"))
            .findFirst()
            .orElseThrow();
    assertEquals("ada@example.com", mail.get("to").asText());
    assertEquals("Ada", mail.get("first_name").asText());
    node.post("/v3/order/" + order + "/cancel", null).expect(200);
    reaches(
        order,
        "cancelled sms",
        "ordered sms",
        "requisition_created email",
        "requisition_created sms");
  }

  @Test
  void whoWantsNoTextMessagesGetsNone() {
    UUID order = OrderBodies.id(bodies.placeOrder("/activate_by=\"{later}\""));
    reaches(order, "ordered sms");
    node.call("PATCH", "/v3/order/" + order + "/communication_settings", "{\"sms_enabled\":false}")
        .expect(200);
    node.post("/v3/order/" + order + "/cancel", null).expect(200);
    ended(order);
    assertEquals(List.of("ordered sms"), got(order));
    awaitStates(order, "cancelled dropped, ordered sent");
  }

  @Test
  void remindersHoldUntilThereIsAnAppointment() {
    UUID order = acceptedOrder();
    due(order, "reminder_booking");
    reaches(
        order,
        "ordered sms",
        "reminder_booking sms",
        "reminder_booking sms",
        "reminder_booking sms",
        "requisition_created email",
        "requisition_created sms");
    UUID done = acceptedOrder();
    node.post("/v3/order/" + done + "/cancel", null).expect(200);
    due(done, "reminder_booking");
    ended(done);
    assertTrue(!got(done).contains("reminder_booking sms"), states(done));
  }

  @Test
  void remindersNeedTheirSwitch() {
    enableOnly("patient_sms", "patient_email");
    try {
      UUID order = acceptedOrder();
      due(order, "reminder_booking");
      ended(order);
      assertTrue(!got(order).contains("reminder_booking sms"), states(order));
    } finally {
      enableOnly("patient_sms", "patient_email", "sms_reminders", "psc_scheduling");
    }
  }

  @Test
  void aKitIsRemindedOfWhileItLiesAtHome() {
    UUID order = OrderBodies.id(bodies.placeOrder("/order_set={\"lab_test_ids\":[\"{kit}\"]}"));
    node.db()
        .query(
            "insert into patient_notification (id, order_id, kind, channel, due_at)"
                + " values (gen_random_uuid(), $1, 'reminder_kit', 'sms', now())",
            order);
    ended(order);
    assertTrue(!got(order).contains("reminder_kit sms"), states(order));
  }

  @Test
  void remindersOfAnAppointmentFollowItWhenItMoves() {
    UUID order = OrderBodies.id(bodies.placeOrder("/activate_by=\"{later}\""));
    UUID appointment = Ids.uuid();
    Instant begin = Instant.now().plus(Duration.ofDays(3)).truncatedTo(ChronoUnit.SECONDS);
    node.db()
        .query(
            """
            insert into appointment (id, order_id, team_id, environment, user_id, transaction_id,
                                     type, provider, provider_id, status, starts_at, ends_at,
                                     time_zone, address, lat, lng, confirmation)
            select $2, id, team_id, environment, user_id, transaction_id, 'patient_service_center',
                   'ostrelle', 'x', 'scheduled', $3, $4, 'America/Phoenix', '{}', 0, 0, 'direct'
              from lab_order where id = $1
            """,
            order,
            appointment,
            begin.atOffset(ZoneOffset.UTC),
            begin.plusSeconds(1200).atOffset(ZoneOffset.UTC));
    NotificationScheduler book = new NotificationScheduler();
    Instant before = begin.minus(Duration.ofDays(1));
    for (Instant start : List.of(before, begin)) {
      node.db()
          .tx(
              tx -> {
                book.onMoved(tx, order, false, AppointmentStep.SCHEDULED, Optional.of(start));
                return null;
              });
    }
    assertEquals(
        List.of(before.minusSeconds(86_400), before.minusSeconds(7_200)), due(order, before));
    assertEquals(List.of(begin.minusSeconds(86_400), begin.minusSeconds(7_200)), due(order, begin));
    due(order, "reminder_appointment");
    ended(order);
    Eventually.eventually(
        SOON,
        () ->
            assertEquals(
                2,
                got(order).stream().filter("reminder_appointment sms"::equals).count(),
                states(order)));
  }

  private static List<Instant> due(UUID order, Instant about) {
    return RowMapping.list(
        node.db()
            .query(
                "select due_at from patient_notification where order_id = $1 and appointment_at ="
                    + " $2 and kind = 'reminder_appointment' order by due_at",
                order,
                about.atOffset(ZoneOffset.UTC)),
        r -> RowMapping.instant(r, "due_at"));
  }

  @Test
  void whoIsGoneIsNotTold() {
    JsonNode placed = bodies.placeOrder("/activate_by=\"{later}\"");
    UUID order = OrderBodies.id(placed);
    reaches(order, "ordered sms");
    node.call("DELETE", "/v2/user/" + placed.get("user_id").asText(), null).expect(200);
    node.db()
        .query(
            "insert into patient_notification (id, order_id, kind, channel, due_at)"
                + " values (gen_random_uuid(), $1, 'cancelled', 'sms', now())",
            order);
    ended(order);
    assertEquals(List.of("ordered sms"), got(order));
  }

  @Test
  void aGatewayThatFailsIsAskedAgain() {
    REFUSE.set(1);
    UUID order = OrderBodies.id(bodies.placeOrder("/activate_by=\"{later}\""));
    Eventually.eventually(
        SOON,
        () ->
            assertTrue(
                node.db()
                        .query(
                            "select 1 from patient_notification where order_id = $1"
                                + " and (attempt > 0 and error is not null or state = 'sent')",
                            order)
                        .size()
                    == 1));
    due(order, "ordered");
    reaches(order, "ordered sms");
    awaitStates(order, "ordered sent");
    REFUSE.set(0);
  }

  @Test
  void noOrderSendsTwoNotificationsOfOneKindAndChannel() {
    UUID order = acceptedOrder();
    reaches(order, "ordered sms", "requisition_created email", "requisition_created sms");
    ConcurrentHashMap<String, AtomicLong> ids = new ConcurrentHashMap<>();
    GOT.forEach(
        n -> ids.computeIfAbsent(n.get("id").asText(), k -> new AtomicLong()).incrementAndGet());
    assertTrue(ids.values().stream().allMatch(n -> n.get() == 1));
  }
}
