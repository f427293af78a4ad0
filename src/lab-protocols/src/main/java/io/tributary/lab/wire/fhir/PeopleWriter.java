package io.tributary.lab.wire.fhir;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.kernel.Json;
import io.tributary.lab.wire.LabOrder;
import io.tributary.lab.wire.LabOrder.Guarantor;
import io.tributary.lab.wire.LabOrder.Patient;
import io.tributary.lab.wire.LabOrder.Physician;
import io.tributary.lab.wire.PersonName;
import java.util.Optional;

/** Who is tested and who orders. */
final class PeopleWriter {
  private final FhirProfile profile;
  private final Transaction out;

  PeopleWriter(FhirProfile profile, Transaction out) {
    this.profile = profile;
    this.out = out;
  }

  /** The newest word on a patient counts, so it takes the place of an older one. */
  String patient(LabOrder order, Optional<String> organisation) {
    Patient p = order.patient();
    ObjectNode r = Nodes.resource("Patient");
    extension(r, "race", race(p.race()));
    extension(r, "ethnicity", ethnicity(p.ethnicity()));
    Nodes.add(r, "identifier", Nodes.identifier("PI", profile.patients(), p.id()));
    Nodes.add(r, "name", Nodes.name(p.name()));
    Nodes.add(r, "telecom", Nodes.telecom("phone", p.phone()));
    Nodes.add(r, "telecom", Nodes.telecom("email", p.email()));
    r.put("gender", Nodes.sex(p.sex()));
    r.put("birthDate", p.birthDate().toString());
    Nodes.add(r, "address", Nodes.place(p.address()));
    order.guarantor().ifPresent(g -> Nodes.add(r, "contact", contact(g)));
    organisation.ifPresent(o -> r.set("managingOrganization", Nodes.reference(o)));
    return out.over(r, profile.patients(), p.id());
  }

  private static ObjectNode contact(Guarantor g) {
    ObjectNode c = Json.object();
    String relation =
        switch (g.relation()) {
          case SELF -> "guarantor";
          case SPOUSE -> "guarantor, spouse";
          case OTHER -> "guarantor, other";
        };
    Nodes.add(c, "relationship", Nodes.text(relation));
    Nodes.put(c, "name", Nodes.name(g.name()));
    Nodes.add(c, "telecom", Nodes.telecom("phone", g.phone()));
    return Nodes.put(c, "address", Nodes.place(g.address()));
  }

  /** Empty where the physician has no number: nobody could be found by it. */
  Optional<String> physician(Physician p) {
    if (p.npi().isBlank()) {
      return Optional.empty();
    }
    ObjectNode r = Nodes.resource("Practitioner");
    Nodes.add(r, "identifier", Nodes.identifier("NPI", Systems.NPI, p.npi()));
    Nodes.add(r, "name", Nodes.name(p.name()));
    return Optional.of(out.once(r, Systems.NPI, p.npi()));
  }

  /** Empty where we have no number at the laboratory. */
  Optional<String> organisation(LabOrder order) {
    if (order.accountNumber().isBlank()) {
      return Optional.empty();
    }
    ObjectNode r = Nodes.resource("Organization");
    Nodes.add(r, "identifier", Nodes.identifier("AN", profile.accounts(), order.accountNumber()));
    Nodes.put(r, "name", order.organisation().name());
    Nodes.add(r, "telecom", Nodes.telecom("phone", order.organisation().phone()));
    Nodes.add(r, "address", Nodes.place(order.organisation().address()));
    return Optional.of(out.once(r, profile.accounts(), order.accountNumber()));
  }

  /** As one text; empty when nobody is named. */
  static String oneLine(PersonName name) {
    return (name.given() + " " + name.family()).strip();
  }

  private static void extension(ObjectNode patient, String name, ObjectNode category) {
    if (category.isEmpty()) {
      return;
    }
    ObjectNode whole = Json.object().put("url", Systems.US_CORE + "us-core-" + name);
    if (category.has("code")) {
      ObjectNode code = Json.object().put("url", "ombCategory");
      code.set("valueCoding", category);
      Nodes.add(whole, "extension", code);
    }
    String words = category.path("display").asText();
    Nodes.add(whole, "extension", Json.object().put("url", "text").put("valueString", words));
    Nodes.add(patient, "extension", whole);
  }

  private static ObjectNode race(String race) {
    return switch (race) {
      case "african_american_or_black" -> cdc("2054-5", "Black or African American");
      case "asian" -> cdc("2028-9", "Asian");
      case "indigenous_native_american_alaska_native" ->
          cdc("1002-5", "American Indian or Alaska Native");
      case "pacific_islander_or_hawaiian" ->
          cdc("2076-8", "Native Hawaiian or Other Pacific Islander");
      case "white_caucasian" -> cdc("2106-3", "White");
      case "other" -> Nodes.put(Json.object(), "display", "Other Race");
      default -> Json.object();
    };
  }

  private static ObjectNode ethnicity(String ethnicity) {
    return switch (ethnicity) {
      case "hispanic" -> cdc("2135-2", "Hispanic or Latino");
      case "non_hispanic", "ashkenazi_jewish" -> cdc("2186-5", "Not Hispanic or Latino");
      default -> Json.object();
    };
  }

  private static ObjectNode cdc(String code, String display) {
    return Nodes.coding(Systems.RACE, code, display);
  }
}
