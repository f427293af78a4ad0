package io.tributary.lab.protocol.fhir;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabOrder;
import io.tributary.lab.protocol.LabOrder.AoeAnswer;
import io.tributary.lab.protocol.LabOrder.OrderAction;
import io.tributary.lab.protocol.LabOrder.OrderedTest;
import io.tributary.lab.protocol.NumericText;
import java.time.Instant;
import java.util.Optional;

/**
 * Writes an order as one FHIR transaction bundle: a ServiceRequest per test plus the resources that
 * it references. Each resource carries one of our identifiers, so resending an order creates no
 * duplicates. A cancellation is the same order with status {@code revoked}. Thread-safe.
 */
public final class OrderBundle {
  private final FhirProfile profile;

  public OrderBundle(FhirProfile profile) {
    this.profile = profile;
  }

  /**
   * Returns our number of a test within an order, counted from 1; the laboratory returns it with
   * the result.
   */
  public static String placerNumber(String sampleId, int n) {
    return sampleId + "-" + n;
  }

  /**
   * @param controlId unique among our messages; a resend uses the same one
   */
  public byte[] write(LabOrder order, String controlId, Instant now) {
    ObjectNode bundle = FhirJsonBuilder.resource("Bundle");
    if (!profile.production()) {
      ObjectNode label = FhirJsonBuilder.coding(CodeSystems.ACT_REASON, CodeSystems.TEST_DATA, "");
      FhirJsonBuilder.add(bundle.putObject("meta"), "security", label);
    }
    bundle.set("identifier", FhirJsonBuilder.identifier(profile.messageSystem(), controlId));
    bundle.put("type", "transaction").put("timestamp", FhirJsonBuilder.time(now));
    TransactionBundle out = new TransactionBundle(controlId);
    addRequests(order, out);
    bundle.set("entry", out.entries());
    return Json.bytes(bundle);
  }

  private void addRequests(LabOrder order, TransactionBundle out) {
    PeopleWriter people = new PeopleWriter(profile, out);
    Optional<String> organisation = people.writeOrganization(order);
    String patient = people.writePatient(order, organisation);
    Optional<String> physician = people.writePhysician(order.physician());
    Optional<String> cover =
        new CoverageWriter(profile, out).writeCoverage(order, patient, organisation);
    Optional<String> specimen = specimen(order, patient, out);
    for (int i = 0; i < order.tests().size(); i++) {
      OrderedTest test = order.tests().get(i);
      String placer = placerNumber(order.sampleId(), i + 1);
      ObjectNode r = request(order, test, placer);
      r.set("subject", FhirJsonBuilder.reference(patient));
      requester(r, order, physician, organisation);
      cover.ifPresent(c -> FhirJsonBuilder.add(r, "insurance", FhirJsonBuilder.reference(c)));
      specimen.ifPresent(s -> FhirJsonBuilder.add(r, "specimen", FhirJsonBuilder.reference(s)));
      if (!test.answers().isEmpty()) {
        FhirJsonBuilder.add(
            r,
            "supportingInfo",
            FhirJsonBuilder.reference(answers(order, test, placer, patient, out)));
      }
      if (order.action() == OrderAction.PLACE) {
        out.createIfAbsent(r, profile.testSystem(), placer);
      } else {
        out.createOrReplace(r, profile.testSystem(), placer);
      }
    }
  }

  private static void requester(
      ObjectNode r, LabOrder order, Optional<String> physician, Optional<String> organisation) {
    String name = PeopleWriter.fullName(order.physician().name());
    if (physician.isPresent()) {
      r.set("requester", FhirJsonBuilder.reference(physician.get()));
    } else if (!name.isEmpty()) {
      FhirJsonBuilder.put(r, "requester", FhirJsonBuilder.put(Json.object(), "display", name));
    } else {
      organisation.ifPresent(o -> r.set("requester", FhirJsonBuilder.reference(o)));
    }
  }

