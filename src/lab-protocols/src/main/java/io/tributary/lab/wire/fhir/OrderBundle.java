package io.tributary.lab.wire.fhir;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.kernel.Json;
import io.tributary.lab.wire.Coded;
import io.tributary.lab.wire.LabOrder;
import io.tributary.lab.wire.LabOrder.AskedAnswer;
import io.tributary.lab.wire.LabOrder.Test;
import io.tributary.lab.wire.LabOrder.Wish;
import io.tributary.lab.wire.ResultTexts;
import java.time.Instant;
import java.util.Optional;

/**
 * Writes orders as one transaction: a ServiceRequest for each test, and what they refer to. Each
 * resource is known by a number of ours, so that the same order again makes nothing new. A
 * cancellation is the same order with its requests revoked. On any thread.
 */
public final class OrderBundle {
  private final FhirProfile profile;

  public OrderBundle(FhirProfile profile) {
    this.profile = profile;
  }

  /** Our number of one test of an order, counted from 1: it comes back with the result. */
  public static String placerNumber(String sampleId, int n) {
    return sampleId + "-" + n;
  }

  /**
   * @param controlId unique among our messages; a repetition has the same one
   */
  public byte[] write(LabOrder order, String controlId, Instant now) {
    ObjectNode bundle = Nodes.resource("Bundle");
    if (!profile.production()) {
      ObjectNode label = Nodes.coding(Systems.REASON, Systems.TEST_DATA, "");
      Nodes.add(bundle.putObject("meta"), "security", label);
    }
    bundle.set("identifier", Nodes.identifier(profile.messages(), controlId));
    bundle.put("type", "transaction").put("timestamp", Nodes.time(now));
    Transaction out = new Transaction(controlId);
    requests(order, out);
    bundle.set("entry", out.entries());
    return Json.bytes(bundle);
  }

  private void requests(LabOrder order, Transaction out) {
    PeopleWriter people = new PeopleWriter(profile, out);
    Optional<String> organisation = people.organisation(order);
    String patient = people.patient(order, organisation);
    Optional<String> physician = people.physician(order.physician());
    Optional<String> cover = new CoverWriter(profile, out).cover(order, patient, organisation);
    Optional<String> specimen = specimen(order, patient, out);
    for (int i = 0; i < order.tests().size(); i++) {
      Test test = order.tests().get(i);
      String placer = placerNumber(order.sampleId(), i + 1);
      ObjectNode r = request(order, test, placer);
      r.set("subject", Nodes.reference(patient));
      requester(r, order, physician, organisation);
      cover.ifPresent(c -> Nodes.add(r, "insurance", Nodes.reference(c)));
      specimen.ifPresent(s -> Nodes.add(r, "specimen", Nodes.reference(s)));
      if (!test.answers().isEmpty()) {
        Nodes.add(r, "supportingInfo", Nodes.reference(answers(order, test, placer, patient, out)));
      }
      if (order.wish() == Wish.PLACE) {
        out.once(r, profile.tests(), placer);
      } else {
        out.over(r, profile.tests(), placer);
      }
    }
  }

  private static void requester(
      ObjectNode r, LabOrder order, Optional<String> physician, Optional<String> organisation) {
    String name = PeopleWriter.oneLine(order.physician().name());
    if (physician.isPresent()) {
      r.set("requester", Nodes.reference(physician.get()));
    } else if (!name.isEmpty()) {
      Nodes.put(r, "requester", Nodes.put(Json.object(), "display", name));
    } else {
      organisation.ifPresent(o -> r.set("requester", Nodes.reference(o)));
    }
  }

