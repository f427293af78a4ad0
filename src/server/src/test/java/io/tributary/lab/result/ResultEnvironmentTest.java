package io.tributary.lab.result;

import static io.tributary.lab.result.LabResultFixture.ferritin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import io.tributary.testkit.TestNode;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that a sandbox order number does not match in production. */
class ResultEnvironmentTest {
  private static TestNode node;
  private static LabResultFixture bench;

  @BeforeAll
  static void start() {
    node = CatalogueTestNode.start();
    bench = new LabResultFixture(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static OrderRow inProduction() {
    Tenant production = new Tenant(node.tenant().team(), Environment.PRODUCTION);
    UUID user = Ids.uuid();
    node.db()
        .query(
            """
            insert into app_user (id, team_id, environment, client_user_id)
            values ($1, $2, 'production', $3)
            """,
            user,
            production.team(),
            "p-" + user);
    return bench.orders.open(
        production, user, Modality.WALK_IN, Optional.empty(), Optional.empty());
  }

  private static boolean identify(OrderRow order, String number) {
    return node.db()
        .tx(
            tx ->
                bench.orderLifecycle.assignSampleId(tx, order, number)
                    && bench.orderLifecycle.move(
                            tx, order, Status.of(LowStatus.REQUISITION_CREATED))
                        != null);
  }

  @Test
  void aNumberOfTheSandboxNeitherHindersNorCatchesOneOfProduction() {
    OrderRow tried = bench.waitingOrder();
    String number = tried.sampleId().orElseThrow();
    OrderRow real = inProduction();
    assertTrue(identify(real, number), "the sandbox does not take numbers away");
    assertFalse(identify(inProduction(), number), "within production it is taken");
    LabReport report =
        LabResultFixture.report(
            TestReports.at(1),
            LabResultFixture.ada(
                List.of(LabResultFixture.withSampleId(number, ferritin(PanelStatus.FINAL, "20")))));
    IncomingReport in =
        new IncomingReport(
            Ids.uuid(), bench.lab(), Optional.empty(), Environment.PRODUCTION, report);
    assertEquals(
        IntakeOutcome.ATTACHED,
        node.db().tx(tx -> bench.intake.process(tx, in, MessageSplitter.NONE)));
    assertEquals(LowStatus.PARTIAL_RESULTS, bench.now(real).status().low());
    assertEquals(LowStatus.REQUISITION_CREATED, bench.now(tried).status().low());
    node.get("/v3/order/" + tried.id() + "/result").expect(404);
    bench.receiveFor(tried, 2, ferritin(PanelStatus.FINAL, "30"));
    assertEquals("30", bench.result(tried).at("/results/0/result").asText());
  }
}
