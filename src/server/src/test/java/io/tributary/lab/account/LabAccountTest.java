package io.tributary.lab.account;

import static io.tributary.lab.account.LabTestNode.detail;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LabAccountTest {
  private static final AccountResolver ACCOUNTS = new AccountResolver();
  private static TestNode node;
  private static OpenApiDocument api;
  private static int lab;
  private static int otherLab;
  private static String path;

  @BeforeAll
  static void start() {
    node = LabTestNode.start();
    api = OpenApiDocument.of(node);
    lab = LabTestNode.lab(node, "tamberline");
    otherLab = LabTestNode.lab(node, "ostrelle");
    path = LabTestNode.org(node) + "/lab_account/sandbox/us";
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static UUID make(String slug, Tenant team, String more) {
    TestResponse made =
        node.callManagement(
            "POST",
            path,
            """
            {"lab":"%s","provider_account_id":"00417","team_id_allowlist":["%s"],
             "allowed_billing":{"client_bill":["AZ","NY"]}%s}
            """
                .formatted(slug, team.team(), more));
    return UUID.fromString(
        api.assertValid(made, 200, "createLabAccount").json().at("/lab_account/id").asText());
  }

  private static TestResponse patch(UUID id, String body) {
    return node.callManagement("PATCH", path + "/" + id, body);
  }

  private static UUID active(String slug, Tenant team) {
    UUID id = make(slug, team, "");
    patch(id, "{\"status\":\"active\"}").expect(200);
    return id;
  }

  private static LabAccount resolve(
      Tenant t, Optional<UUID> id, BillingType type, String state, boolean importing) {
    return node.db().tx(tx -> ACCOUNTS.resolve(tx, t, lab, id, type, state, importing));
  }

  private static LabAccount resolve(Tenant t, Optional<UUID> id) {
    return resolve(t, id, BillingType.CLIENT_BILL, "AZ", false);
  }

  private static String refusal(Tenant t, Optional<UUID> id) {
    ServiceException r = assertThrows(ServiceException.class, () -> resolve(t, id));
    assertEquals(ServiceException.Reason.INVALID, r.reason());
    return r.detail().asText();
  }

  @Test
  void aTeamOfTheSandboxOrdersAtOnceOnTheInstallationsAccount() {
    Tenant team = LabTestNode.createTeam(node);
    LabAccount a = resolve(team, Optional.empty());
    assertEquals("1234567890", a.number());
    assertEquals(Optional.empty(), a.organization());
    assertEquals(DelegatedResponsibility.NOT_DELEGATED, a.delegation());
    for (BillingType type : BillingType.values()) {
      assertEquals(a.id(), resolve(team, Optional.empty(), type, "DC", false).id());
    }
    assertEquals(a.id(), resolve(team, Optional.empty(), BillingType.CLIENT_BILL, "NY", true).id());
  }

  @Test
  void inProductionThereIsNoAccountUnlessThereIsOne() {
    Tenant production = new Tenant(LabTestNode.createTeam(node).team(), Environment.PRODUCTION);
    assertEquals("the team has no lab account at this lab", refusal(production, Optional.empty()));
  }

  @Test
  void theOneActiveAccountIsTakenAndTheInstallationsIsNot() {
    Tenant team = LabTestNode.createTeam(node);
    UUID id = active("tamberline", team);
    make("tamberline", team, "");
    active("ostrelle", team);
    assertEquals(id, resolve(team, Optional.empty()).id());
    assertEquals(id, resolve(team, Optional.of(id)).id());
  }

  @Test
  void ofSeveralActiveAccountsNoneIsGuessed() {
    Tenant team = LabTestNode.createTeam(node);
    UUID one = active("tamberline", team);
    active("tamberline", team);
    assertTrue(refusal(team, Optional.empty()).contains("several lab accounts"));
    assertEquals(one, resolve(team, Optional.of(one)).id());
  }

  @Test
  void aTeamWithoutAnActiveAccountIsNotMovedToTheInstallations() {
    Tenant team = LabTestNode.createTeam(node);
    UUID id = make("tamberline", team, "");
    assertEquals("the team has no active lab account at this lab", refusal(team, Optional.empty()));
    assertEquals("the lab account is pending", refusal(team, Optional.of(id)));
    patch(id, "{\"status\":\"active\"}").expect(200);
    patch(id, "{\"status\":\"suspended\"}").expect(200);
    assertEquals("the lab account is suspended", refusal(team, Optional.of(id)));
    assertTrue(refusal(team, Optional.empty()).startsWith("the team has no active lab account"));
  }

  @Test
  void aNamedAccountMustBeTheTeamsAndOfTheLab() {
    Tenant team = LabTestNode.createTeam(node);
    UUID elsewhere = active("ostrelle", team);
    UUID others = active("tamberline", LabTestNode.createTeam(node));
    UUID installations = resolve(team, Optional.empty()).id();
    assertEquals("the lab account belongs to another lab", refusal(team, Optional.of(elsewhere)));
    for (UUID id : new UUID[] {others, installations, Ids.uuid()}) {
      assertEquals("the team has no lab account " + id, refusal(team, Optional.of(id)));
    }
    Tenant production = new Tenant(team.team(), Environment.PRODUCTION);
    assertTrue(refusal(production, Optional.of(elsewhere)).startsWith("the team has no"));
  }

  @Test
  void anImportTakesAlsoAnAccountThatIsPending() {
    Tenant team = LabTestNode.createTeam(node);
    UUID pending = make("tamberline", team, "");
    BillingType bill = BillingType.CLIENT_BILL;
    assertEquals(pending, resolve(team, Optional.of(pending), bill, "AZ", true).id());
    assertEquals(pending, resolve(team, Optional.empty(), bill, "AZ", true).id());
    UUID ready = make("tamberline", team, "");
    patch(ready, "{\"status\":\"ready_to_launch\"}").expect(200);
    assertThrows(ServiceException.class, () -> resolve(team, Optional.of(ready), bill, "AZ", true));
    assertEquals(pending, resolve(team, Optional.empty(), bill, "AZ", true).id());
    make("tamberline", team, "");
    assertThrows(ServiceException.class, () -> resolve(team, Optional.empty(), bill, "AZ", true));
    patch(pending, "{\"status\":\"active\"}").expect(200);
    assertEquals(pending, resolve(team, Optional.empty(), bill, "AZ", true).id());
  }

  @Test
  void billingMustBeAllowedInTheStateOfThePatient() {
    Tenant team = LabTestNode.createTeam(node);
    active("tamberline", team);
    Optional<UUID> none = Optional.empty();
    resolve(team, none, BillingType.CLIENT_BILL, "NY", false);
    ServiceException state =
        assertThrows(
            ServiceException.class,
            () -> resolve(team, none, BillingType.CLIENT_BILL, "TX", false));
    assertEquals(
        "the lab account does not allow the billing type client_bill for patients in TX",
        state.detail().asText());
    ServiceException type =
        assertThrows(
            ServiceException.class,
            () -> resolve(team, none, BillingType.PATIENT_BILL, "AZ", false));
    assertEquals(
        "the lab account does not allow the billing type patient_bill", type.detail().asText());
  }

  @Test
  void whoOrdersAndWhoFollowsUpIsDecidedByTheFlow() {
    Map<String, String> wanted =
        Map.of(
            "not_delegated", "false false",
            "result_delegated", "false true",
            "order_delegated", "true false",
            "fully_delegated", "true true");
    Tenant team = LabTestNode.createTeam(node);
    wanted.forEach(
        (flow, want) -> {
          UUID id = make("tamberline", team, ",\"delegated_flow\":\"" + flow + "\"");
          patch(id, "{\"status\":\"active\"}").expect(200);
          LabAccount a = resolve(team, Optional.of(id));
          assertEquals(
              want, a.delegation().needsPhysician() + " " + a.delegation().customerFollowsUp());
          a.checkPhysician(true);
          if (a.delegation().needsPhysician()) {
            assertThrows(ServiceException.class, () -> a.checkPhysician(false));
          } else {
            a.checkPhysician(false);
          }
        });
  }

  @Test
  void statesFollowEachOtherAsTheTableSays() {
    String[] states = {"pending", "ready_to_launch", "active", "suspended"};
    Map<String, String> allowed =
        Map.of(
            "pending", "ready_to_launch active",
            "ready_to_launch", "active",
            "active", "suspended",
            "suspended", "active");
    UUID id = make("tamberline", LabTestNode.createTeam(node), "");
    for (String from : states) {
      for (String to : states) {
        node.db().query("update lab_account set status = $2 where id = $1", id, from);
        boolean may = from.equals(to) || allowed.get(from).contains(to);
        TestResponse a = patch(id, "{\"status\":\"" + to + "\"}");
        a.expect(may ? 200 : 400);
        if (!may) {
          assertEquals("Transition from " + from + " to " + to + " is not allowed", detail(a));
        }
      }
    }
  }

  @Test
  void aTeamSeesItsOwnAccountsOnly() {
    Tenant team = LabTestNode.createTeam(node);
    UUID id = active("tamberline", team);
    UUID pending = make("ostrelle", team, ",\"account_name\":\"Main\"");
    String key = LabTestNode.key(node, team);
    assertEquals(2, list(key, "").size());
    JsonNode one = list(key, "?lab_account_id=" + pending).get(0);
    assertEquals("ostrelle", one.get("lab").asText());
    assertEquals("Main", one.get("account_name").asText());
    assertEquals("00417", one.get("provider_account_id").asText());
    assertEquals(team.team().toString(), one.at("/team_id_allowlist/0").asText());
    assertEquals("[\"AZ\",\"NY\"]", one.at("/allowed_billing/client_bill").toString());
    assertEquals(id.toString(), list(key, "?status=active").get(0).get("id").asText());
    assertEquals(0, list(key, "?status=suspended").size());
    String stranger = LabTestNode.key(node, LabTestNode.createTeam(node));
    assertEquals(0, list(stranger, "?lab_account_id=" + id).size());
    Tenant production = new Tenant(team.team(), Environment.PRODUCTION);
    assertEquals(0, list(LabTestNode.key(node, production), "").size());
  }

  private static JsonNode list(String key, String query) {
    TestResponse a =
        node.send(
            "GET", "/v3/lab_test/lab_account" + query, null, Map.of("x-service-api-key", key));
    return api.assertValid(a, 200, "listLabAccounts").json().get("data");
  }

  @Test
  void anAccountNarrowsTheCatalogueToItsLab() {
    Tenant team = LabTestNode.createTeam(node);
    UUID id = make("ostrelle", team, "");
    Map<String, String> key = Map.of("x-service-api-key", LabTestNode.key(node, team));
    String markers = "/v3/lab_tests/markers?size=5&lab_account_id=";
    JsonNode found = node.send("GET", markers + id, null, key).expect(200).json().get("markers");
    assertEquals(5, found.size());
    found.forEach(m -> assertEquals(otherLab, m.get("lab_id").asInt()));
    node.get(markers + id).expect(404);
  }

  @Test
  void theAllowlistIsReplacedAsAWhole() {
    Tenant one = LabTestNode.createTeam(node);
    Tenant two = LabTestNode.createTeam(node);
    UUID id = make("tamberline", one, "");
    JsonNode now =
        api.assertValid(
                patch(id, "{\"team_id_allowlist\":[\"" + two.team() + "\"]}"),
                200,
                "patchLabAccount")
            .json()
            .get("lab_account");
    assertEquals("[\"" + two.team() + "\"]", now.get("team_id_allowlist").toString());
    assertEquals(0, list(LabTestNode.key(node, one), "").size());
    patch(id, "{\"team_id_allowlist\":[]}").expect(200);
    assertEquals(0, list(LabTestNode.key(node, two), "").size());
  }

  @Test
  void theOrganisationSeesItsAccountsAndTheInstallations() {
    Tenant team = LabTestNode.createTeam(node);
    UUID id = make("tamberline", team, "");
    TestResponse mine = node.callManagement("GET", path + "?team_id=" + team.team(), null);
    JsonNode data = api.assertValid(mine, 200, "listOrgLabAccounts").json().get("data");
    assertEquals(1, data.size());
    assertEquals(id.toString(), data.get(0).get("id").asText());
    String ours = resolve(team, Optional.empty(), BillingType.CLIENT_BILL, "AZ", true).id() + "";
    assertEquals(id.toString(), ours);
    UUID open = resolve(LabTestNode.createTeam(node), Optional.empty()).id();
    JsonNode of =
        node.callManagement("GET", path + "?lab_account_id=" + open, null).json().get("data");
    assertTrue(of.get(0).get("org_id").isNull());
    assertEquals(0, of.get(0).get("team_id_allowlist").size());
    assertTrue(
        detail(patch(open, "{\"status\":\"suspended\"}").expect(400)).contains("installation's"));
    assertEquals(
        0,
        node.callManagement(
                "GET", path.replace("sandbox", "production") + "?lab_account_id=" + id, null)
            .expect(200)
            .json()
            .get("data")
            .size());
  }

  @Test
  void whatIsWrongIsSaid() {
    Tenant team = LabTestNode.createTeam(node);
    UUID id = make("tamberline", team, "");
    patch(id, "{}").expect(422);
    patch(id, "{\"allowed_billing\":{\"cash\":[\"AZ\"]}}").expect(422);
    patch(id, "{\"allowed_billing\":{\"client_bill\":[\"ZZ\"]}}").expect(422);
    patch(id, "{\"status\":\"gone\"}").expect(422);
    patch(Ids.uuid(), "{\"status\":\"active\"}").expect(404);
    patch(id, "{\"team_id_allowlist\":[\"" + Ids.uuid() + "\"]}").expect(404);
    node.callManagement(
            "PATCH", path.replace("sandbox", "production") + "/" + id, "{\"status\":\"active\"}")
        .expect(404);
    node.callManagement("POST", path, "{\"lab\":\"none\",\"provider_account_id\":\"1\"}")
        .expect(422);
    node.callManagement("POST", path, "{\"lab\":\"tamberline\"}").expect(422);
    node.callManagement(
            "POST",
            path,
            "{\"lab\":\"tamberline\",\"provider_account_id\":\"1\",\"status\":\"active\"}")
        .expect(422);
    node.get("/v3/lab_test/lab_account?status=gone").expect(422);
  }
}
