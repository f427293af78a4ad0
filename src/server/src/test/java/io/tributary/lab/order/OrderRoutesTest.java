package io.tributary.lab.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.tributary.db.RowMapping;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads and changes of orders. */
class OrderRoutesTest {
  private static TestNode node;
  private static OpenApiDocument api;
  private static TestOrders orders;
  private static OrderBodies bodies;

  @BeforeAll
  static void start() {
    node =
        CatalogueTestNode.start(
            "TRIBUTARY_USERS_SANDBOX_LIMIT",
            "1000",
            "TRIBUTARY_ORDERS_PHYSICIANS",
            "1234567893|Grace|Sample|AZ");
    api = OpenApiDocument.of(node);
    orders = new TestOrders(node);
    bodies = new OrderBodies(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static String one(OrderRow order) {
    return "/v3/order/" + order.id();
  }

  private static void move(OrderRow order, LowStatus... steps) {
    for (LowStatus step : steps) {
      node.db().tx(tx -> orders.lifecycle().move(tx, order, Status.of(step)));
    }
  }

  private static List<String> listed(String query) {
    JsonNode page =
        api.assertValid(node.get("/v3/orders?size=100&" + query), 200, "listOrders").json();
    assertEquals(page.get("total").asInt(), page.get("orders").size());
    return CatalogueTestNode.texts(page.get("orders"), "id");
  }

  @ParameterizedTest
  @EnumSource
  void anOrderIsShownAsItsWebhookShowedIt(Modality modality) {
    OrderRow order = orders.open(modality);
    assertEquals(
        orders.events(order.id()).getFirst().get("data"),
        api.assertValid(node.get(one(order)), 200, "getOrder").json());
  }

  @Test
  void anUnknownOrderIsNotFound() {
    String none = "/v3/order/00000000-0000-4000-8000-000000000000";
    api.assertValid(node.get(none), 404, "getOrder");
    api.assertValid(node.post(none + "/cancel", null), 404, "cancelOrder");
    api.assertValid(node.call("PATCH", none, "{\"activate_by\":null}"), 404, "patchOrder");
    api.assertValid(node.call("PATCH", none + "/draw_completed", null), 404, "reportDraw");
    api.assertValid(node.get(none + "/communication_settings"), 404, "getOrderCommunication");
    api.assertValid(node.get("/v3/order/x"), 422, "getOrder");
    api.assertValid(
        node.get("/v3/order_transaction/00000000-0000-4000-8000-000000000000"),
        404,
        "getOrderTransaction");
  }

  @Test
  void anOrderIsCancelledOnce() {
    OrderRow order = orders.open(Modality.WALK_IN);
    JsonNode answer =
        api.assertValid(node.post(one(order) + "/cancel", null), 200, "cancelOrder").json();
    assertEquals("success", answer.get("status").asText());
    assertEquals("cancelled", answer.at("/order/status").asText());
    assertEquals("cancelled", answer.at("/order/order_transaction/status").asText());
    assertEquals(answer.get("order"), orders.events(order.id()).getLast().get("data"));
    assertEquals(
        "Transition from cancelled to cancelled is not allowed",
        CatalogueTestNode.detail(
            api.assertValid(node.post(one(order) + "/cancel", null), 400, "cancelOrder")));
    assertEquals(2, orders.events(order.id()).size());
  }

  @Test
  void anOrderThatIsDoneCannotBeCancelled() {
    OrderRow order = orders.open(Modality.WALK_IN);
    move(order, LowStatus.REQUISITION_CREATED, LowStatus.COMPLETED);
    assertEquals(
        "Transition from completed to cancelled is not allowed",
        CatalogueTestNode.detail(node.post(one(order) + "/cancel", null).expect(400)));
  }

  @Test
  void aDrawIsToldOfOrdersOnSiteWithARequisition() {
    OrderRow order = orders.open(Modality.ON_SITE);
    String path = one(order) + "/draw_completed";
    api.assertValid(node.call("PATCH", path, null), 400, "reportDraw");
    move(order, LowStatus.REQUISITION_CREATED);
    JsonNode answer = api.assertValid(node.call("PATCH", path, null), 200, "reportDraw").json();
    assertEquals(
        "sample_with_lab.on_site_collection.draw_completed",
        answer.at("/order/last_event/status").asText());
    api.assertValid(node.call("PATCH", path, null), 400, "reportDraw");
    OrderRow home = orders.open(Modality.PHLEBOTOMY);
    move(home, LowStatus.REQUISITION_CREATED);
    node.call("PATCH", one(home) + "/draw_completed", null).expect(400);
  }

  @Test
  void aScheduledOrderIsMovedOrSentAtOnce() {
    JsonNode made = bodies.placeOrder("/activate_by=\"{later}\"");
    String path = "/v3/order/" + made.get("id").asText();
    LocalDate today = LocalDate.now(ZoneId.of("America/Phoenix"));
    LocalDate day = today.plusDays(3);
    JsonNode moved =
        api.assertValid(
                node.call("PATCH", path, "{\"activate_by\":\"" + day + "\"}"), 200, "patchOrder")
            .json();
    assertEquals(day.toString(), moved.at("/order/activate_by").asText());
    assertEquals(
        day.atStartOfDay(ZoneId.of("America/Phoenix")).toInstant(),
        RowMapping.list(
                node.db()
                    .query(
                        "select due_at from lab_order_dispatch where order_id = $1",
                        OrderBodies.id(made)),
                r -> RowMapping.instant(r, "due_at"))
            .getFirst());
    api.assertValid(
        node.call("PATCH", path, "{\"activate_by\":\"" + today.minusDays(1) + "\"}"),
        400,
        "patchOrder");
    api.assertValid(node.call("PATCH", path, "{}"), 422, "patchOrder");
    JsonNode now = node.call("PATCH", path, "{\"activate_by\":null}").expect(200).json();
    assertTrue(now.at("/order/activate_by").isNull());
    assertEquals(
        1,
        node.db()
            .query(
                "select 1 from lab_order where id = $1 and activate_at is null",
                OrderBodies.id(made))
            .size());
    assertEquals(
        "the order was created without activate_by",
        CatalogueTestNode.detail(node.call("PATCH", path, "{\"activate_by\":null}").expect(400)));
    assertEquals(1, orders.events(OrderBodies.id(made)).size());
  }

  @Test
  void anOrderThatIsBeingSentIsNotHeldBack() {
    JsonNode made = bodies.placeOrder("/activate_by=\"{later}\"");
    String path = "/v3/order/" + made.get("id").asText();
    node.db()
        .query(
            "update lab_order_dispatch set state = 'sent' where order_id = $1",
            OrderBodies.id(made));
    node.call("PATCH", path, bodies.replacePlaceholders("{\"activate_by\":\"{later}\"}"))
        .expect(400);
    node.db()
        .tx(
            tx ->
                orders
                    .lifecycle()
                    .move(
                        tx,
                        orders.lifecycle().lock(tx, OrderBodies.id(made)).orElseThrow(),
                        Status.of(LowStatus.REQUISITION_CREATED)));
    assertEquals(
        "activate_by can no longer be changed: the order is requisition_created",
        CatalogueTestNode.detail(node.call("PATCH", path, "{\"activate_by\":null}").expect(400)));
  }

  @Test
  void aTransactionShowsItsOrders() {
    OrderRow order = orders.open(Modality.WALK_IN);
    move(order, LowStatus.REQUISITION_CREATED, LowStatus.REDRAW_AVAILABLE);
    int ferritin = CatalogueTestNode.id(node, "tamberline", "Ferritin");
    UUID again = node.db().tx(tx -> orders.lifecycle().createRedraw(tx, order, List.of(ferritin)));
    JsonNode t =
        api.assertValid(
                node.get("/v3/order_transaction/" + order.transaction()),
                200,
                "getOrderTransaction")
            .json();
    assertEquals("active", t.get("status").asText());
    assertEquals(
        List.of(order.id().toString(), again.toString()),
        CatalogueTestNode.texts(t.get("orders"), "id"));
    assertEquals("redraw_available", t.at("/orders/0/last_status").asText());
    assertEquals(order.id().toString(), t.at("/orders/1/parent_id").asText());
    assertEquals(
        List.of(again.toString(), order.id().toString()),
        listed("order_transaction_id=" + order.transaction()));
  }

  @Test
  void messagesToThePatientAreSwitched() {
    OrderRow order = orders.open(Modality.WALK_IN);
    String path = one(order) + "/communication_settings";
    assertTrue(
        api.assertValid(node.get(path), 200, "getOrderCommunication")
            .json()
            .get("sms_enabled")
            .asBoolean());
    api.assertValid(
        node.call("PATCH", path, "{\"sms_enabled\":false}"), 200, "patchOrderCommunication");
    assertEquals(
        "{\"order_id\":\"" + order.id() + "\",\"sms_enabled\":false}",
        node.get(path).expect(200).text());
    api.assertValid(node.call("PATCH", path, "{}"), 422, "patchOrderCommunication");
  }

  @Test
  void physiciansAreThoseOfTheInstallation() {
    String path = "/v2/team/" + node.first().team() + "/physicians";
    assertEquals(
        "[{\"first_name\":\"Grace\",\"last_name\":\"Sample\",\"npi\":\"1234567893\"}]",
        api.assertValid(node.get(path), 200, "listPhysicians").text());
    node.get("/v2/team/" + Ids.uuid() + "/physicians").expect(404);
  }

  @Test
  void ordersAreFoundByWhatIsKnownOfThem() {
    UUID user = orders.user();
    OrderRow walk = open(user, Modality.WALK_IN);
    OrderRow kit = open(user, Modality.KIT);
    OrderRow own = open(user, Modality.REGISTRABLE_KIT);
    move(walk, LowStatus.REQUISITION_CREATED, LowStatus.COMPLETED);
    node.db()
        .query(
            "update lab_order set interpretation = 'critical', is_critical = true,"
                + " patient_name = 'Zed Other', dob = '1955-05-05' where id = $1",
            walk.id());
    node.db()
        .tx(
            tx -> {
              OrderRepo.updateSearchIndex(tx, walk.id());
              return null;
            });
    node.db()
        .query(
            "update lab_order set activate_at = now() + interval '1 day',"
                + " created_at = '2020-02-03T23:59:59.5Z', status_at = '2020-02-04T00:00:00Z'"
                + " where id = $1",
            kit.id());
    String of = "user_id=" + user;
    assertEquals(ids(own, walk, kit), listed(of));
    assertEquals(ids(kit, walk, own), listed(of + "&order_direction=asc"));
    assertEquals(ids(walk), listed(of + "&status=completed"));
    assertEquals(ids(own, walk, kit), listed(of + "&status=completed&status[]=ordered"));
    assertEquals(ids(own, kit), listed(of + "&order_type=testkit"));
    assertEquals(ids(walk), listed(of + "&interpretation=critical"));
    assertEquals(ids(walk), listed(of + "&is_critical=true"));
    assertEquals(ids(own, kit), listed(of + "&is_critical=false"));
    assertEquals(ids(kit), listed(of + "&order_activation_types=scheduled"));
    assertEquals(ids(own, walk), listed(of + "&order_activation_types=current"));
    assertEquals(
        ids(own, walk, kit),
        listed(of + "&order_activation_types=current&order_activation_types=scheduled"));
    assertEquals(ids(walk, kit), listed("order_ids=" + walk.id() + "&order_ids=" + kit.id()));
    assertEquals(ids(walk), listed(of + "&patient_name=zED"));
    assertEquals(ids(own, walk, kit), listed(of + "&shipping_recipient_name=ada%20ex"));
    assertEquals(ids(kit), listed(of + "&end_date=2020-02-03"));
    assertEquals(ids(), listed(of + "&end_date=2020-02-02"));
    assertEquals(ids(own, walk), listed(of + "&start_date=2020-02-04"));
    assertEquals(ids(kit), listed(of + "&end_date=2020-02-04&start_date=2020-02-03T23:59:59Z"));
    assertEquals(ids(kit), listed(of + "&updated_end_date=2020-02-04"));
    assertEquals(ids(), listed(of + "&updated_end_date=2020-02-03"));
    assertEquals(ids(own, walk), listed(of + "&updated_start_date=2020-02-05"));
    assertEquals(ids(walk), listed("search_input=" + walk.id()));
    assertEquals(ids(own, walk, kit), listed("search_input=" + user));
    assertEquals(ids(walk), listed(of + "&search_input=other"));
    assertEquals(ids(walk), listed(of + "&search_input=1955-05"));
    assertEquals(walk.id().toString(), listed(of + "&order_key=patient_name").getFirst());
    assertEquals(
        kit.id().toString(), listed(of + "&order_key=last_status&order_direction=asc").getFirst());
    JsonNode second = node.get("/v3/orders?" + of + "&page=2&size=2").expect(200).json();
    assertEquals(3, second.get("total").asInt());
    assertEquals(2, second.get("page").asInt());
    assertEquals(ids(kit), CatalogueTestNode.texts(second.get("orders"), "id"));
    assertEquals(
        0, node.get("/v3/orders?" + of + "&page=9").expect(200).json().get("orders").size());
  }

  private static OrderRow open(UUID user, Modality modality) {
    return orders.open(node.tenant(), user, modality, Optional.empty(), Optional.empty());
  }

  private static List<String> ids(OrderRow... rows) {
    return List.of(rows).stream().map(o -> o.id().toString()).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "status=lost%20in%20space",
    "order_type=owl",
    "order_key=price",
    "order_direction=up",
    "interpretation=x",
    "is_critical=maybe",
    "order_activation_types=x",
    "start_date=soon",
    "user_id=x",
    "order_ids=x",
    "page=0",
    "size=101"
  })
  void whatIsNoFilterIsRefused(String query) {
    api.assertValid(node.get("/v3/orders?" + query), 422, "listOrders");
  }

  @Test
  void othersOrdersAreNobodysBusiness() {
    Tenant production = new Tenant(node.first().team(), Environment.PRODUCTION);
    UUID user = Ids.uuid();
    node.db()
        .query(
            "insert into app_user (id, team_id, environment) values ($1, $2, 'production')",
            user,
            production.team());
    OrderRow foreign =
        orders.open(production, user, Modality.WALK_IN, Optional.empty(), Optional.empty());
    node.get(one(foreign)).expect(404);
    node.post(one(foreign) + "/cancel", null).expect(404);
    node.call("PATCH", one(foreign), "{\"activate_by\":null}").expect(404);
    node.call("PATCH", one(foreign) + "/communication_settings", "{\"sms_enabled\":false}")
        .expect(404);
    node.get("/v3/order_transaction/" + foreign.transaction()).expect(404);
    assertEquals(List.of(), listed("order_ids=" + foreign.id()));
  }
}
