package io.tributary.lab.result;

import static io.tributary.lab.result.LabResultFixture.FERRITIN;
import static io.tributary.lab.result.LabResultFixture.ferritin;
import static io.tributary.lab.result.LabResultFixture.panel;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.testkit.EventSchemaValidator;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UnmatchedResultTest {
  private static final String ALL = "/v3/unmatched_result";
  private static TestNode node;
  private static LabResultFixture bench;
  private static OpenApiDocument api;

  /** All tests use the same patients, so each starts without orders. */
  @BeforeEach
  void start() {
    if (node == null) {
      node = CatalogueTestNode.start();
      bench = new LabResultFixture(node);
      api = OpenApiDocument.of(node);
      bench.lab("unmatched_review", true);
    }
    node.db().query("delete from lab_transaction");
    node.db().query("delete from lab_unmatched_result");
    // The team's flags are cached for up to two seconds; here each call queries the database.
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static JsonNode list(String query) {
    return node.get(ALL + query).expect(200).json();
  }

  private static JsonNode only() {
    JsonNode data = list("").get("data");
    assertEquals(1, data.size(), data.toString());
    return data.get(0);
  }

  private static IntakeOutcome unknown(Panel... panels) {
    return bench.receive(Ids.uuid(), unmatchedReport(panels));
  }

  private static LabReport unmatchedReport(Panel... panels) {
    return LabResultFixture.report(
        TestReports.at(1),
        LabResultFixture.ada(
            Arrays.stream(panels)
                .map(p -> LabResultFixture.withSampleId("NOBODYS-1", p))
                .toList()));
  }

  private static LowStatus low(OrderRow order) {
    return bench.now(order).status().low();
  }

  private static JsonNode accept(JsonNode item, String body) {
    return api.assertValid(
            node.post(ALL + "/" + item.get("id").asText() + "/accept", body),
            200,
            "acceptUnmatchedResult")
        .json();
  }

  @Test
  void aResultForACompletedOrderWaitsAndIsTakenByAnOrderOfItsOwn() {
    OrderRow order = bench.waitingOrder();
    bench.receiveFor(order, 1, ferritin(PanelStatus.FINAL, "20"), panel(PanelStatus.FINAL));
    Panel other =
        TestReports.panel(FERRITIN, PanelStatus.FINAL, TestReports.observation(FERRITIN, "77"));
    Panel accession =
        new Panel(
            other.control(),
            other.placer(),
            other.group(),
            "OTHER-" + Ids.randomHex(4),
            other.code(),
            other.collectedAt(),
            other.receivedAt(),
            other.reportedAt(),
            other.provider(),
            other.status(),
            other.statusCode(),
            other.notes(),
            other.observations(),
            other.samples());
    assertEquals(IntakeOutcome.UNMATCHED, bench.receiveFor(order, 5, accession));
    JsonNode item = only();
    assertEquals("match_completed", item.get("decision_code").asText());
    assertEquals("pending_customer_review", item.get("status").asText());
    assertEquals(3, item.get("allowed_actions").size());
    assertEquals("EXAMPLE", item.at("/patient/last_name").asText());
    JsonNode candidate = item.at("/candidate_groups/0/candidates/0");
    assertEquals(order.id().toString(), candidate.get("order_id").asText());
    assertEquals("provenance_order", candidate.get("candidate_type").asText());
    assertEquals("completed", candidate.get("last_status").asText());
    assertTrue(candidate.get("reasons").toString().contains("matched_completed_order"));
    List<JsonNode> told = bench.events("labtest.match_review.created", item.get("id").asText());
    assertEquals(1, told.size());
    assertEquals(List.of(), EventSchemaValidator.violations(told.getFirst()));
    JsonNode taken = accept(item, "{}");
    assertFalse(taken.get("id").asText().equals(order.id().toString()));
    assertEquals("recreation", taken.get("origin").asText());
    assertEquals(order.transaction().toString(), taken.at("/order_transaction/id").asText());
    assertEquals(
        "77",
        node.get("/v3/order/" + taken.get("id").asText() + "/result")
            .expect(200)
            .json()
            .at("/results/0/result")
            .asText());
    assertEquals(LowStatus.COMPLETED, low(order), "the first order stays as it was");
    JsonNode done = node.get(ALL + "/" + item.get("id").asText()).expect(200).json();
    assertEquals("resolved", done.get("status").asText());
    assertEquals(taken.get("id").asText(), done.get("resolved_order_id").asText());
    assertEquals(0, done.get("allowed_actions").size());
    assertEquals(0, list("").get("total").asInt());
    JsonNode updated =
        bench.events("labtest.match_review.updated", item.get("id").asText()).getLast();
    assertEquals(List.of(), EventSchemaValidator.violations(updated));
    assertEquals("accept", updated.at("/data/resolution_action").asText());
    node.post(ALL + "/" + item.get("id").asText() + "/accept", "{}").expect(404);
  }

  @Test
  void anotherPersonsResultIsTakenByTheOrderOnceSomebodySaysSo() {
    OrderRow order = bench.waitingOrder();
    Panel p = LabResultFixture.of(order, ferritin(PanelStatus.FINAL, "20"));
    bench.receive(
        Ids.uuid(),
        LabResultFixture.report(
            TestReports.at(1),
            LabResultFixture.person("A", "EXAMPEL", LocalDate.of(1990, 5, 17), List.of(p))));
    JsonNode item = only();
    assertEquals("match_sample_id_mismatch_demo", item.get("decision_code").asText());
    assertTrue(
        item.at("/candidate_groups/0/candidates/0/reasons")
            .toString()
            .contains("demographic_mismatch"));
    JsonNode taken = accept(item, "{\"note\":\"typo\"}");
    assertEquals(order.id().toString(), taken.get("id").asText());
    assertEquals(LowStatus.PARTIAL_RESULTS, low(order));
    assertEquals(
        "typo",
        node.get(ALL + "/" + item.get("id").asText()).expect(200).json().get("note").asText());
  }

  @Test
  void aDrawThatNobodyReportedComesBeforeTheResult() {
    OrderRow order = bench.waitingOrder(Modality.PHLEBOTOMY, LowStatus.REQUISITION_CREATED);
    assertEquals(
        IntakeOutcome.UNMATCHED, bench.receiveFor(order, 1, ferritin(PanelStatus.FINAL, "20")));
    JsonNode item = only();
    assertEquals("wrong_collection", item.get("decision_code").asText());
    JsonNode taken = accept(item, "{\"order_id\":\"" + order.id() + "\"}");
    List<String> steps = CatalogueTestNode.texts(taken.get("events"), "status");
    assertTrue(steps.get(2).endsWith("draw_completed"), steps.toString());
    assertTrue(steps.get(3).endsWith("partial_results"), steps.toString());
  }

  @Test
  void withoutASampleThePatientIsLookedFor() {
    LabReport onNoAccount = unmatchedReport(ferritin(PanelStatus.FINAL, "20"));
    assertEquals(IntakeOutcome.UNMATCHED, bench.receive(Ids.uuid(), Optional.empty(), onNoAccount));
    assertEquals(0, list("").get("total").asInt(), "nobody's: operators look at it");
    OrderRow order = bench.waitingOrder();
    unknown(ferritin(PanelStatus.FINAL, "21"));
    JsonNode item = only();
    assertEquals("match_demo", item.get("decision_code").asText());
    assertEquals(order.user().toString(), item.at("/candidate_groups/0/user_id").asText());
    assertEquals(
        "order_option", item.at("/candidate_groups/0/candidates/0/candidate_type").asText());
    JsonNode taken = accept(item, "{}");
    assertEquals(order.id().toString(), taken.get("id").asText());
  }

  @Test
  void severalWhoMayBeMeantAreNotGuessedAt() {
    OrderRow first = bench.waitingOrder();
    OrderRow second = bench.waitingOrder();
    unknown(ferritin(PanelStatus.FINAL, "20"));
    JsonNode item = only();
    assertEquals("multiple_demo_match", item.get("decision_code").asText());
    assertEquals(2, item.get("candidate_groups").size());
    String path = ALL + "/" + item.get("id").asText() + "/accept";
    api.assertValid(node.post(path, "{}"), 422, "acceptUnmatchedResult");
    api.assertValid(
        node.post(
            path, "{\"order_id\":\"" + first.id() + "\",\"user_id\":\"" + second.user() + "\"}"),
        422,
        "acceptUnmatchedResult");
    node.post(path, "{\"order_id\":\"" + Ids.uuid() + "\"}").expect(404);
    JsonNode taken = accept(item, "{\"user_id\":\"" + second.user() + "\"}");
    assertEquals(second.user().toString(), taken.get("user_id").asText());
    assertFalse(taken.get("id").asText().equals(second.id().toString()), "an order of its own");
    assertEquals("initial", taken.get("origin").asText());
    assertEquals(LowStatus.REQUISITION_CREATED, low(second));
  }

  @Test
  void whatIsRejectedIsOverAndWhatIsUnsureGoesToOperators() {
    bench.waitingOrder();
    unknown(ferritin(PanelStatus.FINAL, "20"));
    String first = ALL + "/" + only().get("id").asText();
    JsonNode unsure =
        api.assertValid(
                node.post(first + "/resolve", "{\"action\":\"unsure\",\"note\":\"n\"}"),
                200,
                "resolveUnmatchedResult")
            .json();
    assertEquals("pending_ops_review", unsure.get("status").asText());
    assertEquals("unsure", unsure.get("resolution_action").asText());
    assertEquals(0, unsure.get("allowed_actions").size());
    node.post(first + "/resolve", "{\"action\":\"reject\"}").expect(404);
    assertEquals(1, list("").get("total").asInt(), "escalated ones are still listed");
    unknown(ferritin(PanelStatus.FINAL, "22"));
    JsonNode waiting = list("?status=pending_customer_review").at("/data/0");
    JsonNode rejected =
        node.post(ALL + "/" + waiting.get("id").asText() + "/resolve", "{\"action\":\"reject\"}")
            .expect(200)
            .json();
    assertEquals("resolved", rejected.get("status").asText());
    assertEquals(1, list("?status=resolved").get("total").asInt());
    node.post(first + "/resolve", "{\"action\":\"accept\"}").expect(422);
  }

  @Test
  void listsAreFilteredAndPaged() {
    bench.waitingOrder();
    for (int i = 0; i < 5; i++) {
      unknown(ferritin(PanelStatus.FINAL, "2" + i));
    }
    JsonNode page = api.assertValid(node.get(ALL + "?limit=2"), 200, "listUnmatchedResults").json();
    assertEquals(5, page.get("total").asInt());
    assertEquals(2, page.get("data").size());
    int seen = 2;
    while (!page.get("next_cursor").isNull()) {
      page = list("?limit=2&next_cursor=" + page.get("next_cursor").asText());
      seen += page.get("data").size();
    }
    assertEquals(5, seen);
    assertEquals(5, list("?lab_slug=tamberline&decision_code=match_demo").get("total").asInt());
    assertEquals(0, list("?lab_slug=ostrelle").get("total").asInt());
    assertEquals(0, list("?decision_code=no_match").get("total").asInt());
    assertEquals(5, list("?search_input=exAMPle%20ada").get("total").asInt());
    assertEquals(5, list("?search_input=1990-05-17").get("total").asInt());
    assertEquals(0, list("?search_input=%25").get("total").asInt());
    assertEquals(0, list("?created_at_end=2020-01-01").get("total").asInt());
    api.assertValid(node.get(ALL + "?status=none"), 422, "listUnmatchedResults");
    api.assertValid(node.get(ALL + "/" + Ids.uuid()), 404, "getUnmatchedResult");
    api.assertValid(
        node.get(ALL + "/" + list("").at("/data/0/id").asText()), 200, "getUnmatchedResult");
  }

  @Test
  void theSameMessageTwiceIsOneItem() {
    bench.waitingOrder();
    UUID raw = Ids.uuid();
    var report =
        LabResultFixture.report(
            TestReports.at(1),
            LabResultFixture.ada(
                List.of(
                    LabResultFixture.withSampleId("NOBODYS", ferritin(PanelStatus.FINAL, "20")))));
    assertEquals(IntakeOutcome.UNMATCHED, bench.receive(raw, report));
    assertEquals(IntakeOutcome.UNCHANGED, bench.receive(raw, report));
    assertEquals(1, list("").get("total").asInt());
  }
}
