package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.http.JsonFields;
import io.tributary.lab.insurance.InlineInsurance;
import java.util.List;

/** Parses the insurance in the body of an order. */
final class InsuranceForm {
  private static final int MAX_SHORT_TEXT = 100;
  private static final int MAX_LONG_TEXT = 10_000;
  private static final int MAX_CODES = 500;
  private static final int MAX_CODE = 20;
  private static final String SELF = "Self";
  private static final List<String> RELATIONSHIPS = List.of(SELF, "Spouse", "Other");

  private InsuranceForm() {}

  /** Returns the form that {@link InlineInsurance} expects; null node when none was sent. */
  static JsonNode parse(JsonFields body) {
    return body.object("health_insurance")
        .<JsonNode>map(InsuranceForm::parseInsurance)
        .orElse(NullNode.instance);
  }

  private static ObjectNode parseInsurance(JsonFields f) {
    String relationship =
        f.choice(
                "responsible_relationship",
                r -> PersonForm.caseInsensitiveMatch(RELATIONSHIPS, r),
                RELATIONSHIPS)
            .orElse(SELF);
    if (!relationship.equals(SELF) && f.raw("responsible_details").isEmpty()) {
      f.addError("responsible_details", "Field required unless it is Self", "missing");
    }
    ObjectNode out =
        Json.object()
            .put("payor_code", f.text("payor_code", MAX_SHORT_TEXT).orElse(null))
            .put("member_id", f.text("insurance_id", MAX_SHORT_TEXT).orElse(null))
            .put("relationship", relationship);
    out.set(
        "responsible",
        f.object("responsible_details").map(InsuranceForm::parsePerson).orElse(null));
    f.texts("diagnosis_codes", MAX_CODES, MAX_CODE)
        .orElse(List.of())
        .forEach(out.withArray("diagnosis_codes")::add);
    ObjectNode papers = out.putObject("papers");
    for (String name : List.of("front_image", "back_image", "patient_signature_image")) {
      papers.set(name, PersonForm.parseImage(f, name));
    }
    papers
        .put("subjective", f.text("subjective", MAX_LONG_TEXT).orElse(null))
        .put("assessment_plan", f.text("assessment_plan", MAX_LONG_TEXT).orElse(null));
    return out;
  }

  private static ObjectNode parsePerson(JsonFields f) {
    ObjectNode out =
        Json.object()
            .put("first_name", PersonForm.name(f, "first_name"))
            .put("last_name", PersonForm.name(f, "last_name"));
    out.set(
        "address",
        f.requiredObject("address").map(a -> PersonForm.parsePlace(a, true)).orElse(null));
    return out.put("phone_number", PersonForm.parsePhone(f, true));
  }
}
