package io.tributary.lab.result;

import static io.tributary.lab.result.LabResultFixture.ferritin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.tributary.lab.account.LabTestNode;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.Identifier;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.Subject;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import io.tributary.testkit.TestNode;
import io.vertx.sqlclient.Row;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that a result without a matching order is matched only against the patients of its
 * account.
 */
class AccountMatchingTest {
  private static final String ALL = "/v3/unmatched_result";
  private static final String OURS = "77001";
  private static final String THEIRS = "77002";

  private static TestNode node;
  private static LabResultFixture bench;
  private static Tenant others;
  private static String key;
  private static OrderRow patient;

  /** Two teams with an account each. The other team also has a patient named Ada. */
  @BeforeAll
  static void start() {
    node = CatalogueTestNode.start();
    bench = new LabResultFixture(node);
    others = LabTestNode.createTeam(node);
    key = LabTestNode.key(node, others);
    review(node.first().team());
    review(others.team());
    account(OURS, node.tenant().team());
    account(THEIRS, others.team());
    patient = otherTeamsOrder();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @BeforeEach
  void noPatientsOfOurs() {
    node.db().query("delete from lab_unmatched_result");
    node.db().query("delete from lab_transaction where team_id = $1", node.tenant().team());
  }

  private static void review(UUID team) {
    node.callManagement(
            "PATCH",
            "/v1/org/" + node.first().org() + "/team/" + team,
            "{\"sandbox\":{\"unmatched_review\":true}}")
        .expect(200);
  }

  private static UUID account(String number, UUID... teams) {
    UUID id = Ids.uuid();
    node.db()
        .query(
            """
            insert into lab_account (id, lab_id, environment, org_id, status, delegated_flow,
                                     provider_account_id, allowed_billing)
            values ($1, $2, 'sandbox', $3, 'active', 'not_delegated', $4, '{}')
            """,
            id,
            bench.lab(),
            node.first().org(),
            number);
    for (UUID team : teams) {
      node.db().query("insert into lab_account_team values ($1, $2)", id, team);
    }
    return id;
  }

  /** Creates an order of the other team with a number of the laboratory. */
  private static OrderRow otherTeamsOrder() {
    UUID user =
        UUID.fromString(
            node.send(
                    "POST",
                    "/v2/user",
                    "{\"client_user_id\":\"b\"}",
                    Map.of("x-service-api-key", key))
                .expect(200)
                .json()
                .get("user_id")
                .asText());
    OrderRow order =
        bench.orders.open(others, user, Modality.WALK_IN, Optional.empty(), Optional.empty());
    return node.db()
        .tx(
            tx -> {
              bench.orderLifecycle.assignSampleId(tx, order, "B" + Ids.randomHex(6));
              bench.orderLifecycle.move(tx, order, Status.of(LowStatus.REQUISITION_CREATED));
              return bench.orderLifecycle.lock(tx, order.id()).orElseThrow();
            });
  }

  private static LabReport unmatchedReport(String account) {
    Subject ada =
        LabResultFixture.ada(
            List.of(LabResultFixture.withSampleId("NOBODYS-1", ferritin(PanelStatus.FINAL, "20"))));
    return LabResultFixture.report(TestReports.at(1), on(account, ada));
  }

  private static Subject on(String account, Subject s) {
    return new Subject(s.ids(), s.name(), s.birthDate(), s.sex(), account, s.notes(), s.panels());
  }

  private static JsonNode visibleToFirstTeam() {
    return node.get(ALL).expect(200).json().get("data");
  }

  private static JsonNode seenByOthers() {
    return node.send("GET", ALL, null, Map.of("x-service-api-key", key))
        .expect(200)
        .json()
        .get("data");
  }

  private static Row kept() {
    return node.db()
        .query(
            "select team_id, status, decision_code, candidates::text as c from"
                + " lab_unmatched_result")
        .iterator()
        .next();
  }

  @Test
  void onlyTheTeamOfTheAccountSeesWhatFitsAPersonOfAnother() {
    assertEquals(
        IntakeOutcome.UNMATCHED,
        bench.receive(Ids.uuid(), Optional.empty(), unmatchedReport(OURS)));
    assertEquals(0, seenByOthers().size(), "their patient is alike, the account is not theirs");
    assertEquals(1, visibleToFirstTeam().size());
    assertEquals("no_match", visibleToFirstTeam().at("/0/decision_code").asText());
    assertEquals(0, visibleToFirstTeam().at("/0/candidate_groups").size());
  }

  @Test
  void theTeamOfTheAccountIsShownItsOwnPatient() {
    bench.receive(Ids.uuid(), Optional.of(THEIRS), unmatchedReport(""));
    assertEquals(0, visibleToFirstTeam().size());
    assertEquals("match_demo", seenByOthers().at("/0/decision_code").asText());
    assertEquals(
        patient.user().toString(), seenByOthers().at("/0/candidate_groups/0/user_id").asText());
  }

  @Test
  void anIdentifierOfThePatientMayBeTheAccount() {
    Subject ada =
        LabResultFixture.ada(
            List.of(LabResultFixture.withSampleId("NOBODYS-1", ferritin(PanelStatus.FINAL, "20"))));
    Subject named =
        new Subject(
            List.of(new Identifier("1", "", "PI"), new Identifier(OURS, "", "AN")),
            ada.name(),
            ada.birthDate(),
            ada.sex(),
            "",
            ada.notes(),
            ada.panels());
    bench.receive(
        Ids.uuid(), Optional.of(THEIRS), LabResultFixture.report(TestReports.at(1), named));
    assertEquals(1, visibleToFirstTeam().size());
    assertEquals(0, seenByOthers().size());
  }

  @Test
  void withoutAKnownAccountOnlyOperatorsSeeIt() {
    for (String account : List.of("", "99999", "1234567890")) {
      // The last number belongs to the shared account of teams without their own; two teams have
      // none.
      LabTestNode.createTeam(node);
      LabTestNode.createTeam(node);
      bench.receive(Ids.uuid(), Optional.of("TRIBUTARY"), unmatchedReport(account));
      Row kept = kept();
      assertEquals(null, kept.getUUID("team_id"), account);
      assertEquals("pending_ops_review", kept.getString("status"));
      assertEquals("no_match", kept.getString("decision_code"));
      assertEquals("[]", kept.getString("c"));
      assertEquals(0, visibleToFirstTeam().size());
      assertEquals(0, seenByOthers().size());
      node.db().query("delete from lab_unmatched_result");
    }
  }

  @Test
  void whatStandsWithThePatientCountsBeforeTheHeader() {
    bench.receive(Ids.uuid(), Optional.of(THEIRS), unmatchedReport(OURS));
    assertEquals(1, visibleToFirstTeam().size());
    assertEquals(0, seenByOthers().size());
  }

  @Test
  void anotherAccountThanThatOfTheOrderIsSaidSo() {
    OrderRow order = bench.waitingOrder(Modality.PHLEBOTOMY, LowStatus.REQUISITION_CREATED);
    Subject ada =
        LabResultFixture.ada(
            List.of(LabResultFixture.of(order, ferritin(PanelStatus.FINAL, "20"))));
    bench.receive(
        Ids.uuid(), Optional.empty(), LabResultFixture.report(TestReports.at(1), on(THEIRS, ada)));
    JsonNode item = visibleToFirstTeam().get(0);
    assertEquals("wrong_collection", item.get("decision_code").asText());
    assertEquals("lab_account_mismatch", item.at("/sub_reason_codes/0").asText());
    assertEquals(0, seenByOthers().size());
    node.db().query("delete from lab_unmatched_result");
    // The order's own account needs no reason code.
    bench.receive(
        Ids.uuid(),
        Optional.empty(),
        LabResultFixture.report(TestReports.at(1), on("1234567890", ada)));
    assertEquals(0, visibleToFirstTeam().at("/0/sub_reason_codes").size());
  }

  @Test
  void aStrangersResultOnAnotherTeamsAccountIsNotShownToTheTeamOfTheSample() {
    OrderRow order = bench.waitingOrder();
    Subject bob =
        LabResultFixture.person(
            "BOB",
            "OTHER",
            LocalDate.of(1971, 1, 1),
            List.of(LabResultFixture.of(order, ferritin(PanelStatus.FINAL, "20"))));
    bench.receive(
        Ids.uuid(), Optional.empty(), LabResultFixture.report(TestReports.at(1), on(THEIRS, bob)));
    assertEquals(0, visibleToFirstTeam().size());
    assertEquals(0, seenByOthers().size());
    assertEquals("match_sample_id_mismatch_demo", kept().getString("decision_code"));
    node.db().query("delete from lab_unmatched_result");
    bench.receive(
        Ids.uuid(), Optional.empty(), LabResultFixture.report(TestReports.at(1), on(OURS, bob)));
    assertEquals(1, visibleToFirstTeam().size());
  }
}
