package io.tributary.user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.testkit.TestNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemographicsTest {
  private static final String PERSON =
      """
      {"first_name":"Ada","last_name":"Lovelace","email":"ada@example.com",
       "phone_number":"+1 123 456 7890","gender":"female","dob":"1990-12-10",
       "address":{"first_line":"1 Main St","country":"US","zip":"85004","city":"Phoenix","state":"AZ"}}
      """;
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start("TRIBUTARY_USERS_SANDBOX_LIMIT", "10000");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static ObjectNode person() {
    return (ObjectNode) Json.parse(PERSON);
  }

  private static String user() {
    return node.post("/v2/user", "{\"client_user_id\":\"" + Ids.randomHex(8) + "\"}")
        .expect(200)
        .json()
        .get("user_id")
        .asText();
  }

  private static JsonNode saved(String user, JsonNode body) {
    return node.call("PATCH", "/v2/user/" + user + "/info", Json.text(body)).expect(200).json();
  }

  @Test
  void everyVersionReplacesTheWholeObject() {
    String user = user();
    node.get("/v2/user/" + user + "/info/latest").expect(404);
    ObjectNode first = person().put("race", "asian");
    first.set(
        "medical_proxy",
        Json.parse(
            """
            {"first_name":"Anne","last_name":"Byron","phone_number":"1","household_income":5,
             "address":{"first_line":"2","second_line":null,"country":"US","zip":"1","city":"c","state":"s",
             "access_notes":"ring twice"}}
            """));
    JsonNode out = saved(user, first);
    assertEquals("asian", out.get("race").asText());
    assertTrue(out.get("ethnicity").isNull());
    assertEquals("", out.at("/address/second_line").asText());
    assertTrue(out.at("/address/access_notes").isNull());
    assertTrue(out.at("/medical_proxy/address/second_line").isNull());
    assertEquals(5, out.at("/medical_proxy/household_income").asInt());
    assertTrue(out.at("/medical_proxy/email").isNull());
    assertEquals(out, node.get("/v2/user/" + user + "/info/latest/").expect(200).json());
    JsonNode second = saved(user, person().put("first_name", "Augusta"));
    assertTrue(second.get("race").isNull());
    assertTrue(second.get("medical_proxy").isNull());
    assertEquals(second, node.get("/v2/user/" + user + "/info/latest").expect(200).json());
  }

  @Test
  void theOlderZipNameIsTakenAndTheRightOneSent() {
    ObjectNode body = person();
    ObjectNode address = (ObjectNode) body.get("address");
    address.remove("zip");
    address.put("zip_code", "12345");
    JsonNode out = saved(user(), body);
    assertEquals("12345", out.at("/address/zip").asText());
    assertFalse(out.get("address").has("zip_code"));
  }

  @Test
  void nothingReadableIsStored() {
    String user = user();
    saved(user, person());
    byte[] sealed =
        RowMapping.first(
                node.db()
                    .query(
                        "select document_encrypted from user_demographics where user_id = $1",
                        UUID.fromString(user)),
                r -> RowMapping.bytes(r, "document_encrypted"))
            .orElseThrow();
    assertFalse(new String(sealed, StandardCharsets.ISO_8859_1).contains("Lovelace"));
    assertTrue(node.secrets().openText(sealed, user).contains("Lovelace"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "first_name | ``",
        "first_name | ` Ada`",
        "first_name | `Ada `",
        "first_name | `A  da`",
        "first_name | `Zoë`",
        "first_name | -Ada",
        "first_name | A_da",
        "last_name | `O\tB`",
        "email | ada",
        "email | ada@",
        "email | ada@host",
        "email | a b@example.com",
        "email | a..b@example.com",
        "email | ada@-x.com",
        "phone_number | ``",
        "gender | ``",
        "dob | 1990-13-01",
        "dob | 10.12.1990",
        "race | martian",
        "ethnicity | martian",
        "sexual_orientation | none",
        "gender_identity | none",
        "address | text",
        "medical_proxy | text",
      })
  void aFaultyFieldIsNamed(String field, String value) {
    ObjectNode body = person().put(field, value);
    JsonNode detail =
        node.call("PATCH", "/v2/user/" + user() + "/info", Json.text(body))
            .expect(422)
            .json()
            .get("detail");
    assertEquals(1, detail.size());
    assertEquals(field, detail.at("/0/loc/1").asText());
  }

  @ParameterizedTest
  @CsvSource({"O'Brien", "Mary Ann", "J.R.", "3rd", "Smith-Jones", "X"})
  void theseAreNames(String name) {
    assertEquals(name, saved(user(), person().put("last_name", name)).get("last_name").asText());
  }

  @Test
  void everyRequiredFieldIsRequired() {
    String user = user();
    for (String field :
        List.of("first_name", "last_name", "email", "phone_number", "gender", "dob", "address")) {
      ObjectNode body = person();
      body.remove(field);
      JsonNode detail =
          node.call("PATCH", "/v2/user/" + user + "/info", Json.text(body))
              .expect(422)
              .json()
              .get("detail");
      assertEquals(field, detail.at("/0/loc/1").asText());
    }
    for (String field : List.of("first_line", "country", "zip", "city", "state")) {
      ObjectNode body = person();
      ((ObjectNode) body.get("address")).remove(field);
      JsonNode detail =
          node.call("PATCH", "/v2/user/" + user + "/info", Json.text(body))
              .expect(422)
              .json()
              .get("detail");
      assertEquals("address", detail.at("/0/loc/1").asText());
      assertEquals(field, detail.at("/0/loc/2").asText());
    }
    node.call("PATCH", "/v2/user/" + UUID.randomUUID() + "/info", PERSON).expect(404);
  }
}
