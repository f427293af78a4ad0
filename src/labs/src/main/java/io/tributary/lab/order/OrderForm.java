package io.tributary.lab.order;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.http.JsonFields;
import io.tributary.lab.account.BillingType;
import io.tributary.lab.catalogue.AoeAnswers;
import io.tributary.lab.catalogue.CollectionMethod;
import io.tributary.lab.catalogue.OrderSet;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Parses the bodies of orders. Errors are reported with their fields. */
final class OrderForm {
  private static final int MAX_ITEMS = 500;
  private static final int MAX_CODE = 20;
  private static final int MAX_NOTES = 1000;
  static final int MAX_TEXT = 10_000;

  private static final List<String> METHODS =
      Arrays.stream(CollectionMethod.values()).map(OrderForm::wireName).toList();
  private static final List<String> CONSENTS =
      List.of(
          "terms-of-use",
          "telehealth-informed-consent",
          "mobile-terms-and-conditions",
          "notice-of-privacy-practices",
          "privacy-policy",
          "hipaa-authorization");

  private final PersonForm people;

  OrderForm(PersonForm people) {
    this.people = people;
  }

  static String wireName(CollectionMethod method) {
    return method.name().toLowerCase(Locale.ROOT);
  }

  private static Optional<CollectionMethod> method(String word) {
    return Arrays.stream(CollectionMethod.values())
        .filter(m -> wireName(m).equals(word))
        .findFirst();
  }

  /** Parses an order to be sent. */
  OrderRequest parse(JsonFields body) {
    return new OrderRequest(
        body.requiredUuid("user_id"),
        body.object("order_set").map(OrderSet::read),
        body.uuid("lab_test_id"),
        body.choice("collection_method", OrderForm::method, METHODS),
        body.requiredObject("patient_details").map(people::parsePatient).orElseGet(Json::object),
        body.requiredObject("patient_address").map(people::parseAddress).orElseGet(Json::object),
        people.parsePhysician(body),
        body.uuid("lab_account_id"),
        body.choice("billing_type", BillingType::fromWireName, BillingType.wireNames())
            .orElse(BillingType.CLIENT_BILL),
        body.texts("icd_codes", MAX_ITEMS, MAX_CODE).orElse(List.of()),
        parseAnswers(body),
        body.text("clinical_notes", MAX_NOTES).filter(n -> !n.isEmpty()),
        body.flag("priority").orElse(false),
        parseConsents(body),
        body.date("activate_by"),
        body.text("passthrough", MAX_TEXT),
        body.uuid("creator_member_id"),
        InsuranceForm.parse(body),
        Optional.empty());
  }

  /** Parses an order that the laboratory already has. */
  OrderRequest parseImport(JsonFields body) {
    return new OrderRequest(
        body.requiredUuid("user_id"),
        body.requiredObject("order_set").map(OrderSet::read),
        Optional.empty(),
        Optional.ofNullable(body.requiredChoice("collection_method", OrderForm::method, METHODS)),
        body.requiredObject("patient_details").map(people::parsePatient).orElseGet(Json::object),
        body.requiredObject("patient_address")
            .map(people::parseImportedAddress)
            .orElseGet(Json::object),
        people.parsePhysician(body),
        body.uuid("lab_account_id"),
        body.requiredChoice("billing_type", BillingType::fromWireName, BillingType.wireNames()),
        body.texts("icd_codes", MAX_ITEMS, MAX_CODE).orElse(List.of()),
        parseAnswers(body),
        Optional.empty(),
        false,
        Json.array(),
        Optional.empty(),
        body.text("passthrough", MAX_TEXT),
        body.uuid("creator_member_id"),
        InsuranceForm.parse(body),
        Optional.ofNullable(body.requiredText("sample_id", 1, 100)));
  }

  /** Parses the fields that override those of a recreated order. */
  OrderMessages.NewTerms parseNewTerms(JsonFields body) {
    return new OrderMessages.NewTerms(
        body.raw("aoe_answers").isPresent() ? Optional.of(parseAnswers(body)) : Optional.empty(),
        body.texts("icd_codes", MAX_ITEMS, MAX_CODE),
        body.patchText("clinical_notes", 0, MAX_NOTES),
        body.raw("consents").isPresent() ? Optional.of(parseConsents(body)) : Optional.empty(),
        people.parsePhysician(body));
  }

  static List<AoeAnswers.QuestionAnswer> parseAnswers(JsonFields body) {
    return body.objects("aoe_answers", MAX_ITEMS).orElse(List.of()).stream()
        .flatMap(
            a -> {
              Integer marker = a.requiredInteger("marker_id", 0, Integer.MAX_VALUE);
              Optional<Long> question = a.longInteger("question_id", 0, Long.MAX_VALUE);
              if (a.raw("question_id").isEmpty()) {
                a.addError("question_id", "Field required", "missing");
              }
              String answer = a.requiredText("answer", 0, MAX_TEXT);
              return marker == null || question.isEmpty() || answer == null
                  ? Optional.<AoeAnswers.QuestionAnswer>empty().stream()
                  : Optional.of(new AoeAnswers.QuestionAnswer(marker, question.get(), answer))
                      .stream();
            })
        .toList();
  }

  /** Parses the consents; the stored field names are those of the request. */
  static ArrayNode parseConsents(JsonFields body) {
    ArrayNode out = Json.array();
    for (JsonFields c : body.objects("consents", MAX_ITEMS).orElse(List.of())) {
      ObjectNode one = out.addObject();
      one.put("consentType", PersonForm.oneOf(c, "consentType", CONSENTS));
      one.put("version", c.text("version", 50).orElse("1.0"));
      Optional<String> time = c.text("timeOfConsent", 50);
      if (time.isPresent() && Times.parseInstant(time.get()).isEmpty()) {
        c.addError("timeOfConsent", "Input should be a date and time", "datetime_parsing");
      }
      one.put("timeOfConsent", time.orElse(null));
    }
    return out;
  }
}
