package io.tributary.lab.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.db.RowMapping;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Acceptance rules of orders, row by row in rules.csv. */
class OrderRulesTest {
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

  private static void switched(String name, boolean on) {
    node.callManagement(
            "PATCH",
            "/v1/org/" + node.first().org() + "/team/" + node.first().team(),
            "{\"sandbox\":{\"" + name + "\":" + on + "}}")
        .expect(200);
  }

  @TestFactory
  Stream<DynamicTest> rules() throws IOException {
    try (InputStream in = getClass().getResourceAsStream("/lab/order/rules.csv")) {
      List<String> rows =
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(l -> !l.startsWith("#"))
              .toList();
      assertTrue(rows.size() > 70);
      return rows.stream()
          .map(l -> l.split("\\|", -1))
          .map(
              c ->
                  dynamicTest(
                      c[0],
                      () -> judge(c[1], Integer.parseInt(c[2]), bodies.replacePlaceholders(c[3]))));
    }
  }

  private static void judge(String changes, int status, String detail) {
    ObjectNode body = bodies.applyChanges(bodies.walkIn(bodies.user()), changes);
    long before = orders();
    TestResponse answer = node.post(CREATE, body.toString());
    assertEquals(status, answer.status(), answer.text());
    assertEquals(before + (status == 200 ? 1 : 0), orders());
    if (status == 422) {
      List<String> found = new ArrayList<>();
      for (JsonNode fault : answer.json().get("detail")) {
        List<String> loc = new ArrayList<>();
        fault.get("loc").forEach(l -> loc.add(l.asText()));
        found.add(String.join(".", loc));
      }
      assertEquals(List.of(detail), found);
    } else if (status != 200) {
      assertEquals(detail, answer.json().get("detail").asText());
    }
  }

  private static long orders() {
    return node.db().query("select count(*) as n from lab_order").iterator().next().getLong("n");
  }

  @Test
  void minorsNeedTheSwitchAndSomebodyWhoAnswersForThem() {
    switched("minors", true);
    try {
      judge(
          "/patient_details/dob=\"{minor}\"",
          400,
          "medical_proxy is required for patients under 18");
      judge(
          "/patient_details/dob=\"{minor}\" ;; /patient_details/medical_proxy="
              + "{\"first_name\":\"Eve\",\"last_name\":\"Example\",\"phone_number\":\"6025550101\",\"address\":{\"first_line\":\"1"
              + " Main Street\",\"city\":\"Phoenix\",\"state\":\"AZ\","
              + "\"zip\":\"85004\",\"country\":\"US\"}}",
          200,
          "");
      judge(
          "/patient_details/dob=\"{minor}\" ;; /order_set={\"lab_test_ids\":[\"{home}\"]}",
          400,
          "patients under 18 cannot be visited by a phlebotomist");
    } finally {
      switched("minors", false);
    }
  }

  @Test
  void onSiteNeedsTheSwitch() {
    switched("on_site_collection", true);
    try {
      judge("/order_set={\"lab_test_ids\":[\"{site}\"]}", 200, "");
    } finally {
      switched("on_site_collection", false);
    }
  }

  @Test
  void aNoteGoesToTheFourNetworksThatReadIt() {
    node.db().query("update lab set slug = 'sonora_quest' where slug = 'quillmere'");
    try {
      int marker =
          RowMapping.list(
                  node.db()
                      .query(
                          "select m.id from marker m join lab l on l.id = m.lab_id"
                              + " where l.slug = 'sonora_quest' and m.a_la_carte and m.orderable"
                              + " and not m.reflex and not exists (select 1 from marker_question q"
                              + " where q.marker_id = m.id) order by m.id limit 1"),
                  r -> r.getInteger("id"))
              .getFirst();
      JsonNode order =
          bodies.placeOrder(
              "/order_set={\"add_on\":{\"marker_ids\":["
                  + marker
                  + "]}} ;; /collection_method=\"walk_in_test\""
                  + " ;; /clinical_notes=\"one\\ntwo\"");
      assertEquals("one\ntwo", order.get("clinical_notes").asText());
    } finally {
      node.db().query("update lab set slug = 'quillmere' where slug = 'sonora_quest'");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1234567893,true",
    "1245319599,true",
    "1234567890,false",
    "1234567839,false",
    "123456789,false"
  })
  void theLastDigitOfAPhysiciansNumberIsOfTheOthers(String npi, boolean valid) {
    assertEquals(valid, Physicians.isValidNpi(npi));
  }

