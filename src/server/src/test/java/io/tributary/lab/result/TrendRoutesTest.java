package io.tributary.lab.result;

import static io.tributary.lab.result.LabResultFixture.FERRITIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TrendRoutesTest {
  private static TestNode node;
  private static LabResultFixture bench;
  private static OpenApiDocument api;

  @BeforeAll
  static void start() {
    node = CatalogueTestNode.start();
    bench = new LabResultFixture(node);
    api = OpenApiDocument.of(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static OrderRow measured(Optional<OrderRow> before, String value, String unit) {
    OrderRow order = bench.waitingOrder();
    before.ifPresent(
        b ->
            node.db()
                .query("update lab_order set user_id = $2 where id = $1", order.id(), b.user()));
    bench.receiveFor(
        order,
        1,
        TestReports.panel(
            FERRITIN,
            PanelStatus.FINAL,
            TestReports.numeric(FERRITIN, value, unit, "11-307", Optional.empty())));
    return order;
  }

  private static JsonNode trend(OrderRow order, String query) {
    return api.assertValid(
            node.get("/v3/user/" + order.user() + "/biomarker/2276-4" + query),
            200,
            "getBiomarkerTrend")
        .json();
  }

  @Test
  void valuesOfAllOrdersAreToldInOneUnit() {
    OrderRow first = measured(Optional.empty(), "20", "ng/mL");
    measured(Optional.of(first), "0.03", "mg/L");
    measured(Optional.of(first), "7", "drops");
    JsonNode t = trend(first, "?unit=ug/L");
    assertEquals("ug/L", t.get("unit").asText());
    assertEquals("Ferritin", t.get("name").asText());
    assertEquals(3, t.get("points").size());
    double sum = 0;
    for (JsonNode p : t.get("points")) {
      assertEquals("tamberline", p.get("lab").asText());
      if (p.get("source_unit").asText().equals("drops")) {
        assertTrue(p.get("value").isNull(), "what cannot be converted is told as it is");
        assertEquals(7, p.get("source_value").asDouble());
      } else {
        sum += p.get("value").asDouble();
      }
    }
    assertEquals(50, sum, 1e-9);
    assertEquals("ng/mL", trend(first, "?unit=ng/mL").get("unit").asText());
    assertEquals(0, trend(first, "?end_date=2020-01-01").get("points").size());
    assertEquals(
        3, trend(first, "?start_date=2026-03-02&end_date=2026-03-02").get("points").size());
  }

  @Test
  void aCorrectedValueTakesThePlaceOfTheFormerOne() {
    OrderRow order = measured(Optional.empty(), "20", "ng/mL");
    bench.receiveFor(
        order,
        2,
        TestReports.panel(
            FERRITIN,
            PanelStatus.FINAL,
            TestReports.numeric(FERRITIN, "21", "ng/mL", "11-307", Optional.empty())));
    JsonNode points = trend(order, "").get("points");
    assertEquals(1, points.size());
    assertEquals(21, points.get(0).get("value").asDouble());
    assertEquals(11, points.get(0).get("min_range_value").asDouble());
    assertEquals("normal", points.get(0).get("interpretation").asText());
  }

  @Test
  void whoIsNotThereHasNoTrend() {
    OrderRow order = measured(Optional.empty(), "20", "ng/mL");
    String path = "/v3/user/" + order.user() + "/biomarker/2276-4";
    api.assertValid(node.get(path + "?unit=nonsense"), 400, "getBiomarkerTrend");
    api.assertValid(node.get(path + "?start_date=soon"), 422, "getBiomarkerTrend");
    api.assertValid(node.get(path + "?start_date=0000-01-01"), 422, "getBiomarkerTrend");
    String turned = "?start_date=2026-03-02&end_date=2026-03-01";
    api.assertValid(node.get(path + turned), 422, "getBiomarkerTrend");
    api.assertValid(
        node.get("/v3/user/" + Ids.uuid() + "/biomarker/2276-4"), 404, "getBiomarkerTrend");
    assertEquals(
        0,
        node.get("/v3/user/" + order.user() + "/biomarker/none")
            .expect(200)
            .json()
            .get("points")
            .size());
  }
}