  private ObjectNode request(LabOrder order, OrderedTest test, String placer) {
    ObjectNode r = FhirJsonBuilder.resource("ServiceRequest");
    FhirJsonBuilder.add(
        r, "identifier", FhirJsonBuilder.identifier("PLAC", profile.testSystem(), placer));
    r.set("requisition", FhirJsonBuilder.identifier(profile.requisitionSystem(), order.sampleId()));
    r.put("status", order.action() == OrderAction.CANCEL ? "revoked" : "active")
        .put("intent", "order");
    r.put("priority", order.urgent() ? "stat" : "routine");
    ObjectNode code =
        FhirJsonBuilder.concept(
            FhirJsonBuilder.coding(profile.codeSystem(), test.code(), test.name()));
    if (!test.loinc().isBlank()) {
      FhirJsonBuilder.add(
          code, "coding", FhirJsonBuilder.coding(CodeSystems.LOINC, test.loinc(), ""));
    }
    r.set("code", FhirJsonBuilder.put(code, "text", test.name()));
    FhirJsonBuilder.add(
        r,
        "orderDetail",
        FhirJsonBuilder.text(order.labCollects() ? "Laboratory collects" : "Collected by others"));
    order.collectedAt().ifPresent(at -> r.put("occurrenceDateTime", FhirJsonBuilder.time(at)));
    r.put("authoredOn", FhirJsonBuilder.time(order.orderedAt()));
    ObjectNode lab = Json.object();
    lab.set(
        "identifier",
        FhirJsonBuilder.identifier(profile.laboratorySystem(), profile.laboratoryId()));
    FhirJsonBuilder.add(r, "performer", lab);
    for (LabOrder.Diagnosis d : order.diagnoses()) {
      FhirJsonBuilder.add(
          r,
          "reasonCode",
          FhirJsonBuilder.concept(
              FhirJsonBuilder.coding(CodeSystems.ICD_10_CM, d.code(), d.text())));
    }
    for (String line : order.notes()) {
      FhirJsonBuilder.add(r, "note", FhirJsonBuilder.text(line));
    }
    order.fasting().ifPresent(yes -> r.put("patientInstruction", yes ? "Fasting" : "Not fasting"));
    return r;
  }

  private Optional<String> specimen(LabOrder order, String patient, TransactionBundle out) {
    return order
        .sample()
        .map(
            sample -> {
              ObjectNode r = FhirJsonBuilder.resource("Specimen");
              FhirJsonBuilder.add(
                  r,
                  "identifier",
                  FhirJsonBuilder.identifier(profile.specimenSystem(), sample.id()));
              FhirJsonBuilder.put(r, "type", type(sample.type()));
              r.set("subject", FhirJsonBuilder.reference(patient));
              ObjectNode collection = Json.object();
              order
                  .collectedAt()
                  .ifPresent(at -> collection.put("collectedDateTime", FhirJsonBuilder.time(at)));
              order
                  .fasting()
                  .ifPresent(
                      yes ->
                          collection.set(
                              "fastingStatusCodeableConcept",
                              FhirJsonBuilder.concept(
                                  FhirJsonBuilder.coding(
                                      CodeSystems.FASTING, yes ? "F" : "NF", ""))));
              FhirJsonBuilder.put(r, "collection", collection);
              return out.createIfAbsent(r, profile.specimenSystem(), sample.id());
            });
  }

  private static ObjectNode type(CodedValue type) {
    String system = type.system().equals("HL70487") ? CodeSystems.SPECIMEN_TYPE : "";
    ObjectNode out =
        type.code().isEmpty()
            ? Json.object()
            : FhirJsonBuilder.concept(FhirJsonBuilder.coding(system, type.code(), ""));
    return FhirJsonBuilder.put(out, "text", type.text());
  }

  private String answers(
      LabOrder order, OrderedTest test, String placer, String patient, TransactionBundle out) {
    ObjectNode r = FhirJsonBuilder.resource("QuestionnaireResponse");
    r.set("identifier", FhirJsonBuilder.identifier(profile.answerSystem(), placer));
    r.put("status", "completed");
    r.set("subject", FhirJsonBuilder.reference(patient));
    r.put("authored", FhirJsonBuilder.time(order.orderedAt()));
    for (AoeAnswer a : test.answers()) {
      ObjectNode item = Json.object();
      FhirJsonBuilder.put(item, "linkId", a.questionCode());
      FhirJsonBuilder.put(item, "text", a.question());
      FhirJsonBuilder.add(r, "item", FhirJsonBuilder.add(item, "answer", answer(a)));
    }
    return out.createIfAbsent(r, profile.answerSystem(), placer);
  }

  private static ObjectNode answer(AoeAnswer a) {
    ObjectNode out = Json.object();
    switch (a.kind()) {
      case CHOICE ->
          FhirJsonBuilder.put(out, "valueCoding", FhirJsonBuilder.coding("", a.code(), a.text()));
      case NUMBER ->
          NumericText.parseNumber(a.code())
              .ifPresentOrElse(
                  n -> out.put("valueDecimal", n),
                  () -> FhirJsonBuilder.put(out, "valueString", a.code()));
      case TEXT -> FhirJsonBuilder.put(out, "valueString", a.code());
    }
    return out;
  }
}