  private ObjectNode request(LabOrder order, Test test, String placer) {
    ObjectNode r = Nodes.resource("ServiceRequest");
    Nodes.add(r, "identifier", Nodes.identifier("PLAC", profile.tests(), placer));
    r.set("requisition", Nodes.identifier(profile.requisitions(), order.sampleId()));
    r.put("status", order.wish() == Wish.CANCEL ? "revoked" : "active").put("intent", "order");
    r.put("priority", order.urgent() ? "stat" : "routine");
    ObjectNode code = Nodes.concept(Nodes.coding(profile.codes(), test.code(), test.name()));
    if (!test.loinc().isBlank()) {
      Nodes.add(code, "coding", Nodes.coding(Systems.LOINC, test.loinc(), ""));
    }
    r.set("code", Nodes.put(code, "text", test.name()));
    Nodes.add(
        r,
        "orderDetail",
        Nodes.text(order.labCollects() ? "Laboratory collects" : "Collected by others"));
    order.collectedAt().ifPresent(at -> r.put("occurrenceDateTime", Nodes.time(at)));
    r.put("authoredOn", Nodes.time(order.orderedAt()));
    ObjectNode lab = Json.object();
    lab.set("identifier", Nodes.identifier(profile.laboratories(), profile.laboratory()));
    Nodes.add(r, "performer", lab);
    for (LabOrder.Diagnosis d : order.diagnoses()) {
      Nodes.add(
          r, "reasonCode", Nodes.concept(Nodes.coding(Systems.ICD_10_CM, d.code(), d.text())));
    }
    for (String line : order.notes()) {
      Nodes.add(r, "note", Nodes.text(line));
    }
    order.fasting().ifPresent(yes -> r.put("patientInstruction", yes ? "Fasting" : "Not fasting"));
    return r;
  }

  private Optional<String> specimen(LabOrder order, String patient, Transaction out) {
    return order
        .sample()
        .map(
            sample -> {
              ObjectNode r = Nodes.resource("Specimen");
              Nodes.add(r, "identifier", Nodes.identifier(profile.samples(), sample.id()));
              Nodes.put(r, "type", type(sample.type()));
              r.set("subject", Nodes.reference(patient));
              ObjectNode collection = Json.object();
              order
                  .collectedAt()
                  .ifPresent(at -> collection.put("collectedDateTime", Nodes.time(at)));
              order
                  .fasting()
                  .ifPresent(
                      yes ->
                          collection.set(
                              "fastingStatusCodeableConcept",
                              Nodes.concept(Nodes.coding(Systems.FASTING, yes ? "F" : "NF", ""))));
              Nodes.put(r, "collection", collection);
              return out.once(r, profile.samples(), sample.id());
            });
  }

  private static ObjectNode type(Coded type) {
    String system = type.system().equals("HL70487") ? Systems.SPECIMEN_TYPE : "";
    ObjectNode out =
        type.code().isEmpty()
            ? Json.object()
            : Nodes.concept(Nodes.coding(system, type.code(), ""));
    return Nodes.put(out, "text", type.text());
  }

  private String answers(
      LabOrder order, Test test, String placer, String patient, Transaction out) {
    ObjectNode r = Nodes.resource("QuestionnaireResponse");
    r.set("identifier", Nodes.identifier(profile.answers(), placer));
    r.put("status", "completed");
    r.set("subject", Nodes.reference(patient));
    r.put("authored", Nodes.time(order.orderedAt()));
    for (AskedAnswer a : test.answers()) {
      ObjectNode item = Json.object();
      Nodes.put(item, "linkId", a.questionCode());
      Nodes.put(item, "text", a.question());
      Nodes.add(r, "item", Nodes.add(item, "answer", answer(a)));
    }
    return out.once(r, profile.answers(), placer);
  }

  private static ObjectNode answer(AskedAnswer a) {
    ObjectNode out = Json.object();
    switch (a.kind()) {
      case CHOICE -> Nodes.put(out, "valueCoding", Nodes.coding("", a.code(), a.text()));
      case NUMBER ->
          ResultTexts.number(a.code())
              .ifPresentOrElse(
                  n -> out.put("valueDecimal", n), () -> Nodes.put(out, "valueString", a.code()));
      case TEXT -> Nodes.put(out, "valueString", a.code());
    }
    return out;
  }
}
