package io.tributary.lab.protocol.fhir;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.fhir.FhirResourceValidator;
import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabOrder;
import io.tributary.lab.protocol.LabOrder.AnswerKind;
import io.tributary.lab.protocol.LabOrder.AoeAnswer;
import io.tributary.lab.protocol.LabOrder.Billing;
import io.tributary.lab.protocol.LabOrder.Diagnosis;
import io.tributary.lab.protocol.LabOrder.Guarantor;
import io.tributary.lab.protocol.LabOrder.Insurance;
import io.tributary.lab.protocol.LabOrder.OrderAction;
import io.tributary.lab.protocol.LabOrder.OrderSample;
import io.tributary.lab.protocol.LabOrder.OrderingOrganization;
import io.tributary.lab.protocol.LabOrder.Patient;
import io.tributary.lab.protocol.LabOrder.Physician;
import io.tributary.lab.protocol.LabOrder.Relation;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.PostalAddress;
import io.tributary.lab.protocol.Sex;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks that order bundles are valid FHIR, complete, and unchanged after a round trip. */
class OrderBundleTest {
  private static final FhirResourceValidator JUDGE = FhirResourceValidator.withoutOwnCodes();
  private static final Instant NOW = Instant.parse("2026-02-03T04:05:06.789Z");
  private static final String OURS = "https://tributary.example.com/lab";
  private static final FhirProfile PROFILE =
      new FhirProfile(
          OURS,
          "https://lab.example.com/codes",
          "fernholt",
          true,
          java.time.ZoneOffset.UTC,
          Map.of());
  private static final PostalAddress HOME =
      new PostalAddress("1 Main St", "Apt 2", "Phoenix", "AZ", "85004", "US");
  private static final Patient SHEA =
      new Patient(
          "u-1",
          PersonName.of("Shea", "Hall"),
          LocalDate.of(1980, 2, 29),
          Sex.FEMALE,
          "asian",
          "non_hispanic",
          HOME,
          "+14155550100",
          "shea@example.com");
  private static final LabOrder.OrderedTest CBC =
      new LabOrder.OrderedTest(
          "005009",
          "CBC",
          "58410-2",
          List.of(
              new AoeAnswer("Q1", "Fasting?", AnswerKind.CHOICE, "Y", "Yes"),
              new AoeAnswer("Q2", "Weight", AnswerKind.NUMBER, "150.50", ""),
              new AoeAnswer("Q3", "Drugs", AnswerKind.TEXT, "none | known", "")));
  private static final LabOrder.OrderedTest TSH =
      new LabOrder.OrderedTest("004259", "TSH", "", List.of());
  private static final Insurance COVER =
      new Insurance(
          "",
          "60054",
          "Payor",
          HOME,
          "G7",
          "M7",
          Relation.SPOUSE,
          PersonName.of("Max", "Hall"),
          LocalDate.of(1979, 1, 2),
          Sex.MALE,
          HOME);

  private static LabOrder order(OrderAction wish, Billing billing, boolean rich) {
    return new LabOrder(
        wish,
        "S1",
        "ACC1",
        NOW,
        SHEA,
        new Physician(PersonName.of("Gregory", "House"), "1234567893"),
        new OrderingOrganization("Clinic", PostalAddress.NONE, ""),
        List.of(CBC, TSH),
        List.of(new Diagnosis("E78.5", "Hyperlipidemia")),
        billing,
        billing == Billing.INSURANCE ? Optional.of(COVER) : Optional.empty(),
        rich
            ? Optional.of(
                new Guarantor(PersonName.of("Max", "Hall"), HOME, "+442071234567", Relation.SPOUSE))
            : Optional.empty(),
        List.of("first\u0001 line", "second line"),
        rich,
        !rich,
        rich ? Optional.of(true) : Optional.empty(),
        rich ? Optional.of(NOW) : Optional.empty(),
        rich
            ? Optional.of(new OrderSample("SMP-1", CodedValue.of("SER", "Serum", "HL70487")))
            : Optional.empty());
  }

