package io.tributary.lab.result;

import static io.tributary.lab.result.Bench.ferritin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.tributary.lab.account.LabNodes;
import io.tributary.lab.catalogue.SeededLabs;
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

/** A result that fits no order is looked for among the people of its account, and nowhere else. */
class AccountTest {
  private static final String ALL = "/v3/unmatched_result";
  private static final String OURS = "77001";
  private static final String THEIRS = "77002";

  private static TestNode node;
  private static Bench bench;
  private static Tenant others;
  private static String key;
  private static OrderRow patient;

  /** Two teams with an account each; the other one has a patient called Ada, too. */
  @BeforeAll
  static void start() {
    node = SeededLabs.start();
    bench = new Bench(node);
    others = LabNodes.team(node);
    key = LabNodes.key(node, others);
    review(node.first().team());
    review(others.team());
    account(OURS, node.tenant().team());
    account(THEIRS, others.team());
    patient = theirs();
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
    node.manage(
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

  /** An order of the other team, with a number at the laboratory. */
  private static OrderRow theirs() {
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
              bench.book.assignSampleId(tx, order, "B" + Ids.randomHex(6));
              bench.book.move(tx, order, Status.of(LowStatus.REQUISITION_CREATED));
              return bench.book.lock(tx, order.id()).orElseThrow();
            });
  }

  private static LabReport nobodys(String account) {
    Subject ada =
        Bench.ada(List.of(Bench.numbered("NOBODYS-1", ferritin(PanelStatus.FINAL, "20"))));
    return Bench.report(Said.at(1), on(account, ada));
  }

  private static Subject on(String account, Subject s) {
    return new Subject(s.ids(), s.name(), s.birthDate(), s.sex(), account, s.notes(), s.panels());
  }

  private static JsonNode ours() {
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
    assertEquals(IntakeOutcome.UNMATCHED, bench.take(Ids.uuid(), Optional.empty(), nobodys(OURS)));
    assertEquals(0, seenByOthers().size(), "their patient is alike, the account is not theirs");
    assertEquals(1, ours().size());
    assertEquals("no_match", ours().at("/0/decision_code").asText());
    assertEquals(0, ours().at("/0/candidate_groups").size());
  }

  @Test
  void theTeamOfTheAccountIsShownItsOwnPatient() {
    bench.take(Ids.uuid(), Optional.of(THEIRS), nobodys(""));
    assertEquals(0, ours().size());
    assertEquals("match_demo", seenByOthers().at("/0/decision_code").asText());
    assertEquals(
        patient.user().toString(), seenByOthers().at("/0/candidate_groups/0/user_id").asText());
  }

  @Test
  void anIdentifierOfThePatientMayBeTheAccount() {
    Subject ada =
        Bench.ada(List.of(Bench.numbered("NOBODYS-1", ferritin(PanelStatus.FINAL, "20"))));
    Subject named =
        new Subject(
            List.of(new Identifier("1", "", "PI"), new Identifier(OURS, "", "AN")),
            ada.name(),
            ada.birthDate(),
            ada.sex(),
            "",
            ada.notes(),
            ada.panels());
    bench.take(Ids.uuid(), Optional.of(THEIRS), Bench.report(Said.at(1), named));
    assertEquals(1, ours().size());
    assertEquals(0, seenByOthers().size());
  }

  @Test
  void withoutAKnownAccountOnlyOperatorsSeeIt() {
    for (String account : List.of("", "99999", "1234567890")) {
      // The last is for everyone who has no account; two teams have none.
      LabNodes.team(node);
      LabNodes.team(node);
      bench.take(Ids.uuid(), Optional.of("TRIBUTARY"), nobodys(account));
      Row kept = kept();
      assertEquals(null, kept.getUUID("team_id"), account);
      assertEquals("pending_ops_review", kept.getString("status"));
      assertEquals("no_match", kept.getString("decision_code"));
      assertEquals("[]", kept.getString("c"));
      assertEquals(0, ours().size());
      assertEquals(0, seenByOthers().size());
      node.db().query("delete from lab_unmatched_result");
    }
  }

  @Test
  void whatStandsWithThePatientCountsBeforeTheHeader() {
    bench.take(Ids.uuid(), Optional.of(THEIRS), nobodys(OURS));
    assertEquals(1, ours().size());
    assertEquals(0, seenByOthers().size());
  }

  @Test
  void anotherAccountThanThatOfTheOrderIsSaidSo() {
    OrderRow order = bench.waiting(Modality.PHLEBOTOMY, LowStatus.REQUISITION_CREATED);
    Subject ada = Bench.ada(List.of(Bench.of(order, ferritin(PanelStatus.FINAL, "20"))));
    bench.take(Ids.uuid(), Optional.empty(), Bench.report(Said.at(1), on(THEIRS, ada)));
    JsonNode item = ours().get(0);
    assertEquals("wrong_collection", item.get("decision_code").asText());
    assertEquals("lab_account_mismatch", item.at("/sub_reason_codes/0").asText());
    assertEquals(0, seenByOthers().size());
    node.db().query("delete from lab_unmatched_result");
    // The order's own account: nothing to be said.
    bench.take(Ids.uuid(), Optional.empty(), Bench.report(Said.at(1), on("1234567890", ada)));
    assertEquals(0, ours().at("/0/sub_reason_codes").size());
  }

  @Test
  void aStrangersResultOnAnotherTeamsAccountIsNotShownToTheTeamOfTheSample() {
    OrderRow order = bench.waiting();
    Subject bob =
        Bench.person(
            "BOB",
            "OTHER",
            LocalDate.of(1971, 1, 1),
            List.of(Bench.of(order, ferritin(PanelStatus.FINAL, "20"))));
    bench.take(Ids.uuid(), Optional.empty(), Bench.report(Said.at(1), on(THEIRS, bob)));
    assertEquals(0, ours().size());
    assertEquals(0, seenByOthers().size());
    assertEquals("match_sample_id_mismatch_demo", kept().getString("decision_code"));
    node.db().query("delete from lab_unmatched_result");
    bench.take(Ids.uuid(), Optional.empty(), Bench.report(Said.at(1), on(OURS, bob)));
    assertEquals(1, ours().size());
  }
}
