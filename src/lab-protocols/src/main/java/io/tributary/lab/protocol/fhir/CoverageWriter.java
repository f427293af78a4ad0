package io.tributary.lab.protocol.fhir;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.lab.protocol.LabOrder;
import io.tributary.lab.protocol.LabOrder.Insurance;
import io.tributary.lab.protocol.LabOrder.Relation;
import java.util.Optional;

/**
 * Writes the Coverage resource of an order: insurance, self-pay by the patient, or payment by the
 * ordering organization.
 */
final class CoverageWriter {
  private final FhirProfile profile;
  private final TransactionBundle out;

  CoverageWriter(FhirProfile profile, TransactionBundle out) {
    this.profile = profile;
    this.out = out;
  }

  /**
   * Returns the reference to the coverage; empty if the organization pays but has no account number
   * at the laboratory.
   */
  Optional<String> writeCoverage(LabOrder order, String patient, Optional<String> organisation) {
    ObjectNode r = FhirJsonBuilder.resource("Coverage");
    FhirJsonBuilder.add(
        r, "identifier", FhirJsonBuilder.identifier(profile.coverageSystem(), order.sampleId()));
    r.put("status", "active");
    r.set("beneficiary", FhirJsonBuilder.reference(patient));
    switch (order.billing()) {
      case INSURANCE -> addInsurance(r, order.insurance().orElseThrow(), patient);
      case PATIENT -> addSelfPay(r, patient);
      case CLIENT -> {
        if (organisation.isEmpty()) {
          return Optional.empty();
        }
        addSelfPay(r, organisation.get());
      }
    }
    return Optional.of(out.createIfAbsent(r, profile.coverageSystem(), order.sampleId()));
  }

  private static void addSelfPay(ObjectNode r, String payer) {
    r.set("type", FhirJsonBuilder.concept(FhirJsonBuilder.coding(CodeSystems.SELF_PAY, "pay", "")));
    FhirJsonBuilder.add(r, "payor", FhirJsonBuilder.reference(payer));
  }

  private void addInsurance(ObjectNode r, Insurance i, String patient) {
    ObjectNode payor = FhirJsonBuilder.resource("Organization").put("id", "payor");
    FhirJsonBuilder.add(
        payor, "identifier", FhirJsonBuilder.identifier(profile.payorSystem(), i.payorCode()));
    FhirJsonBuilder.put(payor, "name", i.payorName());
    FhirJsonBuilder.add(payor, "address", FhirJsonBuilder.address(i.payorAddress()));
    FhirJsonBuilder.add(r, "contained", payor);
    FhirJsonBuilder.add(r, "payor", FhirJsonBuilder.reference("#payor"));
    FhirJsonBuilder.put(r, "subscriberId", i.memberId());
    String relation =
        switch (i.relation()) {
          case SELF -> "self";
          case SPOUSE -> "spouse";
          case OTHER -> "other";
        };
    r.set(
        "relationship",
        FhirJsonBuilder.concept(FhirJsonBuilder.coding(CodeSystems.RELATIONSHIP, relation, "")));
    if (i.relation() == Relation.SELF) {
      r.set("subscriber", FhirJsonBuilder.reference(patient));
    } else {
      FhirJsonBuilder.add(r, "contained", subscriber(i, patient));
      r.set("subscriber", FhirJsonBuilder.reference("#subscriber"));
    }
    addClass(r, "group", i.groupId());
    addClass(r, "plan", i.plan());
  }

  private static ObjectNode subscriber(Insurance i, String patient) {
    ObjectNode s = FhirJsonBuilder.resource("RelatedPerson").put("id", "subscriber");
    s.set("patient", FhirJsonBuilder.reference(patient));
    FhirJsonBuilder.add(s, "name", FhirJsonBuilder.name(i.insured()));
    s.put("gender", FhirJsonBuilder.gender(i.insuredSex()));
    if (i.insuredBirthDate() != null) {
      s.put("birthDate", i.insuredBirthDate().toString());
    }
    return FhirJsonBuilder.add(s, "address", FhirJsonBuilder.address(i.insuredAddress()));
  }

  private static void addClass(ObjectNode r, String kind, String value) {
    if (!value.isBlank()) {
      ObjectNode one = Json.object();
      one.set(
          "type",
          FhirJsonBuilder.concept(FhirJsonBuilder.coding(CodeSystems.COVERAGE_CLASS, kind, "")));
      FhirJsonBuilder.add(r, "class", FhirJsonBuilder.put(one, "value", value));
    }
  }
}