  private static LabOrder minimalOrder() {
    return new LabOrder(
        OrderAction.PLACE,
        "S|2,$",
        "",
        NOW,
        new Patient(
            "u-2",
            PersonName.of("A", "B"),
            LocalDate.of(2000, 1, 1),
            Sex.UNKNOWN,
            "",
            "",
            PostalAddress.NONE,
            "",
            ""),
        new Physician(PersonName.NONE, ""),
        new OrderingOrganization("", PostalAddress.NONE, ""),
        List.of(TSH),
        List.of(),
        Billing.CLIENT,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        false,
        true,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static String write(LabOrder order) {
    return new String(
        new OrderBundle(PROFILE).write(order, "CONTROL1", NOW),
        java.nio.charset.StandardCharsets.UTF_8);
  }

  private static List<JsonNode> of(String bundle, String type) {
    List<JsonNode> out = new ArrayList<>();
    for (JsonNode e : Json.parse(bundle).get("entry")) {
      if (e.at("/resource/resourceType").asText().equals(type)) {
        out.add(e);
      }
    }
    return out;
  }

  @Test
  void everyOrderIsValidFhir() {
    for (OrderAction wish : OrderAction.values()) {
      for (Billing billing : Billing.values()) {
        for (boolean rich : new boolean[] {true, false}) {
          String bundle = write(order(wish, billing, rich));
          assertEquals(List.of(), JUDGE.errors(bundle), bundle);
        }
      }
    }
    assertEquals(List.of(), JUDGE.errors(write(minimalOrder())));
    // Confirms that the validator detects errors.
    String wrong = write(minimalOrder()).replace("\"intent\":\"order\"", "\"intent\":\"wish\"");
    assertFalse(JUDGE.errors(wrong).isEmpty());
  }

  @Test
  void eachTestIsARequestWithItsNumbers() {
    String bundle = write(order(OrderAction.PLACE, Billing.INSURANCE, true));
    JsonNode root = Json.parse(bundle);
    assertEquals("transaction", root.get("type").asText());
    assertEquals("CONTROL1", root.at("/identifier/value").asText());
    assertTrue(root.at("/meta").isMissingNode());
    List<JsonNode> requests = of(bundle, "ServiceRequest");
    assertEquals(2, requests.size());
    JsonNode first = requests.getFirst().get("resource");
    assertEquals("S1-1", first.at("/identifier/0/value").asText());
    assertEquals("PLAC", first.at("/identifier/0/type/coding/0/code").asText());
    assertEquals("S1", first.at("/requisition/value").asText());
    assertEquals("active", first.get("status").asText());
    assertEquals("stat", first.get("priority").asText());
    assertEquals("005009", first.at("/code/coding/0/code").asText());
    assertEquals("https://lab.example.com/codes", first.at("/code/coding/0/system").asText());
    assertEquals("58410-2", first.at("/code/coding/1/code").asText());
    assertEquals("E78.5", first.at("/reasonCode/0/coding/0/code").asText());
    assertEquals("2026-02-03T04:05:06Z", first.get("occurrenceDateTime").asText());
    assertEquals("first\ufffd line", first.at("/note/0/text").asText());
    assertEquals("fernholt", first.at("/performer/0/identifier/value").asText());
    assertEquals("S1-2", requests.get(1).at("/resource/identifier/0/value").asText());
  }

  @Test
  void whatARequestRefersToComesWithIt() {
    String bundle = write(order(OrderAction.PLACE, Billing.INSURANCE, true));
    Set<String> here = new HashSet<>();
    Json.parse(bundle).get("entry").forEach(e -> here.add(e.get("fullUrl").asText()));
    for (JsonNode reference : Json.parse(bundle).findValues("reference")) {
      String to = reference.asText();
      assertTrue(to.startsWith("#") || here.contains(to), to);
    }
    JsonNode patient = of(bundle, "Patient").getFirst().get("resource");
    assertEquals("u-1", patient.at("/identifier/0/value").asText());
    assertEquals("1980-02-29", patient.get("birthDate").asText());
    assertEquals("Hall", patient.at("/contact/0/name/family").asText());
    JsonNode physician = of(bundle, "Practitioner").getFirst().get("resource");
    assertEquals("1234567893", physician.at("/identifier/0/value").asText());
    JsonNode cover = of(bundle, "Coverage").getFirst().get("resource");
    assertEquals("M7", cover.get("subscriberId").asText());
    assertEquals("spouse", cover.at("/relationship/coding/0/code").asText());
    assertEquals("60054", cover.at("/contained/0/identifier/0/value").asText());
    assertEquals("1979-01-02", cover.at("/contained/1/birthDate").asText());
    JsonNode answers = of(bundle, "QuestionnaireResponse").getFirst().get("resource");
    assertEquals("Y", answers.at("/item/0/answer/0/valueCoding/code").asText());
    assertTrue(bundle.contains("\"valueDecimal\":150.50"));
    assertEquals("none | known", answers.at("/item/2/answer/0/valueString").asText());
    JsonNode sample = of(bundle, "Specimen").getFirst().get("resource");
    assertEquals("SMP-1", sample.at("/identifier/0/value").asText());
    assertEquals("SER", sample.at("/type/coding/0/code").asText());
  }

  @Test
  void whoPaysIsTold() {
    JsonNode client =
        of(write(order(OrderAction.PLACE, Billing.CLIENT, true)), "Coverage")
            .getFirst()
            .get("resource");
    JsonNode patient =
        of(write(order(OrderAction.PLACE, Billing.PATIENT, true)), "Coverage")
            .getFirst()
            .get("resource");
    assertEquals("pay", client.at("/type/coding/0/code").asText());
    assertEquals("pay", patient.at("/type/coding/0/code").asText());
    assertEquals(patient.at("/beneficiary/reference"), patient.at("/payor/0/reference"));
    assertFalse(client.at("/beneficiary/reference").equals(client.at("/payor/0/reference")));
  }

  @Test
  void theSameOrderAgainMakesNothingNew() {
    LabOrder order = order(OrderAction.PLACE, Billing.INSURANCE, true);
    assertArrayEquals(
        new OrderBundle(PROFILE).write(order, "C", NOW),
        new OrderBundle(PROFILE).write(order, "C", NOW));
    for (JsonNode e : Json.parse(write(order)).get("entry")) {
      JsonNode request = e.get("request");
      boolean known =
          request.get("method").asText().equals("PUT")
              ? request.get("url").asText().contains("?identifier=")
              : request.path("ifNoneExist").asText().startsWith("identifier=");
      assertTrue(known, e.toString());
    }
    JsonNode odd = of(write(minimalOrder()), "ServiceRequest").getFirst().get("request");
    assertEquals(
        "identifier=https://tributary.example.com/lab/test%7CS%5C%7C2%5C%2C%5C%24-1",
        odd.get("ifNoneExist").asText());
  }

  @Test
  void aCancellationRevokesTheRequests() {
    for (JsonNode e :
        of(write(order(OrderAction.CANCEL, Billing.CLIENT, false)), "ServiceRequest")) {
      assertEquals("revoked", e.at("/resource/status").asText());
      assertEquals("PUT", e.at("/request/method").asText());
      assertTrue(e.at("/request/url").asText().startsWith("ServiceRequest?identifier="));
    }
  }

  @Test
  void testDataAreMarked() {
    FhirProfile sandbox = new FhirProfile(OURS, "", "x", false, java.time.ZoneOffset.UTC, Map.of());
    JsonNode bundle =
        Json.parse(
            new OrderBundle(sandbox)
                .write(order(OrderAction.PLACE, Billing.CLIENT, true), "C", NOW));
    assertEquals("HTEST", bundle.at("/meta/security/0/code").asText());
  }
}
