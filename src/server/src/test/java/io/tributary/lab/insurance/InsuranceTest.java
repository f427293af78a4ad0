package io.tributary.lab.insurance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Tx;
import io.tributary.lab.account.LabTestNode;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Insurances, payors and diagnosis codes over HTTP. */
class InsuranceTest {
  private static final String PERSON =
      """
      {"first_name":"Ada","last_name":"Moor","gender":"female","dob":"1990-05-17",
       "email":"ada@example.org","phone_number":"+14155550100",
       "address":{"first_line":"1 Elm St","city":"Phoenix","state":"AZ","zip":"85004","country":"US"}}
      """;
  private static final String GUARANTOR =
      """
      {"first_name":"Max","last_name":"Moor","phone_number":"+14155550101",
       "address":{"first_line":"1 Elm St","city":"Phoenix","state":"AZ","zip":"85004","country":"US"}}
      """;
  private static TestNode node;
  private static OpenApiDocument api;
  @TempDir Path folder;

  @BeforeAll
  static void start() {
    node = LabTestNode.start();
    api = OpenApiDocument.of(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static String user() {
    return node.post("/v2/user", "{\"client_user_id\":\"" + Ids.randomHex(8) + "\"}")
        .expect(200)
        .json()
        .get("user_id")
        .asText();
  }

  private static String described() {
    String user = user();
    node.call("PATCH", "/v2/user/" + user + "/info", PERSON).expect(200);
    return user;
  }

  private static String body(String relationship, String more) {
    return """
    {"payor_code":"ASTRA","member_id":"M-1","relationship":"%s","insured":%s%s}
    """
        .formatted(relationship, PERSON, more);
  }

  private static TestResponse add(String user, String body) {
    return node.post("/v2/user/" + user + "/insurance", body);
  }

  @Test
  void anInsuranceIsKeptAsItWasSent() {
    String user = described();
    node.get("/v2/user/" + user + "/insurance/latest").expect(404);
    JsonNode made =
        api.assertValid(
                add(user, body("Spouse", ",\"group_id\":\"G\",\"guarantor\":" + GUARANTOR)),
                200,
                "addInsurance")
            .json();
    assertEquals("Astralis Healthcare", made.at("/company/name").asText());
    assertEquals("TX", made.at("/company/address/state").asText());
    assertEquals("Ada", made.at("/insured/first_name").asText());
    assertEquals("Max", made.at("/guarantor/first_name").asText());
    assertTrue(made.get("is_primary").asBoolean());
    TestResponse latest = node.get("/v2/user/" + user + "/insurance/latest");
    assertEquals(made, api.assertValid(latest, 200, "getLatestInsurance").json());
    node.get("/v2/user/" + user + "/insurance/latest?is_primary=false").expect(404);
  }

  @Test
  void theNewestCounts() {
    String user = described();
    add(user, body("Self", "")).expect(200);
    add(user, body("Self", "").replace("M-1", "M-2")).expect(200);
    add(user, body("Self", ",\"is_primary\":false").replace("M-1", "M-3")).expect(200);
    String path = "/v2/user/" + user + "/insurance/latest";
    assertEquals("M-2", node.get(path).json().get("member_id").asText());
    assertEquals("M-3", node.get(path + "?is_primary=false").json().get("member_id").asText());
  }

  @Test
  void namesAreNotReadableInTheDatabase() {
    String user = described();
    add(user, body("Self", "").replace("M-1", "Sesame77")).expect(200);
    byte[] stored =
        node.db()
            .query(
                "select document_encrypted from insurance where user_id = $1",
                UUID.fromString(user))
            .iterator()
            .next()
            .getBuffer(0)
            .getBytes();
    assertFalse(new String(stored, StandardCharsets.ISO_8859_1).contains("Sesame77"));
  }

  @Test
  void whatIsWrongIsSaid() {
    String user = described();
    add(user, body("Spouse", "")).expect(422);
    add(user, body("Cousin", "")).expect(422);
    add(user, body("Self", "").replace("ASTRA", "NOBODY")).expect(422);
    add(user, body("Self", "").replace("ada@", "ada")).expect(422);
    add(user, body("Self", "").replace("Moor", "Möör")).expect(422);
    add(user, body("Self", "").replace("\"gender\":\"female\",", "")).expect(422);
    add(user, "{}").expect(422);
    assertTrue(add(user(), body("Self", "")).expect(400).text().contains("no demographics"));
    add(Ids.uuid().toString(), body("Self", "")).expect(404);
    node.get("/v2/user/" + user + "/insurance/latest?is_primary=x").expect(422);
  }

  @Test
  void anotherTeamHasNoneOfIt() {
    String user = described();
    add(user, body("Self", "")).expect(200);
    String key = LabTestNode.key(node, LabTestNode.createTeam(node));
    Map<String, String> stranger = Map.of("x-service-api-key", key);
    String path = "/v2/user/" + user + "/insurance";
    node.send("GET", path + "/latest", null, stranger).expect(404);
    node.send("POST", path, body("Self", ""), stranger).expect(404);
  }

  private static JsonNode payors(String query) {
    TestResponse a = node.get("/v3/insurance/search/payor?" + query);
    return api.assertValid(a, 200, "searchPayors").json();
  }

  @Test
  void payorsAreFoundByNameAliasAndNumber() {
    assertEquals("MERID", payors("insurance_name=MUTUAL").get(0).get("payor_code").asText());
    assertEquals("MERID", payors("insurance_name=mmh").get(0).get("payor_code").asText());
    assertEquals(2, payors("insurance_name=bluefern").size());
    assertEquals(0, payors("insurance_name=%25").size());
    JsonNode one = payors("provider=stedi&provider_payor_id=CEDAR1").get(0);
    assertEquals("platform", one.get("source").asText());
    assertEquals("ID", one.at("/org_address/state").asText());
    assertEquals(0, payors("provider=availity&provider_payor_id=CEDAR1").size());
    TestResponse old =
        node.post(
            "/v3/insurance/search/payor", "{\"provider\":\"stedi\",\"provider_id\":\"CEDAR1\"}");
    assertEquals(
        "CEDAR", api.assertValid(old, 200, "searchPayorsOld").json().get(0).get("code").asText());
    node.get("/v3/insurance/search/payor").expect(422);
    node.get("/v3/insurance/search/payor?provider=stedi").expect(422);
    node.get("/v3/insurance/search/payor?provider=nobody&provider_payor_id=1").expect(422);
    node.post("/v3/insurance/search/payor", "{}").expect(422);
  }

  @Test
  void aTeamsPayorIsTheTeamsOnly() {
    String payor =
        """
        {"name":"Quillon Trust","address":{"first_line":"1 St","city":"Reno","state":"NV",
         "zip":"89501","country":"US"},"provider":"stedi","provider_payor_id":"QT9"}
        """;
    JsonNode made = api.assertValid(node.post("/v3/payor", payor), 200, "createPayor").json();
    assertEquals("team", made.get("source").asText());
    String code = made.get("payor_code").asText();
    assertEquals(code, payors("insurance_name=quillon").get(0).get("payor_code").asText());
    assertEquals(
        code, payors("provider=stedi&provider_payor_id=QT9").get(0).get("payor_code").asText());
    add(described(), body("Self", "").replace("ASTRA", code)).expect(200);
    for (Tenant t :
        List.of(
            LabTestNode.createTeam(node),
            new Tenant(node.tenant().team(), Environment.PRODUCTION))) {
      Map<String, String> key = Map.of("x-service-api-key", LabTestNode.key(node, t));
      for (String q : List.of("insurance_name=quillon", "provider=stedi&provider_payor_id=QT9")) {
        assertEquals(
            0,
            node.send("GET", "/v3/insurance/search/payor?" + q, null, key)
                .expect(200)
                .json()
                .size());
      }
    }
    String again = node.post("/v3/payor", payor).expect(200).json().get("payor_code").asText();
    assertNotEquals(code, again);
    node.post("/v3/payor", payor.replace("\"provider\":\"stedi\",", "")).expect(422);
    node.post("/v3/payor", "{\"name\":\"x\"}").expect(422);
  }

  @Test
  void theFileOfPayorsIsWhatThereIs() throws IOException {
    String entry =
        """
        {"code":"%s","name":"Loaded %s","address":{"first_line":"1","city":"c","state":"AZ",
         "zip":"85004","country":"US"},"numbers":{"stedi":"%s"}}
        """;
    PayorLoader loader = new PayorLoader(node.db(), folder.toString());
    Path file = folder.resolve("payors.json");
    String bundled = Files.readString(Path.of("conf/labs/payors.json"));
    String one = entry.formatted("LOAD1", "one", "L1");
    Files.writeString(file, bundled.replace(" ]\n}", "," + one + "]}"));
    loader.load();
    assertEquals(1, payors("provider=stedi&provider_payor_id=L1").size());
    Files.writeString(file, bundled.replace(" ]\n}", "," + one.replace("L1\"", "L2\"") + "]}"));
    loader.load();
    assertEquals(0, payors("provider=stedi&provider_payor_id=L1").size());
    assertEquals(1, payors("provider=stedi&provider_payor_id=L2").size());
    Files.writeString(file, bundled);
    loader.load();
    assertEquals(0, payors("insurance_name=loaded").size());
    assertEquals(1, payors("insurance_name=cedar").size());
    for (String bad :
        List.of(
            one + "," + one,
            one.replace("LOAD1", "T-1"),
            one.replace("stedi", "nobody"),
            one.replace("\"city\":\"c\",", ""),
            one.replace("\"name\"", "\"nom\""))) {
      Files.writeString(file, "{\"payors\":[" + bad + "]}");
      assertThrows(IllegalStateException.class, loader::load, bad);
    }
    assertEquals(1, payors("insurance_name=cedar").size());
  }

  @Test
  void diagnosesAreServed() {
    TestResponse a = node.get("/v3/insurance/search/diagnosis?diagnosis_query=E11.2");
    JsonNode found = api.assertValid(a, 200, "searchDiagnoses").json();
    assertEquals(3, found.size());
    assertEquals("E11.21", found.get(0).get("diagnosis_code").asText());
    assertFalse(found.get(0).get("is_secondary").asBoolean());
    node.get("/v3/insurance/search/diagnosis").expect(422);
    node.get("/v3/insurance/search/diagnosis?diagnosis_query=" + "x".repeat(300)).expect(422);
    TestResponse checked =
        node.post(
            "/v3/insurance/validate_icd_codes",
            "{\"codes\":[\"G44.209\",\"G43.909\",\"E11.9\",\"E10.9\",\"nope\"]}");
    JsonNode c = api.assertValid(checked, 200, "validateIcdCodes").json();
    assertFalse(c.get("valid").asBoolean());
    assertEquals(1, c.get("errors").size());
    assertEquals("E10.9", c.at("/violations/0/conflicts_with").asText());
    assertEquals("G43.909", c.at("/warnings/0/overlaps_with").asText());
    node.post("/v3/insurance/validate_icd_codes", "{}").expect(422);
    node.post("/v3/insurance/validate_icd_codes", "{\"codes\":[1]}").expect(422);
  }

  private static Insurance billed(Tx tx, Tenant t, UUID user, List<String> codes) {
    InsuranceService.requireDiagnoses(codes);
    return new InsuranceService(node.secrets()).requireForOrder(tx, t, user);
  }

  @Test
  void anOrderIsBilledToTheNewestPrimaryInsurance() {
    InsuranceService insurances = new InsuranceService(node.secrets());
    String user = described();
    UUID id = UUID.fromString(user);
    Tenant t = node.tenant();
    for (List<String> bad :
        List.of(
            List.<String>of(),
            List.of("nope"),
            List.of("E11"),
            List.of("E11.9", "E10.9"),
            List.of("E11.9"))) {
      ServiceException r =
          assertThrows(ServiceException.class, () -> node.db().tx(tx -> billed(tx, t, id, bad)));
      assertEquals(ServiceException.Reason.INVALID, r.reason());
    }
    add(user, body("Self", ",\"is_primary\":false")).expect(200);
    assertThrows(
        ServiceException.class, () -> node.db().tx(tx -> billed(tx, t, id, List.of("E11.9"))));
    add(user, body("Self", "")).expect(200);
    Insurance found = node.db().tx(tx -> billed(tx, t, id, List.of("E11.9")));
    assertEquals("ASTRA", found.payorCode());
    assertEquals("M-1", found.document().get("member_id").asText());
    Tenant other = new Tenant(t.team(), Environment.PRODUCTION);
    assertTrue(node.db().tx(tx -> insurances.find(tx, other, found.id())).isEmpty());
  }
}
