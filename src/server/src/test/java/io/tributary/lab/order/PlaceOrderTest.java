package io.tributary.lab.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.db.RowMapping;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.testkit.EventSchemaValidator;
import io.tributary.testkit.TestNode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceOrderTest {
  private static final String CREATE = "/v3/order/create";
  private static TestNode node;
  private static OrderBodies bodies;

  @BeforeAll
  static void start() {
    node =
        CatalogueTestNode.start(
            "TRIBUTARY_USERS_SANDBOX_LIMIT",
            "1000",
            "TRIBUTARY_ORDERS_PHYSICIANS",
            "1234567893|Grace|Sample|AZ DC,1245319599|Alan|Sample|NY");
    bodies = new OrderBodies(node);
    String archived =
        node.post(
                "/v3/lab_tests",
                bodies.replacePlaceholders(
                    """
                    {"name":"Old","description":"","method":"walk_in_test","marker_ids":[{ferritin}]}
                    """))
            .expect(200)
            .json()
            .get("id")
            .asText();
    node.call("PATCH", "/v3/lab_tests/" + archived, "{\"active\":false}").expect(200);
    bodies.placeholderValue("archived", archived);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {CREATE, "/v3/order"})
  void anOrderIsStoredToldAndAnswered(String path) {
    String user = bodies.user();
    ObjectNode body =
        bodies.applyChanges(
            bodies.walkIn(user),
            "/passthrough=\"mine\" ;; /priority=true ;; /icd_codes=[\"E78.5\"]"
                + " ;; /patient_details/phone_number=\"602-555-0100\"");
    JsonNode made = node.post(path, body.toString()).expect(200).json();
    assertEquals("success", made.get("status").asText());
    assertEquals("Order created successfully", made.get("message").asText());
    JsonNode order = made.get("order");
    assertEquals(user, order.get("user_id").asText());
    assertEquals("mine", order.get("passthrough").asText());
    assertTrue(order.get("priority").asBoolean());
    assertEquals("E78.5", order.at("/icd_codes/0").asText());
    assertEquals("client_bill", order.get("billing_type").asText());
    assertEquals("+16025550100", order.at("/patient_details/phone_number").asText());
    assertEquals(bodies.replacePlaceholders("{walk}"), order.at("/lab_test/id").asText());
    assertEquals("1234567893", order.at("/physician/npi").asText());
    assertEquals("received.walk_in_test.ordered", order.at("/last_event/status").asText());
    List<JsonNode> told = new TestOrders(node).events(OrderBodies.id(order));
    assertEquals(1, told.size());
    assertEquals(order, told.getFirst().get("data"));
    assertEquals(List.of(), EventSchemaValidator.violations(told.getFirst()));
    assertEquals(
        List.of("order waiting"),
        RowMapping.list(
            node.db()
                .query(
                    "select kind || ' ' || state as t from lab_order_dispatch where order_id = $1",
                    OrderBodies.id(order)),
            r -> r.getString("t")));
  }

  @Test
  void anOrderIsBilledToThePrimaryInsuranceOfTheUser() {
    String user = bodies.user();
    node.post(CREATE, bodies.walkIn(user).toString()).expect(200);
    node.post(
            "/v2/user/" + user + "/insurance",
            """
            {"payor_code":"ASTRA","member_id":"M-1","relationship":"Self","insured":
              {"first_name":"Ada","last_name":"Example","gender":"female","dob":"1990-05-17",
               "email":"ada@example.com","phone_number":"+16025550100",
               "address":{"first_line":"1 Main Street","country":"US","zip":"85004",
                 "city":"Phoenix","state":"AZ"}}}
            """)
        .expect(200);
    JsonNode order =
        node.post(
                CREATE,
                bodies
                    .applyChanges(
                        bodies.walkIn(user),
                        "/billing_type=\"commercial_insurance\" ;; /icd_codes=[\"E78.5\"]")
                    .toString())
            .expect(200)
            .json()
            .get("order");
    assertEquals(
        1,
        node.db()
            .query(
                "select 1 from insurance where id = $1 and user_id = $2",
                UUID.fromString(order.get("health_insurance_id").asText()),
                UUID.fromString(user))
            .size());
  }

  @Test
  void aRefusedOrderLeavesNothing() {
    long before =
        node.db().query("select count(*) as n from message").iterator().next().getLong("n");
    node.post(
            CREATE,
            bodies
                .applyChanges(bodies.walkIn(bodies.user()), "/activate_by=\"{yesterday}\"")
                .toString())
        .expect(400);
    assertEquals(
        before,
        node.db().query("select count(*) as n from message").iterator().next().getLong("n"));
  }

  @Test
  void theUsersDemographicsAreThoseOfTheNewestOrder() {
    String user = bodies.user();
    node.post(CREATE, bodies.walkIn(user).toString()).expect(200);
    node.post(
            CREATE,
            bodies
                .applyChanges(bodies.walkIn(user), "/patient_details/last_name=\"Newname\"")
                .toString())
        .expect(200);
    JsonNode info = node.get("/v2/user/" + user + "/info/latest").expect(200).json();
    assertEquals("Newname", info.get("last_name").asText());
    assertEquals("85004", info.at("/address/zip").asText());
    JsonNode first = bodies.placeOrder("");
    assertEquals("Example", first.at("/patient_details/last_name").asText());
  }

  @Test
  void testsAndAddOnsBecomeOneHiddenTest() {
    JsonNode order =
        bodies.placeOrder(
            "/order_set={\"lab_test_ids\":[\"{walk}\"],\"add_on\":{\"marker_ids\":[{ferritin}]}}"
                + " ;; /collection_method=\"walk_in_test\"");
    assertTrue(order.at("/lab_test/auto_generated").asBoolean());
    List<String> ids = CatalogueTestNode.texts(order.at("/lab_test/markers"), "id");
    assertTrue(ids.contains(bodies.replacePlaceholders("{ferritin}")));
    assertEquals(ids.size(), ids.stream().distinct().count());
    assertEquals(
        ids.size(),
        RowMapping.list(
                node.db()
                    .query(
                        "select marker_id from lab_order_marker where order_id = $1",
                        OrderBodies.id(order)),
                r -> r.getInteger("marker_id"))
            .size());
    String listed = node.get("/v3/lab_test?name=Ferritin").expect(200).text();
    assertFalse(listed.contains(order.at("/lab_test/id").asText()));
  }

  @Test
  void theMethodOfTheOrderWins() {
    JsonNode order =
        bodies.placeOrder(
            "/order_set={\"lab_test_ids\":[\"{home}\"]} ;; /collection_method=\"walk_in_test\"");
    assertEquals("walk_in_test", order.at("/details/type").asText());
  }

  @Test
  void aScheduledOrderWaitsForTheBeginningOfItsDayWhereThePatientLives() {
    String day = bodies.replacePlaceholders("{later}");
    JsonNode order = bodies.placeOrder("/activate_by=\"{later}\"");
    assertEquals(day, order.get("activate_by").asText());
    Instant due = due(order);
    assertEquals(LocalDate.parse(day).atStartOfDay(ZoneId.of("America/Phoenix")).toInstant(), due);
    LocalDate today = LocalDate.now(ZoneId.of("America/Phoenix"));
    JsonNode now = bodies.placeOrder("/activate_by=\"" + today + "\"");
    assertEquals(today.toString(), now.get("activate_by").asText());
    assertEquals(
        1,
        node.db()
            .query(
                "select 1 from lab_order where id = $1 and activate_at is null",
                OrderBodies.id(now))
            .size());
  }

  private static Instant due(JsonNode order) {
    return RowMapping.list(
            node.db()
                .query(
                    "select due_at from lab_order_dispatch where order_id = $1",
                    OrderBodies.id(order)),
            r -> RowMapping.instant(r, "due_at"))
        .getFirst();
  }
}
