package io.tributary.lab.wire.fhir;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.kernel.Json;
import io.tributary.lab.wire.LabOrder;
import io.tributary.lab.wire.LabOrder.Insurance;
import io.tributary.lab.wire.LabOrder.Relation;
import java.util.Optional;

/** Who pays for an order: an insurance, the patient, or whoever orders. */
final class CoverWriter {
  private final FhirProfile profile;
  private final Transaction out;

  CoverWriter(FhirProfile profile, Transaction out) {
    this.profile = profile;
    this.out = out;
  }

  /** Empty where the orderer pays, but has no number at the laboratory. */
  Optional<String> cover(LabOrder order, String patient, Optional<String> organisation) {
    ObjectNode r = Nodes.resource("Coverage");
    Nodes.add(r, "identifier", Nodes.identifier(profile.covers(), order.sampleId()));
    r.put("status", "active");
    r.set("beneficiary", Nodes.reference(patient));
    switch (order.billing()) {
      case INSURANCE -> insured(r, order.insurance().orElseThrow(), patient);
      case PATIENT -> selfPay(r, patient);
      case CLIENT -> {
        if (organisation.isEmpty()) {
          return Optional.empty();
        }
        selfPay(r, organisation.get());
      }
    }
    return Optional.of(out.once(r, profile.covers(), order.sampleId()));
  }

  private static void selfPay(ObjectNode r, String payer) {
    r.set("type", Nodes.concept(Nodes.coding(Systems.SELF_PAY, "pay", "")));
    Nodes.add(r, "payor", Nodes.reference(payer));
  }

  private void insured(ObjectNode r, Insurance i, String patient) {
    ObjectNode payor = Nodes.resource("Organization").put("id", "payor");
    Nodes.add(payor, "identifier", Nodes.identifier(profile.payors(), i.payorCode()));
    Nodes.put(payor, "name", i.payorName());
    Nodes.add(payor, "address", Nodes.place(i.payorAddress()));
    Nodes.add(r, "contained", payor);
    Nodes.add(r, "payor", Nodes.reference("#payor"));
    Nodes.put(r, "subscriberId", i.memberId());
    String relation =
        switch (i.relation()) {
          case SELF -> "self";
          case SPOUSE -> "spouse";
          case OTHER -> "other";
        };
    r.set("relationship", Nodes.concept(Nodes.coding(Systems.RELATIONSHIP, relation, "")));
    if (i.relation() == Relation.SELF) {
      r.set("subscriber", Nodes.reference(patient));
    } else {
      Nodes.add(r, "contained", subscriber(i, patient));
      r.set("subscriber", Nodes.reference("#subscriber"));
    }
    group(r, "group", i.groupId());
    group(r, "plan", i.plan());
  }

  private static ObjectNode subscriber(Insurance i, String patient) {
    ObjectNode s = Nodes.resource("RelatedPerson").put("id", "subscriber");
    s.set("patient", Nodes.reference(patient));
    Nodes.add(s, "name", Nodes.name(i.insured()));
    s.put("gender", Nodes.sex(i.insuredSex()));
    if (i.insuredBirthDate() != null) {
      s.put("birthDate", i.insuredBirthDate().toString());
    }
    return Nodes.add(s, "address", Nodes.place(i.insuredAddress()));
  }

  private static void group(ObjectNode r, String kind, String value) {
    if (!value.isBlank()) {
      ObjectNode one = Json.object();
      one.set("type", Nodes.concept(Nodes.coding(Systems.COVER_CLASS, kind, "")));
      Nodes.add(r, "class", Nodes.put(one, "value", value));
    }
  }
}