  @Test
  void productionTakesRealPhysiciansOnly() {
    String key =
        node.callManagement(
                "POST",
                "/v1/org/" + node.first().org() + "/team_api_keys/production/us",
                "{\"label\":\"l\",\"team_id\":\"" + node.first().team() + "\"}")
            .expect(200)
            .json()
            .get("value")
            .asText();
    Map<String, String> headers = Map.of("x-service-api-key", key);
    String user =
        node.send("POST", "/v2/user", "{\"client_user_id\":\"p\"}", headers)
            .expect(200)
            .json()
            .get("user_id")
            .asText();
    node.db()
        .query(
            "update lab_test set environment = 'production' where slug ="
                + " 'sandbox-thyroid-at-home'");
    try {
      ObjectNode body =
          bodies.applyChanges(
              bodies.walkIn(user),
              "/order_set={\"lab_test_ids\":[\"{home}\"]} ;;"
                  + " /physician={\"first_name\":\"G\",\"last_name\":\"S\",\"npi\":\"1234567890\"}");
      assertEquals(
          "the physician's npi is not valid",
          node.send("POST", CREATE, body.toString(), headers)
              .expect(400)
              .json()
              .get("detail")
              .asText());
      bodies.applyChanges(body, "/physician/npi=\"1234567893\"");
      assertEquals(
          "the team has no lab account at this lab",
          node.send("POST", CREATE, body.toString(), headers)
              .expect(400)
              .json()
              .get("detail")
              .asText());
    } finally {
      node.db()
          .query(
              "update lab_test set environment = 'sandbox' where slug = 'sandbox-thyroid-at-home'");
    }
  }

  @Test
  void anotherTeamsUserIsNotFound() {
    String key =
        node.callManagement(
                "POST",
                "/v1/org/" + node.first().org() + "/team_api_keys/production/us",
                "{\"label\":\"m\",\"team_id\":\"" + node.first().team() + "\"}")
            .expect(200)
            .json()
            .get("value")
            .asText();
    node.send(
            "POST",
            CREATE,
            bodies.walkIn(bodies.user()).toString(),
            Map.of("x-service-api-key", key))
        .expect(404);
  }

  @Test
  void consentsAreAskedForWhereTheInstallationSaysSo() {
    try (TestNode strict = node.startPeer("TRIBUTARY_ORDERS_REQUIRE_CONSENTS", "true")) {
      ObjectNode body =
          bodies.applyChanges(
              bodies.walkIn(bodies.user()), "/consents=[{\"consentType\":\"terms-of-use\"}]");
      assertEquals(
          "missing consents: hipaa-authorization, telehealth-informed-consent",
          strict.post(CREATE, body.toString()).expect(400).json().get("detail").asText());
      bodies.applyChanges(
          body, "/physician={\"first_name\":\"G\",\"last_name\":\"S\",\"npi\":\"1234567893\"}");
      strict.post(CREATE, body.toString()).expect(200);
      bodies.applyChanges(
          body,
          "/physician= ;; /consents=[{\"consentType\":\"terms-of-use\"},"
              + "{\"consentType\":\"hipaa-authorization\"},"
              + "{\"consentType\":\"telehealth-informed-consent\"}]");
      strict.post(CREATE, body.toString()).expect(200);
    }
  }
}
