package io.tributary.lab.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.db.RowMapping;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.document.PdfPageReader;
import io.tributary.lab.exchange.LabSimulatorFixture;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.order.TestOrders;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs sandbox orders to completion over the real transport, with all events. */
class LabSandboxTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private static LabSimulatorFixture lab;
  private static TestNode node;
  private static TestOrders orders;

  @BeforeAll
  static void start() throws Exception {
    lab = LabSimulatorFixture.start();
    node =
        CatalogueTestNode.start(
            "TRIBUTARY_LAB_EXCHANGE_SIMULATOR_URL", lab.control(),
            "TRIBUTARY_LAB_EXCHANGE_CLAIM_INTERVAL", "50ms",
            "TRIBUTARY_LAB_EXCHANGE_LEASE", "3s",
            "TRIBUTARY_LAB_EXCHANGE_RETRY_SCHEDULE", "50ms,100ms");
    orders = new TestOrders(node);
  }

  @AfterAll
  static void stop() throws Exception {
    node.close();
    lab.close();
  }

  private static LowStatus now(OrderRow order) {
    return node.db().tx(tx -> orders.lifecycle().lock(tx, order.id())).orElseThrow().status().low();
  }

  private static void reached(OrderRow order, LowStatus status) {
    Eventually.eventually(SOON, () -> assertEquals(status, now(order)));
  }

  private static List<String> steps(OrderRow order) {
    return RowMapping.list(
        node.db()
            .query(
                "select status from lab_order_event where order_id = $1 order by id", order.id()),
        r -> r.getString("status"));
  }

  private static List<String> path(Modality modality) {
    return modality.simulationPath().stream().map(LowStatus::wireName).toList();
  }

  private static String test(OrderRow order, String query) {
    return "/v3/order/" + order.id() + "/test" + query;
  }

  @Test
  void anOrderOfTheSandboxWaitsUntilItIsDriven() {
    OrderRow order = orders.open(Modality.WALK_IN);
    OrderRow driven = orders.open(Modality.WALK_IN);
    node.post(test(driven, "?final_status=received.walk_in_test.requisition_created"), null)
        .expect(200);
    reached(driven, LowStatus.REQUISITION_CREATED);
    assertEquals(LowStatus.ORDERED, now(order));
    Eventually.eventually(SOON, () -> assertEquals("ended", run(driven.id())));
    assertEquals(List.of("ordered", "requisition_created"), steps(driven));
  }

  private static String run(UUID order) {
    return node.db()
        .query("select state from lab_sandbox_run where order_id = $1", order)
        .iterator()
        .next()
        .getString("state");
  }

  @ParameterizedTest
  @CsvSource({"WALK_IN", "PHLEBOTOMY", "ON_SITE", "KIT"})
  void anOrderGoesTheWholeWay(Modality modality) throws IOException {
    OrderRow order = orders.open(modality);
    node.post(test(order, ""), null).expect(200);
    reached(order, LowStatus.COMPLETED);
    assertEquals(path(modality), steps(order));
    // Partial results are sent only to teams that enabled them.
    boolean partial = path(modality).contains("partial_results");
    Eventually.eventually(
        SOON,
        () ->
            assertEquals(
                path(modality).size() - (partial ? 1 : 0), orders.events(order.id()).size()));
    JsonNode result = node.get("/v3/order/" + order.id() + "/result").expect(200).json();
    assertReportContains(result, "/v3/order/" + order.id() + "/result/pdf");
    assertReportContains(result, "/v3/order_transaction/" + order.transaction() + "/result/pdf");
  }

  /** Asserts that a PDF has the patient, and the name, value and unit of each result. */
  private static void assertReportContains(JsonNode result, String path) throws IOException {
    TestResponse response = node.get(path).expect(200);
    assertEquals("application/pdf", response.header("content-type"));
    String text = PdfPageReader.text(response.bytes());
    List<String> expected = new ArrayList<>();
    expected.add(result.at("/metadata/patient").textValue());
    expected.add(result.at("/metadata/laboratory").textValue());
    for (JsonNode r : result.get("results")) {
      expected.add(r.get("name").textValue());
      expected.add(r.get("result").textValue());
      // A long unit is wrapped.
      expected.addAll(List.of(r.path("unit").asText("").split("[{}_]+")));
    }
    assertTrue(result.get("results").size() > 1, result.toString());
    for (String part : expected) {
      assertTrue(text.contains(part), () -> part + " is not in: " + text);
    }
  }

  @Test
  void aKitWaitsForWhoeverRegistersIt() {
    OrderRow kit = orders.open(Modality.REGISTRABLE_KIT);
    node.post(test(kit, ""), null).expect(200);
    reached(kit, LowStatus.WITH_CUSTOMER);
    node.db()
        .query(
            "update lab_order set patient = $2::text::jsonb, address = $3::text::jsonb where id ="
                + " $1",
            kit.id(),
            TestOrders.PATIENT.toString(),
            TestOrders.ADDRESS.toString());
    node.db().tx(tx -> orders.lifecycle().move(tx, kit, Status.of(LowStatus.REGISTERED)));
    reached(kit, LowStatus.COMPLETED);
    assertEquals(path(Modality.REGISTRABLE_KIT), steps(kit));
  }

  @Test
  void aStatusBesideThePathIsReached() {
    OrderRow order = orders.open(Modality.PHLEBOTOMY);
    node.post(test(order, "?final_status=cancelled.at_home_phlebotomy.cancelled"), null)
        .expect(200);
    reached(order, LowStatus.CANCELLED);
    node.post(test(order, ""), null).expect(400);
  }

  @Test
  void criticalResultsAreToldAndMissingOnesNamed() {
    OrderRow order = orders.open(Modality.WALK_IN);
    node.post(
            test(order, ""),
            "{\"interpretation\":\"critical\",\"result_types\":[\"range\"],"
                + "\"has_missing_results\":true}")
        .expect(200);
    reached(order, LowStatus.COMPLETED);
    var result = node.get("/v3/order/" + order.id() + "/result").expect(200).json();
    assertEquals("critical", result.at("/metadata/interpretation").asText());
    assertEquals("range", result.at("/results/0/type").asText());
    assertTrue(result.get("missing_results").size() > 0);
    assertEquals(
        1L,
        node.db()
            .query(
                "select count(*) as n from message where event_type = 'labtest.result.critical'"
                    + " and convert_from(body, 'UTF8') like '%' || $1 || '%'",
                order.id().toString())
            .iterator()
            .next()
            .getLong("n"));
  }

  @Test
  void aCorrectionFollowsWhatWasComplete() {
    OrderRow order = orders.open(Modality.ON_SITE);
    node.post(test(order, "?final_status=completed.on_site_collection.corrected"), null)
        .expect(200);
    reached(order, LowStatus.CORRECTED);
  }

  @Test
  void aRunGoesOnWhereItWasWhenTheServiceDied() {
    OrderRow order = orders.open(Modality.KIT);
    node.post(test(order, "?delay=1"), null).expect(200);
    reached(order, LowStatus.TRANSIT_CUSTOMER);
    node.crash();
    node = node.restart();
    orders = new TestOrders(node);
    reached(order, LowStatus.COMPLETED);
    assertEquals(path(Modality.KIT), steps(order));
  }

  @Test
  void whatIsAskedWronglyIsRefused() {
    OrderRow order = orders.open(Modality.WALK_IN);
    node.post(test(order, "?final_status=completed.testkit.completed"), null).expect(400);
    node.post(test(order, "?final_status=received.walk_in_test.ordered"), null).expect(400);
    node.post(test(order, "?final_status=nonsense&delay=-1"), null).expect(422);
    node.post(test(order, ""), "{\"interpretation\":\"odd\",\"result_types\":[\"x\"]}").expect(422);
    node.post(test(order, ""), "[]").expect(422);
    node.post("/v3/order/" + Ids.uuid() + "/test", null).expect(404);
    node.post("/v3/order/x/test", null).expect(422);
  }

  @Test
  void productionHasNoSuchCall() {
    OrderRow order = orders.open(Modality.WALK_IN);
    String key =
        node.callManagement(
                "POST",
                "/v1/org/" + node.first().org() + "/team_api_keys/production/us",
                "{\"label\":\"p\",\"team_id\":\"" + node.first().team() + "\"}")
            .expect(200)
            .json()
            .get("value")
            .asText();
    node.send("POST", test(order, ""), null, Map.of("x-service-api-key", key)).expect(404);
  }
}
