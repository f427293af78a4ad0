package io.tributary.lab.result;

import static io.tributary.lab.result.Bench.FERRITIN;
import static io.tributary.lab.result.Bench.ferritin;
import static io.tributary.lab.result.Bench.panel;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.lab.catalogue.SeededLabs;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.testkit.ApiDocument;
import io.tributary.testkit.EventSchemas;
import io.tributary.testkit.TestNode;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UnmatchedTest {
  private static final String ALL = "/v3/unmatched_result";
  private static TestNode node;
  private static Bench bench;
  private static ApiDocument api;

  /** The patients of orders are alike in all tests, so each begins without orders. */
  @BeforeEach
  void start() {
    if (node == null) {
      node = SeededLabs.start();
      bench = new Bench(node);
      api = ApiDocument.of(node);
      bench.lab("unmatched_review", true);
    }
    node.db().query("delete from lab_transaction");
    node.db().query("delete from lab_unmatched_result");
    // What the team may do is remembered for two seconds at most; each call asks the database.
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
    return bench.take(Ids.uuid(), nobodys(panels));
  }

  private static LabReport nobodys(Panel... panels) {
    return Bench.report(
        Said.at(1),
        Bench.ada(Arrays.stream(panels).map(p -> Bench.numbered("NOBODYS-1", p)).toList()));
  }

  private static LowStatus low(OrderRow order) {
    return bench.now(order).status().low();
  }

  private static JsonNode accept(JsonNode item, String body) {
    return api.valid(
            node.post(ALL + "/" + item.get("id").asText() + "/accept", body),
            200,
            "acceptUnmatchedResult")
        .json();
  }

  @Test
  void aResultForACompletedOrderWaitsAndIsTakenByAnOrderOfItsOwn() {
    OrderRow order = bench.waiting();
    bench.said(order, 1, ferritin(PanelStatus.FINAL, "20"), panel(PanelStatus.FINAL));
    Panel other = Said.panel(FERRITIN, PanelStatus.FINAL, Said.observation(FERRITIN, "77"));
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
    assertEquals(IntakeOutcome.UNMATCHED, bench.said(order, 5, accession));
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
    List<JsonNode> told = bench.told("labtest.match_review.created", item.get("id").asText());
    assertEquals(1, told.size());
    assertEquals(List.of(), EventSchemas.faults(told.getFirst()));
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
        bench.told("labtest.match_review.updated", item.get("id").asText()).getLast();
    assertEquals(List.of(), EventSchemas.faults(updated));
    assertEquals("accept", updated.at("/data/resolution_action").asText());
    node.post(ALL + "/" + item.get("id").asText() + "/accept", "{}").expect(404);
  }

  @Test
  void anotherPersonsResultIsTakenByTheOrderOnceSomebodySaysSo() {
    OrderRow order = bench.waiting();
    Panel p = Bench.of(order, ferritin(PanelStatus.FINAL, "20"));
    bench.take(
        Ids.uuid(),
        Bench.report(
            Said.at(1), Bench.person("A", "EXAMPEL", LocalDate.of(1990, 5, 17), List.of(p))));
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
    OrderRow order = bench.waiting(Modality.PHLEBOTOMY, LowStatus.REQUISITION_CREATED);
    assertEquals(IntakeOutcome.UNMATCHED, bench.said(order, 1, ferritin(PanelStatus.FINAL, "20")));
    JsonNode item = only();
    assertEquals("wrong_collection", item.get("decision_code").asText());
    JsonNode taken = accept(item, "{\"order_id\":\"" + order.id() + "\"}");
    List<String> steps = SeededLabs.texts(taken.get("events"), "status");
    assertTrue(steps.get(2).endsWith("draw_completed"), steps.toString());
    assertTrue(steps.get(3).endsWith("partial_results"), steps.toString());
  }

  @Test
  void withoutASampleThePatientIsLookedFor() {
    LabReport onNoAccount = nobodys(ferritin(PanelStatus.FINAL, "20"));
    assertEquals(IntakeOutcome.UNMATCHED, bench.take(Ids.uuid(), Optional.empty(), onNoAccount));
    assertEquals(0, list("").get("total").asInt(), "nobody's: operators look at it");
    OrderRow order = bench.waiting();
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
    OrderRow first = bench.waiting();
    OrderRow second = bench.waiting();
    unknown(ferritin(PanelStatus.FINAL, "20"));
    JsonNode item = only();
    assertEquals("multiple_demo_match", item.get("decision_code").asText());
    assertEquals(2, item.get("candidate_groups").size());
    String path = ALL + "/" + item.get("id").asText() + "/accept";
    api.valid(node.post(path, "{}"), 422, "acceptUnmatchedResult");
    api.valid(
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
    bench.waiting();
    unknown(ferritin(PanelStatus.FINAL, "20"));
    String first = ALL + "/" + only().get("id").asText();
    JsonNode unsure =
        api.valid(
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
    bench.waiting();
    for (int i = 0; i < 5; i++) {
      unknown(ferritin(PanelStatus.FINAL, "2" + i));
    }
    JsonNode page = api.valid(node.get(ALL + "?limit=2"), 200, "listUnmatchedResults").json();
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
    api.valid(node.get(ALL + "?status=none"), 422, "listUnmatchedResults");
    api.valid(node.get(ALL + "/" + Ids.uuid()), 404, "getUnmatchedResult");
    api.valid(node.get(ALL + "/" + list("").at("/data/0/id").asText()), 200, "getUnmatchedResult");
  }

  @Test
  void theSameMessageTwiceIsOneItem() {
    bench.waiting();
    UUID raw = Ids.uuid();
    var report =
        Bench.report(
            Said.at(1),
            Bench.ada(List.of(Bench.numbered("NOBODYS", ferritin(PanelStatus.FINAL, "20")))));
    assertEquals(IntakeOutcome.UNMATCHED, bench.take(raw, report));
    assertEquals(IntakeOutcome.UNCHANGED, bench.take(raw, report));
    assertEquals(1, list("").get("total").asInt());
  }
}
